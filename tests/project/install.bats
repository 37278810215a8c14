#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make install and make uninstall, from a clean checkout into a DESTDIR; builds in two directories
# are the same.

bats_require_minimum_version 1.5.0

setup_file() {
    export CHECKOUT=$BATS_FILE_TMPDIR/checkout MAKE="make -s CFLAGS=-g"

    # Settings of the make that may have started this do not apply here.
    unset MAKEFLAGS MFLAGS MAKELEVEL SAN BUILD CPPFLAGS CFLAGS LDFLAGS OBJCOPY DESTDIR PREFIX
    for checkout in "$CHECKOUT" "$BATS_FILE_TMPDIR/another/of a longer path"; do
        mkdir -p "$checkout"
        cp -r Makefile libcore nss_idnx conf "$checkout"
    done
    $MAKE -C "$CHECKOUT" CC="${CC:-cc}" install \
        DESTDIR="$BATS_FILE_TMPDIR/default" APPARMOR=yes
}

setup() {
    DESTDIR=$BATS_TEST_TMPDIR/root
    mkdir "$DESTDIR"
}

# install VARIABLE=VALUE...: installs into DESTDIR.
install() {
    $MAKE -C "$CHECKOUT" CC="${CC:-cc}" install DESTDIR="$DESTDIR" "$@"
}

uninstall() {
    $MAKE -C "$CHECKOUT" CC="${CC:-cc}" uninstall DESTDIR="$DESTDIR" "$@"
}

# Prints the mode and path of each file in DESTDIR.
files() {
    (cd "$DESTDIR" && find . -type f -printf '%m %P\n' | LC_ALL=C sort -k 2)
}

# without_codec: leaves out the codec of Python programs, which only a machine with Python.h has.
without_codec() {
    grep -v '/idnx/python/'
}

# Prints the module's directory below DESTDIR.
module_directory() {
    (cd "$DESTDIR" && dirname "$(find . -name libnss_idnx.so.2 -not -path '*/trace/*')")
}

# compiler_of DIRECTORY: makes a compiler that has its C library in DIRECTORY.
compiler_of() {
    printf '#!/bin/sh\necho "%s/libc.so.6"\n' "$1" >"$BATS_TEST_TMPDIR/compiler"
    chmod +x "$BATS_TEST_TMPDIR/compiler"
    echo "$BATS_TEST_TMPDIR/compiler"
}

# placed SED...: prints what is installed by default, as sed changes it.
placed() {
    sed "$@" <<'END'
644 etc/apparmor.d/abstractions/nameservice-strict.d/idnx
644 etc/apparmor.d/abstractions/nameservice.d/idnx
755 usr/bin/idnx
644 usr/include/idnx.h
644 usr/include/idnx_policy.h
644 usr/lib/triplet/idnx/libidn2.so.0
644 usr/lib/triplet/idnx/trace/libidn2.so.0
644 usr/lib/triplet/idnx/trace/libnss_idnx.so.2
644 usr/lib/triplet/libidnx.a
644 usr/lib/triplet/libidnx.so.0
644 usr/lib/triplet/libnss_idnx.so.2
644 usr/lib/triplet/pkgconfig/libidnx.pc
644 usr/share/bash-completion/completions/idnx
644 usr/share/doc/libnss-idnx/examples/idnx.conf
644 usr/share/doc/libnss-idnx/examples/nsswitch.conf
644 usr/share/fish/vendor_completions.d/idnx.fish
644 usr/share/idnx/dnsdist.lua
644 usr/share/idnx/kresd.lua
644 usr/share/idnx/packet.lua
644 usr/share/idnx/policy.lua
644 usr/share/idnx/recursor.conf
644 usr/share/idnx/recursor.lua
644 usr/share/idnx/recursor.yml
644 usr/share/idnx/unbound.conf
644 usr/share/idnx/unbound.py
644 usr/share/man/man1/idnx.1
644 usr/share/man/man3/idnx_check.3
644 usr/share/man/man3/idnx_policy_open.3
644 usr/share/man/man3/idnx_punycode_encode.3
644 usr/share/man/man3/idnx_status_text.3
644 usr/share/man/man3/idnx_to_ascii.3
644 usr/share/man/man3/libidnx.3
644 usr/share/man/man5/idnx-json.5
644 usr/share/man/man5/idnx.conf.5
644 usr/share/man/man7/idnx-policy.7
644 usr/share/man/man7/idnx-resolver.7
644 usr/share/man/man7/nss-idnx-limits.7
644 usr/share/man/man7/nss-idnx-programming.7
644 usr/share/man/man7/nss-idnx-programs.7
644 usr/share/man/man8/libidn2-idnx.8
644 usr/share/man/man8/libnss_idnx.so.2.8
644 usr/share/man/man8/nss-idnx.8
644 usr/share/man/man8/python-idnx.8
644 usr/share/zsh/site-functions/_idnx
END
}

@test "everything has its place and its mode, under any umask" {
    umask 077
    install LIBDIR=/usr/lib/triplet APPARMOR=yes
    diff <(placed '') <(files | without_codec)
    [ "$(find "$DESTDIR" -mindepth 1 -type d -not -perm 755)" = '' ]
}

@test "COMPANIONS=no, or their directory deleted, leaves them out, and nothing else" {
    local companions='/\/idnx\/libidn2\|\/trace\/\|share\/idnx\/\|resolver\|-idnx\.8$/{/nss-idnx/!d}'
    install LIBDIR=/usr/lib/triplet APPARMOR=yes COMPANIONS=no
    diff <(placed "$companions") <(files)
    cp -a "$CHECKOUT" "$BATS_TEST_TMPDIR/core"
    rm -r "$BATS_TEST_TMPDIR/core/nss_idnx/companions" "$DESTDIR"
    CHECKOUT=$BATS_TEST_TMPDIR/core install LIBDIR=/usr/lib/triplet APPARMOR=yes
    diff <(placed "$companions") <(files)
}

@test "each variable moves what it names" {
    install PREFIX=/opt/i LIBDIR=/opt/lib MANDIR=/opt/man ZSHDIR=/opt/zsh APPARMOR=no
    diff <(placed -e '/apparmor/d; s,usr/lib/triplet,opt/lib,; s,usr/share/man,opt/man,' \
        -e 's,usr/share/zsh/site-functions,opt/zsh,; s,usr,opt/i,' | LC_ALL=C sort -k 2) \
        <(files | without_codec)
}

@test "the codec of Python programs goes where all Pythons find it, and leaves nothing" {
    [ -e "$CHECKOUT/build/python/_idnx.abi3.so" ] || skip 'no extension here: Python.h is missing'
    install PREFIX=/opt/i
    diff - <(files | grep '/python/') <<'END'
644 opt/i/lib/idnx/python/_idnx.abi3.so
644 opt/i/lib/idnx/python/first/idna/__init__.py
644 opt/i/lib/idnx/python/idna.py
644 opt/i/lib/idnx/python/run/sitecustomize.py
644 opt/i/lib/idnx/python/site/idnx.pth
644 opt/i/lib/idnx/python/site/idnx.start
644 opt/i/lib/idnx/python/site/idnx_python.py
END
    grep -qF '"/opt/i/lib/idnx/python"' "$DESTDIR"/opt/i/lib/idnx/python/site/idnx{.pth,_python.py}
    run ! grep -r @DIRECTORY@ "$DESTDIR/opt/i/lib"
    PYTHONPATH=$DESTDIR/opt/i/lib/idnx/python/run python3 -c '"ü".encode("idna")'
    uninstall PREFIX=/opt/i
    [ "$(find "$DESTDIR" -name python)" = '' ]
}

@test "the module goes where the C library is, below the prefix" {
    while read -r library directory setting; do
        rm -rf "${DESTDIR:?}"/*
        install CC="$(compiler_of "$library")" ${setting:+"$setting"}
        [ "$(module_directory)" = "./$directory" ]
    done <<'END'
/lib/x86_64-linux-gnu usr/lib/x86_64-linux-gnu
/usr/lib/gcc/x86_64-linux-gnu/12/../../../aarch64-linux-gnu usr/lib/aarch64-linux-gnu
/usr/lib/gcc/x86_64-redhat-linux/14/../../../../lib64 usr/lib64
/usr/lib/gcc/x86_64-pc-linux-gnu/15/../../../../lib usr/lib
/lib/x86_64-linux-gnu usr/local/lib/x86_64-linux-gnu PREFIX=/usr/local
END
}

@test "a C library that is in no such directory is for the user to check" {
    for library in /usr/aarch64-linux-gnu/lib /nix/store/glibc/lib .; do
        run install CC="$(compiler_of $library)"
        [ "$status" -ne 0 ]
        [[ $output == *'say LIBDIR='* ]]
        [ "$(files)" = '' ]
    done
}

@test "on this system glibc finds the module there, and its soname is its name" {
    libc=$(ldd "$(command -v env)" | awk '$1 == "libc.so.6" { print $3 }')
    module=$(find "$BATS_FILE_TMPDIR/default" -name libnss_idnx.so.2 -not -path '*/trace/*')
    [ "${module#"$BATS_FILE_TMPDIR/default"}" = "$(realpath "${libc%/*}")/libnss_idnx.so.2" ]
    [ "$(objdump -p "$module" | awk '$1 == "SONAME" { print $2 }')" = libnss_idnx.so.2 ]
}

@test "on this system idnx run finds its library there" {
    loader=$(ldd "$(command -v env)" | awk '$1 ~ /\/ld/ { print $1 }')
    directory=$(grep -ao '/usr/$LIB/idnx' "$BATS_FILE_TMPDIR/default/usr/bin/idnx" | sort -u)
    library=$(find "$BATS_FILE_TMPDIR/default" -name libidn2.so.0 -not -path '*/trace/*')
    run -0 env LD_PRELOAD="$BATS_FILE_TMPDIR/default$directory/libidn2.so.0" \
        "$loader" --list "$(command -v env)"
    [[ $output == *"$library ("* ]]
    install LIBDIR=/opt/lib
    grep -qa '^/opt/lib/idnx$' <(strings "$DESTDIR/usr/bin/idnx")
}

@test "module and command read the idnx.conf of SYSCONFDIR, and AppArmor lets them" {
    install SYSCONFDIR=/opt/etc LIBDIR=/usr/lib APPARMOR=yes
    grep -qaF /opt/etc/idnx.conf "$DESTDIR/usr/lib/libnss_idnx.so.2"
    snippet=etc/apparmor.d/abstractions/nameservice.d/idnx
    grep -qx '/opt/etc/idnx.conf r,' "$DESTDIR/$snippet"
    install LIBDIR=/usr/lib APPARMOR=yes
    grep -qaF /etc/idnx.conf "$DESTDIR/usr/lib/libnss_idnx.so.2"
    run -1 grep -qaF /opt/etc/idnx.conf "$DESTDIR/usr/lib/libnss_idnx.so.2"
    grep -qx '@{etc_ro}/idnx.conf r,' "$DESTDIR/$snippet"
}

@test "AppArmor's rule is installed where there is AppArmor" {
    mkdir -p "$DESTDIR/etc/apparmor.d"
    install
    [ -e "$DESTDIR/etc/apparmor.d/abstractions/nameservice.d/idnx" ]
    rm -r "${DESTDIR:?}/etc"
    install APPARMOR=no
    [ ! -e "$DESTDIR/etc/apparmor.d" ]
}

@test "pkg-config finds header and library" {
    command -v pkg-config >/dev/null || skip 'pkg-config is missing: install pkgconf'
    install LIBDIR=/usr/lib
    export PKG_CONFIG_LIBDIR=$DESTDIR/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$DESTDIR
    export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
    printf '%s\n' '#include <idnx.h>' '#include <stdio.h>' \
        'int main(void) { puts(idnx_version()); }' >"$BATS_TEST_TMPDIR/program.c"
    # shellcheck disable=SC2046 # flags are words
    "${CC:-cc}" -o "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/program.c" \
        $(pkg-config --cflags --libs libidnx)
    readelf -d "$BATS_TEST_TMPDIR/program" | grep -q '(NEEDED).*\[libidnx\.so\.0\]'
    [ "$(LD_LIBRARY_PATH=$DESTDIR/usr/lib "$BATS_TEST_TMPDIR/program")" = \
        "$(pkg-config --modversion libidnx)" ]
}

@test "files of the machine are kept: idnx.conf, written, empty or a link, and nsswitch.conf" {
    mkdir "$DESTDIR/etc"
    echo 'hosts: files idnx dns' >"$DESTDIR/etc/nsswitch.conf"
    for make in "echo 'deviations = map' >" ': >' 'ln -sf nowhere' 'ln -sf nsswitch.conf'; do
        eval "$make \"$DESTDIR/etc/idnx.conf\""
        before=$(stat -c '%i %Y %Z %N' "$DESTDIR/etc"/*)
        run -0 install
        [[ $output == *"$DESTDIR/etc/idnx.conf is kept as it is"* || $make == ln* ]]
        run -0 uninstall
        [[ $output == *"$DESTDIR/etc/idnx.conf is kept as it is"* || $make == ln* ]]
        [[ $output == *'/etc/nsswitch.conf still names idnx'* ]]
        [ "$(stat -c '%i %Y %Z %N' "$DESTDIR/etc"/*)" = "$before" ]
    done
}

@test "a process that has the module keeps the old one" {
    install LIBDIR=/usr/lib
    exec 4<"$DESTDIR/usr/lib/libnss_idnx.so.2"
    before=$(stat -L -c %i /dev/fd/4)
    install LIBDIR=/usr/lib
    [ "$(stat -c %i "$DESTDIR/usr/lib/libnss_idnx.so.2")" != "$before" ]
    cmp /dev/fd/4 "$DESTDIR/usr/lib/libnss_idnx.so.2"
    exec 4<&-
}

@test "uninstall takes away all that install put there, directories included" {
    run -0 uninstall
    [ "$output" = '' ]
    install APPARMOR=yes
    uninstall
    [ "$(find "$DESTDIR")" = "$DESTDIR" ]
    mkdir -p "$DESTDIR/usr/bin"
    touch "$DESTDIR/usr/bin/other"
    install APPARMOR=yes
    uninstall
    [ "$(cd "$DESTDIR" && find . | sort | paste -sd ' ')" = '. ./usr ./usr/bin ./usr/bin/other' ]
}

# DESTDIR=/ is the running system: here one in a namespace.
@test "an installed idnx is updated, which enables nothing and advises no idnx enable" {
    [ "$(id -u)" -eq 0 ] || skip 'a /usr and an /etc of their own need root'
    unshare -m true 2>/dev/null || skip 'no namespace here'
    # shellcheck disable=SC2016 # for that shell
    run -0 unshare -m sh -ec 'mount -t tmpfs none /mnt
        for directory in etc usr; do
            mkdir "/mnt/$directory" "/mnt/$directory.work"
            mount -t overlay -o lowerdir="/$directory,upperdir=/mnt/$directory,workdir=/mnt/$directory.work" \
                none "/$directory" || exit 77
        done
        cd "$1" && before=$(cat /etc/nsswitch.conf)
        $MAKE CC="$2" uninstall >/dev/null # packages may be installed here
        for run in first second; do
            $MAKE CC="$2" install APPARMOR=no | tail -n 1
        done
        [ "$before" = "$(cat /etc/nsswitch.conf)" ]' sh "$CHECKOUT" "${CC:-cc}"
    [ "$output" = 'Next: idnx enable, and idnx doctor.
Updated. "idnx doctor" says what is enabled.' ]
}

@test "what make has built for the same directories is only installed" {
    install
    touch "$BATS_TEST_TMPDIR/before"
    install
    [ "$(find "$CHECKOUT" -newer "$BATS_TEST_TMPDIR/before")" = '' ]
}

@test "a Makefile that is read asks the compiler nothing" {
    compiler=$BATS_TEST_TMPDIR/compiler
    # shellcheck disable=SC2016 # for the compiler
    printf '#!/bin/sh\ntouch "$0.asked"\n' >"$compiler"
    chmod +x "$compiler"
    $MAKE -C "$CHECKOUT" CC="$compiler" help >/dev/null
    $MAKE -C "$CHECKOUT" CC="$compiler" -n install >/dev/null
    [ ! -e "$compiler.asked" ]
}

@test "two builds in two directories are the same, octet for octet" {
    install
    TZ=Asia/Tokyo LC_ALL=C.UTF-8 $MAKE -C "$BATS_FILE_TMPDIR/another/of a longer path" CC="${CC:-cc}" all
    for file in libnss_idnx.so.2 trace/libnss_idnx.so.2 libidnx.so.0 libidnx.a idnx; do
        cmp {"$CHECKOUT","$BATS_FILE_TMPDIR/another/of a longer path"}"/build/$file"
        run -1 grep -qaF "$BATS_FILE_TMPDIR" "$CHECKOUT/build/$file"
    done
}

# blhc reads the flags of a build in its log.
@test "packages are built by commands that their logs show" {
    grep -q '^VARIABLES = V=1 ' conf/debian/rules
    [ "$(grep -c 'dh_auto_build -- $(VARIABLES)' conf/debian/rules)" -eq 2 ]
    grep -q '^%global variables V=1 ' conf/idnx.spec
    grep -q 'make -C .* V=1 ' conf/PKGBUILD
}

@test "packages and CHANGELOG.md have the version of the Makefile" {
    version=$(sed -n 's/^IDNX_VERSION *= //p' Makefile)
    [ "$(sed -n '1s/^idnx (\(.*\)-[0-9.]*) .*/\1/p' conf/debian/changelog)" = "$version" ]
    [ "$(sed -n 's/^Version: *//p' conf/idnx.spec)" = "$version" ]
    [ "$(sed -n 's/^\* .* - \(.*\)-[^-]*$/\1/p' conf/idnx.spec | head -n 1)" = "$version" ]
    [ "$(sed -n 's/^pkgver=//p' conf/PKGBUILD)" = "$version" ]
    [ "$(sed -n 's/^## \(.*\) (.*)$/\1/p' CHANGELOG.md | head -n 1)" = "$version" ]
}

@test "packages and CHANGELOG.md have one date" {
    date=$(sed -n 's/^## .* (\(.*\))$/\1/p' CHANGELOG.md | head -n 1)
    date -d "$date" >/dev/null
    [ "$(sed -n 's/^ -- .*>  //p' conf/debian/changelog | head -n 1)" = \
        "$(LC_ALL=C date -u -d "$date" '+%a, %d %b %Y 00:00:00 +0000')" ]
    [ "$(sed -n 's/^\* \(... ... .. ....\) .*/\1/p' conf/idnx.spec | head -n 1)" = \
        "$(LC_ALL=C date -u -d "$date" '+%a %b %d %Y')" ]
}
