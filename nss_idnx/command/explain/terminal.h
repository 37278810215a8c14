/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text for a reader: standard output in the charset of the terminal, and in colour. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Asks what standard output is.  Anything but a terminal gets UTF-8 and no colour. */
void terminal_open(void);

/* Whether a character can be seen, and the terminal's charset has it. */
bool terminal_shows(uint32_t code_point);

/*
 * Writes characters, those it does not show as "<U+200D>", and a dotted circle below a
 * mark that comes first.  Returns how many columns that takes.  What may be written from
 * right to left has to be one letter before a Latin one, or the end of the line: then
 * nothing can change its place with it.
 */
int terminal_put_text(const uint32_t *code_points, size_t length);

enum terminal_style { TERMINAL_PLAIN, TERMINAL_BOLD, TERMINAL_GOOD, TERMINAL_BAD };

/* What follows is written so. */
void terminal_set_style(enum terminal_style style);

#endif
