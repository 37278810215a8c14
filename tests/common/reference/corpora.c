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

#define LIST_MAX 128

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

/* Finds a character in a list of characters, each with its other spelling after it. */
static const char *const *find_spelling(const char *const *list, const char *octets)
{
	while (*list != NULL && strncmp(octets, *list, strlen(*list)) != 0)
		list += 2;
	return *list == NULL ? NULL : list;
}

/* Replaces one in that many of the list's characters with its other spelling, at random. */
static void respell(struct draft *draft, struct random *random, const char *const *list,
                    unsigned one_in)
{
	struct draft usual = *draft;
	const char *const *found;
	char octet[2] = "";

	draft->length = 0;
	for (size_t i = 0; i < usual.length;) {
		found = find_spelling(list, usual.octets + i);
		if (found != NULL && once_in(random, one_in)) {
			append(draft, found[1]);
			i += strlen(found[0]);
		} else {
			octet[0] = usual.octets[i++];
			append(draft, octet);
		}
	}
}

static const char *const full_stops[] = { ".", "。", NULL };

/* Returns such a list, a row of words.tsv. */
static const char *const *spellings(struct script *row, const char *name)
{
	if (row->joint == NULL)
		*row = read_script(name);
	return row->domains;
}

static void make_mixed_case_name(struct draft *draft, struct random *random,
                                 const struct script *script)
{
	static struct script capitals;

	make_name(draft, random, script);
	respell(draft, random, spellings(&capitals, "capitals"), 3);
}

static void make_decomposed_name(struct draft *draft, struct random *random,
                                 const struct script *script)
{
	static struct script decompositions;

	make_name(draft, random, script);
	respell(draft, random, spellings(&decompositions, "decompositions"), 1);
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
