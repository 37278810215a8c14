/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The charset and the width of the terminal.  In a charset other than UTF-8, the octets of
 * a letter may be controls: U+0450 is D1 90 in UTF-8, and 90 is DCS in ISO 8859 (ECMA-48).
 */
#include "screen.h"

#include <iconv.h>
#include <langinfo.h>
#include <stdbool.h>
#include <string.h>
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
