#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# conf/authselect: with the feature "with-idnx" a profile's hosts line is the one that idnx
# enable would write, and without it nothing has changed.  A stub expands the templates.

bats_require_minimum_version 1.5.0

setup() {
    ROOT=$PWD
    COMMAND=$(realpath "${BUILD:-build}/idnx")
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p profile root/etc
    printf '%s\n' 'Local users only' '' 'with-mdns4::' '    Enable multicast DNS over IPv4.' '' \
        EXAMPLES -------- >profile/README
}

# profile HOSTS: makes a profile whose hosts line that is.
profile() {
    printf 'passwd: {if "with-altfiles":altfiles }files\nhosts:      %s\nrpc: files\n' "$1" \
        >profile/nsswitch.conf
}

# selected FEATURE...: prints what authselect makes of the profile with these features.
selected() {
    python3 -c 'import re, sys
features = sys.argv[2:]
print(re.sub(r"\{if \"([a-z0-9-]*)\":([^}]*)\}", lambda m: m[2] if m[1] in features else "",
    open(sys.argv[1]).read()), end="")' profile/nsswitch.conf "$@"
}

# Hosts lines of authselect's profiles local, sssd, winbind and nis, and an older one.
lines() {
    cat <<'END'
files myhostname {if "with-libvirt":libvirt libvirt_guest }{if "with-mdns4":mdns4_minimal [NOTFOUND=return] }resolve [!UNAVAIL=return] dns
files {if "with-mdns4":mdns4_minimal [NOTFOUND=return] }dns myhostname
files {if "with-nis":nis }dns
END
}

@test "with the feature the line is what idnx enable writes, and without it what it was" {
    while read -r line; do
        profile "$line"
        for features in '' with-mdns4 'with-mdns4 with-libvirt'; do
            profile "$line"
            # shellcheck disable=SC2086 # features are words
            selected $features >before
            cp before root/etc/nsswitch.conf
            "$COMMAND" enable --root root >/dev/null
            "$ROOT/conf/authselect" profile
            # shellcheck disable=SC2086
            selected $features with-idnx | diff root/etc/nsswitch.conf -
            # shellcheck disable=SC2086
            selected $features | diff before -
            rm root/etc/nsswitch.conf*
        done
    done < <(lines)
}

@test "the profile's README names the feature once, however often it is added" {
    profile 'files dns'
    "$ROOT/conf/authselect" profile
    cp -r profile once
    "$ROOT/conf/authselect" profile
    diff -r once profile
    [ "$(grep -A 3 '^with-idnx::$' profile/README)" = 'with-idnx::
    Enable internationalized host names for all programs by nss-idnx(8).

EXAMPLES' ]
}

@test "a line with no place for idnx is an error that names the file" {
    profile 'files'
    run -1 "$ROOT/conf/authselect" profile
    [ "$output" = 'profile/nsswitch.conf: the hosts line has no resolve and no dns' ]
    run -2 "$ROOT/conf/authselect"
}
