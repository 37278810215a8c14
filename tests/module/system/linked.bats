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
    compile fixed-address -fno-pie -no-pie -DADDRESS
    compile static -static
    "${CC:-cc}" -D_GNU_SOURCE -static -I "$WORLD_TESTS/../../nss_idnx" -o "$OURS/ask" \
        "$WORLD_TESTS/ask.c" -ldl 2>/dev/null || true
    "${CC:-cc}" -D_GNU_SOURCE -shared -fPIC -o "$OURS/preload.so" "$OURS/preload.c" -ldl
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
#ifdef ADDRESS
/* In a program that is not position-independent it becomes a place in the program. */
int (*const ask)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
    getaddrinfo;
#else
#define ask getaddrinfo
#endif
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct addrinfo *list;
		int found;
		dlopen("/nonexistent", RTLD_NOW);
		found = ask(argv[i], NULL, NULL, &list) == 0;
		dprintf(1, "%s %s\n", found ? "found" : "not found", dlerror() ? "kept" : "lost");
	}
	return 0;
}
END
    cat >"$OURS/preload.c" <<'END'
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>
static int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
__attribute__((constructor)) static void find_next(void)
{
	void *symbol = dlsym(RTLD_NEXT, "getaddrinfo");
	memcpy(&next, &symbol, sizeof next);
}
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **list)
{
	if (write(1, "preloaded: ", 11) != 11)
		return EAI_SYSTEM;
	return next(name, service, hints, list);
}
END
}

# compile PROGRAM FLAG...
compile() {
    "${CC:-cc}" -D_GNU_SOURCE -o "$OURS/$1" "${@:2}" "$OURS/pending.c" -ldl \
        2>/dev/null || [ "$1" = static ]
}

# pending PROGRAM [PRELOADED]: runs it for a name of each kind, first as the first lookup of its
# process, then as a later one.
pending() {
    local names

    for names in 'www.a.example bücher.example' 'bücher.example www.a.example'; do
        # shellcheck disable=SC2086 # two words
        inside env LD_PRELOAD="$WORLD_PRELOAD ${2-}" "$OURS/$1" $names
    done
}

# Lost in the first lookup; before glibc 2.35 in the first of a non-ASCII name.
LOST=$'found lost\nfound kept\nfound lost\nfound kept'
! older_than 2.35 || LOST=$'found kept\nfound lost\nfound lost\nfound kept'

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

# The module never calls a preloaded function.
@test "not where a library that is preloaded defines getaddrinfo(), at the first lookup" {
    needs_no_sanitizer
    equal "${LOST//found/preloaded: found}" "$(pending pie "$OURS/preload.so")"
}

# The address is that of the program's PLT: the module looks up libc's own once.
@test "not in one that takes the address of getaddrinfo(), at its first lookup" {
    needs_no_sanitizer
    [[ $(uname -m) =~ ^(x86_64|i?86)$ ]] ||
        skip 'where the address is that of libc depends on the processor'
    equal "$LOST" "$(pending fixed-address)"
}
