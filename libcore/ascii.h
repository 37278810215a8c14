/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Fast paths for ASCII. */
#ifndef IDNX_ASCII_H
#define IDNX_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

#define ASCII_SIZE 64

/* Returns the lower case of an ASCII capital, and anything else unchanged. */
static inline uint32_t ascii_lower(uint32_t c)
{
	return c - 'A' < 26 ? c + ('a' - 'A') : c;
}

enum ascii_name {
	ASCII_NO,       /* any other name: needs the full conversion */
	ASCII_PERHAPS,  /* needs validation; if valid, lower has its ASCII form */
	ASCII_ORDINARY, /* valid; lower has both its forms */
};

/* Classifies src under flags; a name of ASCII_SIZE octets or more is ASCII_NO. */
enum ascii_name ascii_convert(const char *src, size_t length, char lower[ASCII_SIZE],
                              unsigned flags);

/* Copies octets, capitals of ASCII in lower case. */
void ascii_copy_small(char *dst, const char *src, size_t length);

/* Writes length ASCII code points as octets. */
void ascii_narrow(char *dst, const uint32_t *src, size_t length);

#pragma GCC visibility pop

#endif
