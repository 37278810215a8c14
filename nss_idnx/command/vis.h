/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Octets of others', such as a file's, for a reader who may sit at a terminal. */
#ifndef VIS_H
#define VIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One character of some text, or an octet that is not UTF-8. */
struct vis {
	size_t length;       /* octets of the text */
	uint32_t code_point; /* UINT32_MAX: an octet that is not UTF-8 */
	bool is_seen;        /* it shows itself, and does nothing else */
	char form[sizeof "<U+10FFFF>"]; /* what can be seen instead; <XX> for an octet */
};

/* The first one of octets; length is not 0. */
struct vis vis_first(const char *octets, size_t length);

#endif
