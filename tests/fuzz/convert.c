/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_to_ascii(), idnx_to_unicode() and idnx_explain(): what idnx.h says of their results
 * holds for any octets under any flags.  Any octets are Punycode that comes back, or are none.
 */
#include <strings.h>
#include <unistr.h>

#include "../common/reference/explained.h"
#include "common/fuzz.h"

/* From an input: two octets of flags, two of a size, and a name. */
struct conversion {
	unsigned flags;
	size_t dst_size; /* at most that of the longest result */
	char *src;       /* of exactly src_len octets */
	size_t src_len;
};

typedef struct idnx_result conversion_function(const char *, size_t, char *, size_t, unsigned);

struct converted {
	struct idnx_result result;
	char *dst; /* of IDNX_NAME_SIZE octets; the caller frees it */
};

static struct conversion take_conversion(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct conversion from;
	unsigned others;

	/* The first octet has the flags of UTS #46, and the host name rules as one. */
	from.flags = take_octet(&input);
	if (from.flags & IDNX_HOST_CHARACTERS)
		from.flags |= IDNX_HOST_NAME;
	others = take_octet(&input);
	if (others & 1)
		from.flags |= IDNX_ASCII_AS_IS;
	if (others == 0xFF)
		from.flags |= IDNX_ASCII_AS_IS << 1; /* unknown */
	from.dst_size = take_number(&input) % (IDNX_NAME_SIZE + 1);
	from.src = copy_of(input.next, input.left);
	from.src_len = input.left;
	return from;
}

/* Converts with room for any result. */
static struct converted convert(conversion_function *function, const struct conversion *from)
{
	struct converted converted = { .dst = untouched(IDNX_NAME_SIZE) };

	converted.result = function(from->src, from->src_len, converted.dst, IDNX_NAME_SIZE,
	                            from->flags);
	return converted;
}

/* Converts a result under the same flags; tells whether that gives this name.  *status: how. */
static bool leads_to(conversion_function *function, const struct conversion *from,
                     const struct converted *result, const struct converted *name,
                     enum idnx_status *status)
{
	struct conversion second = { from->flags, 0,
		                     copy_of(result->dst, result->result.length),
		                     result->result.length };
	struct converted got = convert(function, &second);
	bool same = got.result.status == IDNX_OK && got.result.length == name->result.length &&
	            memcmp(got.dst, name->dst, name->result.length) == 0;

	*status = got.result.status;
	free(got.dst);
	free(second.src);
	return same;
}

/* Whether ToASCII decodes none of its labels. */
static bool is_kept(const struct conversion *from)
{
	return from->flags & IDNX_ASCII_AS_IS && is_ascii(from->src, from->src_len);
}

/* An xn-- label may decode to a name that is rejected as a disguise in Unicode. */
static bool may_be_disguise(enum idnx_status status, const struct conversion *from)
{
	return (status == IDNX_NUMBER || status == IDNX_LOCALHOST) &&
	       is_ascii(from->src, from->src_len);
}

/* --- Buffers -------------------------------------------------------------------- */

static bool is_same(const struct idnx_result *a, const struct idnx_result *b)
{
	return a->status == b->status && a->label == b->label && a->length == b->length;
}

/* A buffer of dst_size octets gets the same result, or what is needed and nothing else. */
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

static void check_buffers(conversion_function *function, const struct conversion *from,
                          const struct converted *whole)
{
	promise(whole->result.status != IDNX_NO_SPACE, "IDNX_NAME_SIZE is enough");
	check_size(function, from, whole, from->dst_size);
	check_size(function, from, whole, whole->result.length);
	check_size(function, from, whole, whole->result.length + 1);
	check_in_place(function, from, whole);
}

/* --- The forms -------------------------------------------------------------------- */

static bool is_host_octet(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
	       c == '.';
}

static void check_ascii(const struct conversion *from, const struct converted *ascii)
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

/* Checks what idnx.h promises of the string, which is written even on error. */
static void check_unicode(const struct conversion *from, const struct converted *unicode)
{
	size_t length = unicode->result.length;
	enum idnx_status status = unicode->result.status;

	promise(length <= IDNX_INPUT_MAX && unicode->dst[length] == '\0', "a NUL ends it");
	promise(memchr(unicode->dst, '\0', length) == NULL, "and is nowhere else");
	promise((u8_check)((const uint8_t *)unicode->dst, length) == NULL, "it is UTF-8");
	if (status == IDNX_TOO_LONG || status == IDNX_BAD_FLAGS)
		promise(length == 0, "there is no string to speak of");
	else if (from->flags & IDNX_ASCII_AS_IS && status != IDNX_OK && status != IDNX_BAD_UTF8)
		promise(length == from->src_len &&
		                strncasecmp(unicode->dst, from->src, length) == 0,
		        "it is the input");
}

/* Under IDNX_HOST_NAME there is a Unicode form where there is an ASCII form: or a root dot. */
static void check_failure(const struct conversion *from, const struct converted *ascii,
                          const struct converted *unicode)
{
	size_t length = unicode->result.length;

	promise(ascii->result.length == 0, "a failure has no length");
	promise(is_untouched(ascii->dst, IDNX_NAME_SIZE), "and leaves dst untouched");
	if (unicode->result.status == IDNX_OK && from->flags & IDNX_HOST_NAME)
		promise(from->flags & IDNX_VERIFY_DNS_LENGTH && length > 0 &&
		                unicode->dst[length - 1] == '.',
		        "a Unicode form has an ASCII form");
}

/* Longer names than IDNX_CODE_POINTS_MAX are written, but not read. */
static void check_forms(const struct conversion *from, const struct converted *ascii,
                        const struct converted *unicode)
{
	bool maps_deviations = from->flags & IDNX_TRANSITIONAL_PROCESSING;
	enum idnx_status status;

	if (unicode->result.status == IDNX_OK)
		promise(leads_to(idnx_to_unicode, from, unicode, unicode, &status) ||
		                maps_deviations || may_be_disguise(status, from),
		        "a Unicode form is its own");
	if (ascii->result.status != IDNX_OK) {
		check_failure(from, ascii, unicode);
		return;
	}
	check_ascii(from, ascii);
	promise(leads_to(idnx_to_ascii, from, ascii, ascii, &status) ||
	                ascii->result.length > IDNX_CODE_POINTS_MAX,
	        "an ASCII form is its own");
	promise(unicode->result.status == IDNX_OK || is_kept(from),
	        "a valid name has a Unicode form");
	promise(leads_to(idnx_to_ascii, from, unicode, ascii, &status) || maps_deviations ||
	                may_be_disguise(status, from),
	        "which has the same ASCII form");
}

/* --- Explaining --------------------------------------------------------------------- */

static void check_told(void *context, const struct idnx_explanation *told)
{
	const struct conversion *from = context;

	promise(told->octet <= from->src_len && told->octets <= from->src_len - told->octet,
	        "a character lies within src");
	promise(told->code_point <= told->octet, "there are no more of them than octets");
	promise(told->position <= IDNX_CODE_POINTS_MAX, "a label is no longer than a name");
	for (size_t i = 0; i < told->before_length; i++)
		promise(told->before[i] <= 0x10FFFF, "before are code points");
	for (size_t i = 0; i < told->after_length; i++)
		promise(told->after[i] <= 0x10FFFF, "after are code points");
	promise(is_ascii(told->ascii, told->ascii_length), "and ASCII is ASCII");
}

static void check_explanation(struct conversion *from)
{
	char *dst = untouched(from->dst_size);

	idnx_explain(from->src, from->src_len, dst, from->dst_size, from->flags, check_told,
	             from);
	if (from->flags <= EVERY_FLAG)
		promise(explained_in(from->src, from->src_len, from->flags, from->dst_size),
		        "what is told leads to the result");
	free(dst);
}

/* --- Punycode ----------------------------------------------------------------------- */

/* Takes the name for Punycode.  (tests/engine/conformance/punycode.c has the loops of the RFC.) */
static void check_punycode(const struct conversion *from)
{
	struct idnx_result needed = idnx_punycode_decode(from->src, from->src_len, NULL, 0);
	uint32_t *label = allocate(needed.length * sizeof *label);
	struct idnx_result result = idnx_punycode_decode(from->src, from->src_len, label,
	                                                 needed.length);
	char *again = untouched(from->dst_size);

	promise(result.length == needed.length, "NO_SPACE says what is needed");
	if (result.status == IDNX_OK) {
		result = idnx_punycode_encode(label, needed.length, again, from->dst_size);
		promise(result.length == from->src_len,
		        "what was decoded is as long as it was");
		if (from->src_len < from->dst_size)
			promise(strncasecmp(from->src, again, from->src_len) == 0,
			        "and the same");
		else
			promise(is_untouched(again, from->dst_size), "or dst is untouched");
	}
	free(again);
	free(label);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct conversion from = take_conversion(data, size);
	struct converted ascii = convert(idnx_to_ascii, &from);
	struct converted unicode = convert(idnx_to_unicode, &from);

	check_buffers(idnx_to_ascii, &from, &ascii);
	check_buffers(idnx_to_unicode, &from, &unicode);
	check_unicode(&from, &unicode);
	check_forms(&from, &ascii, &unicode);
	check_explanation(&from);
	check_punycode(&from);
	free(unicode.dst);
	free(ascii.dst);
	free(from.src);
	return 0;
}
