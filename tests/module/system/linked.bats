#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A static program, for which the module loads no libc (tests/evidence has other releases); and one
# with a dlopen() error that it has not yet fetched with dlerror(), which is still there after a
# lookup, the first one of a process or a later one.

load ../../common/world

prepare() {
    export OURS=$BATS_FILE_TMPDIR
    write_sources
    compile pie -fPIE -pie
    compile fixed -fno-pie -no-pie
    "${CC:-cc}" -D_GNU_SOURCE -static -I "$WORLD_TESTS/../../nss_idnx/module" -o "$OURS/ask" \
        "$WORLD_TESTS/ask.c" -ldl 2>/dev/null || true
}

# --- A static program -----------------------------------------------------------

# static_answers LINE NAME: without those of getent, which is dynamic, and an errno that means nothing.
static_answers() {
    hosts_line "$1"
    forget_questions
    inside "$OURS/ask" all "$2" | sed -E '/^getent/d; s/ (EAI_[A-Z]+) errno=.*/ \1/'
    questions | sed -E '/unprintable|xn--/d'
}

@test "a static program is told of every name what it is told without idnx" {
    grep -q nolibc "$BUILD/alone" || skip 'this module needs libc by name'
    [ -e "$OURS/ask" ] || skip 'no static program can be made here (libc.a)'
    raw_on_purpose=yes # as without idnx
    for name in www.both.example www.nxdomain.example www.servfail.example bücher.example; do
        without=$(static_answers "$WITHOUT" "$name")
        equal "$name: $without" "$name: $(static_answers "$RECOMMENDED" "$name")"
    done
    [[ $without == *$'\nunspec EAI_NONAME\n'* ]]
}

# --- dlerror() ------------------------------------------------------------------

# pending NAME...: prints for each whether it was found, and whether the error was there after.
write_sources() {
    cat >"$OURS/pending.c" <<'END'
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct addrinfo *list;
		int found;
		dlopen("/nonexistent", RTLD_NOW);
		found = getaddrinfo(argv[i], NULL, NULL, &list) == 0;
		dprintf(1, "%s %s\n", found ? "found" : "not found", dlerror() ? "kept" : "lost");
	}
	return 0;
}
END
}

# compile PROGRAM FLAG...
compile() {
    "${CC:-cc}" -D_GNU_SOURCE -o "$OURS/$1" "${@:2}" "$OURS/pending.c" -ldl
}

# pending PROGRAM: runs it for a name of each kind, first as the first lookup of its
# process, then as a later one.
pending() {
    local names

    for names in 'www.a.example bücher.example' 'bücher.example www.a.example'; do
        # shellcheck disable=SC2086 # two words
        inside "$OURS/$1" $names
    done
}

needs_no_sanitizer() {
    [ -z "$(sanitizers)" ] || skip 'a sanitizer defines the functions the module calls'
}

@test "an error of dlopen() is still there after a lookup" {
    needs_no_sanitizer
    for program in pie fixed; do
        equal "$program "$'found kept\nfound kept\nfound kept\nfound kept' \
            "$program $(pending $program)"
    done
    hosts_line "$WITHOUT"
    equal 'found kept' "$(inside "$OURS/pie" www.a.example)"
    equal 'not found kept' "$(inside "$OURS/pie" bücher.example)"
}
