#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Who makes idnx, and the released archive: make origin and make dist, in a copy of the
# checkout without git.

bats_require_minimum_version 1.5.0

setup() {
    unset MAKEFLAGS MFLAGS MAKELEVEL BUILD ORIGIN
    mkdir "$BATS_TEST_TMPDIR/checkout"
    cp -r ./*.md LICENSE Makefile conf nss_idnx "$BATS_TEST_TMPDIR/checkout"
    cd "$BATS_TEST_TMPDIR/checkout" || return
}

# Writes the placeholder origin, which a released checkout does not have.
placeholder() {
    sed -i -e 's/^maintainer .*/maintainer = idnx developers <idnx@example.org>/' \
        -e 's,^homepage .*,homepage = https://example.org/idnx,' \
        -e 's,^vcs .*,vcs = https://example.org/idnx.git,' \
        -e 's/^security .*/security = idnx-security@example.org/' conf/origin
    make -s origin
}

# Prints the lines that name it.
named() {
    grep -rnE 'idnx[a-z-]*@example\.org|https://example\.org/idnx' .
}

# Writes another origin.
change_origin() {
    sed -i -e 's/^maintainer .*/maintainer = A. \& B|C <ab@idnx.test>/' \
        -e 's,https://example.org,https://idnx.test,' -e 's/idnx-security@.*/mail@idnx.test/' \
        conf/origin
}

@test "packages, pages and SECURITY.md say what conf/origin says" {
    cp -r . ../before
    make -s origin
    diff -r . ../before
}

@test "the origin stands in these files" {
    placeholder
    [ "$(named | cut -d : -f 1 | sort -u)" = "./SECURITY.md
./conf/PKGBUILD
./conf/debian/changelog
./conf/debian/control
./conf/debian/copyright
./conf/idnx.spec
./conf/libidnx.pc.in
./conf/origin
./nss_idnx/command/idnx-json.5
./nss_idnx/command/idnx.1
./nss_idnx/libidn2/libidn2-idnx.8
./nss_idnx/nss-idnx.8
./nss_idnx/policy/idnx.conf.5" ]
}

@test "another origin is written wherever the first one stood" {
    placeholder
    before=$(named | wc -l)
    change_origin
    make -s origin
    run ! named
    [ "$(grep -rnE 'ab@idnx\.test|mail@idnx\.test|https://idnx\.test' . | wc -l)" -eq "$before" ]
    grep -qxF 'Maintainer: A. & B|C <ab@idnx.test>' conf/debian/control
    grep -qxF '.An A. & B|C Aq Mt ab@idnx.test' nss_idnx/nss-idnx.8
    grep -qx ' -- A\. & B|C <ab@idnx\.test>  [^ ].* +0000' conf/debian/changelog
    touch ../before
    make -s origin
    [ "$(find . -type f -newer ../before)" = '' ]
}

@test "the version of the Makefile is written into the packages" {
    sed -i 's/^IDNX_VERSION = .*/IDNX_VERSION = 7.8.9/' Makefile
    make -s origin
    [ "$(grep -hE '^(Version: *|pkgver=)7\.8\.9$' conf/idnx.spec conf/PKGBUILD | wc -l)" -eq 2 ]
}

@test "make dist refuses the placeholder, unless ORIGIN=example is set" {
    placeholder
    run make -s dist
    [ "$status" -ne 0 ]
    [[ ${lines[0]} = 'conf/origin has the placeholder example.org'*'"make origin"'*'ORIGIN=example' ]]
    [ ! -e build ]
    make -s dist ORIGIN=example
    change_origin
    make -s dist BUILD=build/other
    [ -s build/other/idnx-*.tar.gz ]
}

@test "make dist packs the same octets in any folder, at any time, for anybody" {
    umask 077
    cp -r . '../of a longer path'
    TZ=UTC LC_ALL=C make -s dist ORIGIN=example
    (cd '../of a longer path' && umask 002 &&
        TZ=Asia/Tokyo LC_ALL=C.UTF-8 make -s dist ORIGIN=example)
    cmp build/idnx-*.tar.gz '../of a longer path/build'/idnx-*.tar.gz
    # Build products are not packed.
    tar -tzf build/idnx-*.tar.gz | sed 's,^idnx-[^/]*/,,' | sort >../packed
    find . -path ./build -prune -o -type f -printf '%P\n' | sort | diff ../packed -
}
