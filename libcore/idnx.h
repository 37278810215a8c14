/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libidnx: internationalized domain names (UTS #46), Punycode (RFC 3492), and
 * checks for look-alikes and mixed scripts (UTS #39).
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
 * state, no locale, no errno.  Any octets are safe input; NULL is text of length 0.
 *
 * A call needs at most 16 KiB of stack, and idnx_explain() 24 KiB plus what its
 * callback takes, at every optimization level including -O0.  On s390x, where each
 * frame reserves 160 octets for the registers of callees, a call needs 1 KiB more.
 * In a program linked without -z now, the first call may need 3 KiB more, while
 * the dynamic linker resolves memcpy().
 */
#ifndef IDNX_H
#define IDNX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* libidnx exports these symbols, those of idnx_policy.h, and no others. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/*
 * Compilers warn if a result is ignored, a pointer is NULL that must not be, or a buffer is
 * smaller than the next argument says.
 */
#ifdef __GNUC__
#define IDNX_RESULT        __attribute__((__warn_unused_result__))
#define IDNX_NONNULL(which) __attribute__((__nonnull__ which))
#else
#define IDNX_RESULT
#define IDNX_NONNULL(which)
#endif
#if defined __GNUC__ && __GNUC__ >= 10
#define IDNX_READS(src, src_len)   __attribute__((__access__(__read_only__, src, src_len)))
#define IDNX_WRITES(dst, dst_size) __attribute__((__access__(__write_only__, dst, dst_size)))
#else
#define IDNX_READS(src, src_len)
#define IDNX_WRITES(dst, dst_size)
#endif

/* --- Version -------------------------------------------------------------- */

/* Of this header; idnx_version() has that of the library a program runs with. */
#define IDNX_VERSION_MAJOR  0
#define IDNX_VERSION_MINOR  1
#define IDNX_VERSION_PATCH  0
#define IDNX_VERSION_NUMBER \
	(IDNX_VERSION_MAJOR << 16 | IDNX_VERSION_MINOR << 8 | IDNX_VERSION_PATCH)

/* --- Sizes ---------------------------------------------------------------- */

/*
 * The longest input, in octets.  A DNS name has at most 253, and perhaps four
 * times as many in UTF-8 before mapping; the rest lets an error name the label at
 * fault in longer input.  Anything beyond is IDNX_TOO_LONG, and is not read.
 */
#define IDNX_INPUT_MAX 4096

/*
 * The most code points a name may have at any step: mapped, decomposed,
 * normalized or decoded.  With up to four octets each in UTF-8, every result of
 * idnx_to_unicode() fits into IDNX_INPUT_MAX octets and is itself valid input.
 */
#define IDNX_CODE_POINTS_MAX 1024

/*
 * Storage, in octets including the NUL, for any result of either conversion.  A
 * longer ASCII form, which no DNS name has, is IDNX_TOO_LONG.
 */
#define IDNX_NAME_SIZE (IDNX_INPUT_MAX + 1)

/*
 * Storage, in octets including the NUL, for any result of idnx_to_ascii() with
 * IDNX_HOST_NAME: 253 for the name as text (RFC 1035 section 2.3.4), the root
 * dot and the NUL.
 */
#define IDNX_HOST_NAME_SIZE 255

/* The most octets of a label, and so the most code points (RFC 1035 section 2.3.4). */
#define IDNX_LABEL_MAX 63

/* --- Flags: the names of UTS #46 section 4 -------------------------------- */

#define IDNX_CHECK_HYPHENS           0x001U /* validity criteria 2 and 3 */
#define IDNX_CHECK_BIDI              0x002U /* RFC 5893 section 2 */
#define IDNX_CHECK_JOINERS           0x004U /* RFC 5892 appendix A.1, A.2 */
#define IDNX_USE_STD3_ASCII_RULES    0x008U /* ASCII: a-z 0-9 - only */
#define IDNX_TRANSITIONAL_PROCESSING 0x010U /* map the four deviations */
#define IDNX_VERIFY_DNS_LENGTH       0x020U /* labels 1..63, name 1..253, no root dot */
#define IDNX_IGNORE_INVALID_PUNYCODE 0x040U /* an undecodable xn-- label stays */

/*
 * Beyond UTS #46: what a resolver requires of a host name.  Each of the three rules can be
 * asked for by itself.
 */

/*
 * After mapping, every ASCII code point in a label is one of a-z 0-9 - _ (those that
 * glibc's res_hnok accepts), else IDNX_HOST.
 */
#define IDNX_HOST_CHARACTERS         0x080U

/*
 * In ASCII form, a label has 1 to 63 octets, and the name at most 253 without its root
 * dot.  Unlike IDNX_VERIFY_DNS_LENGTH, this flag allows one root dot.  idnx_to_unicode()
 * checks lengths too: it succeeds where idnx_to_ascii() does, unless IDNX_ASCII_AS_IS lets that
 * succeed, except that ToASCII alone rejects a root dot under IDNX_VERIFY_DNS_LENGTH.
 */
#define IDNX_HOST_LENGTHS            0x100U

/*
 * If the input has an octet >= 0x80, the result, without its root dot, must not end in a
 * number as the URL standard defines it (7, 0x7f: IDNX_NUMBER), so that a disguised name
 * never becomes an address.  Nor may it be a name that means this machine on all systems
 * of some kind (IDNX_LOCALHOST): localhost, localhost.localdomain, and names below these;
 * localhost4, localhost4.localdomain4, localhost6, localhost6.localdomain6;
 * ip6-localhost, ip6-loopback, ipv6-localhost, ipv6-loopback; _outbound, _localdnsstub,
 * _localdnsproxy.  The library does not know the machine's own name: a
 * name that maps to it is converted to its ASCII form.
 */
#define IDNX_HOST_NO_ADDRESS         0x200U

#define IDNX_HOST_NAME (IDNX_HOST_CHARACTERS | IDNX_HOST_LENGTHS | IDNX_HOST_NO_ADDRESS)

/*
 * ToASCII decodes no label of ASCII input: it puts it into lower case, and checks characters and
 * lengths as other flags require.  Hosts have labels such as "xn--8i7caa", though no rule allows
 * that.  If a rule is broken, ToUnicode gives the input back, ASCII in lower case: "ｗｗｗ", that
 * label decoded, leads to another host.
 */
#define IDNX_ASCII_AS_IS             0x400U

/*
 * How the NSS module converts names.  It passes ASCII names through, whatever their characters
 * and lengths, which these flags check.
 */
#define IDNX_LOOKUP \
	(IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS | IDNX_HOST_NAME | IDNX_ASCII_AS_IS)

/*
 * The "domain parser" of the URL standard (whatwg/url a8d5ca3 of 25 June 2026), with beStrict
 * false; idnx_to_unicode() with these flags is its "domain to Unicode".  That standard then
 * rejects the empty result, and one with a forbidden domain code point, and takes one that ends
 * in a number for an address.
 */
#define IDNX_URL (IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS | IDNX_ASCII_AS_IS)

/* --- Results -------------------------------------------------------------- */

/*
 * The rules of UTS #46, then the library's own.  A value never changes its meaning; new
 * ones are added at the end.
 * Validity criterion 5, no full stop within a label, has no status: labels end at
 * every full stop, and Punycode never decodes to one.
 */
enum idnx_status {
	IDNX_OK = 0,
	IDNX_INVALID_PUNYCODE = 1,  /* xn--, but non-ASCII, undecodable, or ASCII */
	IDNX_NOT_NFC = 2,           /* not in Normalization Form C */
	IDNX_HYPHENS_3_4 = 3,       /* "--" in the third and fourth places */
	IDNX_HYPHEN_AT_END = 4,     /* a hyphen at the beginning or the end */
	IDNX_ACE_IN_ACE = 5,        /* begins with "xn--" after decoding */
	IDNX_LEADING_MARK = 6,      /* begins with a combining mark */
	IDNX_INVALID_CHARACTER = 7, /* a code point that is not valid */
	IDNX_NOT_STD3 = 8,          /* ASCII other than a-z 0-9 - (UseSTD3ASCIIRules) */
	IDNX_ZWNJ_CONTEXT = 9,      /* ZERO WIDTH NON-JOINER out of context */
	IDNX_ZWJ_CONTEXT = 10,      /* ZERO WIDTH JOINER out of context */
	IDNX_BIDI_RULE_1 = 11,      /* RFC 5893 section 2, rules 1 to 6 */
	IDNX_BIDI_RULE_2 = 12,
	IDNX_BIDI_RULE_3 = 13,
	IDNX_BIDI_RULE_4 = 14,
	IDNX_BIDI_RULE_5 = 15,
	IDNX_BIDI_RULE_6 = 16,
	IDNX_NOT_ENCODABLE = 17,  /* not encodable in Punycode */
	IDNX_NAME_LENGTH = 18,    /* the name is empty or has more than 253 octets */
	IDNX_LABEL_LENGTH = 19,   /* a label is empty or has more than 63 octets */
	IDNX_EMPTY_LABEL = 20,    /* ToUnicode: an empty label */
	IDNX_BAD_UTF8 = 21,       /* not well-formed UTF-8, or U+0000 */
	IDNX_HOST = 22,           /* ASCII other than a-z 0-9 - _ (IDNX_HOST_NAME) */
	IDNX_NUMBER = 23,         /* the last label would be a number */
	IDNX_LOCALHOST = 24,      /* the name maps to a name of this machine (IDNX_HOST_NAME) */
	IDNX_MIXED_SCRIPTS = 25,  /* beyond the restriction level (UTS #39 5.2) */
	IDNX_MIXED_NUMBERS = 26,  /* several decimal number systems (UTS #39 5.3) */
	IDNX_NOT_IDNA2008 = 27,   /* not permitted by IDNA2008 (RFC 5892) */
	IDNX_NOT_IDENTIFIER = 28, /* Identifier_Status=Restricted (UTS #39 3.1) */
	IDNX_UNLIKELY_MARK = 29,  /* an unlikely sequence of marks (UTS #39 5.4) */
	IDNX_OTHER_SCRIPT = 30,   /* of a script that is not allowed */
	IDNX_READS_AS_ASCII = 31, /* a look-alike, see idnx_check() */
	IDNX_LONE_LETTER = 32,
	IDNX_FOREIGN_LETTER = 33,
	IDNX_READS_AS_PUNCTUATION = 34,
	IDNX_OUT_OF_PLACE = 35,
	IDNX_READS_AS_PROTECTED = 36, /* for callers of idnx_reads_as() */
	IDNX_CONTAINS_PROTECTED = 37, /* for callers of idnx_contains() */
	IDNX_TOO_LONG = 38,           /* beyond one of the sizes above */
	IDNX_NO_SPACE = 39,           /* dst is too small */
	IDNX_BAD_FLAGS = 40,          /* an unknown flag */

	/* The same, by the codes of UTS #46 and IdnaTestV2.txt. */
	IDNX_P4 = IDNX_INVALID_PUNYCODE,
	IDNX_V1 = IDNX_NOT_NFC,
	IDNX_V2 = IDNX_HYPHENS_3_4,
	IDNX_V3 = IDNX_HYPHEN_AT_END,
	IDNX_V4 = IDNX_ACE_IN_ACE,
	IDNX_V6 = IDNX_LEADING_MARK,
	IDNX_V7 = IDNX_INVALID_CHARACTER,
	IDNX_U1 = IDNX_NOT_STD3,
	IDNX_C1 = IDNX_ZWNJ_CONTEXT,
	IDNX_C2 = IDNX_ZWJ_CONTEXT,
	IDNX_B1 = IDNX_BIDI_RULE_1,
	IDNX_B2 = IDNX_BIDI_RULE_2,
	IDNX_B3 = IDNX_BIDI_RULE_3,
	IDNX_B4 = IDNX_BIDI_RULE_4,
	IDNX_B5 = IDNX_BIDI_RULE_5,
	IDNX_B6 = IDNX_BIDI_RULE_6,
	IDNX_A3 = IDNX_NOT_ENCODABLE,
	IDNX_A4_1 = IDNX_NAME_LENGTH,
	IDNX_A4_2 = IDNX_LABEL_LENGTH,
	IDNX_X4_2 = IDNX_EMPTY_LABEL
};

/* idnx_explain() says where in src a fault is: here, a position would slow down valid names. */
struct idnx_result {
	enum idnx_status status; /* the first error found, or IDNX_OK */
	unsigned label;          /* at fault, from 1 after mapping; 0: the whole name */
	size_t length;           /* of the result, without the NUL */
};

/* --- UTS #46 -------------------------------------------------------------- */

/*
 * UTS #46 section 4.2, ToASCII: writes the ASCII form of the name src, src_len
 * octets of UTF-8, to dst, of dst_size octets, and ends it with a NUL.  dst may
 * be src.
 *
 * On failure dst is untouched and length is 0, except for IDNX_NO_SPACE, where
 * length is what is needed, not counting the NUL.
 */
struct idnx_result idnx_to_ascii(const char *src, size_t src_len, char *dst, size_t dst_size,
                                 unsigned flags) IDNX_RESULT IDNX_READS(1, 2) IDNX_WRITES(3, 4);

/*
 * UTS #46 section 4.3, ToUnicode: writes the Unicode form of the name src, src_len
 * octets of UTF-8, to dst, of dst_size octets, and ends it with a NUL.  dst may
 * be src.
 *
 * On an error, too, writes a string: under IDNX_ASCII_AS_IS src, else what it has become so
 * far.  Then a label that cannot be decoded stays as it is; in any case each maximal ill-formed
 * part of UTF-8, and each U+0000, becomes U+FFFD.  For IDNX_TOO_LONG and IDNX_BAD_FLAGS the
 * string is empty.  On IDNX_NO_SPACE dst is untouched and length is what is needed, not counting
 * the NUL.
 */
struct idnx_result idnx_to_unicode(const char *src, size_t src_len, char *dst, size_t dst_size,
                                   unsigned flags) IDNX_READS(1, 2) IDNX_WRITES(3, 4);

/* --- Why: ToASCII, step by step -------------------------------------------- */

enum idnx_step {
	IDNX_STEP_KEPT = 0,       /* Map: a character of src stays as it is */
	IDNX_STEP_MAPPED = 1,     /* Map: it becomes one or more others */
	IDNX_STEP_IGNORED = 2,    /* Map: it is removed */
	IDNX_STEP_NORMALIZED = 3, /* Normalize: characters become their NFC */
	IDNX_STEP_DECODED = 4,    /* Convert: an xn-- label is decoded */
	IDNX_STEP_BROKEN = 5,     /* a rule is broken */
	IDNX_STEP_ENCODED = 6     /* ToASCII: a label of a valid name gets its ASCII form */
};

/*
 * What one step did.  Positions count from 0.  A position in src is that of the
 * first character the step is about.  An ill-formed sequence counts as one
 * character; those of a decoded label all have the position of the label.
 */
struct idnx_explanation {
	enum idnx_step step;
	enum idnx_status status; /* IDNX_STEP_BROKEN: the rule, else IDNX_OK */
	unsigned label;          /* from 1 after mapping, 0: the whole name; a separator
	                            belongs to the label before it */
	size_t octet;            /* position in src, in octets */
	size_t code_point;       /* the same position in code points */
	size_t octets;           /* of the character of src; 0: not about one alone */
	size_t position;         /* in the label as it is at this step, in code points */

	/*
	 * Code points, valid until the callback returns.  before: those of src, those
	 * that were mapped, or the one that breaks the rule (none if the label or the
	 * name breaks it as a whole, or if the character is ill-formed).  after: what
	 * they became, or the decoded label.
	 */
	const uint32_t *before, *after;
	size_t before_length, after_length;

	/* The ASCII label that was decoded, or that encoding gave, without a NUL. */
	const char *ascii;
	size_t ascii_length;
};

/*
 * Does what idnx_to_ascii() does, with the same result in dst, and calls event
 * with context for each step, in the order of UTS #46: Map for every character
 * of src, Normalize, then each label's Convert and Validate, the Bidi rule, and
 * ToASCII's steps.  Reports every broken rule, but at most one of each of these
 * steps per label; the first one reported is the status of the result, unless
 * IDNX_ASCII_AS_IS makes that IDNX_OK.  Reports
 * nothing else if the result is IDNX_TOO_LONG with label 0, and nothing at all if
 * it is IDNX_BAD_FLAGS.
 */
struct idnx_result
idnx_explain(const char *src, size_t src_len, char *dst, size_t dst_size, unsigned flags,
             void (*event)(void *context, const struct idnx_explanation *explanation),
             void *context) IDNX_READS(1, 2) IDNX_WRITES(3, 4) IDNX_NONNULL((6));

/* --- Look-alikes (UTS #39, RFC 5892) ---------------------------------------- */

/*
 * The restriction levels of UTS #39 section 5.2: which scripts a label may mix.
 * Each allows less than the one before it.  Symbols and emoji are of no script and so
 * allowed below IDNX_LEVEL_ASCII_ONLY: Identifier_Status is left to the repertoire.
 */
enum idnx_restriction_level {
	IDNX_LEVEL_UNRESTRICTED = 0,

	/* Latin and one other Recommended script, but not Cyrillic or Greek. */
	IDNX_LEVEL_MODERATELY_RESTRICTIVE = 1,

	/* Latin and Chinese (Han, Bopomofo), Japanese (Han, kana) or Korean. */
	IDNX_LEVEL_HIGHLY_RESTRICTIVE = 2,

	/* One script, or the scripts of one of these three languages. */
	IDNX_LEVEL_SINGLE_SCRIPT = 3,

	IDNX_LEVEL_ASCII_ONLY = 4
};

/* Which characters a name may have.  Each allows less than the one before it. */
enum idnx_repertoire {
	IDNX_REPERTOIRE_ANY = 0, /* all characters that UTS #46 allows */

	/*
	 * What IDNA2008 permits: PVALID, and CONTEXTJ and CONTEXTO where their rules
	 * hold (RFC 5892 section 2, appendix A).  No symbols, no emoji.
	 */
	IDNX_REPERTOIRE_IDNA2008 = 1,

	/*
	 * Of these, the General Security Profile of UTS #39 section 3.1
	 * (Identifier_Status=Allowed), plus CONTEXTJ joiners, and Bopomofo, which section
	 * 5.2 relies on; and no unlikely sequences of marks (section 5.4).
	 */
	IDNX_REPERTOIRE_IDENTIFIERS = 2
};

/* A set of scripts; only the library knows what its bits mean.  All 0: empty. */
struct idnx_script_set {
	uint64_t words[3];
};

/*
 * Adds the script called name, "Latin" or "Latn" (UAX #24, in any case), of length
 * octets.  Returns 0; or -1, and leaves set unchanged, if there is no such script.
 */
int idnx_script_set_add(struct idnx_script_set *set, const char *name,
                        size_t length) IDNX_RESULT IDNX_NONNULL((1)) IDNX_READS(2, 3);

/* What a name must meet.  All 0: nothing. */
struct idnx_criteria {
	enum idnx_restriction_level level;
	enum idnx_repertoire repertoire;
	int look_alikes; /* not 0: reject what reads as ASCII, see below */

	/* Unless empty: allow only these scripts, Common, Inherited and ASCII. */
	struct idnx_script_set scripts;
};

struct idnx_finding {
	enum idnx_status status;
	unsigned label;       /* the first one at fault, from 1; 0: none */
	size_t first, second; /* positions in src in octets, see below */
};

/*
 * Checks whether each label of a name, as idnx_to_unicode() or idnx_to_ascii() writes it, meets
 * the criteria: a valid xn-- label as what it is in Unicode.  Returns the first fault, in this
 * order, of the first label that does not:
 *
 *  - IDNX_BAD_UTF8: the character at first is ill-formed UTF-8, or U+0000;
 *  - IDNX_NOT_IDNA2008: IDNA2008 does not permit the character at first in that place;
 *  - IDNX_NOT_IDENTIFIER: the character at first is outside the General Security Profile;
 *  - IDNX_UNLIKELY_MARK: the mark at second does not go with the character at first;
 *  - IDNX_MIXED_SCRIPTS: the character at second cannot stand in one label with the one at
 *    first and those before that; or, for IDNX_LEVEL_ASCII_ONLY, it is not ASCII (first
 *    equals second);
 *  - IDNX_MIXED_NUMBERS: the digits at first and second are of different decimal number
 *    systems (checked at every level but IDNX_LEVEL_UNRESTRICTED);
 *  - IDNX_OTHER_SCRIPT: the character at first is of none of the scripts allowed.
 *
 * With look_alikes, by the skeletons of UTS #39 section 4 and by the library's own shapes
 * (gen/look_alikes.tsv has the reason for each):
 *
 *  - IDNX_READS_AS_ASCII: the whole label reads as ASCII, under a top-level domain of
 *    another script; or it has no letters, and its digits are not ASCII; or its letters
 *    read as digits, among digits;
 *  - IDNX_LONE_LETTER: the character at first, and all letters of other scripts between it
 *    and the next Latin letter, look like ASCII; the label has Latin letters;
 *  - IDNX_FOREIGN_LETTER: few languages use the letter at first, which reads as an ASCII
 *    letter, and none of the country of the top-level domain (gen/country_letters.tsv);
 *  - IDNX_READS_AS_PUNCTUATION: the character at first reads as punctuation;
 *  - IDNX_OUT_OF_PLACE: Japanese does not put the kana, or sign of kana, at first there.
 *
 * Where second is not mentioned it equals first; in an xn-- label, both are where it begins.
 * IDNX_TOO_LONG: src has more than IDNX_INPUT_MAX octets, or a label more than
 * IDNX_CODE_POINTS_MAX code points; IDNX_BAD_FLAGS: unknown level or repertoire.
 */
struct idnx_finding idnx_check(const char *src, size_t src_len,
                               const struct idnx_criteria *criteria) IDNX_RESULT
	IDNX_NONNULL((3)) IDNX_READS(1, 2);

/*
 * Writes to dst how the host name src may be shown, with a NUL: its Unicode form, or the ASCII
 * form if that one breaks a rule of IDNX_LOOKUP, or if a reader may take it for another name: by
 * what browsers reject (IDNX_LEVEL_HIGHLY_RESTRICTIVE, IDNX_REPERTOIRE_IDENTIFIERS, look_alikes).
 * dst may be src; IDNX_NAME_SIZE octets hold every result.
 *
 * Returns IDNX_OK; else why src is no host name, or IDNX_NO_SPACE, and dst is empty.
 */
enum idnx_status idnx_display(const char *src, size_t src_len, char *dst,
                              size_t dst_size) IDNX_RESULT IDNX_READS(1, 2) IDNX_WRITES(3, 4);

/*
 * Storage, in code points, for how a host name reads: room for 253 times "m", which reads
 * as "rn", and two full stops more.  Only long names of Hangul read as more: a syllable has up to
 * seven code points.
 */
#define IDNX_READING_MAX 512

/* What the character of a name is that a code point of its reading comes from. */
enum idnx_source {
	IDNX_SOURCE_OTHER = 0,
	IDNX_SOURCE_ASCII = 1,
	IDNX_SOURCE_OVERLOOKED = 2 /* an apostrophe or a middle dot, as in l·l */
};

/* Bits for each two letters that are side by side, by two hashes of 128 bits. */
struct idnx_pairs {
	uint64_t bits[4];
};

/*
 * How a name in its Unicode form reads: each label by bidiSkeleton() of UTS #39 section 4,
 * then by the library's own shapes, in lower case.  Full stops separate the labels; none
 * follows the last.  Some letters read in several ways, ł as l and as t: code_points has the
 * first, and comparisons take all.
 */
struct idnx_reading {
	size_t length;
	struct idnx_pairs pairs; /* as of idnx_letter_pairs(), for all readings */
	uint32_t code_points[IDNX_READING_MAX];
	unsigned char sources[IDNX_READING_MAX]; /* enum idnx_source of each */
	uint32_t others[IDNX_READING_MAX];       /* 0, or more ways to read what begins there */
};

/*
 * Writes to reading how the name src, src_len octets of UTF-8, reads.  Returns IDNX_OK,
 * IDNX_BAD_UTF8, or IDNX_TOO_LONG: a label has more than 63 code points, which no host
 * name has, or the reading more than IDNX_READING_MAX.  On failure reading is empty.
 */
enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading)
	IDNX_NONNULL((3)) IDNX_READS(1, 2);

/*
 * How a name is like another one.  An ASCII name may be like another by chance, or by intent:
 * "rn" reads as "m", "0" as "o", "1" as "l" and as "i".
 */
enum idnx_likeness {
	IDNX_UNLIKE = 0,
	IDNX_LIKE_IN_ASCII = 1, /* what is like the other name has ASCII characters alone */
	IDNX_LIKE_IN_DISGUISE = 2
};

/*
 * Compares name with other, other_len octets in its Unicode form: returns whether name reads
 * as other, or as a name below other.
 *
 *  - i and l are the same letter: "ı" is read as either.
 *  - A letter of name that reads in several ways is each of these letters.  In a label that is
 *    not ASCII so are digits and letters that imitate others: 3 is e, "cl" and "cĺ" are d.
 *  - Apostrophes and middle dots (IDNX_SOURCE_OVERLOOKED) are left out, and so are hyphens if the
 *    label of other is ASCII.
 *  - Marks count only on a letter of other that has a mark, and there any mark will do.  Vowel
 *    signs and other marks that spell a sound are letters, unless the label of other is ASCII.
 *
 * Every name that can be read reads as itself.  If other is empty or not
 * UTF-8, no name reads as it.
 */
enum idnx_likeness idnx_reads_as(const struct idnx_reading *name, const char *other,
                                 size_t other_len) IDNX_NONNULL((1)) IDNX_READS(2, 3);

/*
 * Writes the pairs of the first label of other.  Returns 1 if among, those of a reading, has them
 * all; NULL has.  If not, only the first of them are written, and that name neither reads as other
 * nor contains that label: with many names to compare, test this first.  pairs may be NULL.
 */
int idnx_letter_pairs(const char *other, size_t other_len, const struct idnx_pairs *among,
                      struct idnx_pairs *pairs) IDNX_READS(1, 2);

/* How a name contains a look-alike of a word. */
enum idnx_containment {
	IDNX_CONTAINS_NOT = 0,
	IDNX_CONTAINS = 1,         /* somewhere in a label */
	IDNX_CONTAINS_AS_PART = 2, /* as a part of a label, between hyphens or digits */
	IDNX_CONTAINS_AS_LABEL = 3
};

/*
 * Returns whether a label of name, name_len octets in its Unicode form, contains a look-alike
 * of a word, word_len octets in its Unicode form: if its reading, compared as above, has the
 * word more often than name has it as it is written.  Within a longer word, the marks of ü and é
 * do not count against an ASCII word of fewer than eight letters, nor those of ä and ö against one
 * of fewer than six, since everyday words have these letters.
 * reading is that of name.
 */
enum idnx_containment idnx_contains(const struct idnx_reading *reading, const char *name,
                                    size_t name_len, const char *word, size_t word_len)
	IDNX_NONNULL((1)) IDNX_READS(2, 3) IDNX_READS(4, 5);

/*
 * Returns one of the scripts a character is used in (Script_Extensions): a static
 * string, "Latin", "Han" ..., "Common", "Inherited", or "Unknown" if unassigned.
 * index counts from 0, in the order of their short names; after the last, NULL.
 */
const char *idnx_script_name(uint32_t code_point, unsigned index);

/* --- Punycode (RFC 3492), without the prefix "xn--" ----------------------- */

/*
 * Section 6.3: encodes src_len code points into dst, of dst_size octets, and ends
 * it with a NUL; length is in octets.  IDNX_A3: a surrogate or a value beyond
 * U+10FFFF; IDNX_TOO_LONG: more than IDNX_CODE_POINTS_MAX; IDNX_NO_SPACE: length
 * is what is needed, not counting the NUL.  dst is untouched unless IDNX_OK.
 */
struct idnx_result idnx_punycode_encode(const uint32_t *src, size_t src_len, char *dst,
                                        size_t dst_size) IDNX_RESULT IDNX_READS(1, 2)
	IDNX_WRITES(3, 4);

/*
 * Section 6.2: decodes src_len octets of Punycode, in either case, into dst,
 * which has room for dst_len code points; length is in code points.
 * IDNX_P4: not Punycode, an overflow, a surrogate or a value beyond U+10FFFF;
 * IDNX_TOO_LONG: more than IDNX_INPUT_MAX octets or IDNX_CODE_POINTS_MAX code
 * points; IDNX_NO_SPACE: length is what is needed.  The contents of dst are
 * unspecified unless IDNX_OK.
 */
struct idnx_result idnx_punycode_decode(const char *src, size_t src_len, uint32_t *dst,
                                        size_t dst_len) IDNX_RESULT IDNX_READS(1, 2)
	IDNX_WRITES(3, 4);

/* --- Words ---------------------------------------------------------------- */

/* Returns an English phrase for people; static, never NULL. */
const char *idnx_status_text(enum idnx_status status);

/*
 * Returns a short code for programs; static, never NULL: that of IdnaTestV2, such as "V7", or a
 * word, such as "UTF8".  idnx(1) lists them; "OK", "NO_SPACE" and "FLAGS" are the others.
 */
const char *idnx_status_code(enum idnx_status status);

/* Returns the Unicode version of all tables, "MAJOR.MINOR.UPDATE"; static. */
const char *idnx_unicode_version(void);

/* Returns the version of this library; static. */
const char *idnx_version(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
