/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What a terminal can show: the characters of its charset, which the locale names, in so
 * many columns.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stddef.h>
#include <stdint.h>

/* The longest form of a character in any charset of a locale, GB18030's, has four. */
#define SCREEN_FORM_SIZE 16

/* At least 40; 80 where the descriptor is that of a file. */
int screen_columns(int fd);

const char *screen_charset(void);

/* Writes the character in that charset: its length, 0 if it has no place there. */
size_t screen_form(uint32_t code_point, char octets[static SCREEN_FORM_SIZE]);

#endif
