/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A character in the text of a message. */
#ifndef CHARACTER_TEXT_H
#define CHARACTER_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "output.h"

/* Whether a message for output has the character itself. */
bool character_text_shows(struct output *output, uint32_t code_point);

/* The character itself; a mark has a dotted circle to stand on. */
void character_text_put_glyph(FILE *out, uint32_t code_point);

/* "U+2603 ☃ SNOWMAN", and "U+0020 SPACE" of one that cannot be seen, or not on output. */
void character_text_put(FILE *out, struct output *output, uint32_t code_point);

#endif
