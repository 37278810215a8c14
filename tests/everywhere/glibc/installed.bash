# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A world in which the module is installed, as README.md says, and not just at hand.  This
# changes the system it runs in: it is for systems in a folder.

load ../../system/fixture

GLIBC=$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)

# install_for PROGRAM MODULE: where that program's libc is.
install_for() {
    install -m 644 "$2" "$(dirname "$(ldd "$1" | awk '/libc\.so/ { print $3 }')")"
}

installed_world() {
    install_for /bin/sh "$BUILD/libnss_idnx.so.2"
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    hosts_line "$RECOMMENDED"
}

# installed COMMAND...: runs it in the world, the module being where libc looks.
installed() {
    inside env -u LD_LIBRARY_PATH "$@"
}

# older_than VERSION: the glibc.
older_than() {
    [ "$GLIBC" != "$1" ] &&
        [ "$(printf '%s\n' "$GLIBC" "$1" | sort -V | head -n 1)" = "$GLIBC" ]
}

# session_start: a program that asks for what say() tells it.
session_start() {
    coproc SESSION { installed "$BUILD/tests/system/ask" each 3>&-; }
}

# say WORDS: prints the answer, without an errno.
say() {
    local answer

    echo "$1" >&"${SESSION[1]}"
    read -r answer <&"${SESSION[0]}"
    echo "${answer% errno=*}"
}

# asked FRONT-END NAME: the same of a new process.
asked() {
    installed "$BUILD/tests/system/ask" "$@" | sed 's/ errno=.*//'
}
