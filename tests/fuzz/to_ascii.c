/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx_to_ascii(): its result is as idnx.h says, for any octets under any flags. */
#include "common/conversion.h"

/* idnx_to_unicode() treats an ASCII name as one that cannot be a disguise. */
static bool may_be_disguise(enum idnx_status status, const struct conversion *from)
{
	return (status == IDNX_NUMBER || status == IDNX_LOCALHOST) &&
	       is_ascii_name(from->src, from->src_len);
}

static bool is_host_octet(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
	       c == '.';
}

static void check_octets(const struct conversion *from, const struct converted *ascii)
{
	size_t length = ascii->result.length;

	promise(ascii->result.label == 0, "a valid name has no label at fault");
	promise(length < IDNX_NAME_SIZE && ascii->dst[length] == '\0', "a NUL ends it");
	for (size_t i = 0; i < length; i++) {
		char c = ascii->dst[i];

		promise(c > 0 && (c < 'A' || c > 'Z'), "ASCII in small letters");
		promise(!(from->flags & IDNX_HOST_NAME) || is_host_octet(c), "a host name");
	}
	if (from->flags & IDNX_HOST_NAME)
		promise(length > 0 && length < IDNX_HOST_NAME_SIZE, "as long as a host name");
}

/* Longer names than IDNX_CODE_POINTS_MAX are written, but not read. */
static void check_idempotence(const struct conversion *from, const struct converted *ascii)
{
	struct conversion second = again(from, ascii->dst, ascii->result.length);
	struct converted same = convert(idnx_to_ascii, &second);

	promise(is_name(&same, ascii->dst, ascii->result.length) ||
	                ascii->result.length > IDNX_CODE_POINTS_MAX,
	        "an ASCII form is its own");
	free(same.dst);
	free(second.src);
}

/* Transitional processing maps a deviation that an xn-- label may hold. */
static void check_unicode(const struct conversion *from, const struct converted *ascii)
{
	struct converted unicode = convert(idnx_to_unicode, from), same;
	struct conversion back = again(from, unicode.dst, unicode.result.length);

	promise(unicode.result.status == IDNX_OK, "a valid name has a Unicode form");
	same = convert(idnx_to_ascii, &back);
	promise(is_name(&same, ascii->dst, ascii->result.length) ||
	                from->flags & IDNX_TRANSITIONAL_PROCESSING ||
	                may_be_disguise(same.result.status, from),
	        "which has the same ASCII form");
	free(same.dst);
	free(back.src);
	free(unicode.dst);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct conversion from = take_conversion(data, size);
	struct converted ascii = convert(idnx_to_ascii, &from);

	check_buffers(idnx_to_ascii, &from, &ascii);
	if (ascii.result.status == IDNX_OK) {
		check_octets(&from, &ascii);
		check_idempotence(&from, &ascii);
		check_unicode(&from, &ascii);
	} else {
		promise(ascii.result.length == 0, "a failure has no length");
		promise(is_untouched(ascii.dst, IDNX_NAME_SIZE), "and leaves dst untouched");
	}
	free(ascii.dst);
	free(from.src);
	return 0;
}
