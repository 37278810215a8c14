#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The same source gives the same octets, in any folder and at any time.

bats_require_minimum_version 1.5.0

# build FOLDER SETTING...: builds a copy of the checkout there, with -O1 to save time.
build() {
    local folder=$BATS_TEST_TMPDIR/$1

    mkdir -p "$folder"
    cp -r Makefile libcore nss_idnx conf "$folder"
    shift
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u BUILD -u CPPFLAGS -u LDFLAGS -u OBJCOPY "$@" \
        make -s -C "$folder" CC="${CC:-cc}" CFLAGS='-O1 -g' >/dev/null
}

@test "two builds in two folders are the same, octet for octet" {
    build one TZ=UTC LC_ALL=C
    sleep 1.1 # a time stamp, if there were one, would now be another
    build 'another/of a longer path' TZ=Asia/Tokyo LC_ALL=C.UTF-8
    cd "$BATS_TEST_TMPDIR"
    for file in libnss_idnx.so.2 libidnx.so.0 libidnx.a idnx; do
        cmp "one/build/$file" "another/of a longer path/build/$file"
        run -1 grep -qaF "$BATS_TEST_TMPDIR" "one/build/$file"
    done
}
