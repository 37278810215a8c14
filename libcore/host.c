/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What a resolver needs of a host name beyond UTS #46: IDNX_HOST_NAME of
 * idnx.h.  A full-width "１２７.０.０.１" would otherwise pass every list of
 * forbidden addresses and then become one.
 */
#include <string.h>

#include "core.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * The "ends in a number" checker of the URL standard, section 3.5: a label of
 * digits, or 0x with any number of hexadecimal digits, none included.
 */
static bool is_number(const char *label, size_t length)
{
	bool hexadecimal = length >= 2 && label[0] == '0' && label[1] == 'x';

	for (size_t i = hexadecimal ? 2 : 0; i < length; i++) {
		char c = label[i];

		if (!is_digit(c) && !(hexadecimal && c >= 'a' && c <= 'f'))
			return false;
	}
	return length;
}

enum idnx_status host_check_end(const char *name, size_t length)
{
	static const char localhost[] = "localhost";
	size_t begin = length;

	while (begin && name[begin - 1] != '.')
		begin--;
	name += begin;
	length -= begin;
	if (is_number(name, length))
		return IDNX_NUMBER;
	if (length == sizeof localhost - 1 && memcmp(name, localhost, length) == 0)
		return IDNX_LOCALHOST;
	return IDNX_OK;
}
