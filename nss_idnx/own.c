/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds libc's own functions.  The references we have already serve only where libc
 * cannot be found, in a statically linked program.
 */
#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <stdbool.h>
#include <string.h>

#include "own.h"

void own_use(const struct own *own, size_t count)
{
	void *library = dlopen(LIBC_SO, RTLD_NOW | RTLD_NOLOAD), *symbols[OWN_MAX];
	bool complete = library != NULL;

	for (size_t i = 0; i < count && complete; i++)
		complete = (symbols[i] = dlsym(library, own[i].name)) != NULL;
	for (size_t i = 0; i < count && complete; i++)
		memcpy(own[i].pointer, &symbols[i], sizeof symbols[i]); /* POSIX dlsym */
	if (library != NULL)
		dlclose(library);
}
