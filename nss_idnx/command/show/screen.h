/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What a terminal can show: the characters of its charset, which the locale names, and how
 * many columns.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stddef.h>
#include <stdint.h>

/* The longest form of a character in any locale's charset, GB18030's, has four octets. */
#define SCREEN_FORM_SIZE 16

/* Returns at least 40; 80 if the descriptor is a file's. */
int screen_columns(int fd);

const char *screen_charset(void);

/* Writes the character in that charset.  Returns its length; 0 if the charset lacks it. */
size_t screen_form(uint32_t code_point, char octets[static SCREEN_FORM_SIZE]);

#endif
