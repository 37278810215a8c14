/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTS #46: section 4, Processing, as far as both conversions share it; section
 * 4.2, ToASCII; section 4.3, ToUnicode.
 *
 * A broken rule is noted in the name, and the first one wins, but conversion goes
 * on, since ToUnicode returns a string even then.  Only IDNX_BAD_FLAGS and
 * IDNX_TOO_LONG, which leave no string to return, stop it at once.
 */
#include "core.h"
#include "utf8.h"

/* --- Section 4, Processing ------------------------------------------------ */

static bool label_is_ascii(const struct label *label)
{
	return !(label->seen & UCD_NON_ASCII);
}

/*
 * Step 4.2: decodes an xn-- label to index "to" of name; the result is never longer.  On
 * failure the label moves there unchanged.
 */
static enum idnx_status decode_label(struct name *name, size_t to, const char *ace,
                                     size_t ace_length, struct label *label)
{
	size_t length;
	_Static_assert(PUNYCODE_SPARE <= ACE_PREFIX_LENGTH, "room where the prefix stood");
	enum idnx_status status = punycode_decode(ace + ACE_PREFIX_LENGTH,
	                                          ace_length - ACE_PREFIX_LENGTH,
	                                          name->code_points + to, &length);

	name->is_input = false;
	*label = status == IDNX_OK ? name_look_up(name, to, length)
	                           : name_put_ascii(name, to, ace, ace_length);
	return status;
}

/* Steps 4.3 and 4.4, and criterion 1, which other labels meet since Normalize. */
static enum idnx_status validate_decoded(struct name *name, const struct label *label,
                                         unsigned flags)
{
	enum idnx_status status;

	if (label_is_ascii(label))
		return IDNX_P4;
	status = nfc_check(label, name);
	return status == IDNX_OK ? label_validate(label, flags) : status;
}

static enum idnx_status convert_ace(struct name *name, size_t to, const char *ace,
                                    size_t ace_length, struct label *label, unsigned flags)
{
	enum idnx_status status = decode_label(name, to, ace, ace_length, label);

	if (status == IDNX_OK)
		return validate_decoded(name, label, flags);
	/* An ignored label is not validated, except for its ASCII characters. */
	if (flags & IDNX_IGNORE_INVALID_PUNYCODE)
		return label_check_ascii(label, flags);
	return status;
}

/* Inline: saves 4 % of a name with signs of India, and of an invalid one. */
static inline enum idnx_status convert_label(struct name *name, size_t to, struct label *label,
                                             unsigned flags)
{
	bool ace = label_is_ace(label);
	size_t from = (size_t)(label->code_points - name->code_points);

	if (ace && label_is_ascii(label)) {
		ascii_narrow(name->octets, label->code_points, label->length);
		return convert_ace(name, to, name->octets, label->length, label, flags);
	}
	name_move(name, to, from, label->length);
	label->code_points = name->code_points + to;
	label->traits = name->traits + to;
	return ace ? IDNX_P4 : label_validate(label, flags);
}

enum idnx_status uts46_convert_label(struct name *name, size_t to, struct label *label,
                                     unsigned flags)
{
	return convert_label(name, to, label, flags);
}

/* Step 4, Convert/Validate. */
static void convert_labels(struct name *name, unsigned flags)
{
	struct name_walk walk = { 0 };
	struct label label;
	size_t to = 0;

	while (name_next_label(name, &walk, &label)) {
		enum idnx_status status = convert_label(name, to + 1, &label, flags);

		name_note(name, status, walk.number);
		name_put_header(name, to, label.length, label.seen);
		to += 1 + label.length;
	}
	name->length = to;
}

/* Step 4 for ASCII as it is: no label is decoded. */
static void check_ascii_labels(struct name *name, unsigned flags)
{
	struct name_walk walk = { 0 };
	struct label label;

	while (name_next_label(name, &walk, &label))
		name_note(name, label_check_ascii(&label, flags), walk.number);
}

static struct label convert_ascii_label(struct name *name, const char *ascii, size_t length,
                                        unsigned number, unsigned flags)
{
	size_t to = name->length + 1;
	enum idnx_status status;
	struct label label;

	if (length >= ACE_PREFIX_LENGTH && memcmp(ascii, ACE_PREFIX, ACE_PREFIX_LENGTH) == 0) {
		status = convert_ace(name, to, ascii, length, &label, flags);
	} else {
		label = name_put_ascii(name, to, ascii, length);
		status = label_validate(&label, flags);
	}
	name_note(name, status, number);
	return label;
}

/*
 * Initialises name, and takes steps 1 to 4, for ASCII in lower case, which Map and Normalize do
 * not change.
 */
static void convert_ascii(struct name *name, const char *ascii, size_t length, unsigned flags)
{
	unsigned number = 0;

	name->length = 0;
	name->seen = 0;
	name->ascii_input = name->is_input = true;
	name->status = IDNX_OK;
	name->label = 0;
	for (size_t begin = 0, end = 0; end <= length; begin = ++end) {
		struct label label;

		while (end < length && ascii[end] != '.')
			end++;
		label = convert_ascii_label(name, ascii + begin, end - begin, ++number, flags);
		name_put_header(name, name->length, label.length, label.seen);
		name->length += 1 + label.length;
	}
}

/* Criterion 9, which depends on the whole name. */
static void check_bidi(struct name *name)
{
	struct name_walk walk = { 0 };
	struct label label;

	while (name_next_label(name, &walk, &label))
		name_note(name, bidi_check(&label), walk.number);
}

/* Returns where the name may first not be normalized, or its length. */
static size_t first_doubtful(const struct name *name)
{
	struct name_walk walk = { 0 };
	struct label label;

	while (name_next_label(name, &walk, &label)) {
		size_t at = nfc_first_doubtful(&label);

		if (at < label.length)
			return walk.at + 1 + at;
	}
	return name->length;
}

/* Step 2, which ignores labels: a full stop is a boundary like any other. */
static enum idnx_status normalize(struct name *name)
{
	size_t from = first_doubtful(name);
	enum idnx_status status;

	if (from == name->length)
		return IDNX_OK;
	name->is_input = false;
	name_join_labels(name);
	status = nfc_normalize(name, from);
	name_break_labels(name);
	return status;
}

/* The arguments of either conversion. */
struct call {
	const char *src;
	size_t src_len;
	char *dst;
	size_t dst_size;
	unsigned flags;
	const char *ascii; /* not NULL: src, which is ASCII, in lower case */
	bool gives_back;   /* src, if a rule is broken */
};

static enum idnx_status process_any(struct name *name, const struct call *call)
{
	enum idnx_status status;

	if (call->src_len > IDNX_INPUT_MAX)
		return IDNX_TOO_LONG;
	status = map_name(name, call->src, call->src_len, call->flags);
	if (status == IDNX_OK && name->seen & NFC_DOUBTFUL)
		status = normalize(name);
	if (status != IDNX_OK || !(name->seen & LABEL_DOUBTFUL))
		return status;
	if (call->flags & IDNX_ASCII_AS_IS && name->ascii_input)
		check_ascii_labels(name, call->flags);
	else
		convert_labels(name, call->flags);
	return IDNX_OK;
}

/* Returns IDNX_OK, or why there is no string at all. */
static enum idnx_status process(struct name *name, const struct call *call)
{
	enum idnx_status status = IDNX_OK;

	if (call->ascii)
		convert_ascii(name, call->ascii, call->src_len, call->flags);
	else
		status = process_any(name, call);
	if (status != IDNX_OK || name->status == IDNX_TOO_LONG)
		return IDNX_TOO_LONG; /* nothing else leaves no string */
	if (call->flags & IDNX_CHECK_BIDI && name->seen & BIDI_RTL)
		check_bidi(name);
	return IDNX_OK;
}

/* --- Storage for a name ---------------------------------------------------- */

typedef struct idnx_result conversion(struct name *name, const struct call *call);

/*
 * Nearly every name fits into a quarter of the space that the longest one takes: the first
 * conversion of a process then touches three stack pages fewer.  Both sizes are out of line:
 * an ASCII name takes 0.2 KiB of stack, not 12 (clang).
 */
#define SHORT_NAME (NAME_CODE_POINTS / 4)

__attribute__((noinline)) static struct idnx_result convert_short(conversion *to,
                                                                  const struct call *call)
{
	uint32_t words[NAME_WORDS(SHORT_NAME)];
	struct name name;

	name_take(&name, words, SHORT_NAME);
	return to(&name, call);
}

__attribute__((noinline)) static struct idnx_result convert_long(conversion *to,
                                                                 const struct call *call)
{
	uint32_t words[NAME_WORDS(NAME_CODE_POINTS)];
	struct name name;

	_Static_assert((NAME_CODE_POINTS - 1) * sizeof *words == IDNX_NAME_SIZE - 1,
	               "room for every ASCII form");
	name_take(&name, words, NAME_CODE_POINTS);
	return to(&name, call);
}

/* A short name may become a long one: if it does not fit, it is converted again. */
static struct idnx_result convert(conversion *to, const struct call *call)
{
	struct idnx_result result = { IDNX_TOO_LONG, 0, 0 };

	if (call->src_len < SHORT_NAME)
		result = convert_short(to, call);
	return result.status == IDNX_TOO_LONG ? convert_long(to, call) : result;
}

/* --- Section 4.2, ToASCII ------------------------------------------------- */

/* Returns the length, beyond capacity if it does not fit. */
static size_t encode_label(const struct label *label, char *dst, size_t capacity,
                           uint32_t *insertions)
{
	size_t length = ACE_PREFIX_LENGTH;

	if (label_is_ascii(label)) {
		if (label->length <= capacity)
			ascii_narrow(dst, label->code_points, label->length);
		return label->length;
	}
	if (capacity <= length)
		return length + 1; /* any Punycode would be too long */
	memcpy(dst, ACE_PREFIX, length);
	return length + punycode_encode(label, dst + length, capacity - length, insertions);
}

bool uts46_encode_next(struct name *name, struct encoding *encoding, struct label *label)
{
	const size_t capacity = name_octets(name);
	char *ascii = name->octets;

	if (!name_next_label(name, &encoding->walk, label))
		return false;
	if (encoding->walk.at) {
		ascii[encoding->end] = '.';
		encoding->begin = encoding->end + 1;
	}
	encoding->end = encoding->begin + encode_label(label, ascii + encoding->begin,
	                                               capacity - encoding->begin,
	                                               name->traits + encoding->walk.at + 1);
	encoding->is_last = encoding->walk.next == name->length;
	encoding->has_room = encoding->end + !encoding->is_last <= capacity;
	return encoding->has_room;
}

/* Encodes all labels into name->octets; returns the length, or SIZE_MAX if it does not fit. */
static size_t encode_labels(struct name *name, unsigned flags)
{
	struct encoding encoding = { .begin = 0 };
	struct label label;

	while (uts46_encode_next(name, &encoding, &label))
		host_check_label(name, encoding.end - encoding.begin, encoding.walk.number,
		                 encoding.is_last, flags);
	if (!encoding.has_room)
		return SIZE_MAX;
	host_check_name(name, name->octets, encoding.end, encoding.walk.number, flags);
	return encoding.end;
}

/* A valid ASCII name is its own ASCII form, in lower case. */
static size_t copy_ascii(struct name *name, const char *src, size_t src_len, unsigned flags)
{
	char *ascii = name->octets;
	size_t begin = 0;
	unsigned number = 0;

	ascii_copy_small(ascii, src, src_len);
	for (size_t i = 0; i <= src_len; i++)
		if (i == src_len || ascii[i] == '.') {
			host_check_label(name, i - begin, ++number, i == src_len, flags);
			begin = i + 1;
		}
	host_check_name(name, ascii, src_len, number, flags);
	return src_len;
}

/* Writes the ASCII form of the valid name src; returns its length, or notes a fault in name. */
static size_t encode_name(struct name *name, const char *src, size_t src_len, unsigned flags)
{
	size_t length = name->ascii_input ? copy_ascii(name, src, src_len, flags)
	                                  : encode_labels(name, flags);

	if (length == SIZE_MAX && flags & HOST_DNS_LENGTHS)
		host_note_length(name);
	else if (length == SIZE_MAX)
		name_note(name, IDNX_TOO_LONG, 0);
	return length;
}

static struct idnx_result write_ascii(const char *ascii, size_t length, char *dst,
                                      size_t dst_size)
{
	if (length >= dst_size)
		return (struct idnx_result){ IDNX_NO_SPACE, 0, length };
	memcpy(dst, ascii, length);
	dst[length] = '\0';
	return (struct idnx_result){ IDNX_OK, 0, length };
}

static struct idnx_result to_ascii(struct name *name, const struct call *call)
{
	enum idnx_status status = process(name, call);
	size_t length = call->src_len;

	if (status != IDNX_OK)
		return (struct idnx_result){ status, 0, 0 };
	if (name->status == IDNX_OK && !call->ascii)
		length = encode_name(name, call->src, call->src_len, call->flags);
	if (name->status != IDNX_OK)
		return (struct idnx_result){ name->status, name->label, 0 };
	return write_ascii(call->ascii ? call->ascii : name->octets, length, call->dst,
	                   call->dst_size);
}

struct idnx_result idnx_to_ascii(const char *src, size_t src_len, char *dst, size_t dst_size,
                                 unsigned flags)
{
	char lower[ASCII_SIZE];
	enum ascii_name ascii;

	if (flags & ~UTS46_FLAGS)
		return (struct idnx_result){ IDNX_BAD_FLAGS, 0, 0 };
	ascii = ascii_convert(src, src_len, lower, flags);
	if (ascii == ASCII_ORDINARY || (ascii == ASCII_PERHAPS && flags & IDNX_ASCII_AS_IS))
		return write_ascii(lower, src_len, dst, dst_size);
	return convert(to_ascii,
	               &(struct call){ src, src_len, dst, dst_size, flags,
	                               ascii == ASCII_NO ? NULL : lower, .gives_back = false });
}

/* --- Section 4.3, ToUnicode ----------------------------------------------- */

/* X4_2 is IdnaTestV2's name for an empty label other than the root. */
static void check_empty_labels(struct name *name)
{
	struct name_walk walk = { 0 };
	struct label label;

	while (name_next_label(name, &walk, &label))
		if (!label.length && (walk.number == 1 || walk.next < name->length))
			name_note(name, IDNX_X4_2, walk.number);
}

static inline size_t put_labels(struct name *name)
{
	struct name_walk walk = { 0 };
	struct label label;
	char *to = name->octets;

	while (name_next_label(name, &walk, &label)) {
		if (walk.at)
			*to++ = '.';
		if (label_is_ascii(&label)) {
			ascii_narrow(to, label.code_points, label.length);
			to += label.length;
			continue;
		}
		for (size_t i = 0; i < label.length; i++)
			to = utf8_put(to, label.code_points[i]);
	}
	return (size_t)(to - name->octets);
}

/* Writes the Unicode form to name->octets; returns its length. */
static size_t put_form(struct name *name, const struct call *call)
{
	if (!name->is_input)
		return put_labels(name);
	ascii_copy_small(name->octets, call->src, call->src_len);
	return call->src_len;
}

/*
 * At most 14 code points, and 29 octets in UTF-8, have an ASCII form within all limits: delta is
 * below 14 times the code point, so one of two octets takes up to four digits, one of three six,
 * and one of four seven.  Not to encode a name that short saves a third of its conversion.
 */
#define SHORT_CODE_POINTS 14
#define SHORT_OCTETS      29

/* Checks the lengths of the ASCII form, and its end, which the Unicode form has as well. */
static void check_host(struct name *name, const struct call *call)
{
	size_t length = name->ascii_input ? 0 : put_form(name, call);
	unsigned labels = 1, flags = call->flags & ~IDNX_VERIFY_DNS_LENGTH;

	if (length == 0 || length > SHORT_OCTETS || name->length > 1 + SHORT_CODE_POINTS) {
		encode_name(name, call->src, call->src_len, flags);
		return;
	}
	for (size_t i = 0; i < length; i++)
		labels += name->octets[i] == '.';
	host_check_name(name, name->octets, length, labels, flags);
}

/* Writes an empty string; returns why there is no other. */
static struct idnx_result write_nothing(enum idnx_status status, char *dst, size_t dst_size)
{
	if (dst_size == 0)
		return (struct idnx_result){ IDNX_NO_SPACE, 0, 0 };
	*dst = '\0';
	return (struct idnx_result){ status, 0, 0 };
}

static struct idnx_result to_unicode(struct name *name, const struct call *call)
{
	enum idnx_status status = process(name, call);
	size_t length;

	if (status != IDNX_OK)
		return (struct idnx_result){ status, 0, 0 };
	if (call->flags & HOST_DNS_LENGTHS)
		check_empty_labels(name);
	if (call->flags & (IDNX_HOST_LENGTHS | IDNX_HOST_NO_ADDRESS) && name->status == IDNX_OK)
		check_host(name, call);
	/* Ill-formed input is no name: what is written is UTF-8. */
	if (call->gives_back && name->status != IDNX_OK && name->status != IDNX_BAD_UTF8)
		name->is_input = true;
	length = name->is_input ? call->src_len : put_labels(name);
	if (length >= call->dst_size)
		return (struct idnx_result){ IDNX_NO_SPACE, 0, length };
	if (name->is_input)
		ascii_copy_small(call->dst, call->src, length);
	else
		memcpy(call->dst, name->octets, length);
	call->dst[length] = '\0';
	return (struct idnx_result){ name->status, name->label, length };
}

struct idnx_result idnx_to_unicode(const char *src, size_t src_len, char *dst, size_t dst_size,
                                   unsigned flags)
{
	struct idnx_result result;
	char lower[ASCII_SIZE];
	enum ascii_name ascii;

	if (flags & ~UTS46_FLAGS)
		return write_nothing(IDNX_BAD_FLAGS, dst, dst_size);
	ascii = ascii_convert(src, src_len, lower, flags);
	if (ascii == ASCII_ORDINARY)
		return write_ascii(lower, src_len, dst, dst_size);
	result = convert(to_unicode,
	                 &(struct call){ src, src_len, dst, dst_size, flags & ~IDNX_ASCII_AS_IS,
	                                 ascii == ASCII_NO ? NULL : lower,
	                                 .gives_back = flags & IDNX_ASCII_AS_IS });
	return result.status == IDNX_TOO_LONG ? write_nothing(result.status, dst, dst_size)
	                                      : result;
}
