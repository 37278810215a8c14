# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A world in which the module is installed, as README.md says, and not only found by a path.
# This changes the system it runs in: it is for systems in a directory.

load ../../common/fixture

installed_world() {
    install -m 644 "$BUILD/libnss_idnx.so.2" "$(dirname "$(ldd /bin/sh | awk '/libc\.so/ { print $3 }')")"
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    hosts_line "$RECOMMENDED"
}

# installed COMMAND...: runs it in the world, with the module where libc searches.
installed() {
    inside env -u LD_LIBRARY_PATH "$@"
}
