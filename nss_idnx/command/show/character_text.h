/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A character in the text of a message. */
#ifndef CHARACTER_TEXT_H
#define CHARACTER_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "output.h"

/* Returns whether a message for output contains the character itself. */
bool character_text_shows(struct output *output, uint32_t code_point);

/* Writes the character itself; a mark is written on a dotted circle. */
void character_text_put_glyph(FILE *out, uint32_t code_point);

/* Writes "U+2603 ☃ SNOWMAN", or "U+0020 SPACE" if it is invisible or output cannot show it. */
void character_text_put(FILE *out, struct output *output, uint32_t code_point);

#endif
