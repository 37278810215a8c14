#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A setuid program, started by somebody with a malicious environment.  glibc then removes these
# variables, and the module reads none.

load installed

setup_file() {
    export PROGRAMS

    installed_world
    # Not below $BATS_FILE_TMPDIR, which only root may enter.
    PROGRAMS=$(mktemp -d)
    chmod 755 "$PROGRAMS"
    install -m 755 "$BUILD/tests/common/ask" "$PROGRAMS/plain"
    install -m 4755 "$BUILD/tests/common/ask" "$PROGRAMS/setuid"
    evil_library
}

teardown_file() {
    world_stop
}

setup() {
    rm -f "$WORLD/etc/idnx.conf"
}

# Builds a module and an iconv converter that report when they are loaded.
evil_library() {
    mkdir -m 755 "$PROGRAMS/evil"
    echo '#include <unistd.h>
        __attribute__((constructor)) static void evil(void) { _exit(write(1, "evil\n", 5)); }' |
        "${CC:-cc}" -shared -fPIC -x c -o "$PROGRAMS/evil/libnss_idnx.so.2" -
    cp "$PROGRAMS/evil/libnss_idnx.so.2" "$PROGRAMS/evil/evil.so"
    printf 'module %s// %s evil 1\n' ISO-8859-15 INTERNAL INTERNAL ISO-8859-15 \
        >"$PROGRAMS/evil/gconv-modules"
}

# started PROGRAM VARIABLE=VALUE FRONT-END NAME: starts it as a user who is not root.
started() {
    installed setpriv --reuid=65534 --regid=65534 --clear-groups env "$2" \
        "$PROGRAMS/$1" "${@:3}"
}

# ignores VARIABLE=VALUE FRONT-END NAME PLAIN SETUID: checks what a program without the bit, for which
# the variable has its effect, and the same with it get.
ignores() {
    equal "$4" "$(started plain "${@:1:3}")"
    equal "$5" "$(started setuid "${@:1:3}")"
}

@test "LD_LIBRARY_PATH and LD_PRELOAD with another module" {
    ignores LD_LIBRARY_PATH="$PROGRAMS/evil" unspec bücher.example evil 'unspec 192.0.2.10'
    ignores LD_PRELOAD="$PROGRAMS/evil/libnss_idnx.so.2" unspec bücher.example \
        evil 'unspec 192.0.2.10'
}

@test "GCONV_PATH with another converter for the charset of idnx.conf" {
    idnx_conf 'charset = ISO-8859-15'
    ignores GCONV_PATH="$PROGRAMS/evil" unspec $'b\xfccher.example' evil 'unspec 192.0.2.10'
}
