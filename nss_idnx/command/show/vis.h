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
	unsigned char octet; /* the first one */
};

/* Returns whether it is a printable character of ASCII, as nearly all are. */
static inline bool vis_is_printable(char octet)
{
	return octet >= ' ' && octet < 0x7F;
}

/* Examines the first character of octets; length is not 0. */
struct vis vis_first(const char *octets, size_t length);

/* Writes its visible substitute, <U+XXXX>, or <XX> for an octet; returns the length. */
#define VIS_FORM_SIZE sizeof "<U+10FFFF>"
size_t vis_form(const struct vis *visible, char form[static VIS_FORM_SIZE]);

#endif
