#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The programs that this machine has, with names in twelve scripts, as tests/evidence/programs
# tests Debian's.

load ../../common/world

PROGRAMS=$BATS_TEST_DIRNAME/../../evidence/programs

# Prints the programs of programs.tsv that are installed, of those that need no others.
there() {
    local name command

    for name in 'getent hosts' 'getent -i ahosts' 'getent -i ahostsv4' ssh rsync git \
        nc.openbsd nc.traditional ncat socat bash openssl psql mariadb redis-cli \
        mosquitto_sub 'busybox wget' fping nmap python3 perl php ruby tcl; do
        command=$(grep "^$name"$'\t' "$PROGRAMS/programs.tsv" | cut -f 7)
        ! command -v "${command%% *}" >/dev/null || echo "$name"
    done
}

@test "programs of this machine reach internationalized names, by idnx only" {
    local programs

    [ -z "$WORLD_PRELOAD" ] || skip 'programs of others load no sanitized module'
    programs=$(there | paste -s -d ,)
    echo "# note: $programs" >&3
    # Files left in /run disappear with the tmpfs.
    # shellcheck disable=SC2016 # $@ is of that shell
    inside unshare -mn sh -c 'mount -t tmpfs none /run && exec "$@"' - \
        env PROGRAMS="$programs" LOCALES=C,C.UTF-8 PATH="$BUILD:$PATH" \
        PYTHONDONTWRITEBYTECODE=1 \
        python3 "$PROGRAMS/inside" "$BATS_TEST_TMPDIR/measured.tsv"
}
