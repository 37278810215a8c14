#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the linked module and the library in libidn2's place are to a program that loads them,
# and what libidnx.a is to the program it is linked into.  readelf and nm tell.  CROSS is the
# prefix of those for another processor.

bats_require_minimum_version 1.5.0

setup() {
    module=$BUILD/libnss_idnx.so.2
    libidn2=$BUILD/libidn2.so.0
    library=$BUILD/libidnx.a
    products=("$module")
    [ ! -e "$libidn2" ] || products+=("$libidn2")
    if nm -D "$module" | grep -qE ' U __(a|t|ub)san_'; then
        skip 'a sanitizer brings its own symbols, libraries and constructors'
    fi
}

nm() { command "${CROSS:-}nm" "$@"; }
readelf() { command "${CROSS:-}readelf" "$@"; }
export -f nm readelf # for what runs in bash -c

# dynamic TAG [FILE]
dynamic() {
    readelf -dW "${2:-$module}" | sed -n "s/^.*($1) *//p"
}

@test "it has the name glibc looks for, exports the six functions that it looks up, and nothing else" {
    [ "$(dynamic SONAME)" = 'Library soname: [libnss_idnx.so.2]' ]
    [ "$(nm -D --defined-only "$module" | cut -d ' ' -f 3 | sort | paste -sd ' ')" = \
        "$(printf '_nss_idnx_gethostby%s_r ' addr2 addr name2 name3 name4 name | sed 's/ $//')" ]
}

# Prints the functions that nm lists, with their version nodes, as "name@node".
versioned() {
    sed -n 's/^.* T \(.*\)$/\1/p' | sed 's/@@/@/' | LC_ALL=C sort
}

needs_libidn2() {
    [ -e "$libidn2" ] || skip 'built without companions'
}

@test "libidn2.so.0 exports libidn2's 23 functions at their version nodes and nothing else" {
    needs_libidn2
    [ "$(dynamic SONAME "$libidn2")" = 'Library soname: [libidn2.so.0]' ]
    diff - <(nm -D --defined-only "$libidn2" | versioned) <<'END'
_idn2_punycode_decode@IDN2_0.0.0
_idn2_punycode_encode@IDN2_0.0.0
idn2_check_version@IDN2_0.0.0
idn2_free@IDN2_0.0.0
idn2_lookup_u8@IDN2_0.0.0
idn2_lookup_ul@IDN2_0.0.0
idn2_punycode_decode@IDN2_2.3.5
idn2_punycode_encode@IDN2_2.3.5
idn2_register_u8@IDN2_0.0.0
idn2_register_ul@IDN2_0.0.0
idn2_strerror@IDN2_0.0.0
idn2_strerror_name@IDN2_0.0.0
idn2_to_ascii_4i2@IDN2_2.1.0
idn2_to_ascii_4i@IDN2_0.0.0
idn2_to_ascii_4z@IDN2_0.0.0
idn2_to_ascii_8z@IDN2_0.0.0
idn2_to_ascii_lz@IDN2_0.0.0
idn2_to_unicode_44i@IDN2_0.0.0
idn2_to_unicode_4z4z@IDN2_0.0.0
idn2_to_unicode_8z4z@IDN2_0.0.0
idn2_to_unicode_8z8z@IDN2_0.0.0
idn2_to_unicode_8zlz@IDN2_0.0.0
idn2_to_unicode_lzlz@IDN2_0.0.0
END
    [ "$(nm -D --defined-only "$libidn2" | grep -vc ' T ')" -eq 3 ] # the nodes
}

@test "a program's own function is not called in place of an exported one" {
    for product in "${products[@]}" "$BUILD/libidnx.so.0"; do
        ! readelf -rW "$product" | grep -E ' _?(idn2|idnx|nss_idnx)_'
    done
}

@test "libidn2.so.0 has every function and node of this machine's libidn2" {
    needs_libidn2
    real=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p |
        awk '$1 == "libidn2.so.0" { print $NF; exit }')
    [ -n "$real" ] || skip 'libidn2 is missing: install libidn2-0'
    functions=$(command nm -D --defined-only "$real" | versioned)
    [ "$(wc -l <<<"$functions")" -ge 21 ]
    [ "$(LC_ALL=C comm -13 <(nm -D --defined-only "$libidn2" | versioned) \
        <(echo "$functions"))" = '' ]
}

# Before glibc 2.34 dlopen() is in libdl; on arm64, armhf and riscv64 the dynamic linker has
# the stack protector's value.
@test "it needs libc's own libraries and nothing else, or from glibc 2.34 on none at all" {
    own='libc\.so\.6|ld(64|-linux(-[a-z0-9-]+)?)\.so\.[0-9]'
    nm -D "$BUILD/needing/libnss_idnx.so.2" | grep -q 'dlsym@GLIBC_2.34' || own+='|libdl\.so\.2'
    for product in "${products[@]/%"$module"/$BUILD/needing/libnss_idnx.so.2}"; do
        needed=$(dynamic NEEDED "$product")
        [[ $needed == *'[libc.so.6]'* ]]
        run grep -vxE "Shared library: \[($own)\]" <<<"$needed"
        [ -z "$output" ]
    done
    if [[ $own != *libdl* ]]; then
        [ "$(dynamic 'NEEDED\|VERNEED')" = '' ]
    fi
}

# Without a version, a reference leads to the oldest function of its name.  A new one is added here
# if that does what the newest does: "nm -D libc.so.6" shows the versions.
@test "the functions of libc that it calls without a version are those of which every version will do" {
    grep -q nolibc "$BUILD/alone" || skip 'this module needs libc by name'
    functions='__errno_location|__h_errno_location|__stack_chk_(fail|guard)|_dl_find_object'
    functions+='|dl(open|sym|close)|malloc|free|str(cmp|len|str)|mem(chr|cmp|cpy|mem|move|set)|bcmp'
    functions+='|open64|read|close|syscall|program_invocation_short_name|[fl]?stat64|__[fl]?stat64_time64|(__)?clock_gettime(64)?'
    functions+='|iconv(_open|_close)?|nl_langinfo|getaddrinfo|freeaddrinfo'
    functions+='|gethostby(name2?|addr)_r' # forward.c, error_of()
    functions+='|pthread_([gs]etspecific|key_create|key_delete|setcancelstate)'
    functions+='|__mem(cpy|move|set)_chk' # _FORTIFY_SOURCE
    functions+='|raise' # arm: libgcc's division, by zero
    functions+='|gnu_dev_makedev' # -O0
    run -0 nm -D --undefined-only "$module"
    run grep -vxE " *[Uw] ($functions)" <<<"$output"
    [ "$output" = '' ]
}

# A name of its own shows that the pattern finds what it should.
@test "no locale decides for it or the command what is a letter, a blank or a number" {
    by_locale='str(n?casecmp|casestr|n?casecoll|coll|xfrm|to[a-z]+|fmon|ptime)(_l)?|__isoc[0-9]+_.*'
    by_locale+='|__ctype_.*|to(upp|low)er(_l)?|wc.*|mb.*|is[a-z]+(_l)?|fnmatch'
    # A cross build has no command.
    [ ! -e "$BUILD/idnx" ] || products+=("$BUILD/idnx")
    run bash -c "{ nm -D --undefined-only ${products[*]}; echo ' U strncasecmp@CONTROL'; } |
        sed -n 's/^ *[Uw] \([^@]*\).*/\1/p' | grep -xE '$by_locale' | grep -vx isatty"
    [ "$output" = strncasecmp ]
}

@test "no code of it runs when it is loaded or unloaded, and it has no thread-local storage" {
    for product in "${products[@]}"; do
        [ -z "$(dynamic '\(PRE\)\?INIT\(_ARRAY\)\?' "$product")" ]
        [ -z "$(dynamic 'FINI\(_ARRAY\)\?' "$product")" ]
        run readelf -lW "$product"
        [[ $output == *GNU_RELRO* && $output != *TLS* ]]
    done
}

# variables FILE: in .bss or, by variables.ld, in .data; without symbols of sections and of arm64.
variables() {
    objdump -t "$1" |
        awk 'NF > 2 && $(NF - 2) ~ /^\.(bss|data)$/ && $NF !~ /^[.$]/ { print $NF }' |
        sort | xargs
}

# Built with glibc 2.33 or later, origin.c never reads conf, and only -O0 keeps it.  Before,
# stat() is a function of the module itself and calls __xstat().
@test "its variables are the slot of a kept answer, libc's functions, those of the guard, the log and the origin" {
    conf='( conf)?'
    ! nm -D "$module" | grep -q ' U __xstat' || conf=' conf'
    [ ! -e "$libidn2" ] ||
        [ "$(variables "$libidn2")" = 'found full_at is_told last_name last_time lost state' ]
    [[ $(variables "$module") =~ ^"asking"$conf" created found full_at is_told last_name last_time lost remembered root slot state"$ ]]
}

# A setuid program's environment is its caller's; tests/evidence/glibc/setuid.bats runs one.
@test "it reads no variable of the environment" {
    for product in "${products[@]}"; do
        run nm -D "$product"
        [[ $output == *'U '*f*stat* ]]
        [[ ! $output =~ 'U '(secure_|__secure_)?getenv|environ ]]
    done
}

@test "it does without libpthread where that is no part of libc" {
    for product in "${products[@]}"; do
        run bash -c "nm -D '$product' | sed -n 's/^.* U \(pthread_[a-z]*\).*/\1/p'"
        [ "$output" = pthread_setcancelstate ]
    done
}

@test "symbols are bound at once and then read-only, no segment or stack is writable code, none unloaded" {
    for product in "${products[@]}"; do
        [ "$(dynamic FLAGS "$product")" = BIND_NOW ]
        [[ $(dynamic FLAGS_1 "$product") == *NOW* ]]
        [ -z "$(dynamic TEXTREL "$product")" ]
        run readelf -lW "$product"
        [[ $output == *GNU_RELRO* && $(grep GNU_STACK <<<"$output") == *' RW '* ]]
        [[ $output == *LOAD*' R E '* && $output == *LOAD*' RW  '* && $output != *RWE* ]]
    done
    [[ $(dynamic FLAGS_1) == *NODELETE* ]] # a kept answer would be lost
}

# loaded FILE MODE: prints "address size" of each mapping with that mode, in hexadecimal.
loaded() {
    readelf -lW "$1" | sed -nE "s/^ *LOAD +[^ ]+ ([^ ]+) [^ ]+ ([^ ]+) [^ ]+ $2 +0x.*/\1 \2/p"
}

# constants FILE: prints "name address" of each section that is loaded, neither code nor variables.
constants() {
    readelf -SW "$1" | sed -nE 's/^ *\[ *[0-9]+\] ([^ ]+) +[A-Z_]+ +([0-9a-f]+) .* (A|AM|AMS|AI) .*/\1 \2/p'
}

@test "its constants are not executable, and its code has a mapping of its own" {
    grep -q separate-code "$BUILD/layout" || skip 'this linker does not support -z separate-code'
    for product in "${products[@]}"; do
        run -0 loaded "$product" 'R E'
        [ "${#lines[@]}" -eq 1 ]
        read -r start size <<<"$output"
        [ $((start % 4096)) -eq 0 ]
        run -0 constants "$product"
        [[ $output == *.rodata* && $output == *.dynsym* ]]
        while read -r name address; do
            [ $((16#$address)) -lt $((start)) ] || [ $((16#$address)) -ge $((start + size)) ] ||
                { echo "$name is at $address"; return 1; }
        done <<<"$output"
    done
}

# On i386 glibc's own __stack_chk_fail_local has no mark, and removes it from the module.
@test "it is marked for control-flow protection if its objects are, on arm64 always" {
    for product in "${products[@]}"; do
        ! readelf -hW "$product" | grep -q 'Machine: *AArch64' ||
            readelf -nW "$product" | grep -q 'AArch64 feature: BTI, PAC'
        ! nm "$product" | grep -q ' t __stack_chk_fail_local$' || return 0
        for mark in IBT SHSTK 'AArch64 feature: BTI'; do
            ! readelf -nW "$BUILD/nss_idnx/module/nss_idnx.o" | grep -q "$mark" ||
                readelf -nW "$product" | grep -q "$mark"
        done
    done
}

@test "the stack protector guards it if the compiler has one" {
    for product in "${products[@]}"; do
        ! grep -q stack-protector "$BUILD/flags" ||
            nm -D "$product" | grep -q ' U __stack_chk_fail'
    done
}

# Groups of i386 compilers' own functions are the same in each program.
@test "libidnx.a defines the functions of its headers, and others with a prefix alone" {
    declared=$(cat libcore/idnx.h nss_idnx/libidnx/idnx_policy.h |
        grep -o '\bidnx_[a-z0-9_]*(' | tr -d '(' | sort -u)
    run bash -c "nm -g --defined-only '$library' | awk 'NF == 3 { print \$3 }' |
        grep -vE '^(idnx__|__x86\.)' | sort"
    [[ $output == *idnx_to_ascii* ]]
    diff <(echo "$declared") <(echo "$output")
}

# clang turns a memcmp that only tests for equality into bcmp.  With -Os a compiler may call
# none of the four.  If the user's flags ask for fortified headers, their variants are called.
@test "libcore needs six functions of libc, none of which takes a lock, and the compiler's own" {
    objects=$(printf '%s\n' libcore/*.c libcore/confusable/*.c |
        sed "s,.*/\(.*\)c$,${library%.a}/\1o,")
    # shellcheck disable=SC2086 # no name has a blank
    run -0 awk '$1 == "U" && $2 !~ /^idnx_/ { print $2 }' <(nm -u $objects)
    [[ $output == *memcpy* ]]
    own='bcmp|__stack_chk_(fail(_local)?|guard)|_GLOBAL_OFFSET_TABLE_|\.TOC\.|__aeabi_u?idiv(mod)?'
    run grep -vxE "__x86\.get_pc_thunk\..*|mem(chr|cpy|move|set|cmp)|strlen|__mem(cpy|move|set)_chk|$own" <<<"$output"
    [ -z "$output" ]
}

@test "Python's extension exports one function, needs libc alone, and runs no code when loaded" {
    extension=$BUILD/python/_idnx.abi3.so
    [ -e "$extension" ] || skip 'no extension here: Python.h is missing'
    [ "$(nm -D --defined-only "$extension" | cut -d ' ' -f 3)" = PyInit__idnx ]
    [ -z "$(dynamic NEEDED "$extension" |
        grep -vE '\[(libc\.so\.6|libdl\.so\.2|ld-linux.*)\]$')" ]
    [ "$(readelf -dW "$extension" | grep -cE '\((INIT|FINI)(_ARRAY)?\)')" -eq 0 ]
}
