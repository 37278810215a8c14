/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a message says about a character: its name, and whether it can be shown. */
#ifndef CHARACTER_H
#define CHARACTER_H

#include <stdbool.h>
#include <stdint.h>

#define CHARACTER_NAME_SIZE 256 /* libunistring's UNINAME_MAX */

/*
 * Writes "LATIN SMALL LETTER A"; for a code point without a name, its kind; "newer than
 * libunistring 1.0.0" if that version does not know it.
 */
void character_name(uint32_t code_point, char name[static CHARACTER_NAME_SIZE]);

/* Writes its one or two scripts, or how many scripts use it: "3 scripts". */
#define CHARACTER_SCRIPTS_SIZE 64
void character_scripts(uint32_t code_point, char scripts[static CHARACTER_SCRIPTS_SIZE]);

/*
 * Returns whether it is visible by itself.  Controls, controls of direction and other
 * invisible characters are not, nor are code points unknown to libunistring.
 */
bool character_is_visible(uint32_t code_point);

/* Returns whether it is drawn over the preceding character. */
bool character_is_mark(uint32_t code_point);

/* Returns whether it is a symbol, as emoji and their skin tones are. */
bool character_is_symbol(uint32_t code_point);

/* Returns whether it can change places with its neighbours (UAX #9: R, AL, AN). */
bool character_is_right_to_left(uint32_t code_point);

#endif
