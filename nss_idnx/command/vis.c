/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Makes visible what a terminal would obey (controls: C0, DEL, C1), what would reorder the
 * text around it (UAX #9 section 2), and what is invisible.
 */
#include "vis.h"

#include <stdio.h>
#include <unistr.h>

#include "character.h"

struct vis vis_first(const char *octets, size_t length)
{
	struct vis visible = { .length = 1, .code_point = UINT32_MAX };
	ucs4_t character;
	int n = u8_mbtoucr(&character, (const uint8_t *)octets, length);

	if (n <= 0) {
		snprintf(visible.form, sizeof visible.form, "<%02X>", (unsigned char)octets[0]);
		return visible;
	}
	visible.length = (size_t)n;
	visible.code_point = character;
	visible.is_seen = character == ' ' || character_is_visible(character);
	snprintf(visible.form, sizeof visible.form, "<U+%04X>", (unsigned)character & 0x1FFFFF);
	return visible;
}
