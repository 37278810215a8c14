#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A program that converts names itself, as curl does.  Under "idnx run", in each locale, it sends
# the DNS queries that the module sends, and none for a name that the module rejects.
# tests/evidence/libidn2 has curl, wget and others.

bats_require_minimum_version 1.5.0

load ../../common/fixture

NAMES=(
    bücher.example BÜCHER。Example $'bu\u0308cher.example' faß.example ẞ.example ☃.example
    faß☃.example 日本語.example яндекс.example 'ü.XN--TDA.example' ü_b.example 'אב.example'
    １２７.０.０.１ ｌocalhost $'a\u200Db.example' a℀.example $'a\u05D0.example' ü.xn--0.example
    ü..example $'\u0308a.example' $'a\u0378.example' r3---sn-a.example
)

setup_file() {
    is_sanitized || make_converts
    world_start "$BATS_FILE_TMPDIR/world" "$BATS_TEST_DIRNAME/../../common/dnsmasq.conf"
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    ! is_sanitized || skip 'programs of others load no sanitized library'
    hosts_line "$RECOMMENDED"
    no_idnx_conf
}

is_sanitized() {
    nm -D "$BUILD/libidn2.so.0" | grep -q ' U __asan_'
}

# Builds a program that does what curl does.
make_converts() {
    export CONVERTS=$BATS_FILE_TMPDIR/converts
    cat >"$CONVERTS.c" <<'END'
#include <locale.h>
#include <netdb.h>
#include <stddef.h>
int idn2_lookup_ul(const char *src, char **name, int flags);
int main(int argc, char **argv)
{
	struct addrinfo *addresses;
	char *name;

	setlocale(LC_ALL, "");
	return argc != 2 || (idn2_lookup_ul(argv[1], &name, 1 | 8) != 0 &&
	                     idn2_lookup_ul(argv[1], &name, 4) != 0) ||
	       getaddrinfo(name, NULL, NULL, &addresses) != 0;
}
END
    "${CC:-cc}" -D_GNU_SOURCE -o "$CONVERTS" "$CONVERTS.c" "$BUILD/libidn2.so.0"
}

# asked COMMAND...: prints the names that it sends DNS queries for; "" for none.
asked() {
    forget_questions
    inside env -u http_proxy -u ALL_PROXY -u all_proxy HOME=/nonexistent "$@" \
        >/dev/null 2>&1 </dev/null || true
    questions | cut -d ' ' -f 2- | sort -u
}

by_module() {
    asked getent --no-idn ahosts "$1"
}

by_itself() {
    asked env LC_ALL="$1" "${@:2}"
}

by_idnx_run() {
    asked env LC_ALL="$1" "$BUILD/idnx" run "${@:2}"
}

# disagreements: prints a line for each name that is asked for in another way.
disagreements() {
    local name locale expected found

    for name in "${NAMES[@]}"; do
        expected=$(by_module "$name")
        for locale in C C.UTF-8; do
            found=$(by_idnx_run "$locale" "$CONVERTS" "$name")
            [ "$found" = "$expected" ] || echo "$name in $locale: $found, not $expected"
        done
    done
}

# The negative control.
@test "by itself libidn2 leads to other hosts, and in the C locale to none" {
    "$CONVERTS" a || [ $? -ne 127 ] || skip 'libidn2 is missing: install libidn2-0'
    [ "$(by_module bücher.example)" = xn--bcher-kva.example ]
    [ "$(by_itself C "$CONVERTS" bücher.example)" = '' ]
    [ "$(by_module faß☃.example)" = xn--fa-hia6419a.example ]
    [ "$(by_itself C.UTF-8 "$CONVERTS" faß☃.example)" = xn--fass-8g3b.example ]
    [ "$(by_module $'a\u200Db.example')" = '' ]
    [ "$(by_itself C.UTF-8 "$CONVERTS" $'a\u200Db.example')" = ab.example ]
}

@test "a program that asks libidn2 asks DNS as the module does" {
    run -0 disagreements
    [ "$output" = '' ]
}

@test "idnx.conf holds for it" {
    idnx_conf 'script-policy = highly-restrictive' '[.policy.example]' 'deviations = map'
    for name in раypal.example faß.policy.example faß.other.example; do
        [ "$(by_idnx_run C "$CONVERTS" "$name")" = "$(by_module "$name")" ]
    done
    [ "$(by_idnx_run C "$CONVERTS" faß.policy.example)" = fass.policy.example ]
    idnx_conf nonsense
    [ "$(by_idnx_run C "$CONVERTS" bücher.example)" = '' ]
}

@test "without idnx in the hosts: line and in an empty environment the host is reached" {
    hosts_line "$WITHOUT"
    forget_questions
    inside env -i "$BUILD/idnx" run "$CONVERTS" bücher.example
    [ "$(questions | sort -u)" = "A xn--bcher-kva.example
AAAA xn--bcher-kva.example" ]
}
