/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What the sources share: glibc loads the source NAME as libnss_NAME.so.2 and calls its
 * functions, which are declared like the module's.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nss_idnx.h"

#define SOURCE_FUNCTION(source, function) \
	ENTRY_POINT __typeof__(_nss_idnx_##function) _nss_##source##_##function

/* A caller's buffer, filled from its beginning. */
struct space {
	char *next;
	size_t left;
	bool full;
};

static inline void *take(struct space *space, size_t size, size_t alignment)
{
	size_t pad = -(uintptr_t)space->next % alignment;
	char *place = space->next + pad;

	if (space->full || space->left < pad || space->left - pad < size) {
		space->full = true;
		return NULL;
	}
	space->next = place + size;
	space->left -= pad + size;
	return place;
}

#endif
