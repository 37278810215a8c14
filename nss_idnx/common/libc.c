/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds libc's own functions.  Normally this file's references, in the global offset table,
 * already point to them; the table is read-only once the module is loaded.  So this first
 * checks which object they point into.  If that is libc, nothing is written anywhere, and
 * nothing is called that would discard a pending dlerror().
 *
 * If one points elsewhere, all are looked up in libc by name, once, in the first lookup, even
 * of an ASCII name, right after glibc has loaded the module: in a child that was forked while
 * another thread was in dlopen(), any dlopen() ends the process ("Inconsistency detected by
 * ld.so").  If libc cannot be found, in a statically linked program, the references are used.
 */
#include <dlfcn.h>
#include <errno.h>
#include <gnu/lib-names.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "libc.h"

/*
 * A static program that looks nothing up, such as one with libidnx.a, gets no warning that these
 * need the shared libc when it runs.
 */
#pragma weak gethostbyname_r
#pragma weak gethostbyname2_r
#pragma weak gethostbyaddr_r
#pragma weak getaddrinfo
#pragma weak freeaddrinfo

static const struct libc references = {
	gethostbyname_r, gethostbyname2_r, gethostbyaddr_r, getaddrinfo, freeaddrinfo,
	iconv_open, iconv, iconv_close,
};

/* In the order of struct libc. */
static const char names[][sizeof "gethostbyname2_r"] = {
	"gethostbyname_r", "gethostbyname2_r", "gethostbyaddr_r", "getaddrinfo",
	"freeaddrinfo", "iconv_open", "iconv", "iconv_close",
};

#define COUNT (sizeof names / sizeof names[0])

_Static_assert(sizeof(struct libc) == COUNT * sizeof(void *), "a name for each");

/* --- Where the references lead -------------------------------------------- */

/* A loaded object, from begin up to, but excluding, end. */
struct object {
	const char *name; /* "": the program */
	uintptr_t begin, end;
};

/* dladdr() takes 11 us, since it looks for the nearest symbol; _dl_find_object() takes 4 ns. */
#if __GLIBC_PREREQ(2, 35)
static bool find_object(void *address, struct object *object)
{
	struct dl_find_object found_object;

	if (_dl_find_object(address, &found_object) != 0)
		return false;
	object->name = found_object.dlfo_link_map->l_name;
	object->begin = (uintptr_t)found_object.dlfo_map_start;
	object->end = (uintptr_t)found_object.dlfo_map_end;
	return true;
}
#else
/* dli_fname would be argv[0] for the program.  The loader's lock is free after fork(). */
static bool find_object(void *address, struct object *object)
{
	const ElfW(Ehdr) * header;
	const ElfW(Phdr) * segment;
	void *extra;
	const struct link_map *map;
	Dl_info info;

	if (dladdr1(address, &info, &extra, RTLD_DL_LINKMAP) == 0)
		return false;
	map = extra;
	header = info.dli_fbase;
	segment = (const void *)((const char *)info.dli_fbase + header->e_phoff);
	*object = (struct object){ map->l_name, (uintptr_t)header, (uintptr_t)header };
	for (unsigned i = 0; i < header->e_phnum; i++)
		if (segment[i].p_type == PT_LOAD)
			object->end = map->l_addr + segment[i].p_vaddr + segment[i].p_memsz;
	return true;
}
#endif

static bool is_libc(const struct object *object)
{
	size_t length = strlen(object->name), tail = strlen(LIBC_SO);
	const char *file = object->name + length - tail;

	return length >= tail && memcmp(file, LIBC_SO, tail) == 0 &&
	       (length == tail || file[-1] == '/');
}

/*
 * Returns false if a program or a library defines such a function; and in a program that is
 * not position-independent and takes the address of one, which is then in its own PLT.
 */
static bool references_are_libcs(void)
{
	struct object object;
	void *addresses[COUNT];

	memcpy(addresses, &references, sizeof addresses); /* POSIX dlsym */
	if (!find_object(addresses[0], &object) || !is_libc(&object))
		return false;
	for (size_t i = 1; i < COUNT; i++)
		if ((uintptr_t)addresses[i] < object.begin ||
		    (uintptr_t)addresses[i] >= object.end)
			return false;
	return true;
}

/* --- If they do not lead to libc ------------------------------------------- */

static struct libc found;
static atomic_uint state;

enum {
	UNKNOWN,
	BEING_WRITTEN, /* other threads find them on their own: nobody waits */
	FOUND,
};

/* A reference to dlopen() would have the same warning. */
static void *open_libc(void)
{
	void *symbol = dlsym(RTLD_DEFAULT, "dlopen");
	__typeof__(&dlopen) open;

	memcpy(&open, &symbol, sizeof open); /* POSIX dlsym */
	return open != NULL ? open(LIBC_SO, RTLD_NOW | RTLD_NOLOAD) : NULL;
}

static bool find(struct libc *libc)
{
	void *library = open_libc(), *symbols[COUNT];
	bool complete = library != NULL;

	for (size_t i = 0; i < COUNT && complete; i++)
		complete = (symbols[i] = dlsym(library, names[i])) != NULL;
	if (complete)
		memcpy(libc, symbols, sizeof symbols); /* POSIX dlsym */
	if (library != NULL)
		dlclose(library);
	return complete;
}

struct libc libc_functions(void)
{
	struct libc libc = references;
	unsigned unknown = UNKNOWN;
	int error = errno;

	if (references_are_libcs())
		return libc;
	if (atomic_load(&state) == FOUND)
		return found;
	if (find(&libc) && atomic_compare_exchange_strong(&state, &unknown, BEING_WRITTEN)) {
		found = libc;
		atomic_store(&state, FOUND);
	}
	errno = error;
	return libc;
}

/* With dladdr(), ASCII names would pay for what they do not need. */
void libc_prepare(void)
{
#if __GLIBC_PREREQ(2, 35)
	libc_functions();
#endif
}
