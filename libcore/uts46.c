/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTS #46: section 4, Processing, as far as both conversions share it; section
 * 4.2, ToASCII; section 4.3, ToUnicode.
 *
 * A broken rule does not stop the walk: it is noted in the name, the first one
 * wins, and ToUnicode has a string to return.  Only what leaves no string to
 * speak of, IDNX_FLAGS and IDNX_TOO_LONG, stops at once.
 */
#include <string.h>

#include "core.h"

#define ALL_FLAGS                                                                  \
	(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |               \
	 IDNX_USE_STD3_ASCII_RULES | IDNX_TRANSITIONAL_PROCESSING |                \
	 IDNX_VERIFY_DNS_LENGTH | IDNX_IGNORE_INVALID_PUNYCODE | IDNX_HOST_NAME)

static void note(struct name *name, enum idnx_status status, unsigned label)
{
	if (name->status == IDNX_OK && status != IDNX_OK) {
		name->status = status;
		name->label = label;
	}
}

/* --- Section 4, Processing ------------------------------------------------ */

static size_t label_length(const struct name *name, size_t begin)
{
	size_t end = begin;

	while (end < name->length && name->code_points[end] != '.')
		end++;
	return end - begin;
}

static struct label label_at(const struct name *name, size_t begin, size_t length)
{
	return (struct label){ name->code_points + begin, name->traits + begin, length };
}

static bool is_ascii(const struct label *label)
{
	uint32_t seen = 0;

	for (size_t i = 0; i < label->length; i++)
		seen |= label->code_points[i];
	return seen < 0x80;
}

/* Moves a label to the left, over what decoding has freed. */
static void move(struct name *name, size_t from, size_t to, size_t length)
{
	if (from == to)
		return;
	memmove(name->code_points + to, name->code_points + from,
	        length * sizeof *name->code_points);
	memmove(name->traits + to, name->traits + from, length * sizeof *name->traits);
}

static void look_up_traits(struct name *name, size_t begin, size_t length)
{
	for (size_t i = begin; i < begin + length; i++) {
		name->traits[i] = ucd_traits(name->code_points[i]);
		name->traits_seen |= name->traits[i];
	}
}

/*
 * Step 4.2: the xn-- label at from becomes what its Punycode says, at to; that
 * is never longer.  Where it fails, the label stays as it is, at to.
 */
static enum idnx_status decode_label(struct name *name, size_t from, size_t to,
                                     size_t *length)
{
	char *punycode = name->room.punycode;
	enum idnx_status status;
	size_t decoded;

	for (size_t i = 0; i < *length; i++)
		punycode[i] = (char)name->code_points[from + i];
	status = punycode_decode(punycode + ACE_PREFIX_LENGTH, *length - ACE_PREFIX_LENGTH,
	                         name->code_points + to, *length, &decoded);
	if (status == IDNX_OK)
		*length = decoded;
	else
		for (size_t i = 0; i < *length; i++)
			name->code_points[to + i] = (unsigned char)punycode[i];
	look_up_traits(name, to, *length);
	return status;
}

/* Steps 4.3 and 4.4, and criterion 1, which Normalize has met for other labels. */
static enum idnx_status validate_decoded(struct name *name, const struct label *label,
                                         unsigned flags)
{
	enum idnx_status status;

	if (is_ascii(label))
		return IDNX_P4;
	status = nfc_check(label, name->room.segment);
	return status == IDNX_OK ? label_validate(label, flags) : status;
}

/*
 * Step 4 for the label at from, which moves to to; *length becomes its new one.
 * An undecodable label is not validated, ignored or not; but no flag of UTS #46
 * lifts the host name rule.
 */
static enum idnx_status convert_label(struct name *name, size_t from, size_t to,
                                      size_t *length, unsigned flags)
{
	struct label label = label_at(name, from, *length);
	bool ace = label_is_ace(&label);
	enum idnx_status status;

	if (!ace || !is_ascii(&label)) {
		move(name, from, to, *length);
		label = label_at(name, to, *length);
		return ace ? IDNX_P4 : label_validate(&label, flags);
	}
	status = decode_label(name, from, to, length);
	label = label_at(name, to, *length);
	if (status == IDNX_OK)
		return validate_decoded(name, &label, flags);
	if (flags & IDNX_IGNORE_INVALID_PUNYCODE)
		return label_check_ascii(&label, flags & IDNX_HOST_NAME);
	return status;
}

/* Steps 3 and 4, Break and Convert/Validate. */
static void convert_labels(struct name *name, unsigned flags)
{
	size_t from = 0, to = 0, length;
	unsigned number = 1;

	for (;; number++) {
		size_t next = from + (length = label_length(name, from));

		note(name, convert_label(name, from, to, &length, flags), number);
		to += length;
		if (next == name->length)
			break;
		move(name, next, to++, 1); /* the full stop */
		from = next + 1;
	}
	name->length = to;
}

/* Criterion 9, which needs to have seen the whole name. */
static void check_bidi(struct name *name)
{
	size_t begin = 0;

	for (unsigned number = 1; begin <= name->length; number++) {
		struct label label = label_at(name, begin, label_length(name, begin));

		note(name, bidi_check(&label), number);
		begin += label.length + 1;
	}
}

/* IDNX_OK, or why there is no string at all. */
static enum idnx_status process(struct name *name, const char *src, size_t src_len,
                                unsigned flags)
{
	enum idnx_status status;

	if (flags & ~ALL_FLAGS)
		return IDNX_FLAGS;
	if (src_len > IDNX_INPUT_MAX)
		return IDNX_TOO_LONG;
	status = map_name(name, src, src_len, flags);
	if (status == IDNX_OK && name->traits_seen & NFC_DOUBTFUL)
		status = nfc_normalize(name);
	if (status != IDNX_OK)
		return status;

	convert_labels(name, flags);
	if (name->status == IDNX_TOO_LONG)
		return IDNX_TOO_LONG;
	if (flags & IDNX_CHECK_BIDI && name->traits_seen & BIDI_RTL)
		check_bidi(name);
	return IDNX_OK;
}

/* --- Section 4.2, ToASCII ------------------------------------------------- */

/* Steps 2 and 3 for one label: its length; what fits into room is in dst. */
static size_t encode_label(const struct label *label, char *dst, size_t room, uint32_t *keys)
{
	size_t length = ACE_PREFIX_LENGTH;

	if (is_ascii(label)) {
		for (size_t i = 0; i < label->length && i < room; i++)
			dst[i] = (char)label->code_points[i];
		return label->length;
	}
	if (room <= length)
		return length + 1; /* any Punycode at all would be too long */
	memcpy(dst, ACE_PREFIX, length);
	return length + punycode_encode(label->code_points, label->length, dst + length,
	                                room - length, keys);
}

#define DNS_LENGTHS (IDNX_VERIFY_DNS_LENGTH | IDNX_HOST_NAME)

/* Step 4.2.  Only IDNX_HOST_NAME takes an empty label behind the last dot. */
static enum idnx_status check_label_length(size_t length, bool root, unsigned flags)
{
	if (!(flags & DNS_LENGTHS) || (root && !(flags & IDNX_VERIFY_DNS_LENGTH)))
		return IDNX_OK;
	return length >= 1 && length <= DNS_LABEL_MAX ? IDNX_OK : IDNX_A4_2;
}

/* Step 4.1, and whether the last label may end a host name. */
static void check_ascii_name(struct name *name, size_t length, unsigned last, unsigned flags)
{
	const char *ascii = name->room.ascii;

	if (length && ascii[length - 1] == '.') {
		length--;
		last--;
	}
	if (flags & DNS_LENGTHS && length > DNS_NAME_MAX)
		note(name, IDNX_A4_1, 0);
	if (flags & IDNX_HOST_NAME && !name->ascii_input)
		note(name, host_check_end(ascii, length), last);
}

/*
 * The ASCII form of a valid name, in room.ascii without a NUL; its length, and
 * in name what is wrong with it.  The traits have served: they lend their place
 * to Punycode.
 */
static size_t encode_name(struct name *name, unsigned flags)
{
	char *ascii = name->room.ascii;
	size_t begin = 0, total = 0;

	for (unsigned number = 1;; number++) {
		struct label label = label_at(name, begin, label_length(name, begin));
		bool last = begin + label.length == name->length;
		size_t room = IDNX_NAME_SIZE - 1 - total;
		size_t length = encode_label(&label, ascii + total, room, name->traits);

		note(name, check_label_length(length, last && !length && number > 1, flags),
		     number);
		if (length + !last > room)
			note(name, IDNX_TOO_LONG, 0);
		if (name->status != IDNX_OK)
			return 0;
		total += length;
		if (last) {
			check_ascii_name(name, total, number, flags);
			return total;
		}
		ascii[total++] = '.';
		begin += label.length + 1;
	}
}

struct idnx_result idnx_to_ascii(const char *src, size_t src_len, char *dst, size_t dst_size,
                                 unsigned flags)
{
	struct name name;
	struct idnx_result result = { process(&name, src, src_len, flags), 0, 0 };
	size_t length = 0;

	if (result.status != IDNX_OK)
		return result;
	if (name.status == IDNX_OK)
		length = encode_name(&name, flags);
	if (name.status != IDNX_OK)
		return (struct idnx_result){ name.status, name.label, 0 };

	result.length = length;
	if (length >= dst_size) {
		result.status = IDNX_NO_SPACE;
		return result;
	}
	memcpy(dst, name.room.ascii, length);
	dst[length] = '\0';
	return result;
}

/* --- Section 4.3, ToUnicode ----------------------------------------------- */

/* X4_2, IdnaTestV2's name for an empty label other than the root's. */
static void check_empty_labels(struct name *name)
{
	size_t begin = 0;

	for (unsigned number = 1; begin <= name->length; number++) {
		size_t length = label_length(name, begin);

		if (!length && (number == 1 || begin < name->length))
			note(name, IDNX_X4_2, number);
		begin += length + 1;
	}
}

static size_t unicode_length(const struct name *name)
{
	size_t length = 0;

	for (size_t i = 0; i < name->length; i++)
		length += utf8_length(name->code_points[i]);
	return length;
}

static struct idnx_result write_unicode(const struct name *name, char *dst, size_t dst_size)
{
	struct idnx_result result = { name->status, name->label, unicode_length(name) };

	if (result.length >= dst_size)
		return (struct idnx_result){ IDNX_NO_SPACE, 0, result.length };
	for (size_t i = 0; i < name->length; i++)
		dst += utf8_encode(name->code_points[i], dst);
	*dst = '\0';
	return result;
}

struct idnx_result idnx_to_unicode(const char *src, size_t src_len, char *dst, size_t dst_size,
                                   unsigned flags)
{
	struct name name;
	enum idnx_status status = process(&name, src, src_len, flags);

	if (status != IDNX_OK) {
		name.length = 0;
		name.status = status;
		name.label = 0;
		return write_unicode(&name, dst, dst_size);
	}
	if (flags & DNS_LENGTHS)
		check_empty_labels(&name);
	if (flags & IDNX_HOST_NAME && name.status == IDNX_OK)
		encode_name(&name, flags & ~IDNX_VERIFY_DNS_LENGTH);
	return write_unicode(&name, dst, dst_size);
}
