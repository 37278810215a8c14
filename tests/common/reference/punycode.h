/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Punycode by the pseudocode of RFC 3492 section 6: slow and plain, as a reference. */
#ifndef REFERENCE_PUNYCODE_H
#define REFERENCE_PUNYCODE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Of scalar values: return the length of the result, or -1 if there is none or no room. */
ssize_t reference_punycode_encode(const uint32_t *input, size_t length, char *output,
                                  size_t size);
ssize_t reference_punycode_decode(const char *input, size_t length, uint32_t *output,
                                  size_t size);

#endif
