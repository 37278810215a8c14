/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTS #46 section 4, step 1, Map: from UTF-8 to code points with their traits.
 * Disallowed code points stay as they are; label.c refuses them.
 */
#include "core.h"
#include "utf8.h"

/* A name that grows, and of its last label where the header is and what was seen. */
struct growth {
	struct name *name;
	size_t header;
	uint32_t seen;
};

static void begin_label(struct growth *growth)
{
	growth->header = growth->name->length++;
	growth->seen = 0;
}

static void end_label(struct growth *growth)
{
	struct name *name = growth->name;

	name_put_header(name, growth->header, name->length - growth->header - 1, growth->seen);
	name->seen |= growth->seen;
}

static enum idnx_status push(struct growth *growth, uint32_t code_point, uint32_t traits)
{
	struct name *name = growth->name;

	if (name->length == NAME_CODE_POINTS)
		return IDNX_TOO_LONG;
	if (code_point == '.') {
		end_label(growth);
		begin_label(growth);
		return IDNX_OK;
	}
	name->code_points[name->length] = code_point;
	name->traits[name->length] = traits;
	name->length++;
	growth->seen |= traits;
	return IDNX_OK;
}

static bool is_mapped(uint32_t traits, unsigned flags)
{
	if (traits & UCD_DEVIATION)
		return flags & IDNX_TRANSITIONAL_PROCESSING;
	return traits & UCD_MAPPED;
}

/* The targets of a mapping are not mapped again; the generator makes sure. */
static enum idnx_status push_mapping(struct growth *growth, struct ucd_entry entry)
{
	enum idnx_status status = IDNX_OK;
	size_t length;
	const uint32_t *mapping = ucd_mapping(entry, &length);

	for (size_t i = 0; i < length && status == IDNX_OK; i++)
		status = push(growth, mapping[i], ucd_traits(mapping[i]));
	return status;
}

/*
 * Most mappings are of one code point, such as a capital's.  That of U+1E9E, capital
 * sharp s, is a deviation, which transitional processing maps again, to "ss".
 */
static enum idnx_status map_code_point(struct growth *growth, uint32_t code_point,
                                       unsigned flags)
{
	struct ucd_entry entry = ucd_find(code_point);

	if (is_mapped(entry.traits, flags)) {
		size_t length;
		const uint32_t *mapping = ucd_mapping(entry, &length);

		if (length == 1) {
			code_point = *mapping;
			entry = ucd_find(code_point);
		}
		if (is_mapped(entry.traits, flags))
			return push_mapping(growth, entry);
	}
	return push(growth, code_point, entry.traits);
}

/* As many as there are and as there is room for; returns where they end. */
static const unsigned char *map_ascii(struct growth *growth, const unsigned char *src,
                                      const unsigned char *end)
{
	struct name *name = growth->name;
	size_t length = name->length;

	for (; src != end && *src - 1U < 0x7F && length < NAME_CODE_POINTS; src++) {
		uint32_t c = ascii_lower(*src);

		if (c == '.') {
			name->length = length;
			end_label(growth);
			begin_label(growth);
			length = name->length;
			continue;
		}
		name->code_points[length] = c;
		name->traits[length] = ucd_ascii_traits(c);
		growth->seen |= name->traits[length++];
	}
	name->length = length;
	return src;
}

/* The number of the last label, which has no header yet. */
static unsigned count_labels(const struct growth *growth)
{
	struct name_walk walk = { 0 };
	struct label label;

	while (walk.next != growth->header)
		name_next_label(growth->name, &walk, &label);
	return walk.number + 1;
}

/* U+0000 is valid in the table, but no C string can carry it. */
static enum idnx_status replace_ill_formed(struct growth *growth)
{
	if (growth->name->status == IDNX_OK)
		name_note(growth->name, IDNX_BAD_UTF8, count_labels(growth));
	return push(growth, UTF8_REPLACEMENT, ucd_traits(UTF8_REPLACEMENT));
}

enum idnx_status map_name(struct name *name, const char *src, size_t src_len, unsigned flags)
{
	const unsigned char *p = (const unsigned char *)src, *end = src_len ? p + src_len : p;
	enum idnx_status status = IDNX_OK;
	struct growth growth = { name, 0, 0 };

	name->length = 0;
	name->seen = 0;
	name->ascii_input = true;
	name->status = IDNX_OK;
	name->label = 0;

	begin_label(&growth);
	while ((p = map_ascii(&growth, p, end)) != end && status == IDNX_OK) {
		size_t length;
		uint32_t code_point = utf8_decode(p, end, &length);

		name->ascii_input &= *p < 0x80;
		p += length;
		if (code_point != UTF8_ILL_FORMED && code_point)
			status = map_code_point(&growth, code_point, flags);
		else
			status = replace_ill_formed(&growth);
	}
	end_label(&growth);
	return status;
}
