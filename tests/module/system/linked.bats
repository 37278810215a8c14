#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A static program, whose own libc loads the module, and with it the shared libc
# (tests/evidence has other releases); and one with a dlopen() error that it has not yet
# fetched with dlerror(), which is still there after a lookup, the first one of a process or a
# later one.

load ../../common/world

prepare() {
    export OURS=$BATS_FILE_TMPDIR
    write_sources
    compile pie -fPIE -pie
    compile fixed -fno-pie -no-pie
    compile static -static
    "${CC:-cc}" -D_GNU_SOURCE -static -I "$WORLD_TESTS/../../nss_idnx/module" -o "$OURS/ask" \
        "$WORLD_TESTS/ask.c" -ldl 2>/dev/null || true
}

# --- A static program -----------------------------------------------------------

@test "a static program is told of every name what a dynamic one is told, and without idnx nothing" {
    [ -z "$WORLD_PRELOAD" ] || skip 'a static program loads no sanitized module'
    [ -e "$OURS/ask" ] || skip 'no static program can be made here (libc.a)'
    hosts_line "$WITHOUT"
    equal 'unspec EAI_NONAME errno=0' "$(inside "$OURS/ask" unspec bücher.example)"
    hosts_line "$RECOMMENDED"
    equal 'unspec 192.0.2.10' "$(inside "$OURS/ask" unspec bücher.example)"
    for name in bücher.both.example bücher.cname.example bücher.nxdomain.example \
        bücher.servfail.example ℀.example www.both.example; do
        equal "$name: $(ask_and_questions all "$name")" \
            "$name: $(forget_questions; inside "$OURS/ask" all "$name"; questions)"
    done
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
    "${CC:-cc}" -D_GNU_SOURCE -o "$OURS/$1" "${@:2}" "$OURS/pending.c" -ldl \
        2>/dev/null || [ "$1" = static ]
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
    for program in pie fixed static; do
        [ -e "$OURS/$program" ] || continue # no libc.a
        equal "$program "$'found kept\nfound kept\nfound kept\nfound kept' \
            "$program $(pending $program)"
    done
    hosts_line "$WITHOUT"
    equal 'found kept' "$(inside "$OURS/pie" www.a.example)"
    equal 'not found kept' "$(inside "$OURS/pie" bücher.example)"
}
