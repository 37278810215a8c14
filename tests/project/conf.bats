#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Parts of conf/ for other programs: authselect's profiles, and what dnsdist and the Recursor load.

bats_require_minimum_version 1.5.0

setup() {
    ROOT=$PWD
    COMMAND=$(realpath "${BUILD:-build}/idnx")
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p profile root/etc
    printf '%s\n' 'Local users only' '' 'with-mdns4::' '    Enable multicast DNS over IPv4.' '' \
        EXAMPLES -------- >profile/README
}

# --- authselect: a stub expands the templates ----------------------------------------

# profile HOSTS: makes a profile whose hosts: line that is.
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
            run -3 "$COMMAND" enable --root root # without a module there
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
    [ "$output" = 'profile/nsswitch.conf: the hosts: line has no resolve and no dns' ]
    run -2 "$ROOT/conf/authselect"
}

# --- policy.lua declares libidnx as its headers do; make check-resolvers runs it ----------

# declared: prints the C declarations of policy.lua.
declared() {
    sed -n '/^ffi\.cdef \[\[/,/^\]\]/{//!p}' "$ROOT/nss_idnx/companions/resolver/policy.lua"
}

# constants NAME,... PREFIX: prints C that compares those of policy.lua with the header's.
constants() {
    sed -n "s/^local ${1//,/, } = //p" "$ROOT/nss_idnx/companions/resolver/policy.lua" |
        tr -d ' ' | tr , '\n' | paste -d ' ' <(tr , '\n' <<<"$1") - |
        sed "s/\(.*\) \(.*\)/_Static_assert($2\1 == \2, \"\");/"
}

# same_struct NAME MEMBER...: prints C that compares a struct of the header with policy.lua's.
same_struct() {
    local member

    declared | sed -n "/^struct $1 {/,/^};/p" | sed "s/struct $1/struct lua_$1/"
    for member in "${@:2}"; do
        printf '_Static_assert(offsetof(struct %s, %s) == offsetof(struct lua_%s, %s), "");\n' \
            "$1" "$member" "$1" "$member"
        printf '_Static_assert(sizeof ((struct %s *)0)->%s == sizeof ((struct lua_%s *)0)->%s, "");\n' \
            "$1" "$member" "$1" "$member"
    done
    echo "_Static_assert(sizeof(struct $1) == sizeof(struct lua_$1), \"\");"
}

@test "policy.lua declares what idnx_policy.h and idnx.h declare" {
    {
        printf '%s\n' '#include <stddef.h>' '#include <idnx_policy.h>'
        same_struct idnx_verdict action status label line setting ace
        same_struct idnx_file state changes line error setting
        for words in CONVERTED,REJECTED,NO_CONFIG=IDNX_POLICY_ \
            FILE_READ,FILE_MISSING,FILE_KEPT=IDNX_; do
            constants "${words%=*}" "${words#*=}"
        done
    } >"$BATS_TEST_TMPDIR/declared.c"
    "${CC:-cc}" -I"$ROOT/libcore" -I"$ROOT/nss_idnx/libidnx" -c -o /dev/null "$BATS_TEST_TMPDIR/declared.c"
}

@test "libidnx exports what policy.lua calls" {
    [ -e "$ROOT/build/libidnx.so.0" ] || skip 'make builds libidnx.so.0'
    for name in $(declared | grep -o 'idnx_[a-z_]*(' | tr -d '('); do
        nm -D "$ROOT/build/libidnx.so.0" | grep -q " T $name\(@\|$\)"
    done
}
