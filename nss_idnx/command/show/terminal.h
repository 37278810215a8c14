/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text for a reader: standard output in the charset of the terminal, and in colour. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Chooses when there is colour, before terminal_open(). */
enum terminal_when { TERMINAL_AUTO, TERMINAL_ALWAYS, TERMINAL_NEVER };
void terminal_colour(enum terminal_when wanted);

/* Detects what standard output is.  Anything but a terminal gets UTF-8, and no colour of itself. */
void terminal_open(void);

/* Returns whether a character is visible and the terminal's charset has it. */
bool terminal_shows(uint32_t code_point);

/*
 * Writes characters: those it cannot show as "<U+200D>", a leading mark on a dotted circle.
 * Returns the columns used, if all are shown.  Text that may run from right to left has to be one letter
 * before a Latin one, or at the end of the line: nothing can change places with it there.
 */
int terminal_put_text(const uint32_t *code_points, size_t length);

enum terminal_style { TERMINAL_PLAIN, TERMINAL_BOLD, TERMINAL_GOOD, TERMINAL_BAD };

/* Sets the style of what follows. */
void terminal_set_style(enum terminal_style style);

#endif
