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
 * uts46.c walks that way, and explain.c, which tells about it; the steps are
 * below.  A step returns IDNX_OK or the rule that was broken.
 *
 * Where it is asked for, judge.c judges a Unicode form:
 *
 *     octets --judge--> labels of code points
 *       each label: --repertoire, script, disguise--> within the criteria
 *     octets --reading (display, nfc)--> how the name reads
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
 * Decodes and maps into name, which it initialises; each full stop begins a
 * label.  IDNX_TOO_LONG ends it at once; ill-formed UTF-8 is noted in name and goes
 * on as U+FFFD.
 */
enum idnx_status map_name(struct name *name, const char *src, size_t src_len,
                          unsigned flags);

/* --- nfc.c: UTS #46 section 4, step 2 (UAX #15) --------------------------- */

/* What a name without any of these traits is, without looking: normalized. */
#define NFC_DOUBTFUL (UCD_NON_STARTER | UCD_NFC_NO | UCD_NFC_MAYBE)

/* Whether the quick check cannot tell that a label is normalized. */
bool nfc_is_doubtful(const struct label *label);

/* Of a name without headers, whose full stops stand for themselves. */
enum idnx_status nfc_normalize(struct name *name);

/* A part of a text that no character outside of it can change. */
struct nfc_segment {
	size_t begin, end;
};

/*
 * The next segment at or after from that is not normalized: its NFC in room->segment, of
 * *length code points, 0 where it does not fit; false: none.  From is a boundary.
 */
bool nfc_next_change(const struct label *text, size_t from, struct nfc_segment *segment,
                     const struct name *room, size_t *length);

/* Normalization Form D; its length, 0 where it has no room (or text is empty). */
size_t nfc_decompose(const struct label *text, uint32_t *out, size_t capacity);

/* Validity criterion 1: IDNX_OK, IDNX_V1 or IDNX_TOO_LONG; writes to room->segment. */
enum idnx_status nfc_check(const struct label *label, const struct name *room);

/* --- label.c: UTS #46 section 4.1, joiner.c, bidi.c ----------------------- */

#define ACE_PREFIX        "xn--"
#define ACE_PREFIX_LENGTH 4

/* What is rarest comes first, how long the label is last. */
static inline bool label_is_ace(const struct label *label)
{
	const uint32_t *c = label->code_points;

	return label->length && c[0] == 'x' && label->length >= ACE_PREFIX_LENGTH &&
	       c[1] == 'n' && c[2] == '-' && c[3] == '-';
}

/* The validity criteria 2 to 8, in their order, and IDNX_HOST. */
enum idnx_status label_validate(const struct label *label, unsigned flags);

/* What flags ask of its ASCII code points: IDNX_OK, IDNX_U1 or IDNX_HOST. */
enum idnx_status label_check_ascii(const struct label *label, unsigned flags);

/* RFC 5892 appendix A.1 and A.2 for each join control of the label. */
enum idnx_status joiner_check(const struct label *label);

/* Where the first one stands that joiner_check() refuses; there is one. */
size_t joiner_position(const struct label *label);

/* A name with one of these is a Bidi domain name: RFC 5893 section 1.4. */
#define BIDI_RTL (UCD_BIDI_R | UCD_BIDI_AL | UCD_BIDI_AN)

/* RFC 5893 section 2, for a label of a Bidi domain name. */
enum idnx_status bidi_check(const struct label *label);

/* Where the character stands for which bidi_check() finds this rule broken. */
size_t bidi_position(const struct label *label, enum idnx_status status);

/* --- punycode.c: RFC 3492 ------------------------------------------------- */

/*
 * Encodes the code points of a label, all of them scalar values: writes what
 * fits into dst_size octets, without a NUL, and returns the length of all of it.
 * insertions has space for as many words as there are code points.
 */
size_t punycode_encode(const struct label *label, char *dst, size_t dst_size,
                       uint32_t *insertions);

/*
 * Decodes length octets into *count code points, of which the first capacity are
 * written.  IDNX_OK, IDNX_P4 or IDNX_TOO_LONG.
 */
enum idnx_status punycode_decode(const char *src, size_t length, uint32_t *dst, size_t capacity,
                                 size_t *count);

/* --- uts46.c: what it does with each label, for explain.c, too ---------------- */

/*
 * Section 4, step 4, Convert/Validate; the label also moves to position to of name,
 * which is not behind it.
 */
enum idnx_status uts46_convert_label(struct name *name, size_t to, struct label *label,
                                     unsigned flags);

/* A walk along the labels of a name whose ASCII form grows; it begins with zeros. */
struct encoding {
	struct name_walk walk;
	size_t begin, end; /* of the label's ASCII form in octets of the name */
	bool is_last;
	bool has_room; /* if not, that of the label, and the name's, is not there */
};

/*
 * Section 4.2, steps 2 and 3: encodes the next label; false: there was none, or it has no
 * room.  The traits of a label have served: they lend their place to Punycode.
 */
bool uts46_encode_next(struct name *name, struct encoding *encoding, struct label *label);

/* --- sort.c --------------------------------------------------------------- */

/*
 * Sorts count keys, at most IDNX_CODE_POINTS_MAX, by what is left of them after
 * >> shift; equal ones keep their order.  n log n.
 */
void sort_keys(uint32_t *keys, size_t count, unsigned shift);

/* --- host.c: UTS #46 section 4.2, step 4, and the host name rule ----------- */

#define HOST_DNS_LENGTHS (IDNX_VERIFY_DNS_LENGTH | IDNX_HOST_NAME)

/* Each notes in name what flags ask of its ASCII form and is not so. */
void host_check_label(struct name *name, size_t length, unsigned number, bool is_last,
                      unsigned flags);
void host_check_end(struct name *name, const char *ascii, size_t length, unsigned labels,
                    unsigned flags);

/*
 * Step 4 verifies the length of the name before those of its labels, which are known first:
 * what this one notes takes the place of theirs.  host_note_length(): it is wrong.
 */
void host_check_length(struct name *name, const char *ascii, size_t length, unsigned flags);
void host_note_length(struct name *name);

/* The length, then the end. */
void host_check_name(struct name *name, const char *ascii, size_t length, unsigned labels,
                     unsigned flags);

/* --- judge.c: the look-alikes of UTS #39 -------------------------------------- */

/* What a criterion finds in a label: positions in it, in code points. */
struct fault {
	enum idnx_status status; /* IDNX_OK: nothing */
	size_t first, second;    /* as in idnx_judge() */
};

static inline struct fault no_fault(void)
{
	return (struct fault){ IDNX_OK, 0, 0 };
}

static inline struct fault fault_at(enum idnx_status status, size_t at)
{
	return (struct fault){ status, at, at };
}

/* A label of a name in its Unicode form, on its own. */
struct spelling {
	size_t length;
	uint32_t seen;
	uint32_t code_points[IDNX_CODE_POINTS_MAX], traits[IDNX_CODE_POINTS_MAX];
};

/*
 * Decodes up to a full stop or the end; *octets has how many that takes, without the full
 * stop.  On IDNX_BAD_UTF8 it is where, on IDNX_TOO_LONG the label has no room.
 */
enum idnx_status spelling_decode(struct spelling *spelling, const unsigned char *src,
                                 const unsigned char *end, size_t *octets);

static inline struct label spelling_label(const struct spelling *spelling)
{
	return (struct label){ spelling->code_points, spelling->traits, spelling->length,
		               spelling->seen };
}

/* --- script.c: sets of scripts, UTS #39 sections 5.1 to 5.3 -------------------- */

/* The augmented scripts of a character; all of them where it is of no script of its own. */
struct idnx_script_set script_augmented(uint32_t code_point);

/* Whether a character is of that script, and not of every one. */
bool script_is_of(uint32_t code_point, unsigned script);

/* Those that all characters of a label have in common. */
struct idnx_script_set script_resolved(const struct label *label);

bool script_set_has(const struct idnx_script_set *set, unsigned script);
bool script_set_is_all(const struct idnx_script_set *set);
bool script_set_is_empty(const struct idnx_script_set *set);
bool script_set_intersects(const struct idnx_script_set *set,
                           const struct idnx_script_set *with);

struct fault script_check_level(const struct label *label, enum idnx_restriction_level level);
struct fault script_check_numbers(const struct label *label);
struct fault script_check_allowed(const struct label *label,
                                  const struct idnx_script_set *allowed);

/* --- repertoire.c: RFC 5892, UTS #39 sections 3.1 and 5.4 ---------------------- */

struct fault repertoire_check(const struct label *label, enum idnx_repertoire repertoire);

/* RFC 5892 appendix A, context.c: whether a CONTEXTO character may stand where it does. */
bool context_allows(const struct label *label, size_t at);

/* UTS #39 section 5.4, marks.c. */
struct fault marks_check(const struct label *label);

/* --- display.c: UAX #9 --------------------------------------------------------- */

/* A label of a host name has at most 63 code points, since it has 63 octets in ASCII form. */
#define LABEL_LENGTH_MAX 63

/* The code points of a label, of at most LABEL_LENGTH_MAX, in the order of their display. */
void display_order(const struct label *label, uint32_t out[LABEL_LENGTH_MAX]);

/* --- reading.c: UTS #39 section 4 ---------------------------------------------- */

/*
 * The code points that a label reads as, by skeleton() of its display order: as many as
 * capacity are written, all are counted.  The label has at most LABEL_LENGTH_MAX.
 * with_shapes: shapes of our own come first, and ASCII ends in lower case.
 */
size_t reading_of_label(const struct label *label, bool with_shapes, uint32_t *out,
                        size_t capacity);

/* --- disguise.c: what reads as ASCII ------------------------------------------- */

/* A top-level domain: a part of src, and, unless it is ASCII, the scripts it is in. */
struct home {
	const char *domain;
	size_t length;
	struct idnx_script_set scripts;
};

/* home: NULL where the label, which is not ASCII, is the top-level domain itself. */
struct fault disguise_check(const struct label *label, const struct home *home);

/* kana.c: signs of kana that stand where Japanese has none. */
struct fault kana_check(const struct label *label);

#pragma GCC visibility pop

#endif
