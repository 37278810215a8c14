/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A name, how to convert it, and the result, for the targets that test idnx.h. */
#ifndef FUZZ_CONVERSION_H
#define FUZZ_CONVERSION_H

#include "fuzz.h"
#include "idnx.h"

/* From an input: two octets of flags, two of a size, and a name. */
struct conversion {
	unsigned flags;
	size_t dst_size; /* at most that of the longest result */
	char *src;       /* of exactly src_len octets */
	size_t src_len;
};

struct conversion take_conversion(const uint8_t *data, size_t size);

/* Returns a conversion of a name that the library wrote, under the same flags. */
struct conversion again(const struct conversion *from, const char *name, size_t length);

typedef struct idnx_result conversion_function(const char *, size_t, char *, size_t, unsigned);

struct converted {
	struct idnx_result result;
	char *dst; /* of IDNX_NAME_SIZE octets; the caller frees it */
};

/* Converts with room for any result. */
struct converted convert(conversion_function *function, const struct conversion *from);

/*
 * Checks that a buffer of dst_size octets gets the same result, or IDNX_NO_SPACE and the
 * length that is needed and nothing else; and that dst may be src.
 */
void check_buffers(conversion_function *function, const struct conversion *from,
                   const struct converted *whole);

bool is_ascii_name(const char *name, size_t length);

/* Whether the result is a name, of these octets. */
bool is_name(const struct converted *converted, const char *name, size_t length);

#endif
