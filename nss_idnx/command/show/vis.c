/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Makes visible what a terminal would obey (controls: C0, DEL, C1), what would reorder the
 * text around it (UAX #9 section 2), and what is invisible.
 */
#include "vis.h"

#include <stdio.h>
#include <string.h>
#include <unistr.h>

#include "show/character.h"

struct vis vis_first(const char *octets, size_t length)
{
	struct vis visible = { .length = 1, .code_point = UINT32_MAX,
		               .octet = (unsigned char)octets[0] };
	ucs4_t character;
	int n;

	if (vis_is_printable(octets[0])) {
		visible.code_point = visible.octet;
		visible.is_seen = true;
		return visible;
	}
	n = u8_mbtoucr(&character, (const uint8_t *)octets, length);
	if (n <= 0)
		return visible;
	visible.length = (size_t)n;
	visible.code_point = character;
	visible.is_seen = character_is_visible(character);
	return visible;
}

size_t vis_form(const struct vis *visible, char form[static VIS_FORM_SIZE])
{
	if (visible->code_point == UINT32_MAX)
		snprintf(form, VIS_FORM_SIZE, "<%02X>", visible->octet);
	else /* a code point has 21 bits: gcc then knows that the form has room */
		snprintf(form, VIS_FORM_SIZE, "<U+%04X>", (unsigned)visible->code_point & 0x1FFFFF);
	return strlen(form);
}
