#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Who makes idnx, and the released archive with its SBOM: make origin and make dist, in a copy
# of the checkout without git.

bats_require_minimum_version 1.5.0

setup() {
    unset MAKEFLAGS MFLAGS MAKELEVEL BUILD ORIGIN
    mkdir "$BATS_TEST_TMPDIR/checkout"
    cp -r ./*.md LICENSE* REUSE.toml Makefile conf libcore nss_idnx "$BATS_TEST_TMPDIR/checkout"
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
./conf/debian/upstream/metadata
./conf/debian/watch
./conf/idnx.spec
./conf/libidnx.pc.in
./conf/origin
./nss_idnx/command/idnx-json.5
./nss_idnx/command/idnx.1
./nss_idnx/companions/libidn2/libidn2-idnx.8
./nss_idnx/libidnx/libidnx.3
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
    [ "$(sed -n 's/^#define IDNX_VERSION_[MP][A-Z]* *//p' libcore/idnx.h | paste -sd .)" = 7.8.9 ]
}

@test "make dist rejects the placeholder, unless ORIGIN=example is set" {
    placeholder
    run make -s dist
    [ "$status" -ne 0 ]
    [[ ${lines[0]} = 'conf/origin has the placeholder example.org'*'"make origin"'*'ORIGIN=example' ]]
    [ ! -e build ]
    make -s dist ORIGIN=example
    change_origin
    make -s dist BUILD=build/other
    [ -s build/other/idnx-*.tar.gz ]
    [ -s build/other/idnx-*.spdx.json ]
}

@test "make dist packs the same octets in any directory, at any time, for anybody" {
    umask 077
    cp -r . '../of a longer path'
    TZ=UTC LC_ALL=C make -s dist ORIGIN=example >../said
    (cd '../of a longer path' && umask 002 &&
        TZ=Asia/Tokyo LC_ALL=C.UTF-8 make -s dist ORIGIN=example)
    cmp build/idnx-*.tar.gz '../of a longer path/build'/idnx-*.tar.gz
    cmp build/idnx-*.spdx.json '../of a longer path/build'/idnx-*.spdx.json
    grep -qF "SHA-256 $(sha256sum <build/idnx-*.tar.gz | cut -d ' ' -f 1)" ../said
    # Build products are not packed.
    tar -tzf build/idnx-*.tar.gz | sed 's,^idnx-[^/]*/,,' | sort >../packed
    find . -path ./build -prune -o ! -type d -printf '%P\n' | sort | diff ../packed -
}

@test "the SBOM has each packed file with its SHA-256 and its licence" {
    make -s dist ORIGIN=example
    mkdir ../unpacked
    tar -xzf build/idnx-*.tar.gz -C ../unpacked --strip-components=1
    jq -r '.files[] | (.checksums[] | select(.algorithm == "SHA256").checksumValue) + "  " + .fileName' \
        build/idnx-*.spdx.json >../sums
    [ "$(wc -l <../sums)" -eq "$(find ../unpacked -type f | wc -l)" ]
    (cd ../unpacked && sha256sum --quiet -c ../sums)
    [ "$(jq -r '.packages[0].checksums[0].checksumValue' build/idnx-*.spdx.json)" = \
        "$(sha256sum <build/idnx-*.tar.gz | cut -d ' ' -f 1)" ]
    jq -e '.files[] | select(.fileName == "./libcore/tables.c").licenseConcluded ==
        "LGPL-2.1-or-later AND Unicode-3.0"' build/idnx-*.spdx.json
}

# The whole checkout, as make dist packs it.
@test "each file of the checkout says its licence, or REUSE.toml does" {
    cd "$OLDPWD"
    ORIGIN=example conf/dist 0 "$BATS_TEST_TMPDIR/all.tar.gz"
    conf/sbom "$BATS_TEST_TMPDIR/all.tar.gz" >/dev/null
}

@test "make dist names a file that says no licence" {
    echo 'int x;' >libcore/stray.c
    run make -s dist ORIGIN=example
    [ "$status" -ne 0 ]
    [[ $output = *'sbom: libcore/stray.c says no licence: '*'REUSE.toml'* ]]
}
