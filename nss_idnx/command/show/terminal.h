/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a terminal can show, and what stands for the rest; show.h has what others need. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "show.h"

/* Returns at least 40; 80 if the descriptor is a file's. */
int screen_columns(int fd);

/* The terminal's charset, which the locale names. */
const char *screen_charset(void);

/*
 * Writes the character in that charset.  Returns its length; 0 if the charset lacks it.  The
 * longest form of a character in any locale's charset, GB18030's, has four octets.
 */
#define SCREEN_FORM_SIZE 16
size_t screen_form(uint32_t code_point, char octets[static SCREEN_FORM_SIZE]);

/* One character of a text, or an octet that is not UTF-8. */
struct vis {
	size_t length;       /* its length in the text */
	uint32_t code_point; /* UINT32_MAX: an octet that is not UTF-8 */
	bool is_seen;        /* it is visible, and has no other effect */
	unsigned char octet; /* the first one */
};

/* Examines the first character of octets; length is not 0. */
struct vis vis_first(const char *octets, size_t length);

/* Writes its visible substitute, <U+XXXX>, or <XX> for an octet; returns the length. */
#define VIS_FORM_SIZE sizeof "<U+10FFFF>"
size_t vis_form(const struct vis *visible, char form[static VIS_FORM_SIZE]);

#endif
