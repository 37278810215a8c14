/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What can be said of a character: its name, and whether it can be shown. */
#ifndef CHARACTER_H
#define CHARACTER_H

#include <stdbool.h>
#include <stdint.h>

#define CHARACTER_NAME_SIZE 256 /* libunistring's UNINAME_MAX */

/*
 * "LATIN SMALL LETTER A", or "newer than libunistring 1.0.0" where that is too old to know
 * it, or what kind of code point it is that has no name.
 */
void character_name(uint32_t code_point, char name[static CHARACTER_NAME_SIZE]);

/* Its one or two scripts, or how many they are that it is used in: "3 scripts". */
#define CHARACTER_SCRIPTS_SIZE 64
void character_scripts(uint32_t code_point, char scripts[static CHARACTER_SCRIPTS_SIZE]);

/*
 * Whether it shows something by itself.  Controls, controls of direction and other
 * characters that nobody sees do not, nor do those nobody here knows anything about.
 */
bool character_is_visible(uint32_t code_point);

/* Whether it is drawn over the character before it. */
bool character_is_mark(uint32_t code_point);

/* Whether it is a symbol, as emoji and their skin tones are. */
bool character_is_symbol(uint32_t code_point);

/* Whether it can change places with what stands beside it (UAX #9: R, AL, AN). */
bool character_is_right_to_left(uint32_t code_point);

#endif
