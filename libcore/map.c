/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTS #46 section 4, step 1, Map: from UTF-8 to code points with their traits.
 * Disallowed code points stay as they are; label.c refuses them.
 */
#include "core.h"
#include "utf8.h"

static enum idnx_status push(struct name *name, uint32_t code_point, uint32_t traits)
{
	if (name->length == NAME_CODE_POINTS)
		return IDNX_TOO_LONG;
	name->code_points[name->length] = code_point;
	name->traits[name->length] = traits;
	name->length++;
	name->seen |= traits;
	return IDNX_OK;
}

static bool is_mapped(uint32_t traits, unsigned flags)
{
	if (traits & UCD_DEVIATION)
		return flags & IDNX_TRANSITIONAL_PROCESSING;
	return traits & UCD_MAPPED;
}

/*
 * The targets of a mapping are not mapped again, but for U+1E9E, capital sharp
 * s: transitional processing replaces it by "ss", not by the deviation.
 */
static enum idnx_status push_mapping(struct name *name, struct ucd_entry entry, unsigned flags)
{
	enum idnx_status status = IDNX_OK;
	size_t length;
	const uint32_t *mapping = ucd_mapping(entry, &length);

	for (size_t i = 0; i < length && status == IDNX_OK; i++) {
		struct ucd_entry target = ucd_find(mapping[i]);

		status = is_mapped(target.traits, flags) ? push_mapping(name, target, flags)
		                                         : push(name, mapping[i], target.traits);
	}
	return status;
}

static enum idnx_status map_code_point(struct name *name, uint32_t code_point, unsigned flags)
{
	struct ucd_entry entry = ucd_find(code_point);

	if (is_mapped(entry.traits, flags))
		return push_mapping(name, entry, flags);
	return push(name, code_point, entry.traits);
}

/* As many as there are and as there is room for; returns where they end. */
static const unsigned char *map_ascii(struct name *name, const unsigned char *src,
                                      const unsigned char *end)
{
	size_t length = name->length;
	uint32_t seen = 0;

	for (; src != end && *src - 1U < 0x7F && length < NAME_CODE_POINTS; src++) {
		uint32_t c = *src;

		c += c - 'A' < 26 ? 'a' - 'A' : 0;
		name->code_points[length] = c;
		name->traits[length] = ucd_ascii_traits(c);
		seen |= name->traits[length++];
	}
	name->length = length;
	name->seen |= seen;
	return src;
}

static unsigned current_label(const struct name *name)
{
	unsigned label = 0;

	for (size_t i = 0; i < name->length; i++)
		label += name->code_points[i] == '.';
	return label;
}

/* U+0000 is valid in the table, but no C string can carry it. */
static enum idnx_status replace_ill_formed(struct name *name)
{
	if (name->status == IDNX_OK)
		name_note(name, IDNX_UTF8, current_label(name));
	return push(name, UTF8_REPLACEMENT, ucd_traits(UTF8_REPLACEMENT));
}

enum idnx_status map_name(struct name *name, const char *src, size_t src_len, unsigned flags)
{
	const unsigned char *p = (const unsigned char *)src, *end = p + src_len;
	enum idnx_status status = IDNX_OK;

	name->code_points[0] = '.';
	name->traits[0] = 0;
	name->length = 1;
	name->seen = 0;
	name->ascii_input = true;
	name->status = IDNX_OK;
	name->label = 0;

	while ((p = map_ascii(name, p, end)) != end && status == IDNX_OK) {
		size_t length;
		uint32_t code_point = utf8_decode(p, end, &length);

		name->ascii_input &= *p < 0x80;
		p += length;
		if (code_point != UTF8_ILL_FORMED && code_point)
			status = map_code_point(name, code_point, flags);
		else
			status = replace_ill_formed(name);
	}
	return status;
}
