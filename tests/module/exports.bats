#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the linked module is to a program that loads it, and libidnx.a to what it is
# linked into: by readelf and nm.  CROSS is the prefix of those for another processor.

setup() {
    module=$BUILD/libnss_idnx.so.2
    library=$BUILD/libidnx.a
    if nm -D "$module" | grep -qE ' U __(a|t|ub)san_'; then
        skip 'a sanitizer brings its own symbols, libraries and constructors'
    fi
}

nm() {
    command "${CROSS:-}nm" "$@"
}

size() {
    command "${CROSS:-}size" "$@"
}

readelf() {
    command "${CROSS:-}readelf" "$@"
}

export -f nm readelf # for what runs in bash -c

dynamic() {
    readelf -dW "$module" | sed -n "s/^.*($1) *//p"
}

@test "it exports the six functions glibc looks up and nothing else" {
    run bash -c "nm -D --defined-only '$module' | cut -d' ' -f3 | sort"
    [ "$output" = "_nss_idnx_gethostbyaddr2_r
_nss_idnx_gethostbyaddr_r
_nss_idnx_gethostbyname2_r
_nss_idnx_gethostbyname3_r
_nss_idnx_gethostbyname4_r
_nss_idnx_gethostbyname_r" ]
}

@test "it has the name glibc looks for" {
    [ "$(dynamic SONAME)" = 'Library soname: [libnss_idnx.so.2]' ]
}

# Until glibc 2.33 dlopen() is in libdl; on arm64, armhf and riscv64 the stack protector's
# value is in the dynamic linker.
@test "it needs libc's own libraries and nothing else" {
    own='libc\.so\.6|ld(64|-linux(-[a-z0-9-]+)?)\.so\.[0-9]'
    nm -D "$module" | grep -q 'dlopen@GLIBC_2.34' || own+='|libdl\.so\.2'
    needed=$(dynamic NEEDED)
    [[ $needed == *'[libc.so.6]'* ]]
    run grep -vxE "Shared library: \[($own)\]" <<<"$needed"
    [ -z "$output" ]
}

@test "no locale decides for it or the command what is a letter, a blank or a number" {
    by_locale='str(n?case|coll|xfrm|to[a-z]+)|__isoc[0-9]+_.*|__ctype_.*|to(upp|low)er|wc.*|is[a-z]+'
    products=("$module")
    # A cross build has no command.
    [ ! -e "$BUILD/idnx" ] || products+=("$BUILD/idnx")
    run bash -c "nm -D --undefined-only ${products[*]} |
        sed -n 's/^ *[Uw] \([^@]*\).*/\1/p' | grep -xE '$by_locale' | grep -vx isatty"
    [ "$output" = '' ]
}

@test "no code of it runs when it is loaded or unloaded" {
    [ -z "$(dynamic '\(PRE\)\?INIT\(_ARRAY\)\?')" ]
    [ -z "$(dynamic 'FINI\(_ARRAY\)\?')" ]
}

@test "it has no thread-local storage" {
    run readelf -lW "$module"
    [[ $output == *GNU_RELRO* && $output != *TLS* ]]
}

@test "its variables are the slot of a kept answer, libc's functions, those of the guard and the origin" {
    [ -z "$(size -A "$module" | grep '^\.data ')" ]
    [ "$(nm "$module" | sed -n 's/^[^ ]* [bB] //p' | sort | xargs)" = \
        'asking conf created found remembered root slot state' ]
}

@test "it does without libpthread where that is no part of libc" {
    run bash -c "nm -D '$module' | sed -n 's/^.* U \(pthread_[a-z]*\).*/\1/p'"
    [ "$output" = pthread_setcancelstate ]
}

@test "all its symbols are bound at once, and read-only from then on" {
    [ "$(dynamic FLAGS)" = BIND_NOW ]
    [[ $(dynamic FLAGS_1) == *NOW* ]]
    readelf -lW "$module" | grep -q GNU_RELRO
    [ -z "$(dynamic TEXTREL)" ]
}

@test "it is never unloaded, since a kept answer would be lost" {
    [[ $(dynamic FLAGS_1) == *NODELETE* ]]
}

@test "its stack is not executable" {
    run bash -c "readelf -lW '$module' | grep GNU_STACK"
    [[ $output == *' RW '* ]]
}

# On i386 glibc's own __stack_chk_fail_local has no mark, and takes it from the module.
@test "it is marked for control-flow protection if its objects are, on arm64 always" {
    ! readelf -hW "$module" | grep -q 'Machine: *AArch64' ||
        readelf -nW "$module" | grep -q 'AArch64 feature: BTI, PAC'
    ! nm "$module" | grep -q ' t __stack_chk_fail_local$' || return 0
    for mark in IBT SHSTK 'AArch64 feature: BTI'; do
        ! readelf -nW "$BUILD/nss_idnx/nss_idnx.o" | grep -q "$mark" ||
            readelf -nW "$module" | grep -q "$mark"
    done
}

@test "the stack protector guards it if the compiler has one" {
    ! grep -q stack-protector "$BUILD/flags" ||
        nm -D "$module" | grep -q ' U __stack_chk_fail'
}

@test "libidnx.a defines the functions of idnx.h and nothing else" {
    declared=$(grep -o '\bidnx_[a-z0-9_]*(' libcore/idnx.h | tr -d '(' | sort -u)
    run bash -c "nm -g --defined-only '$library' | awk 'NF == 3 { print \$3 }' | sort"
    [[ $output == *idnx_to_ascii* ]]
    diff <(echo "$declared") <(echo "$output")
}

# bcmp is what clang makes of a memcmp that only asks for equality; with -Os a compiler may
# call none of them.
@test "libidnx.a needs four functions of libc and the compiler's own" {
    run bash -c "nm -u '$library' | awk '\$1 == \"U\" || /:$/ { print \$NF }'"
    [[ $output == *libidnx.o:* ]]
    own='bcmp|__stack_chk_(fail(_local)?|guard)|_GLOBAL_OFFSET_TABLE_|\.TOC\.|__aeabi_u?idiv'
    run grep -vxE "libidnx\.o:|mem(cpy|move|set|cmp)|$own" <<<"$output"
    [ -z "$output" ]
}
