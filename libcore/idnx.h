/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libidnx: internationalized domain names after UTS #46, Punycode (RFC 3492),
 * and the scripts a name mixes (UTS #39).
 *
 *     char ace[IDNX_HOST_NAME_SIZE];
 *     struct idnx_result result =
 *         idnx_to_ascii(name, strlen(name), ace, sizeof ace, IDNX_LOOKUP);
 *
 *     if (result.status != IDNX_OK)
 *         fprintf(stderr, "label %u: %s\n", result.label,
 *                 idnx_status_text(result.status));
 *
 * Every function is re-entrant and async-signal-safe: no heap, no static
 * state, no locale, no errno.  Any octets are safe input.
 *
 * A call needs at most 16 KiB of stack, idnx_explain() 24 KiB and what its
 * callback takes, at every level of optimization, -O0 included; on s390x, where
 * each function has 160 octets for registers of those it calls, 1 KiB more.  In
 * a program linked without -z now, the first call may need 3 KiB more, in which
 * the dynamic linker finds memcpy().
 */
#ifndef IDNX_H
#define IDNX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The symbols of libidnx.a: what it was compiled of is hidden but for these. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* --- Sizes ---------------------------------------------------------------- */

/*
 * The longest input, in octets.  A DNS name has at most 253, in UTF-8 before
 * mapping perhaps four times that; the rest is room to say which label is
 * wrong.  Longer input is IDNX_TOO_LONG, and none of it is read.
 */
#define IDNX_INPUT_MAX 4096

/*
 * The most code points a name may have at any step: mapped, decomposed,
 * normalized or decoded.  With up to four octets each in UTF-8, every result of
 * idnx_to_unicode() fits into IDNX_INPUT_MAX octets and is itself valid input.
 */
#define IDNX_CODE_POINTS_MAX 1024

/*
 * Storage, in octets with the NUL, for every result of either conversion.  An
 * ASCII form that would be longer, which no DNS name is, is IDNX_TOO_LONG.
 */
#define IDNX_NAME_SIZE (IDNX_INPUT_MAX + 1)

/*
 * Storage, in octets with the NUL, for every result of idnx_to_ascii() with
 * IDNX_HOST_NAME: 253 of RFC 1035 section 2.3.4 in text form, the root dot, NUL.
 */
#define IDNX_HOST_NAME_SIZE 255

/* --- Flags: the names of UTS #46 section 4 -------------------------------- */

#define IDNX_CHECK_HYPHENS           0x001U /* validity criteria 2 and 3 */
#define IDNX_CHECK_BIDI              0x002U /* RFC 5893 section 2 */
#define IDNX_CHECK_JOINERS           0x004U /* RFC 5892 appendix A.1, A.2 */
#define IDNX_USE_STD3_ASCII_RULES    0x008U /* ASCII: a-z 0-9 - only */
#define IDNX_TRANSITIONAL_PROCESSING 0x010U /* map the four deviations */
#define IDNX_VERIFY_DNS_LENGTH       0x020U /* labels 1..63, name 1..253 */
#define IDNX_IGNORE_INVALID_PUNYCODE 0x040U /* an undecodable xn-- label stays */

/*
 * Not of UTS #46: what a resolver needs of a host name.
 *  - An ASCII code point in a label, after mapping, is one of a-z 0-9 - _
 *    (those glibc's res_hnok accepts), else IDNX_HOST.
 *  - Labels have 1 to 63 octets in ASCII form, the name at most 253 without
 *    its root dot; unlike IDNX_VERIFY_DNS_LENGTH this allows one root dot.
 *    idnx_to_unicode() checks it too: it succeeds where idnx_to_ascii() does,
 *    but for the root dot under IDNX_VERIFY_DNS_LENGTH, a rule of ToASCII.
 *  - If the input held an octet >= 0x80, the result, before a root dot, does
 *    not end in a number in the URL standard's sense (7, 0x7f: IDNX_NUMBER),
 *    so that a name in disguise never becomes an address, and is none of the
 *    names that mean this machine on all of a kind (IDNX_LOCALHOST):
 *    localhost, localhost.localdomain, and what is below these; localhost4,
 *    localhost4.localdomain4, localhost6, localhost6.localdomain6;
 *    ip6-localhost, ip6-loopback, ipv6-localhost, ipv6-loopback; _outbound,
 *    _localdnsstub, _localdnsproxy.  The machine's own name is not known here:
 *    in disguise it becomes its ASCII form.
 */
#define IDNX_HOST_NAME               0x080U

/* How the NSS module converts names; one that is ASCII it leaves alone, valid or not. */
#define IDNX_LOOKUP (IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS | IDNX_HOST_NAME)

/* --- Results -------------------------------------------------------------- */

/*
 * Names of the rules of UTS #46 as in IdnaTestV2.txt, then our own.  Validity
 * criterion 5, no full stop within a label, has none: labels end at every full
 * stop, and Punycode decodes to none.
 */
enum idnx_status {
	IDNX_OK,
	IDNX_P4,            /* xn-- with a non-ASCII, undecodable or ASCII-only rest */
	IDNX_V1,            /* not in Normalization Form C */
	IDNX_V2,            /* "--" in the third and fourth places */
	IDNX_V3,            /* a hyphen at the beginning or the end */
	IDNX_V4,            /* begins with "xn--" after decoding */
	IDNX_V6,            /* begins with a combining mark */
	IDNX_V7,            /* a code point that is not valid */
	IDNX_U1,            /* ASCII other than a-z 0-9 - (UseSTD3ASCIIRules) */
	IDNX_C1,            /* ZERO WIDTH NON-JOINER out of context */
	IDNX_C2,            /* ZERO WIDTH JOINER out of context */
	IDNX_B1,            /* RFC 5893 section 2, rules 1 to 6 */
	IDNX_B2,
	IDNX_B3,
	IDNX_B4,
	IDNX_B5,
	IDNX_B6,
	IDNX_A3,            /* not encodable in Punycode */
	IDNX_A4_1,          /* the name has not 1 to 253 octets */
	IDNX_A4_2,          /* a label has not 1 to 63 octets */
	IDNX_X4_2,          /* ToUnicode: an empty label */
	IDNX_BAD_UTF8,      /* not well-formed UTF-8, or U+0000 */
	IDNX_HOST,          /* ASCII other than a-z 0-9 - _ (IDNX_HOST_NAME) */
	IDNX_NUMBER,        /* the last label would be a number */
	IDNX_LOCALHOST,     /* the name would mean this machine (IDNX_HOST_NAME) */
	IDNX_MIXED_SCRIPTS, /* beyond the restriction level (UTS #39 section 5.2) */
	IDNX_MIXED_NUMBERS, /* several decimal number systems (UTS #39 section 5.3) */
	IDNX_NOT_IDNA2008,         /* not permitted by IDNA2008 (RFC 5892) */
	IDNX_NOT_IDENTIFIER,       /* Identifier_Status=Restricted (UTS #39 section 3.1) */
	IDNX_UNLIKELY_MARK,        /* an unlikely sequence of marks (UTS #39 section 5.4) */
	IDNX_OTHER_SCRIPT,         /* of a script that is not listed */
	IDNX_READS_AS_ASCII,       /* a look-alike, see idnx_judge() */
	IDNX_LONE_LETTER,
	IDNX_READS_AS_PUNCTUATION,
	IDNX_OUT_OF_PLACE,
	IDNX_READS_AS_PROTECTED,   /* for idnx_reads_as()'s caller to say */
	IDNX_TOO_LONG,      /* beyond one of the sizes above */
	IDNX_NO_SPACE,      /* dst is too small */
	IDNX_BAD_FLAGS      /* an unknown flag */
};

struct idnx_result {
	enum idnx_status status; /* the first error found, or IDNX_OK */
	unsigned label;          /* where: 1.. after mapping, 0 the whole name */
	size_t length;           /* of the result, without the NUL */
};

/* --- UTS #46 -------------------------------------------------------------- */

/*
 * UTS #46 section 4.2, ToASCII: the name src of src_len octets UTF-8 becomes
 * its ASCII form in dst, of dst_size octets, ended by NUL.  dst may be src.
 *
 * On any failure dst is untouched and length 0, but for IDNX_NO_SPACE, where
 * length is what is needed without the NUL.
 */
struct idnx_result idnx_to_ascii(const char *src, size_t src_len,
                                 char *dst, size_t dst_size, unsigned flags);

/*
 * UTS #46 section 4.3, ToUnicode: the name src of src_len octets UTF-8 becomes
 * its Unicode form in dst, of dst_size octets, ended by NUL.  dst may be src.
 *
 * The string is written as far as it got also beside an error: a label that
 * cannot be decoded stays as it is, each maximal ill-formed part of UTF-8 and
 * U+0000 become U+FFFD; for IDNX_TOO_LONG and IDNX_BAD_FLAGS it is empty.  On
 * IDNX_NO_SPACE dst is untouched and length is what is needed without the NUL.
 */
struct idnx_result idnx_to_unicode(const char *src, size_t src_len,
                                   char *dst, size_t dst_size, unsigned flags);

/* --- Why: ToASCII, step by step -------------------------------------------- */

enum idnx_step {
	IDNX_STEP_KEPT,       /* Map: a character of src stays as it is */
	IDNX_STEP_MAPPED,     /* Map: it becomes others */
	IDNX_STEP_IGNORED,    /* Map: it is left out */
	IDNX_STEP_NORMALIZED, /* Normalize: characters become their NFC */
	IDNX_STEP_DECODED,    /* Convert: an xn-- label becomes what its Punycode says */
	IDNX_STEP_BROKEN,     /* a rule */
	IDNX_STEP_ENCODED     /* ToASCII: a label of a valid name has its ASCII form */
};

/*
 * What one step did.  Places are counted from 0.  In src it is that of the first
 * character the step is about; one that is not well-formed counts as one, and
 * those of a decoded label all stand where the label begins.
 */
struct idnx_explanation {
	enum idnx_step step;
	enum idnx_status status; /* IDNX_STEP_BROKEN: the rule, else IDNX_OK */
	unsigned label;          /* 1.. after mapping, 0 the whole name; a separator
	                            belongs to the label before it */
	size_t octet;            /* in src */
	size_t code_point;       /* the same in code points */
	size_t octets;           /* of the character of src; 0: not about one alone */
	size_t position;         /* in the label as it is then, in code points */

	/*
	 * Code points, until the callback returns.  before: of src, of what was
	 * mapped, or the one that breaks the rule (none: the label as a whole, or
	 * the name; or it is not well-formed).  after: what became of them; the
	 * decoded label.
	 */
	const uint32_t *before, *after;
	size_t before_length, after_length;

	/* The ASCII label that was decoded, or encoded; it has no NUL. */
	const char *ascii;
	size_t ascii_length;
};

/*
 * Does what idnx_to_ascii() does, with the same result in dst, and calls event
 * with context for each step, in the order of UTS #46: Map for every character
 * of src, Normalize, then each label's Convert and Validate, the Bidi rule, and
 * ToASCII's steps.  Every rule that is broken is told, but at most one of each
 * of these for a label; the first one told is the result's.  If the result is
 * IDNX_TOO_LONG with label 0, that alone is told; if IDNX_BAD_FLAGS, nothing is.
 */
struct idnx_result idnx_explain(const char *src, size_t src_len, char *dst, size_t dst_size,
                                unsigned flags,
                                void (*event)(void *context,
                                              const struct idnx_explanation *explanation),
                                void *context);

/* --- Look-alikes (UTS #39, RFC 5892) ---------------------------------------- */

/*
 * The restriction levels of UTS #39 section 5.2: which scripts a label may mix.
 * Each allows less than the one before it.  Symbols and emoji are of no script and
 * always stay: Identifier_Status is a matter of the repertoire.
 */
enum idnx_restriction_level {
	IDNX_LEVEL_UNRESTRICTED,

	/* Latin and one other Recommended script, but not Cyrillic or Greek. */
	IDNX_LEVEL_MODERATELY_RESTRICTIVE,

	/* Latin and Chinese (Han, Bopomofo), Japanese (Han, kana) or Korean. */
	IDNX_LEVEL_HIGHLY_RESTRICTIVE,

	/* One script, or the scripts of one of these three languages. */
	IDNX_LEVEL_SINGLE_SCRIPT,

	IDNX_LEVEL_ASCII_ONLY
};

/* Which characters a name may have.  Each allows less than the one before it. */
enum idnx_repertoire {
	IDNX_REPERTOIRE_ANY, /* all that UTS #46 allows */

	/*
	 * What IDNA2008 permits: PVALID, and CONTEXTJ and CONTEXTO where their rules
	 * hold (RFC 5892 section 2, appendix A).  No symbols, no emoji.
	 */
	IDNX_REPERTOIRE_IDNA2008,

	/*
	 * Of these, the General Security Profile of UTS #39 section 3.1
	 * (Identifier_Status=Allowed) with joiners that are CONTEXTJ and with Bopomofo,
	 * which section 5.2 counts on; and no unlikely sequence of marks (section 5.4).
	 */
	IDNX_REPERTOIRE_IDENTIFIERS
};

/* A set of scripts; its bits are the library's.  All 0: empty. */
struct idnx_script_set {
	uint64_t words[3];
};

/*
 * Adds the script with that name, "Latin" or "Latn" (UAX #24, in any case), of length
 * octets.  Returns 0; -1 if there is no such script, and set stays.
 */
int idnx_script_set_add(struct idnx_script_set *set, const char *name, size_t length);

/* What is asked of a name.  All 0: nothing. */
struct idnx_criteria {
	enum idnx_restriction_level level;
	enum idnx_repertoire repertoire;
	int look_alikes; /* not 0: refuse what reads as ASCII, see below */

	/* Not empty: no other scripts than these, Common, Inherited and ASCII. */
	struct idnx_script_set scripts;
};

struct idnx_judgement {
	enum idnx_status status;
	unsigned label;       /* the first at fault, 1..; 0: none is */
	size_t first, second; /* octet positions in src, see below */
};

/*
 * Whether each label of a name in its Unicode form, as idnx_to_unicode() writes it, meets
 * the criteria.  The first label that does not decides, and in it the first of these:
 *
 *  - IDNX_BAD_UTF8: the character at first is not well-formed UTF-8, or U+0000;
 *  - IDNX_NOT_IDNA2008: IDNA2008 does not permit the character at first, there;
 *  - IDNX_NOT_IDENTIFIER: the one at first is outside of the General Security Profile;
 *  - IDNX_UNLIKELY_MARK: the mark at second does not go with what begins at first;
 *  - IDNX_MIXED_SCRIPTS: the character at second does not go together with the one at
 *    first and those before that in the label, or is not ASCII (IDNX_LEVEL_ASCII_ONLY;
 *    first is second);
 *  - IDNX_MIXED_NUMBERS: the digit at second is of another decimal number system than
 *    the one at first (asked at every level but IDNX_LEVEL_UNRESTRICTED);
 *  - IDNX_OTHER_SCRIPT: the character at first is of none of the scripts allowed.
 *
 * With look_alikes, by the skeletons of UTS #39 section 4 and by shapes of our own
 * (gen/look_alikes.tsv has the reason of each):
 *
 *  - IDNX_READS_AS_ASCII: the label as a whole, under a top-level domain of another
 *    script; or it has no letters, and digits other than ASCII;
 *  - IDNX_LONE_LETTER: the character at first is the one letter of another script than
 *    Latin, among Latin letters; or reads as a digit, among digits;
 *  - IDNX_READS_AS_PUNCTUATION: the character at first does;
 *  - IDNX_OUT_OF_PLACE: that kana, or sign of kana, does not stand there in Japanese.
 *
 * Where second has no meaning it is first.  IDNX_TOO_LONG: more than IDNX_INPUT_MAX octets,
 * or IDNX_CODE_POINTS_MAX code points in a label; IDNX_BAD_FLAGS: an unknown level or
 * repertoire.
 */
struct idnx_judgement idnx_judge(const char *src, size_t src_len,
                                 const struct idnx_criteria *criteria);

/*
 * Storage for how a host name reads: 253 times "m", as "rn", and two full stops more than
 * that.  Of a name that reads as more (a Hangul syllable has up to seven code points) its
 * last labels are there, which say whose it is.
 */
#define IDNX_READING_MAX 512

/*
 * How a name in its Unicode form reads: each label by bidiSkeleton() of UTS #39 section 4,
 * then by shapes of our own, in lower case; between labels full stops, none behind the last.
 */
struct idnx_reading {
	size_t length;
	uint32_t code_points[IDNX_READING_MAX];
};

/*
 * IDNX_OK; IDNX_BAD_UTF8; IDNX_TOO_LONG: a label of more than 63 code points, which no host
 * name has.  On a failure reading is empty.
 */
enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading);

/*
 * Whether a name reads as another one, given in its Unicode form, or as one below it: not 0.
 * Marks of the name count only where the other one is not ASCII.  A name whose reading has
 * room reads as itself; none reads as the empty one, or as one that is not UTF-8.
 */
int idnx_reads_as(const struct idnx_reading *name, const char *other, size_t other_len);

/*
 * The names of the scripts a character is used in (Script_Extensions) in the order
 * of their short names, from index 0 on, then NULL; static.  "Latin", "Han" ...,
 * "Common", "Inherited", and "Unknown" where no character is assigned.
 */
const char *idnx_script_name(uint32_t code_point, unsigned index);

/* --- Punycode (RFC 3492), without the prefix "xn--" ----------------------- */

/*
 * Section 6.3: src_len code points become Punycode in dst, of dst_size octets,
 * ended by NUL; length is in octets.  IDNX_A3: a surrogate or a value beyond
 * U+10FFFF; IDNX_TOO_LONG: more than IDNX_CODE_POINTS_MAX; IDNX_NO_SPACE:
 * length is what is needed.  dst is untouched unless IDNX_OK.
 */
struct idnx_result idnx_punycode_encode(const uint32_t *src, size_t src_len,
                                        char *dst, size_t dst_size);

/*
 * Section 6.2: src_len octets of Punycode, in either case, become code points
 * in dst, which has room for dst_len of them; length is in code points.
 * IDNX_P4: not Punycode, an overflow, a surrogate or a value beyond U+10FFFF;
 * IDNX_TOO_LONG: more than IDNX_INPUT_MAX octets or IDNX_CODE_POINTS_MAX code
 * points; IDNX_NO_SPACE: length is what is needed.  The contents of dst are
 * unspecified unless IDNX_OK.
 */
struct idnx_result idnx_punycode_decode(const char *src, size_t src_len,
                                        uint32_t *dst, size_t dst_len);

/* --- Words ---------------------------------------------------------------- */

/* An English phrase for a reader, never NULL, static. */
const char *idnx_status_text(enum idnx_status status);

/*
 * A short code for a program, never NULL, static: "OK", IdnaTestV2's "V7",
 * "B3" ..., and "UTF8", "HOST", "NUMBER", "LOCALHOST"; "SCRIPTS", "NUMBERS",
 * "IDNA2008", "IDENTIFIER", "MARKS", "OTHER_SCRIPT", "READS_AS_ASCII",
 * "LONE_LETTER", "PUNCTUATION", "OUT_OF_PLACE", "PROTECTED"; "TOO_LONG",
 * "NO_SPACE", "FLAGS".
 */
const char *idnx_status_code(enum idnx_status status);

/* The version of Unicode all tables are of: three numbers, "MAJOR.MINOR.UPDATE".  Static. */
const char *idnx_unicode_version(void);

/* The version of this library.  Static. */
const char *idnx_version(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
