#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A library whose constructor waits for a thread that looks a name up.  The constructor's
# thread holds the lock of dlopen(), which glibc takes to load any source that is not its own.
# If the process has used none of its sources before, both threads wait for ever.  This happens
# with every such source; idnx adds no other wait.

load ../../common/world

prepare() {
    export DIRECTORY=$BATS_FILE_TMPDIR/directory
    mkdir "$DIRECTORY"
    constructor | compile constructor.so -shared -fPIC
    program | compile program
    source_other | compile libnss_other.so.2 -shared -fPIC
}

# compile FILE OPTION...
compile() {
    "${CC:-cc}" -o "$DIRECTORY/$1" "${@:2}" -x c - -pthread -ldl
}

constructor() {
    cat <<'C'
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>

static void *look_up(void *unused)
{
	struct addrinfo *list;

	if (getaddrinfo("www.a.example", NULL, NULL, &list) == 0)
		freeaddrinfo(list);
	return unused;
}

__attribute__((constructor)) static void wait_for_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, look_up, NULL);
	pthread_join(thread, NULL);
}
C
}

# program SECONDS LIBRARY [NAME]: looks NAME up, and then loads the library.
program() {
    cat <<'C'
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct addrinfo *list;

	alarm((unsigned)atoi(argv[1]));
	if (argc > 3 && getaddrinfo(argv[3], NULL, NULL, &list) == 0)
		freeaddrinfo(list);
	puts(dlopen(argv[2], RTLD_NOW) ? "loaded" : dlerror());
}
C
}

# Builds a source that finds no name.
source_other() {
    cat <<'C'
#include <nss.h>

enum nss_status _nss_other_gethostbyname4_r(const char *name, void *tuples, char *buffer,
                                            unsigned long length, int *error,
                                            int *host_error, int *ttl)
{
	return NSS_STATUS_UNAVAIL;
}
C
}

# loads SECONDS LINE [NAME]: prints what becomes of the program, by its exit status.
loads() {
    local status=0

    hosts_line "$2"
    inside env LD_LIBRARY_PATH="$BUILD:$DIRECTORY" "$DIRECTORY/program" "$1" \
        "$DIRECTORY/constructor.so" "${@:3}" >/dev/null 2>&1 || status=$?
    case $status in
    0) echo ends ;;
    142) echo waits ;; # SIGALRM
    *) echo "$status" ;;
    esac
}

@test "a source that was not asked before keeps the constructor waiting, glibc's own since 2.34 not" {
    equal "$(if older_than 2.34; then echo waits; else echo ends; fi)" "$(loads 20 "$WITHOUT")"
    equal waits "$(loads 3 'files other dns')"
    equal waits "$(loads 3 "$RECOMMENDED")"
}

@test "a lookup before, of any name, keeps the constructor from that" {
    for name in www.a.example bücher.example; do
        for line in 'files other dns' "$RECOMMENDED"; do
            equal "$line: ends" "$line: $(loads 60 "$line" "$name")"
        done
    done
}
