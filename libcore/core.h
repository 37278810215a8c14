/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The inside of libcore, in the order of a name's way through it:
 *
 *     octets --ascii--> ASCII and Unicode form of an ordinary ASCII name
 *
 *     octets --map--> labels of code points --nfc--> normalized
 *       each label: --punycode--> decoded --label, joiner--> valid
 *       the name:   --bidi--> valid
 *     --punycode, host--> ASCII form   or   --utf8--> Unicode form
 *
 * uts46.c takes these steps, and explain.c reports them; they are declared
 * below.  A step returns IDNX_OK or the rule that was broken.
 *
 * confusable/confusable.h is the map of what checks a Unicode form on request.
 */
#ifndef IDNX_CORE_H
#define IDNX_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ascii.h"
#include "idnx.h"
#include "name.h"
#include "ucd.h"

#pragma GCC visibility push(hidden)

/* --- map.c: UTS #46 section 4, step 1 ------------------------------------- */

/*
 * Initialises name, and decodes and maps src into it; each full stop begins a
 * label.  Stops at once on IDNX_TOO_LONG; notes ill-formed UTF-8 in name and
 * continues with U+FFFD in its place.
 */
enum idnx_status map_name(struct name *name, const char *src, size_t src_len, unsigned flags);

/* --- nfc.c: UTS #46 section 4, step 2 (UAX #15) --------------------------- */

/* A name without any of these traits is normalized. */
#define NFC_DOUBTFUL (UCD_NON_STARTER | UCD_NFC_NO | UCD_NFC_MAYBE)

/* Returns where the first segment of a label begins that may not be in NFC, or its length. */
size_t nfc_first_doubtful(const struct label *label);

/*
 * Normalizes a name that has full stops in place of headers, from a boundary before which it
 * is normalized.
 */
enum idnx_status nfc_normalize(struct name *name, size_t from);

/* A part of a text that normalizes independently of the characters around it. */
struct nfc_segment {
	size_t begin, end;
};

/*
 * Finds the next segment at or after from, a boundary, that is not normalized.  Writes its
 * NFC to room->segment and sets *length to its code points, 0 if it does not fit.  Returns
 * false if there is no such segment.
 */
bool nfc_next_change(const struct label *text, size_t from, struct nfc_segment *segment,
                     const struct name *room, size_t *length);

/* Writes Normalization Form D.  Returns its length; 0 if it does not fit, or text is empty. */
size_t nfc_decompose(const struct label *text, uint32_t *out, size_t capacity);

/* Checks criterion 1, in room->segment.  Returns IDNX_OK, IDNX_V1 or IDNX_TOO_LONG. */
enum idnx_status nfc_check(const struct label *label, const struct name *room);

/* --- label.c: UTS #46 section 4.1, joiner.c, bidi.c ----------------------- */

#define ACE_PREFIX        "xn--"
#define ACE_PREFIX_LENGTH 4

/*
 * A label without any of these traits begins with no ACE prefix, and meets criteria 2 to 8 and
 * IDNX_HOST.  Hyphens are ES.
 */
#define LABEL_DOUBTFUL \
	(UCD_INVALID | UCD_NOT_STD3 | UCD_NOT_HOST | UCD_MARK | UCD_JOIN_CONTROL | UCD_BIDI_ES)

/* Tests the rarest condition first; few labels begin with "x". */
static inline bool label_is_ace(const struct label *label)
{
	const uint32_t *c = label->code_points;

	return label->length && c[0] == 'x' && label->length >= ACE_PREFIX_LENGTH &&
	       c[1] == 'n' && c[2] == '-' && c[3] == '-';
}

/* Checks validity criteria 2 to 8, in order, and IDNX_HOST. */
enum idnx_status label_validate(const struct label *label, unsigned flags);

/* Checks ASCII code points as flags require.  Returns IDNX_OK, IDNX_U1 or IDNX_HOST. */
enum idnx_status label_check_ascii(const struct label *label, unsigned flags);

/* Applies RFC 5892 appendix A.1 and A.2 to each join control of the label. */
enum idnx_status joiner_check(const struct label *label);

/* Returns the position of the first join control that joiner_check() rejects, or the length. */
size_t joiner_position(const struct label *label);

/* A name with one of these is a Bidi domain name: RFC 5893 section 1.4. */
#define BIDI_RTL (UCD_BIDI_R | UCD_BIDI_AL | UCD_BIDI_AN)

/* Applies RFC 5893 section 2 to a label of a Bidi domain name. */
enum idnx_status bidi_check(const struct label *label);

/* Returns the position of the character that made bidi_check() return status, or the length. */
size_t bidi_position(const struct label *label, enum idnx_status status);

/* --- punycode.c: RFC 3492 ------------------------------------------------- */

/*
 * Encodes the code points of a label, all of them scalar values.  Writes what
 * fits into dst_size octets, without a NUL, and returns the full length.
 * insertions has space for one word per code point.
 */
size_t punycode_encode(const struct label *label, char *dst, size_t dst_size,
                       uint32_t *insertions);

/*
 * Decodes length octets into *count code points.  dst has room for PUNYCODE_SPARE code points
 * more than there are octets, or than IDNX_CODE_POINTS_MAX.  Returns IDNX_OK, IDNX_P4 or
 * IDNX_TOO_LONG.
 */
#define PUNYCODE_SPARE 4
enum idnx_status punycode_decode(const char *src, size_t length, uint32_t *dst, size_t *count);

/* --- uts46.c: what explain.c shares --------------------------------------------- */

#define UTS46_FLAGS                                                                \
	(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |               \
	 IDNX_USE_STD3_ASCII_RULES | IDNX_TRANSITIONAL_PROCESSING |                \
	 IDNX_VERIFY_DNS_LENGTH | IDNX_IGNORE_INVALID_PUNYCODE | IDNX_HOST_NAME |  \
	 IDNX_ASCII_AS_IS)

/*
 * Applies section 4, step 4, Convert/Validate.  Moves the label to index "to" of name, at
 * or before its present place.
 */
enum idnx_status uts46_convert_label(struct name *name, size_t to, struct label *label,
                                     unsigned flags);

/* A walk over the labels of a name that builds its ASCII form; starts zeroed. */
struct encoding {
	struct name_walk walk;
	size_t begin, end; /* of the label's ASCII form in octets of the name */
	bool is_last;
	bool has_room; /* false: the ASCII form of the label, and so of the name, is missing */
};

/*
 * Section 4.2, steps 2 and 3: encodes the next label.  Returns false if there is none, or if
 * it does not fit.  Overwrites the traits of the label, as scratch space for Punycode.
 */
bool uts46_encode_next(struct name *name, struct encoding *encoding, struct label *label);

/* --- sort.c --------------------------------------------------------------- */

/*
 * Sorts count keys, at most IDNX_CODE_POINTS_MAX, by key >> shift.  Stable;
 * takes O(n log n) time.
 */
void sort_keys(uint32_t *keys, size_t count, unsigned shift);

/* --- host.c: UTS #46 section 4.2, step 4, and the host name rule ----------- */

#define HOST_DNS_LENGTHS (IDNX_VERIFY_DNS_LENGTH | IDNX_HOST_LENGTHS)

/* Each notes in name the rule that flags require and that the ASCII form breaks. */
void host_check_label(struct name *name, size_t length, unsigned number, bool is_last,
                      unsigned flags);

/*
 * Step 4 verifies the length of the name before those of the labels, which are known earlier: a
 * fault of it replaces theirs.  host_note_length() notes one.
 */
void host_check_name(struct name *name, const char *ascii, size_t length, unsigned labels,
                     unsigned flags);
void host_note_length(struct name *name);

#pragma GCC visibility pop

#endif
