/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the targets of idnx.h share: see conversion.h. */
#include "conversion.h"

struct conversion take_conversion(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct conversion from;

	/* The low octet has all known flags, if the host name rules are one; and one unknown. */
	from.flags = take_octet(&input);
	if (from.flags & IDNX_HOST_CHARACTERS)
		from.flags |= IDNX_HOST_NAME;
	if (take_octet(&input) == 0xFF)
		from.flags |= IDNX_HOST_NO_ADDRESS << 1;
	from.dst_size = take_number(&input) % (IDNX_NAME_SIZE + 1);
	from.src = copy_of(input.next, input.left);
	from.src_len = input.left;
	return from;
}

struct conversion again(const struct conversion *from, const char *name, size_t length)
{
	return (struct conversion){ from->flags, from->dst_size, copy_of(name, length),
		                    length };
}

struct converted convert(conversion_function *function, const struct conversion *from)
{
	struct converted converted = { .dst = untouched(IDNX_NAME_SIZE) };

	converted.result = function(from->src, from->src_len, converted.dst, IDNX_NAME_SIZE,
	                            from->flags);
	return converted;
}

static bool is_same(const struct idnx_result *a, const struct idnx_result *b)
{
	return a->status == b->status && a->label == b->label && a->length == b->length;
}

static void check_size(conversion_function *function, const struct conversion *from,
                       const struct converted *whole, size_t dst_size)
{
	size_t needed = whole->result.length;
	bool is_written = whole->dst[needed] == '\0';
	char *dst = untouched(dst_size);
	struct idnx_result result = function(from->src, from->src_len, dst, dst_size,
	                                     from->flags);

	if (is_written && needed >= dst_size) {
		promise(result.status == IDNX_NO_SPACE && result.label == 0 &&
		                result.length == needed,
		        "NO_SPACE says what is needed");
		promise(is_untouched(dst, dst_size), "NO_SPACE leaves dst untouched");
	} else {
		promise(is_same(&result, &whole->result), "dst_size changes no result");
		promise(memcmp(dst, whole->dst, is_written ? needed + 1 : dst_size) == 0,
		        "nor what is written");
	}
	free(dst);
}

static void check_in_place(conversion_function *function, const struct conversion *from,
                           const struct converted *whole)
{
	size_t size = from->src_len < IDNX_NAME_SIZE ? IDNX_NAME_SIZE : from->src_len;
	size_t length = whole->result.length;
	char *place = untouched(size);
	struct idnx_result result;

	if (from->src_len > 0)
		memcpy(place, from->src, from->src_len);
	result = function(place, from->src_len, place, IDNX_NAME_SIZE, from->flags);
	promise(is_same(&result, &whole->result), "dst may be src");
	if (whole->dst[length] == '\0')
		promise(memcmp(place, whole->dst, length + 1) == 0, "dst may be src");
	else
		promise(from->src_len == 0 || memcmp(place, from->src, from->src_len) == 0,
		        "a failure leaves src untouched where it is dst");
	free(place);
}

void check_buffers(conversion_function *function, const struct conversion *from,
                   const struct converted *whole)
{
	promise(whole->result.status != IDNX_NO_SPACE, "IDNX_NAME_SIZE is enough");
	check_size(function, from, whole, from->dst_size);
	check_size(function, from, whole, whole->result.length);
	check_size(function, from, whole, whole->result.length + 1);
	check_in_place(function, from, whole);
}

bool is_ascii_name(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)name[i] >= 0x80)
			return false;
	return true;
}

bool is_name(const struct converted *converted, const char *name, size_t length)
{
	return converted->result.status == IDNX_OK && converted->result.length == length &&
	       memcmp(converted->dst, name, length) == 0;
}
