/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is quicker for ASCII than for all of Unicode. */
#ifndef IDNX_ASCII_H
#define IDNX_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

#define ASCII_SIZE  64
#define ASCII_BLOCK 16

/* A capital's small letter; anything else as it is. */
static inline uint32_t ascii_lower(uint32_t c)
{
	return c - 'A' < 26 ? c + ('a' - 'A') : c;
}

enum ascii_name {
	ASCII_NO,       /* another name: it takes the whole way */
	ASCII_PERHAPS,  /* to validate; if valid, its ASCII form is in lower */
	ASCII_ORDINARY, /* valid, and both its forms are in lower */
};

/* What src is under flags, as far as names shorter than ASCII_SIZE are known here. */
enum ascii_name ascii_convert(const char *src, size_t length, char lower[ASCII_SIZE],
                              unsigned flags);

/*
 * Writes length code points of ASCII as octets.  Reads and writes up to
 * ASCII_BLOCK - 1 more of each.
 */
void ascii_narrow(char *dst, const uint32_t *src, size_t length);

#pragma GCC visibility pop

#endif
