/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Makes the names for make bench from the words of words.tsv: two or three labels, mostly of
 * one script, as people register them, then changed as people spell them.  Each kind of
 * name starts from the same random state, so the names are the same in each run, however
 * many are asked for.
 */
#include "corpora.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "idnx.h"

/* --- Random numbers ------------------------------------------------------- */

/* Marsaglia's xorshift64*, as in Vigna, "An experimental exploration" (2016). */
struct random {
	uint64_t state;
};

static unsigned below(struct random *random, unsigned bound)
{
	random->state ^= random->state >> 12;
	random->state ^= random->state << 25;
	random->state ^= random->state >> 27;
	return (unsigned)((random->state * UINT64_C(0x2545F4914F6CDD1D) >> 33) % bound);
}

static bool once_in(struct random *random, unsigned times)
{
	return below(random, times) == 0;
}

static const char *pick(struct random *random, const char *const *list)
{
	unsigned count = 0;

	while (list[count] != NULL)
		count++;
	return list[below(random, count)];
}

/* --- Words ---------------------------------------------------------------- */

#define LIST_MAX 64

/* Lists end with NULL. */
struct script {
	const char *joint; /* sometimes between two words */
	const char *hosts[LIST_MAX], *words[LIST_MAX], *domains[LIST_MAX];
};

static void read_list(const char **list, char *text)
{
	for (size_t i = 0; i < LIST_MAX - 1 && text != NULL; i++)
		list[i] = strsep(&text, " \n");
}

/* Reads one from words.tsv; its line is never freed. */
static struct script read_script(const char *name)
{
	FILE *file = fopen("tests/common/reference/words.tsv", "r");
	struct script script = { .joint = NULL };
	char *line = NULL, *rest;
	size_t size = 0;

	do {
		if (file == NULL || getline(&line, &size, file) < 0)
			abort();
		rest = line;
	} while (strcmp(strsep(&rest, "\t"), name) != 0);
	fclose(file);
	script.joint = strcmp(strsep(&rest, "\t"), ".") == 0 ? "" : "-";
	read_list(script.hosts, strsep(&rest, "\t"));
	read_list(script.words, strsep(&rest, "\t"));
	read_list(script.domains, strsep(&rest, "\n"));
	return script;
}

/* --- Names ---------------------------------------------------------------- */

struct draft {
	size_t length;
	char octets[1024]; /* terminated by NUL */
};

static void append(struct draft *draft, const char *octets)
{
	size_t length = strlen(octets);

	if (draft->length + length >= sizeof draft->octets)
		abort();
	memcpy(draft->octets + draft->length, octets, length + 1);
	draft->length += length;
}

/* Appends up to three words, and sometimes a number. */
static void append_label(struct draft *draft, struct random *random,
                         const struct script *script)
{
	char number[sizeof "4294967295"];

	append(draft, pick(random, script->words));
	for (unsigned words = below(random, 3); words > 0; words--) {
		append(draft, once_in(random, 2) ? script->joint : "");
		append(draft, pick(random, script->words));
	}
	if (once_in(random, 10)) {
		snprintf(number, sizeof number, "%u", 1 + below(random, 99));
		append(draft, number);
	}
}

static void make_name(struct draft *draft, struct random *random, const struct script *script)
{
	if (!once_in(random, 3)) {
		append(draft, pick(random, script->hosts));
		append(draft, ".");
	}
	append_label(draft, random, script);
	append(draft, ".");
	append(draft, pick(random, script->domains));
}

static struct idnx_result to_ascii(const struct draft *draft, char *dst, size_t size)
{
	return idnx_to_ascii(draft->octets, draft->length, dst, size, IDNX_VERIFY_DNS_LENGTH);
}

static bool has_ascii_form(const struct draft *draft)
{
	char ascii[IDNX_HOST_NAME_SIZE];

	return to_ascii(draft, ascii, sizeof ascii).status == IDNX_OK;
}

/* Appends words as long as the label, and the name, stay within the DNS limits. */
static bool append_long_label(struct draft *draft, struct random *random,
                              const struct script *script)
{
	struct draft longer = *draft, domain;
	bool appended = false;

	if (draft->length > 0)
		append(&longer, ".");
	for (;;) {
		append(&longer, pick(random, script->words));
		domain = longer;
		append(&domain, ".example");
		if (!has_ascii_form(&domain))
			return appended;
		*draft = longer;
		appended = true;
	}
}

/* Makes labels near 63 octets in ASCII form, and names near 253. */
static void make_long_name(struct draft *draft, struct random *random,
                           const struct script *script)
{
	while (append_long_label(draft, random, script))
		continue;
	append(draft, ".example");
}

static void make_ace_name(struct draft *draft, struct random *random,
                          const struct script *script)
{
	make_name(draft, random, script);
	draft->length = to_ascii(draft, draft->octets, sizeof draft->octets).length;
}

/* --- Spellings ------------------------------------------------------------ */

struct spelling {
	const char *usual, *other;
};

static const struct spelling *find_spelling(const struct spelling *table, const char *octets)
{
	while (table->usual != NULL && strncmp(octets, table->usual, strlen(table->usual)) != 0)
		table++;
	return table->usual == NULL ? NULL : table;
}

/* Replaces one in that many of the table's characters with its other spelling, at random. */
static void respell(struct draft *draft, struct random *random, const struct spelling *table,
                    unsigned one_in)
{
	struct draft usual = *draft;
	const struct spelling *found;
	char octet[2] = "";

	draft->length = 0;
	for (size_t i = 0; i < usual.length;) {
		found = find_spelling(table, usual.octets + i);
		if (found != NULL && once_in(random, one_in)) {
			append(draft, found->other);
			i += strlen(found->usual);
		} else {
			octet[0] = usual.octets[i++];
			append(draft, octet);
		}
	}
}

static const struct spelling capitals[] = {
	{ "a", "A" },   { "b", "B" }, { "c", "C" }, { "d", "D" }, { "e", "E" }, { "f", "F" },
	{ "g", "G" },   { "h", "H" }, { "k", "K" }, { "l", "L" }, { "m", "M" }, { "n", "N" },
	{ "o", "O" },   { "p", "P" }, { "r", "R" }, { "s", "S" }, { "t", "T" }, { "u", "U" },
	{ "á", "Á" },   { "â", "Â" }, { "ã", "Ã" }, { "ä", "Ä" }, { "å", "Å" }, { "ç", "Ç" },
	{ "è", "È" },   { "é", "É" }, { "ê", "Ê" }, { "í", "Í" }, { "ñ", "Ñ" }, { "ó", "Ó" },
	{ "ô", "Ô" },   { "ö", "Ö" }, { "ø", "Ø" }, { "ú", "Ú" }, { "ü", "Ü" }, { "ý", "Ý" },
	{ "ą", "Ą" },   { "č", "Č" }, { "ď", "Ď" }, { "ė", "Ė" }, { "ğ", "Ğ" }, { "ł", "Ł" },
	{ "ń", "Ń" },   { "ň", "Ň" }, { "ő", "Ő" }, { "ř", "Ř" }, { "ş", "Ş" }, { "ť", "Ť" },
	{ "ů", "Ů" },   { "ž", "Ž" }, { "ż", "Ż" }, { "ź", "Ź" }, { "þ", "Þ" }, { "æ", "Æ" },
	{ NULL, NULL },
};

static const struct spelling decompositions[] = {
	{ "ä", "a\u0308" },       { "ö", "o\u0308" },       { "ü", "u\u0308" },
	{ "á", "a\u0301" },       { "é", "e\u0301" },       { "í", "i\u0301" },
	{ "ó", "o\u0301" },       { "ú", "u\u0301" },       { "ý", "y\u0301" },
	{ "è", "e\u0300" },       { "ê", "e\u0302" },       { "ô", "o\u0302" },
	{ "â", "a\u0302" },       { "ç", "c\u0327" },       { "ñ", "n\u0303" },
	{ "ã", "a\u0303" },       { "å", "a\u030A" },       { "č", "c\u030C" },
	{ "ř", "r\u030C" },       { "ž", "z\u030C" },       { "ň", "n\u030C" },
	{ "ť", "t\u030C" },       { "ů", "u\u030A" },       { "ń", "n\u0301" },
	{ "ź", "z\u0301" },       { "ż", "z\u0307" },       { "ą", "a\u0328" },
	{ "ő", "o\u030B" },       { "ş", "s\u0327" },       { "ğ", "g\u0306" },
	{ "ă", "a\u0306" },       { "ī", "i\u0304" },       { "ė", "e\u0307" },
	{ "й", "и\u0306" },       { "ё", "е\u0308" },       { "ї", "і\u0308" },
	{ "ў", "у\u0306" },       { "ή", "η\u0301" },       { "ό", "ο\u0301" },
	{ "ά", "α\u0301" },       { "έ", "ε\u0301" },       { "ύ", "υ\u0301" },
	{ "ί", "ι\u0301" },       { "ệ", "e\u0323\u0302" }, { "ờ", "o\u031B\u0300" },
	{ "ở", "o\u031B\u0309" }, { "ế", "e\u0302\u0301" }, { "ổ", "o\u0302\u0309" },
	{ "ứ", "u\u031B\u0301" }, { "ĩ", "i\u0303" },       { "ạ", "a\u0323" },
	{ "ớ", "o\u031B\u0301" }, { "ố", "o\u0302\u0301" }, { "ư", "u\u031B" },
	{ "à", "a\u0300" },       { "ợ", "o\u031B\u0323" }, { NULL, NULL },
};

static const struct spelling full_stops[] = {
	{ ".", "。" },
	{ ".", "．" },
	{ ".", "｡" },
	{ NULL, NULL },
};

static void make_mixed_case_name(struct draft *draft, struct random *random,
                                 const struct script *script)
{
	make_name(draft, random, script);
	respell(draft, random, capitals, 3);
}

static void make_decomposed_name(struct draft *draft, struct random *random,
                                 const struct script *script)
{
	make_name(draft, random, script);
	respell(draft, random, decompositions, 1);
}

static void make_compatibility_name(struct draft *draft, struct random *random,
                                    const struct script *script)
{
	make_name(draft, random, script);
	respell(draft, random, full_stops, 2);
}

/* --- Defects -------------------------------------------------------------- */

enum place { AT_START, AT_FIRST_DOT };

/* What makes a left-to-right name invalid, and where. */
static const struct defect {
	enum place place;
	const char *octets;
} defects[] = {
	{ AT_START, "\u0301" },         /* V6, a combining mark */
	{ AT_START, "xn--\u00FC" },     /* P4, with a rest that is not ASCII */
	{ AT_START, "xn--zzz99999a." }, /* P4, not Punycode */
	{ AT_START, "xn--abc-." },      /* P4, all ASCII */
	{ AT_START, "-" },              /* V3 */
	{ AT_FIRST_DOT, "-" },          /* V3 */
	{ AT_FIRST_DOT, "\u200D" },     /* C2 */
	{ AT_FIRST_DOT, "\u05D0" },     /* B5 */
	{ AT_FIRST_DOT, "\u0378" },     /* V7, unassigned */
	{ AT_FIRST_DOT, "\u2FF0" },     /* V7, disallowed */
	{ AT_FIRST_DOT, "\uE000" },     /* V7, private */
	{ AT_FIRST_DOT, " x" },         /* U1 */
	{ AT_FIRST_DOT, "_" },          /* U1 */
	{ AT_FIRST_DOT, "\u2100" },     /* U1: a/c */
	{ AT_FIRST_DOT, "\xC3" },       /* not UTF-8 */
	{ AT_FIRST_DOT, "." },          /* A4_2 */
};

static void make_invalid_name(struct draft *draft, struct random *random,
                              const struct script *script)
{
	const struct defect *defect = &defects[below(random, sizeof defects / sizeof *defects)];
	struct draft valid = { .length = 0 };
	size_t place;

	make_name(&valid, random, script);
	place = defect->place == AT_START ? 0 : strcspn(valid.octets, ".");
	append(draft, valid.octets);
	draft->length = place;
	append(draft, defect->octets);
	append(draft, valid.octets + place);
}

/* --- Kinds of names ------------------------------------------------------- */

#define SCRIPTS_MAX 6

static const struct kind {
	const char *title;
	void (*make)(struct draft *draft, struct random *random, const struct script *script);
	const char *scripts[SCRIPTS_MAX]; /* one is taken for each name */
} kinds[CORPORA] = {
	{ "ascii", make_name, { "english" } },
	{ "latin", make_name, { "latin" } },
	{ "mixed case", make_mixed_case_name, { "latin" } },
	{ "cyrillic", make_name, { "cyrillic" } },
	{ "deviation", make_name, { "eszett", "final_sigma" } },
	{ "cjk", make_name, { "chinese", "japanese", "korean" } },
	{ "compat", make_compatibility_name, { "full_width", "compatibility" } },
	{ "nfd", make_decomposed_name, { "latin", "vietnamese", "cyrillic", "greek" } },
	{ "bidi", make_name, { "arabic", "persian", "hebrew" } },
	{ "indic", make_name, { "hindi", "sinhala", "malayalam" } },
	{ "emoji", make_name, { "emoji" } },
	{ "long",
	  make_long_name,
	  { "latin", "cyrillic", "greek", "chinese", "arabic", "hindi" } },
	{ "ace",
	  make_ace_name,
	  { "latin", "cyrillic", "greek", "japanese", "hebrew", "hindi" } },
	{ "invalid", make_invalid_name, { "latin", "cyrillic", "greek", "chinese" } },
};

const char *corpus_title(size_t kind)
{
	return kinds[kind].title;
}

bool corpus_is_invalid(size_t kind)
{
	return kinds[kind].make == make_invalid_name;
}

/* Copies the draft to *room, and moves *room past it. */
static struct name keep(const struct draft *draft, char **room)
{
	struct name name = { *room, draft->length };

	memcpy(*room, draft->octets, draft->length + 1);
	*room += draft->length + 1;
	return name;
}

void corpus_generate(size_t kind, struct name *names, size_t count)
{
	struct random random = { UINT64_C(0x9E3779B97F4A7C15) };
	struct script scripts[SCRIPTS_MAX];
	unsigned scripts_count = 0;
	struct draft draft;
	char *room = malloc(count * sizeof draft.octets); /* never freed */

	if (room == NULL)
		abort();
	for (; scripts_count < SCRIPTS_MAX && kinds[kind].scripts[scripts_count] != NULL;
	     scripts_count++)
		scripts[scripts_count] = read_script(kinds[kind].scripts[scripts_count]);
	for (size_t i = 0; i < count; i++) {
		draft.length = 0;
		kinds[kind].make(&draft, &random, &scripts[below(&random, scripts_count)]);
		names[i] = keep(&draft, &room);
	}
}
