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

/*
 * Whether src is an ordinary ASCII name, valid under flags and shorter than
 * ASCII_SIZE: then lower holds its result, ASCII and Unicode form alike.  False
 * says nothing of the name but that it takes the whole way.
 */
bool ascii_convert(const char *src, size_t length, char lower[ASCII_SIZE], unsigned flags);

/*
 * Writes length code points of ASCII as octets.  Reads and writes up to
 * ASCII_BLOCK - 1 more of each.
 */
void ascii_narrow(char *dst, const uint32_t *src, size_t length);

#pragma GCC visibility pop

#endif
