/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Text for a reader.  A terminal may have a charset other than UTF-8; a file or a pipe gets
 * UTF-8 in any locale, as everywhere in this command.
 *
 * Right-to-left text gets no isolating marks: most terminals show these as boxes.  It is at
 * the end of its line, or is one letter between words in Latin letters, where no display
 * order moves anything else.
 */
#include "terminal.h"

#include <iconv.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistr.h>

#define COLUMNS     80 /* of a terminal that does not tell its width, and of a file */
#define COLUMNS_MIN 40 /* fewer would leave no room for words beside columns of text */

int screen_columns(int fd)
{
	struct winsize size;

	if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLUMNS;
	return size.ws_col > COLUMNS_MIN ? size.ws_col : COLUMNS_MIN;
}

const char *screen_charset(void)
{
	return nl_langinfo(CODESET);
}

/* Returns (iconv_t)-1 if there is none. */
static iconv_t converter(void)
{
	static iconv_t opened;
	static bool is_open;

	if (!is_open)
		opened = iconv_open(screen_charset(), "UTF-8");
	is_open = true;
	return opened;
}

size_t screen_form(uint32_t code_point, char octets[static SCREEN_FORM_SIZE])
{
	char utf8[4], *in = utf8, *out = octets;
	size_t length = (size_t)u8_uctomb((uint8_t *)utf8, code_point, sizeof utf8);
	size_t space = SCREEN_FORM_SIZE;

	if (code_point < 0x80 || strcmp(screen_charset(), "UTF-8") == 0) {
		memcpy(octets, utf8, length);
		return length;
	}
	if (converter() == (iconv_t)-1 || iconv(converter(), &in, &length, &out, &space) != 0)
		return 0;
	return SCREEN_FORM_SIZE - space;
}

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
