/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* UTS #46 section 4, Processing, by naive steps: see uts46.h. */

#include "uts46.h"

#include <stdlib.h>
#include <string.h>

#include "idna_table.h"
#include "punycode.h"

#define PREFIX "xn--"

static uint8_t marks[UNICODE_CODE_POINTS];

/* General_Category: Mn, Mc and Me are Mark. */
static int is_mark(const char *name)
{
	return *name == 'M';
}

void uts46_read(void)
{
	idna_table_read();
	property_read("DerivedGeneralCategory.txt", NULL, is_mark, marks);
	normalization_read();
}

struct part {
	const uint32_t *code_points;
	size_t length;
};

static bool is_ascii(struct part label)
{
	for (size_t i = 0; i < label.length; i++)
		if (label.code_points[i] >= 0x80)
			return false;
	return true;
}

static bool is_ace(struct part label)
{
	for (size_t i = 0; i < strlen(PREFIX); i++)
		if (i == label.length || label.code_points[i] != (uint32_t)PREFIX[i])
			return false;
	return true;
}

static bool is_normalized(struct part label)
{
	uint32_t normal[NORMALIZATION_EXPANSION * IDNX_CODE_POINTS_MAX];
	size_t length = normalization_nfc(label.code_points, label.length, normal);

	return length == label.length &&
	       memcmp(normal, label.code_points, length * sizeof *normal) == 0;
}

/* Section 4.1, criteria 4, 6 and 7. */
static enum idnx_status validate(struct part label)
{
	if (is_ace(label))
		return IDNX_V4;
	if (label.length > 0 && marks[label.code_points[0]])
		return IDNX_V6;
	for (size_t i = 0; i < label.length; i++) {
		enum idna_status status = idna_table_row(label.code_points[i])->status;

		if (status != IDNA_VALID && status != IDNA_DEVIATION)
			return IDNX_V7;
	}
	return IDNX_OK;
}

static ssize_t decode(struct part label, uint32_t decoded[IDNX_CODE_POINTS_MAX])
{
	char punycode[IDNX_CODE_POINTS_MAX];
	size_t length = label.length - strlen(PREFIX);

	for (size_t i = 0; i < length; i++)
		punycode[i] = (char)label.code_points[strlen(PREFIX) + i];
	return reference_punycode_decode(punycode, length, decoded, IDNX_CODE_POINTS_MAX);
}

/* Steps 4.2 to 4.4: the label may become what it decodes to. */
static enum idnx_status convert_ace(struct part *label, uint32_t decoded[IDNX_CODE_POINTS_MAX])
{
	ssize_t length = is_ascii(*label) ? decode(*label, decoded) : -1;

	if (length < 0)
		return IDNX_P4;
	*label = (struct part){ decoded, (size_t)length };
	if (is_ascii(*label))
		return IDNX_P4;
	return is_normalized(*label) ? validate(*label) : IDNX_V1;
}

static void append(struct uts46_name *name, struct part part)
{
	memcpy(name->code_points + name->length, part.code_points,
	       part.length * sizeof *name->code_points);
	name->length += part.length;
}

static struct part next_label(const uint32_t *code_points, size_t length)
{
	struct part label = { code_points, 0 };

	while (label.length < length && code_points[label.length] != '.')
		label.length++;
	return label;
}

/* Steps 3 and 4. */
static void convert(struct uts46_name *name, const uint32_t *normal, size_t length)
{
	for (size_t at = 0; at <= length;) {
		uint32_t decoded[IDNX_CODE_POINTS_MAX];
		struct part label = next_label(normal + at, length - at);
		enum idnx_status status;

		at += label.length + 1;
		status = is_ace(label) ? convert_ace(&label, decoded) : validate(label);
		append(name, label);
		if (at <= length)
			name->code_points[name->length++] = '.';
		if (name->status != IDNX_OK)
			continue;
		name->label++;
		name->status = status;
	}
	if (name->status == IDNX_OK)
		name->label = 0;
}

/* Step 1; only counts what is beyond the bound. */
static size_t map(const uint32_t *src, size_t length, bool transitional,
                  uint32_t mapped[IDNX_CODE_POINTS_MAX])
{
	size_t out = 0;

	for (size_t i = 0; i < length; i++) {
		uint32_t target[IDNA_MAPPING_MAX];
		size_t targets = idna_table_map(src[i], transitional, target);

		if (out + targets <= IDNX_CODE_POINTS_MAX)
			memcpy(mapped + out, target, targets * sizeof *target);
		out += targets;
	}
	return out;
}

void uts46_process(struct uts46_name *name, const uint32_t *src, size_t length,
                   bool transitional)
{
	uint32_t mapped[IDNX_CODE_POINTS_MAX];
	uint32_t normal[NORMALIZATION_EXPANSION * IDNX_CODE_POINTS_MAX];

	name->length = name->label = 0;
	name->status = IDNX_TOO_LONG;
	length = map(src, length, transitional, mapped);
	if (length > IDNX_CODE_POINTS_MAX)
		return;
	length = normalization_nfc(mapped, length, normal);
	if (length > IDNX_CODE_POINTS_MAX)
		return;
	name->status = IDNX_OK;
	convert(name, normal, length);
}

static size_t encode(struct part label, char *dst, size_t size)
{
	size_t prefix = strlen(PREFIX);
	ssize_t length;

	for (size_t i = 0; is_ascii(label) && i < label.length; i++)
		dst[i] = (char)label.code_points[i];
	if (is_ascii(label))
		return label.length;
	memcpy(dst, PREFIX, prefix);
	length = reference_punycode_encode(label.code_points, label.length, dst + prefix,
	                                   size - prefix);
	if (length < 0)
		abort();
	return prefix + (size_t)length;
}

size_t uts46_to_ascii(const struct uts46_name *name, char dst[IDNX_NAME_SIZE])
{
	size_t length = 0;

	for (size_t at = 0; at <= name->length;) {
		struct part label = next_label(name->code_points + at, name->length - at);

		length += encode(label, dst + length, IDNX_NAME_SIZE - length);
		at += label.length + 1;
		if (at <= name->length)
			dst[length++] = '.';
	}
	return length;
}
