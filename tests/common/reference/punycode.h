/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Punycode by the pseudocode of RFC 3492 sections 6.1 to 6.3, word for word: slow and
 * plain, as a reference.  Both functions return the length of the result, or -1 if there is
 * none or it does not fit.
 */
#ifndef REFERENCE_PUNYCODE_H
#define REFERENCE_PUNYCODE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

ssize_t reference_punycode_encode(const uint32_t *input, size_t length, char *output,
                                  size_t size);
ssize_t reference_punycode_decode(const char *input, size_t length, uint32_t *output,
                                  size_t size);

#endif
