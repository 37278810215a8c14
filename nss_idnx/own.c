/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds libc's own functions.  The references we have already serve only where libc
 * cannot be found, in a statically linked program.
 *
 * They are looked for once, in the first lookup, be it of an ASCII name, right after glibc
 * has loaded the module: in a child that was forked while another thread was in dlopen(),
 * any dlopen() ends the process ("Inconsistency detected by ld.so").
 */
#include <dlfcn.h>
#include <errno.h>
#include <gnu/lib-names.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "own.h"

static const struct own references = {
	gethostbyname_r, gethostbyname2_r, gethostbyaddr_r, getaddrinfo, freeaddrinfo,
	iconv_open, iconv, iconv_close,
};

/* In the order of struct own. */
static const char *const names[] = {
	"gethostbyname_r", "gethostbyname2_r", "gethostbyaddr_r", "getaddrinfo",
	"freeaddrinfo", "iconv_open", "iconv", "iconv_close",
};

#define COUNT (sizeof names / sizeof names[0])

_Static_assert(sizeof(struct own) == COUNT * sizeof(void *), "a name for each");

static struct own found;
static atomic_uint state;

enum {
	UNKNOWN,
	BEING_WRITTEN, /* who needs them meanwhile looks for itself: nobody waits */
	FOUND,
};

static bool find(struct own *own)
{
	void *library = dlopen(LIBC_SO, RTLD_NOW | RTLD_NOLOAD), *symbols[COUNT];
	bool complete = library != NULL;

	for (size_t i = 0; i < COUNT && complete; i++)
		complete = (symbols[i] = dlsym(library, names[i])) != NULL;
	if (complete)
		memcpy(own, symbols, sizeof symbols); /* POSIX dlsym */
	if (library != NULL)
		dlclose(library);
	return complete;
}

struct own own(void)
{
	struct own own = references;
	unsigned unknown = UNKNOWN;
	int error = errno;

	if (atomic_load(&state) == FOUND)
		return found;
	if (find(&own) && atomic_compare_exchange_strong(&state, &unknown, BEING_WRITTEN)) {
		found = own;
		atomic_store(&state, FOUND);
	}
	errno = error;
	return own;
}
