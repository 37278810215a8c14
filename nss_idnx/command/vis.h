/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Makes untrusted octets, such as a file's, safe for a reader at a terminal. */
#ifndef VIS_H
#define VIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One character of a text, or an octet that is not UTF-8. */
struct vis {
	size_t length;       /* its length in the text */
	uint32_t code_point; /* UINT32_MAX: an octet that is not UTF-8 */
	bool is_seen;        /* it is visible, and has no other effect */
	char form[sizeof "<U+10FFFF>"]; /* a visible substitute; <XX> for an octet */
};

/* Examines the first character of octets; length is not 0. */
struct vis vis_first(const char *octets, size_t length);

#endif
