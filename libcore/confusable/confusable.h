/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Unicode Security Mechanisms (UTS #39): what checks a name in its Unicode form, if a caller
 * asks for it.  check.c takes the labels one by one:
 *
 *     survey              of all that follows: most labels need no closer look
 *     scripts             of the label, and its digits, section 5
 *     repertoire          its characters, section 3.1: context (RFC 5892), marks
 *     disguise            confusable characters, section 4: kana
 *
 * skeleton.c writes how a name reads, in display order; likeness.c finds other names in that.
 * look_alike.h says what the tables have of a character.
 *
 * The files here call those of the directory above; no conversion calls these.
 */
#ifndef IDNX_CONFUSABLE_H
#define IDNX_CONFUSABLE_H

#include "core.h"

#pragma GCC visibility push(hidden)

/* --- check.c ------------------------------------------------------------------ */

/* What a criterion finds in a label; positions count its code points. */
struct fault {
	enum idnx_status status; /* IDNX_OK: no fault */
	size_t first, second;    /* as in idnx_check() */
};

static inline struct fault no_fault(void)
{
	return (struct fault){ IDNX_OK, 0, 0 };
}

static inline struct fault fault_at(enum idnx_status status, size_t at)
{
	return (struct fault){ status, at, at };
}

/* --- spelling.c ---------------------------------------------------------------- */

/* One label of a name in its Unicode form, decoded. */
struct spelling {
	uint32_t *code_points, *traits;
	size_t room; /* for code points */
	size_t length;
	uint32_t seen;
};

/*
 * Decodes up to a full stop or the end, and sets *octets to the octets read, without the
 * full stop.  On IDNX_BAD_UTF8 *octets is the position of the fault; IDNX_TOO_LONG means
 * that the label has more code points than there is room for.
 */
enum idnx_status spelling_decode(struct spelling *spelling, const unsigned char *src,
                                 const unsigned char *end, size_t *octets);

/*
 * Returns the octets of ASCII at src up to a full stop, the end, or a NUL, which is no UTF-8 here;
 * at most IDNX_CODE_POINTS_MAX.
 */
static inline size_t spelling_ascii(const unsigned char *src, const unsigned char *end)
{
	size_t most = (size_t)(end - src), length = 0;

	most = most < IDNX_CODE_POINTS_MAX ? most : IDNX_CODE_POINTS_MAX;
	while (length < most && src[length] - 1U < 0x7F && src[length] != '.')
		length++;
	return length;
}

static inline struct label spelling_label(const struct spelling *spelling)
{
	return (struct label){ spelling->code_points, spelling->traits, spelling->length,
		               spelling->seen };
}

/* --- scripts.c: UTS #39 sections 5.1 to 5.3 -------------------------------------- */

/* The scripts that some characters have in common. */
struct cover {
	struct idnx_script_set resolved;     /* all of them */
	struct idnx_script_set beyond_latin; /* those that are not Latin */
	size_t run, set;                     /* of the last character beyond ASCII */
	struct ucd_range known;              /* that run */
	bool has_common, has_latin;          /* a character of all scripts, of Latin */
};
extern const struct cover cover_of_nothing;
void cover_add(struct cover *cover, uint32_t code_point);

/* Returns the augmented scripts of a character; all scripts for Common and Inherited. */
struct idnx_script_set script_augmented(uint32_t code_point);

/* Returns whether a character is of this script; false for Common and Inherited. */
bool script_is_of(uint32_t code_point, unsigned script);

/* Returns the scripts that all characters of a label have in common. */
struct idnx_script_set script_resolved(const struct label *label);

bool script_set_has(const struct idnx_script_set *set, unsigned script);
bool script_set_is_all(const struct idnx_script_set *set);
bool script_set_is_empty(const struct idnx_script_set *set);
bool script_set_intersects(const struct idnx_script_set *set,
                           const struct idnx_script_set *with);

/* For a label that is not ASCII; whole is the cover of all of it. */
struct fault script_check_level(const struct label *label, const struct cover *whole,
                                enum idnx_restriction_level level);
struct fault script_check_numbers(const struct label *label);
struct fault script_check_allowed(const struct label *label,
                                  const struct idnx_script_set *allowed);

/* --- survey.c ------------------------------------------------------------------ */

/*
 * What one pass over a label finds.  Each bit of seen is of some character, and asks for a closer
 * look; most labels need none.
 */
enum {
	SURVEY_OUTSIDER = 1, /* outside IDNA2008 or the identifier profile */
	SURVEY_CONTEXT = 2,  /* a rule of context.c may concern it */
	SURVEY_KANA = 4,     /* or one of kana.c */
	SURVEY_DIGIT = 8,    /* beyond ASCII */
	SURVEY_COUNTRY = 16, /* a letter of few countries */
	SURVEY_ALONE = 32,   /* between ASCII or joiners */
	SURVEY_A_TO_Z = 64
};

struct survey {
	unsigned seen;
	struct cover cover;
};

/*
 * Ranges around the last characters of a name, of which the same is known.  Letters of one script
 * are often in several runs of the repertoire, between which words alternate.
 */
#define SURVEY_KNOWN 4
struct survey_known {
	struct ucd_range ranges[SURVEY_KNOWN]; /* allowed by all repertoires */
	size_t next;
	struct ucd_range special; /* and what its characters are */
	unsigned seen;
};

struct survey survey_label(const struct label *label, struct survey_known *known);

/* --- A top-level domain --------------------------------------------------------- */

/* A slice of src if it is ASCII, else (length 0) its scripts. */
struct home {
	const char *domain;
	size_t length;
	struct idnx_script_set scripts;
};

/* --- repertoire.c: RFC 5892, UTS #39 sections 3.1 and 5.4 ---------------------- */

/* home is NULL if the label is the top-level domain itself. */
struct fault repertoire_check(const struct label *label, const struct survey *survey,
                              enum idnx_repertoire repertoire, const struct home *home);

/* RFC 5892 appendix A, context.c: returns whether a CONTEXTO character is in a valid place. */
bool context_allows(const struct label *label, size_t at);

/* Returns whether the Script of a character is this one: Bopomofo, or one named there. */
bool context_script_is(uint32_t code_point, unsigned script);

/* UTS #39 section 5.4, marks.c. */
struct fault marks_check(const struct label *label, const struct survey *survey);

/* --- display.c: UAX #9 --------------------------------------------------------- */

/* Writes the code points of a label with some from right to left in display order. */
void display_order(const struct label *label, uint32_t out[IDNX_LABEL_MAX]);

/* --- skeleton.c: UTS #39 section 4 --------------------------------------------- */

/* In many typefaces i without its dot, or with a mark in its place, is an l. */
static inline uint32_t reading_fold(uint32_t code_point)
{
	return code_point == 'i' ? 'l' : code_point;
}

/* Letters count, and signs that spell a sound; marks beside letters do not. */
bool reading_is_accent(uint32_t code_point);

/*
 * Other readings of the characters from a code point on, of length code points: strings of ASCII
 * letters, one after the other, and an empty one.  next, 0 at first, is what comes next.
 */
struct other {
	const char *texts;
	size_t length;
	unsigned next;
};
bool reading_other(const struct idnx_reading *reading, size_t at, struct other *other);

/*
 * What the bits of idnx_reading's others count, from the last ones on: code points of the
 * character; where its readings begin; whether the label has no ASCII letter; which groups of
 * letters that imitate others begin here.
 */
#define OTHERS_LENGTH 4U /* lengths are below this */
#define OTHERS_WHERE  4U
#define OTHERS_ALONE  0x10000U
#define OTHERS_GROUPS 0x20000U

/* --- disguise.c: what reads as ASCII ------------------------------------------- */

/* Checks a non-ASCII label.  home is NULL if the label is the top-level domain itself. */
struct fault disguise_check(const struct label *label, const struct survey *survey,
                            const struct home *home);

/* kana.c: checks for kana, and signs of kana, in places where Japanese has none. */
struct fault kana_check(const struct label *label);

#pragma GCC visibility pop

#endif
