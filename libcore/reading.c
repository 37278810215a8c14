/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * How a name reads: bidiSkeleton() of UTS #39 section 4, label by label, and shapes of our
 * own (gen/look_alikes.tsv), which take precedence over prototypes.
 *
 *     аррӏе  --prototypes-->  apple        ԁґақ  --shapes-->  drak
 */
#include "core.h"
#include "look_alike.h"
#include "utf8.h"

/* --- A label --------------------------------------------------------------- */

#define DECOMPOSED_MAX ((size_t)LABEL_LENGTH_MAX * UCD_DECOMPOSITION_MAX)

struct writer {
	uint32_t *out;
	size_t length, capacity;
};

static void put(struct writer *writer, uint32_t code_point)
{
	if (writer->length < writer->capacity)
		writer->out[writer->length] = code_point;
	writer->length++;
}

/* Returns the prototype of a character; the character itself if UTS #39 has no other. */
static const uint32_t *prototype_of(const uint32_t *code_point, size_t *length)
{
	const uint32_t *prototype = look_alike_prototype(*code_point, length);

	if (prototype != NULL)
		return prototype;
	*length = 1;
	return code_point;
}

static void put_prototype(struct writer *writer, uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++)
		put(writer, prototype[i]);
}

static uint32_t lower_case(uint32_t code_point)
{
	return code_point - 'A' < 26 ? code_point + ('a' - 'A') : code_point;
}

/* ASCII characters have prototypes, too: "m" reads as "rn". */
static void put_ascii(struct writer *writer, uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++)
		put(writer, lower_case(prototype[i]));
}

static bool put_shape(struct writer *writer, uint32_t code_point)
{
	const char *shape = look_alike_shape(code_point, false);

	if (shape == NULL)
		return false;
	for (; *shape; shape++)
		put_ascii(writer, (unsigned char)*shape);
	return true;
}

static void put_prototype_or_shapes(struct writer *writer, uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++)
		if (!put_shape(writer, prototype[i]))
			put(writer, lower_case(prototype[i]));
}

static void put_reading(struct writer *writer, uint32_t code_point)
{
	if (code_point < 0x80)
		put_ascii(writer, code_point);
	else if (!put_shape(writer, code_point))
		put_prototype_or_shapes(writer, code_point);
}

/* Of the default-ignorable characters, a label can have only these. */
static bool is_ignored(uint32_t code_point)
{
	return ucd_traits(code_point) & UCD_JOIN_CONTROL;
}

/* Restores NFD of decomposed text: substitution may have brought marks together. */
static void order_marks(uint32_t *code_points, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t at = i; at > 0; at--) {
			uint32_t mark = code_points[at];
			unsigned ccc = ucd_ccc(mark);

			if (ccc == 0 || ucd_ccc(code_points[at - 1]) <= ccc)
				break;
			code_points[at] = code_points[at - 1];
			code_points[at - 1] = mark;
		}
}

/* Writes the label in display order, in NFD; returns its length. */
static size_t display_and_decompose(const struct label *label, uint32_t out[DECOMPOSED_MAX])
{
	uint32_t displayed[LABEL_LENGTH_MAX], traits[LABEL_LENGTH_MAX];
	struct label text = { displayed, traits, label->length, label->seen };

	display_order(label, displayed);
	for (size_t i = 0; i < text.length; i++)
		traits[i] = ucd_traits(displayed[i]);
	return nfc_decompose(&text, out, DECOMPOSED_MAX);
}

size_t reading_of_label(const struct label *label, bool with_shapes, uint32_t *out,
                        size_t capacity)
{
	uint32_t decomposed[DECOMPOSED_MAX];
	size_t length = display_and_decompose(label, decomposed);
	struct writer writer = { out, 0, capacity };

	for (size_t i = 0; i < length; i++)
		if (!is_ignored(decomposed[i]))
			(with_shapes ? put_reading : put_prototype)(&writer, decomposed[i]);
	if (writer.length <= capacity)
		order_marks(out, writer.length);
	return writer.length;
}

/* --- A name ---------------------------------------------------------------- */

/* The end of a name says whose it is: labels before it cannot hide that. */
static void drop_first_label(struct idnx_reading *reading)
{
	size_t from = 0, to = 0;

	while (from < reading->length && reading->code_points[from++] != '.')
		;
	while (from < reading->length)
		reading->code_points[to++] = reading->code_points[from++];
	reading->length = to;
}

static enum idnx_status add_label(struct idnx_reading *reading, const struct label *label)
{
	for (;;) {
		size_t space = IDNX_READING_MAX - reading->length;
		size_t length = reading_of_label(label, true,
		                                 reading->code_points + reading->length, space);

		if (length <= space) {
			reading->length += length;
			return IDNX_OK;
		}
		if (reading->length == 0) /* today's tables give at most 63 * 7 */
			return IDNX_TOO_LONG;
		drop_first_label(reading);
	}
}

/* Appends the label that begins at src to reading. */
static enum idnx_status read_label(struct idnx_reading *reading, const unsigned char *src,
                                   const unsigned char *end, size_t *octets)
{
	struct spelling spelling;
	enum idnx_status status = spelling_decode(&spelling, src, end, octets);
	struct label label;

	if (status != IDNX_OK)
		return status;
	label = spelling_label(&spelling);
	return label.length > LABEL_LENGTH_MAX ? IDNX_TOO_LONG : add_label(reading, &label);
}

static enum idnx_status read_name(struct idnx_reading *reading, const unsigned char *src,
                                  const unsigned char *end)
{
	enum idnx_status status;
	size_t octets;

	while ((status = read_label(reading, src, end, &octets)) == IDNX_OK) {
		src += octets;
		if (src == end || src + 1 == end) /* ignore a root dot */
			break;
		if (reading->length == IDNX_READING_MAX)
			drop_first_label(reading);
		reading->code_points[reading->length++] = '.';
		src++;
	}
	return status;
}

enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading)
{
	const unsigned char *name = (const unsigned char *)src;
	enum idnx_status status = IDNX_OK;

	reading->length = 0;
	if (src_len > 0)
		status = read_name(reading, name, name + src_len);
	if (status != IDNX_OK)
		reading->length = 0;
	return status;
}

/* --- Two names ------------------------------------------------------------- */

/* Returns the length of a reading without the marks at its end. */
static size_t without_marks(const struct idnx_reading *reading, size_t length)
{
	while (length > 0 && ucd_traits(reading->code_points[length - 1]) & UCD_MARK)
		length--;
	return length;
}

/* Removes end from the end of a reading; returns false if the reading ends differently. */
static bool take(const struct idnx_reading *reading, size_t *left, const uint32_t *end,
                 size_t length, bool with_marks)
{
	for (size_t i = length; i-- > 0; --*left) {
		if (!with_marks)
			*left = without_marks(reading, *left);
		if (*left == 0 || reading->code_points[*left - 1] != end[i])
			return false;
	}
	return true;
}

static bool is_at_boundary(const struct idnx_reading *reading, size_t left)
{
	return left == 0 || reading->code_points[left - 1] == '.';
}

/* The same for ASCII, of which each character reads by itself. */
static bool take_ascii(const struct idnx_reading *reading, size_t *left, const char *end,
                       size_t length, bool with_marks)
{
	uint32_t read[LOOK_ALIKE_PROTOTYPE_MAX];

	while (length > 0) {
		struct writer writer = { read, 0, LOOK_ALIKE_PROTOTYPE_MAX };

		put_ascii(&writer, (unsigned char)end[--length]);
		if (!take(reading, left, read, writer.length, with_marks))
			return false;
	}
	return true;
}

static bool is_ascii(const char *octets, size_t length)
{
	while (length > 0 && (unsigned char)octets[length - 1] < 0x80)
		length--;
	return length == 0;
}

static bool take_label(const struct idnx_reading *reading, size_t *left, const char *label,
                       size_t length)
{
	struct idnx_reading read;

	if (is_ascii(label, length))
		return take_ascii(reading, left, label, length, true);
	return idnx_read(label, length, &read) == IDNX_OK &&
	       take(reading, left, read.code_points, read.length, true);
}

/* Returns where the label that ends at end begins. */
static size_t label_begin(const char *name, size_t end)
{
	while (end > 0 && name[end - 1] != '.')
		end--;
	return end;
}

/* Compares labels from the end, where names differ soonest: few labels are read. */
static bool take_name(const struct idnx_reading *reading, size_t *left, const char *name,
                      size_t length)
{
	size_t begin = label_begin(name, length);

	while (take_label(reading, left, name + begin, length - begin)) {
		if (begin == 0)
			return true;
		if (*left == 0 || reading->code_points[--*left] != '.')
			return false;
		length = begin - 1;
		begin = label_begin(name, length);
	}
	return false;
}

int idnx_reads_as(const struct idnx_reading *name, const char *other, size_t other_len)
{
	size_t left = name->length;

	if (other_len > 0 && other[other_len - 1] == '.')
		other_len--;
	if (other_len == 0)
		return 0;
	return (is_ascii(other, other_len) ? take_ascii(name, &left, other, other_len, false)
	                                   : take_name(name, &left, other, other_len)) &&
	       is_at_boundary(name, left);
}
