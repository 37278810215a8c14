/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What DNS asks of an ASCII form (UTS #46 section 4.2, step 4), and a resolver
 * beyond that: IDNX_HOST_NAME of idnx.h.  A full-width "１２７.０.０.１" would
 * otherwise pass every list of forbidden addresses and then become one.
 */
#include "core.h"

#define DNS_LABEL_MAX 63  /* RFC 1035 section 2.3.4 */
#define DNS_NAME_MAX  253 /* 255 there, less the first length octet and the root */

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

/* The last label, of a name without a root dot. */
static enum idnx_status check_end(const char *name, size_t length)
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

/* Only IDNX_HOST_NAME takes an empty label behind the last dot. */
void host_check_label(struct name *name, size_t length, unsigned number, bool is_last,
                      unsigned flags)
{
	bool is_root = is_last && number > 1 && !length;

	if (is_root ? flags & IDNX_VERIFY_DNS_LENGTH
	            : flags & HOST_DNS_LENGTHS && length - 1 >= DNS_LABEL_MAX)
		name_note(name, IDNX_A4_2, number);
}

void host_note_length(struct name *name)
{
	name->status = IDNX_A4_1;
	name->label = 0;
}

static bool has_root(const char *ascii, size_t length)
{
	return length && ascii[length - 1] == '.';
}

void host_check_length(struct name *name, const char *ascii, size_t length, unsigned flags)
{
	length -= has_root(ascii, length);
	if (flags & HOST_DNS_LENGTHS && length - 1 >= DNS_NAME_MAX)
		host_note_length(name);
}

void host_check_end(struct name *name, const char *ascii, size_t length, unsigned labels,
                    unsigned flags)
{
	bool root = has_root(ascii, length);

	if (flags & IDNX_HOST_NAME && !name->ascii_input)
		name_note(name, check_end(ascii, length - root), labels - root);
}

void host_check_name(struct name *name, const char *ascii, size_t length, unsigned labels,
                     unsigned flags)
{
	host_check_length(name, ascii, length, flags);
	host_check_end(name, ascii, length, labels, flags);
}
