/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTS #46 section 4, step 1, Map: from UTF-8 to code points with their traits.
 * Disallowed code points stay as they are; label.c refuses them.
 */
#include "core.h"

static enum idnx_status push(struct name *name, uint32_t code_point, uint32_t traits)
{
	if (name->length == IDNX_CODE_POINTS_MAX)
		return IDNX_TOO_LONG;
	name->code_points[name->length] = code_point;
	name->traits[name->length] = traits;
	name->traits_seen |= traits;
	name->length++;
	return IDNX_OK;
}

static bool is_mapped(uint32_t traits, unsigned flags)
{
	if (traits & UCD_DEVIATION)
		return flags & IDNX_TRANSITIONAL_PROCESSING;
	return traits & UCD_MAPPED;
}

static enum idnx_status push_mapping(struct name *name, uint32_t code_point, unsigned flags);

static enum idnx_status map_code_point(struct name *name, uint32_t code_point, unsigned flags)
{
	uint32_t traits = ucd_traits(code_point);

	if (is_mapped(traits, flags))
		return push_mapping(name, code_point, flags);
	return push(name, code_point, traits);
}

/*
 * The targets of a mapping are not mapped again, but for U+1E9E, capital sharp
 * s: transitional processing replaces it by "ss", not by the deviation.
 */
static enum idnx_status push_mapping(struct name *name, uint32_t code_point, unsigned flags)
{
	enum idnx_status status = IDNX_OK;
	size_t length;
	const uint32_t *mapping = ucd_mapping(code_point, &length);

	for (size_t i = 0; i < length && status == IDNX_OK; i++)
		status = map_code_point(name, mapping[i], flags);
	return status;
}

static unsigned current_label(const struct name *name)
{
	unsigned label = 1;

	for (size_t i = 0; i < name->length; i++)
		label += name->code_points[i] == '.';
	return label;
}

/* U+0000 is valid in the table, but no C string can carry it. */
static uint32_t replace_ill_formed(struct name *name, uint32_t code_point)
{
	if (code_point != UTF8_ILL_FORMED && code_point != 0)
		return code_point;
	if (name->status == IDNX_OK) {
		name->status = IDNX_UTF8;
		name->label = current_label(name);
	}
	return UTF8_REPLACEMENT;
}

enum idnx_status map_name(struct name *name, const char *src, size_t src_len, unsigned flags)
{
	const unsigned char *p = (const unsigned char *)src, *end = p + src_len;
	enum idnx_status status = IDNX_OK;

	name->length = 0;
	name->traits_seen = 0;
	name->ascii_input = true;
	name->status = IDNX_OK;
	name->label = 0;

	while (p != end && status == IDNX_OK) {
		uint32_t code_point;

		name->ascii_input &= *p < 0x80;
		p = utf8_decode(p, end, &code_point);
		status = map_code_point(name, replace_ill_formed(name, code_point), flags);
	}
	return status;
}
