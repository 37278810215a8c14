/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx_to_unicode(): its result is as idnx.h says, for any octets under any flags. */
#include <unistr.h>

#include "common/conversion.h"

static bool is_empty(const struct converted *unicode)
{
	return unicode->result.length == 0 && unicode->dst[0] == '\0';
}

/* Checks what idnx.h promises of the string, which is written even on error. */
static void check_string(const struct converted *unicode)
{
	size_t length = unicode->result.length;

	promise(length <= IDNX_INPUT_MAX && unicode->dst[length] == '\0', "a NUL ends it");
	promise(memchr(unicode->dst, '\0', length) == NULL, "and is nowhere else");
	promise((u8_check)((const uint8_t *)unicode->dst, length) == NULL, "it is UTF-8");
}

/* Under IDNX_HOST_NAME it succeeds where idnx_to_ascii() does, except for the root dot. */
static void check_ascii(const struct conversion *from, const struct converted *unicode)
{
	struct converted ascii = convert(idnx_to_ascii, from);
	bool has_root_dot = unicode->result.length > 0 &&
	                    unicode->dst[unicode->result.length - 1] == '.';

	if (ascii.result.status == IDNX_OK)
		promise(unicode->result.status == IDNX_OK, "an ASCII form has a Unicode form");
	else if (unicode->result.status == IDNX_OK && from->flags & IDNX_HOST_NAME)
		promise(from->flags & IDNX_VERIFY_DNS_LENGTH && has_root_dot,
		        "a Unicode form has an ASCII form");
	free(ascii.dst);
}

static bool is_number_or_localhost(enum idnx_status status)
{
	return status == IDNX_NUMBER || status == IDNX_LOCALHOST;
}

/*
 * A Unicode form converts to itself, with two exceptions: an xn-- label may decode to a
 * deviation, or to a name that would be rejected as a disguise in Unicode.
 */
static void check_idempotence(const struct conversion *from, const struct converted *unicode)
{
	struct conversion second = again(from, unicode->dst, unicode->result.length);
	struct converted same = convert(idnx_to_unicode, &second);

	promise(is_name(&same, unicode->dst, unicode->result.length) ||
	                from->flags & IDNX_TRANSITIONAL_PROCESSING ||
	                (is_number_or_localhost(same.result.status) &&
	                 is_ascii_name(from->src, from->src_len)),
	        "a Unicode form is its own");
	free(same.dst);
	free(second.src);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct conversion from = take_conversion(data, size);
	struct converted unicode = convert(idnx_to_unicode, &from);

	check_buffers(idnx_to_unicode, &from, &unicode);
	check_string(&unicode);
	if (unicode.result.status == IDNX_TOO_LONG || unicode.result.status == IDNX_BAD_FLAGS)
		promise(is_empty(&unicode), "there is no string to speak of");
	check_ascii(&from, &unicode);
	if (unicode.result.status == IDNX_OK)
		check_idempotence(&from, &unicode);
	free(unicode.dst);
	free(from.src);
	return 0;
}
