#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A dlopen() error that a program has not yet fetched with dlerror() is still there after a
# lookup: after the first lookup of a process and later ones, of an ASCII name or another.

load ../../common/fixture

setup_file() {
    export PROGRAMS=$BATS_FILE_TMPDIR
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    write_sources
    compile pie -fPIE -pie
    compile fixed -fno-pie -no-pie
    compile fixed-address -fno-pie -no-pie -DADDRESS
    compile static -static
    "${CC:-cc}" -D_GNU_SOURCE -shared -fPIC -o "$PROGRAMS/preload.so" \
        "$PROGRAMS/preload.c" -ldl
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    [ -z "$(sanitizers)" ] || skip 'a sanitizer defines the functions the module calls'
    hosts_line "$RECOMMENDED"
}

# pending NAME...: prints for each whether it was found, and whether the error was there after.
write_sources() {
    cat >"$PROGRAMS/pending.c" <<'END'
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
    cat >"$PROGRAMS/preload.c" <<'END'
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
    "${CC:-cc}" -D_GNU_SOURCE -o "$PROGRAMS/$1" "${@:2}" "$PROGRAMS/pending.c" -ldl \
        2>/dev/null || [ "$1" = static ]
}

preloading() {
    inside env LD_PRELOAD="$WORLD_PRELOAD ${LD_PRELOAD_TOO-}" "$@"
}

# pending PROGRAM: runs it for a name of each kind, first as the first lookup of its process,
# then as a later one.
pending() {
    preloading "$PROGRAMS/$1" www.a.example bücher.example
    preloading "$PROGRAMS/$1" bücher.example www.a.example
}

ALL_KEPT=$'found kept\nfound kept\nfound kept\nfound kept'

# Lost in the first lookup; before glibc 2.35 in the first of a non-ASCII name.
LOST=$'found lost\nfound kept\nfound lost\nfound kept'
! older_than 2.35 || LOST=$'found kept\nfound lost\nfound lost\nfound kept'

@test "without idnx it is there after each lookup" {
    hosts_line "$WITHOUT"
    equal 'found kept' "$(inside "$PROGRAMS/pie" www.a.example)"
    equal 'not found kept' "$(inside "$PROGRAMS/pie" bücher.example)"
}

@test "in a position-independent program" {
    equal "$ALL_KEPT" "$(pending pie)"
}

@test "in a program that is not" {
    equal "$ALL_KEPT" "$(pending fixed)"
}

@test "in a static program" {
    [ -e "$PROGRAMS/static" ] || skip 'no static program can be made here (libc.a)'
    equal "$ALL_KEPT" "$(pending static)"
}

# The address is that of the program's PLT: the module looks up libc's own once.
@test "not in one that takes the address of getaddrinfo(), at its first lookup" {
    case $(uname -m) in
        x86_64 | i?86) ;;
        *) skip 'where the address is that of libc depends on the processor' ;;
    esac
    equal "$LOST" "$(pending fixed-address)"
}

# The module never calls a preloaded function.
@test "not where a library that is preloaded defines getaddrinfo(), at the first lookup" {
    equal "${LOST//found/preloaded: found}" \
        "$(LD_PRELOAD_TOO=$PROGRAMS/preload.so pending pie)"
}
