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

/* The profile of the NSS module: what a lookup does with a name. */
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

/* --- Scripts (UTS #39) ---------------------------------------------------- */

/*
 * The restriction levels of UTS #39 section 5.2: which scripts a label may mix.
 * Each allows less than the one before it.  Symbols and emoji are of no script and
 * always stay: Identifier_Status is not asked.
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

struct idnx_script_result {
	enum idnx_status status;
	unsigned label;       /* the first at fault, 1..; 0: none is */
	size_t first, second; /* octet positions in src, see below */
};

/*
 * Whether each label of a name in its Unicode form, as idnx_to_unicode() writes
 * it, keeps within a restriction level and, but for IDNX_LEVEL_UNRESTRICTED, within one
 * decimal number system.  The first character that does not, at second, decides:
 *
 *  - IDNX_MIXED_SCRIPTS: does not go together with the one at first and those before
 *    that in the label, or is not ASCII (IDNX_LEVEL_ASCII_ONLY; first is second);
 *  - IDNX_MIXED_NUMBERS: is of another number system than the digit at first;
 *  - IDNX_BAD_UTF8: is not well-formed UTF-8, or U+0000 (first is second).
 *
 * IDNX_TOO_LONG: more than IDNX_INPUT_MAX octets; IDNX_BAD_FLAGS: an unknown level.
 */
struct idnx_script_result idnx_script_check(const char *src, size_t src_len,
                                            enum idnx_restriction_level level);

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
 * "B3" ..., and "UTF8", "HOST", "NUMBER", "LOCALHOST", "SCRIPTS", "NUMBERS",
 * "TOO_LONG", "NO_SPACE", "FLAGS".
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
