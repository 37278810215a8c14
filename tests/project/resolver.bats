#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# policy.lua, the part of idnx that dnsdist and the Recursor load, declares libidnx as its headers
# do.  make check-resolvers runs it.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return
}

# declared: prints the C declarations of policy.lua.
declared() {
    sed -n '/^ffi\.cdef \[\[/,/^\]\]/{//!p}' conf/resolver/policy.lua
}

# constant NUMBER: prints the value of the one with that number.
constant() {
    sed -n 's/^local CONVERTED, REJECTED, NO_CONFIG = //p' conf/resolver/policy.lua |
        cut -d , -f "$1" | tr -d ' '
}

@test "policy.lua declares what idnx_policy.h and idnx.h declare" {
    cat >"$BATS_TEST_TMPDIR/declared.c" <<END
#include <stddef.h>
#include <idnx_policy.h>
$(declared | sed -n '/^struct idnx_verdict {/,/^};/p' | sed 's/idnx_verdict/lua_verdict/')
END
    for member in status label line setting ace; do
        echo "_Static_assert(offsetof(struct idnx_verdict, $member) ==" \
            "offsetof(struct lua_verdict, $member), \"$member\");"
    done >>"$BATS_TEST_TMPDIR/declared.c"
    cat >>"$BATS_TEST_TMPDIR/declared.c" <<END
_Static_assert(sizeof(struct idnx_verdict) == sizeof(struct lua_verdict), "size");
_Static_assert(IDNX_POLICY_CONVERTED == $(constant 1), "converted");
_Static_assert(IDNX_POLICY_REJECTED == $(constant 2), "rejected");
_Static_assert(IDNX_POLICY_NO_CONFIG == $(constant 3), "no config");
END
    "${CC:-cc}" -Ilibcore -Inss_idnx/libidnx -c -o /dev/null "$BATS_TEST_TMPDIR/declared.c"
}

@test "libidnx exports what policy.lua calls" {
    [ -e build/libidnx.so.0 ] || skip 'make builds libidnx.so.0'
    for name in $(declared | grep -o 'idnx_[a-z_]*(' | tr -d '('); do
        nm -D build/libidnx.so.0 | grep -q " T $name\(@\|$\)"
    done
}
