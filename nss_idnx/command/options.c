/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The options: one table, from which they are read, and from which --help, the completions
 * of bash, zsh and fish ("idnx help --list") and the section OPTIONS of idnx(1) are made
 * ("make options").  To add an option, add a row.
 */
#include "command.h"

#include <getopt.h>
#include <limits.h>

#include "config_keys.h"
#include "idnx.h"

/* The subcommands that have an option; NULL: all. */
#define CONVERT "to-ascii to-unicode"
#define ANSWERS CONVERT " check compare resolve"
#define NAMES   ANSWERS " explain"
#define SWITCH  "enable disable"
#define CHANGES SWITCH " set allow"

/* On a terminal, the lines of these break between words; others give one answer a line. */
#define PROSE   "status explain check resolve doctor " CHANGES

struct row {
	const char *subcommands;
	char letter; /* 0 if none */
	const char *name;
	const char *value;        /* "=VALUE", "[=VALUE]"; NULL if it takes none */
	const char *brief, *more; /* of --help; the completions show only the first */
	const char *values;       /* that it may have; "/": a file; "=": a setting; or NULL */
	/* What it sets: a flag, a member of struct options, or what a function does. */
	unsigned flag;
	bool is_on;
	size_t member;
	void (*apply)(struct options *options, const char *value);
};

/* Adds one line.  Rejects several lines, sections and comments, which are not one setting. */
static void add_setting(struct options *options, const char *setting)
{
	char *before = options->set;

	if (!strchr(setting, '=') || strpbrk(setting, "\n#["))
		die_usage("--set needs KEY=VALUE", setting);
	options->set = words_format("%s%s\n", before ? before : "", setting);
}

static void set_trace(struct options *options, const char *file)
{
	options->trace = file ? file : "";
}

static void set_profile(struct options *options, const char *name)
{
	options->flags = IDNX_LOOKUP;
	if (strcmp(name, "uts46") == 0)
		options->flags = IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |
		                 IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH;
}

#define FLAG(bit, word)                                                                  \
	{ .subcommands = CONVERT, .name = word, .flag = (bit), .is_on = true },          \
	{ .subcommands = CONVERT, .name = "no-" word, .flag = (bit), .is_on = false }

#define MEMBER(name) .member = offsetof(struct options, name)

static const struct row rows[] = {
	{ NAMES " punycode", '0', "null", NULL, "End names with NUL",
	  ", and answers of one line (not JSON).",
	  MEMBER(null) },
	{ "spoofs log doctor", 0, "all", NULL, "Show everything",
	  ": each spoof; what idnx.conf makes of a logged name; checks that find nothing wrong.",
	  MEMBER(all) },
	{ "explain doctor", 0, "color", "=WHEN", "Write in colour",
	  ": auto (on a terminal), always or never.",
	  "auto always never", MEMBER(colour) },
	{ "check spoofs doctor", 0, "config", "=FILE", "Follow FILE instead of /etc/idnx.conf",
	  ", such as a draft.", "/", MEMBER(config) },
	{ "punycode", 'd', "decode", NULL, "Decode Punycode", ".", MEMBER(decode) },
	{ CHANGES, 0, "dry-run", NULL, "Show what would change", ", and change nothing.",
	  MEMBER(dry_run) },
	{ "punycode", 'e', "encode", NULL, "Encode to Punycode", ".", MEMBER(encode) },
	{ "set", 0, "for", "=SUFFIX", "Set for SUFFIX and all names below it", ", in its section.",
	  MEMBER(suffix) },
	{ CONVERT " check", 0, "in-text", NULL, "Find the names in any text",
	  " from standard input, in any spelling. to-ascii and to-unicode write them in that "
	  "form, check writes the lines with a rejected one.",
	  MEMBER(in_text) },
	{ ANSWERS " log spoofs status doctor", 0, "json", NULL,
	  "Write one JSON object per line",
	  ": see idnx-json(5).", MEMBER(json) },
	{ SWITCH, 0, "libidn2", "[=ARCH]",
	  "Enable or disable libidn2-idnx(8), not the module",
	  ": for ARCH, such as x86_64-linux-gnu, or for all.", MEMBER(libidn2) },
	{ CONVERT, 0, "profile", "=lookup|uts46", "Set UTS #46's flags",
	  ": as lookups without an idnx.conf (lookup, the default), or as Unicode's "
	  "tests (uts46).", "lookup uts46", .apply = set_profile },
	{ SWITCH, 0, "python", "[=DIR]", "Enable or disable python-idnx(8), not the module",
	  ": for the Python or virtual environment in DIR, or for the system's.",
	  "/", MEMBER(python) },
	{ "check compare resolve spoofs status doctor", 'q', "quiet", NULL, "Write nothing",
	  ", only set the exit status.", MEMBER(quiet) },
	{ "status doctor " CHANGES, 0, "root", "=DIR",
	  "Work on the system whose files lie in DIR", ", such as an image. This needs "
	  "Linux 5.6, unless DIR is /.", "/", MEMBER(root) },
	{ "check spoofs", 0, "set", "=KEY=VALUE", "Follow this setting instead of idnx.conf",
	  ", as a global one. May be given several times.",
	  "=", .apply = add_setting },
	{ "log", 0, "since", "=WHEN", "Read the journal from WHEN on",
	  ", such as yesterday.", NULL, MEMBER(since) },
	{ "run", 0, "trace", "[=FILE]", "Write what idnx makes of each name",
	  " to standard error, or add it to FILE.", "/", .apply = set_trace },
	FLAG(IDNX_TRANSITIONAL_PROCESSING, "transitional-processing"),
	FLAG(IDNX_CHECK_HYPHENS, "check-hyphens"),
	FLAG(IDNX_CHECK_BIDI, "check-bidi"),
	FLAG(IDNX_CHECK_JOINERS, "check-joiners"),
	FLAG(IDNX_USE_STD3_ASCII_RULES, "use-std3-ascii-rules"),
	FLAG(IDNX_VERIFY_DNS_LENGTH, "verify-dns-length"),
	FLAG(IDNX_IGNORE_INVALID_PUNYCODE, "ignore-invalid-punycode"),
	FLAG(IDNX_HOST_NAME, "host-name"),
	FLAG(IDNX_ASCII_AS_IS, "ascii-as-is"),
	{ NULL, 'h', "help", NULL, "Show what the subcommand does, and its options",
	  .more = "." },
	{ NULL, 'V', "version", NULL, "Show the versions of idnx and of Unicode",
	  .more = "." },
};

#define ROWS (sizeof rows / sizeof rows[0])

/* What getopt_long() returns for a long option: its row, beyond any character. */
#define LONG (UCHAR_MAX + 1)

static bool has_word(const char *words, const char *word)
{
	struct span rest = span_of_text(words), other;

	while (span_next_word(&rest, &other))
		if (span_equals(other, word))
			return true;
	return false;
}

static bool takes(const char *subcommand, const struct row *row)
{
	return !row->subcommands || has_word(row->subcommands, subcommand);
}

/* --- What is wrong ----------------------------------------------------------- */

_Noreturn static void reject_unknown(const char *subcommand, const char *word)
{
	const char *name = word + strspn(word, "-");
	struct similar similar = similar_to(span_before(span_of_text(name), '='));
	/* Letters are usually given one at a time: a word, or one with a dot, may be a name. */
	bool may_be_name = word[1] != '-' ? word[2] != '\0' : strchr(word, '.') != NULL;

	usage_fault("unknown option", word);
	if (has_word(NAMES " punycode", subcommand) && may_be_name)
		output_format(&standard_error,
		              "\nWrite names that begin with a hyphen after --: "
		              "idnx %s -- NAME",
		              subcommand);
	else
		for (size_t i = 0; i < ROWS; i++)
			if (takes(subcommand, &rows[i]))
				similar_try(&similar, rows[i].name);
	die_similar("--", &similar);
}

/*
 * Handles what getopt_long() returned as found: '?' or ':'.  It is past the word at fault,
 * unless that is a letter of "-xyz" and letters are left.
 */
_Noreturn static void reject_option(const char *subcommand, int found, char *const *argv)
{
	const char *word = argv[optind - 1];
	bool is_letter = optopt != 0 && optopt < LONG;

	if (is_letter &&
	    (*word != '-' || word[1] == '-' || word[strlen(word) - 1] != (char)optopt))
		word = argv[optind];
	if (found == ':')
		die_usage("option needs a value", word);
	if (optopt >= LONG)
		die_usage("option takes no value", word);
	reject_unknown(subcommand, word);
}

_Noreturn static void reject_value(const struct row *row, const char *value)
{
	struct similar similar = similar_to(span_of_text(value));
	char *rest = words_copy(row->values), *word;

	usage_fault(words_format("--%s: invalid value", row->name), value);
	output_text(&standard_error, "; values are");
	while ((word = strsep(&rest, " "))) {
		similar_try(&similar, word);
		output_format(&standard_error, " %s%s", word, rest ? "," : "");
	}
	die_similar("", &similar);
}

/* --- What an option does ------------------------------------------------------ */

_Noreturn static void show(const struct row *row, const char *subcommand, const char *about)
{
	output_silence(false);
	if (row->letter == 'h')
		options_help(subcommand, about);
	else
		output_format(&standard_output, "idnx %s, Unicode %s\n", idnx_version(),
		              idnx_unicode_version());
	output_close();
	exit(EXIT_OK);
}

static void apply(struct options *options, const struct row *row, const char *value)
{
	void *member = (char *)options + row->member;

	if (row->values && !strchr("/=", *row->values) && !has_word(row->values, value))
		reject_value(row, value);
	if (row->apply)
		row->apply(options, value);
	else if (row->flag != 0)
		options->flags = row->is_on ? options->flags | row->flag
		                            : options->flags & ~row->flag;
	else if (row->value)
		*(const char **)member = value ? value : "all";
	else
		*(bool *)member = true;
}

/* --- What is shown of the table ------------------------------------------------ */

void options_help(const char *subcommand, const char *about)
{
	char terms[ROWS][64];
	int width = 0;

	for (size_t i = 0; i < ROWS; i++) {
		char letter[] = { '-', rows[i].letter, ',', ' ', '\0' };
		int length = snprintf(terms[i], sizeof terms[i], "%s--%s%s",
		                      rows[i].letter ? letter : "", rows[i].name,
		                      rows[i].value ? rows[i].value : "");

		if (rows[i].brief && takes(subcommand, &rows[i]) && length > width)
			width = length;
	}
	standard_output.is_page = true;
	output_text(&standard_output, about);
	output_text(&standard_output, "\n");
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].brief && takes(subcommand, &rows[i]))
			output_format(&standard_output, "  %-*s  %s%s\n", width, terms[i],
			              rows[i].brief, rows[i].more);
}

/* Writes each value of a key after the text before; of one without values, that text alone. */
static void list_values(const struct config_key_row *key, const char *before)
{
	for (size_t i = 0; i < CONFIG_VALUES_MAX && (i == 0 || *key->values[i] != '\0'); i++)
		output_format(&standard_output, "%s%s ", before, key->values[i]);
}

/* Writes the settings of idnx.conf: as the words of set, or as values of an option. */
static void list_settings(bool is_option)
{
	for (const struct config_key_row *key = config_keys; key < config_keys + CONFIG_KEYS;
	     key++) {
		char *word = words_format("%s=", key->name);

		if (!is_option)
			output_format(&standard_output, "%s\t%s\t", word, key->about);
		list_values(key, is_option ? word : "");
		output_text(&standard_output, is_option ? "" : "\n");
	}
}

void options_list(const char *subcommand)
{
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *row = &rows[i];
		const char *brief = row->brief ? row->brief : "UTS #46's flag";

		if (!takes(subcommand, row))
			continue;
		if (row->letter != 0)
			output_format(&standard_output, "-%c\t%s\t\n", row->letter, brief);
		output_format(&standard_output, "--%s%s\t%s\t%s", row->name,
		              row->value && *row->value == '=' ? "=" : "", brief,
		              row->values && *row->values != '=' ? row->values : "");
		if (row->values && *row->values == '=')
			list_settings(true);
		output_text(&standard_output, "\n");
	}
	if (strcmp(subcommand, "set") == 0)
		list_settings(false);
}

/* --- Reading ------------------------------------------------------------------ */

static void make_getopt_options(const char *subcommand, struct option words[ROWS + 1],
                                char letters[ROWS + 3])
{
	*letters++ = ':';
	for (size_t i = 0; i < ROWS; i++) {
		int argument = !rows[i].value          ? no_argument
		               : *rows[i].value == '[' ? optional_argument
		                                       : required_argument;

		if (!takes(subcommand, &rows[i]))
			continue;
		*words++ = (struct option){ rows[i].name, argument, NULL, LONG + (int)i };
		if (rows[i].letter != 0)
			*letters++ = rows[i].letter;
	}
	*letters = '\0';
	*words = (struct option){ NULL, 0, NULL, 0 };
}

/* Returns the row of what getopt_long() returned; NULL for '?' and ':'. */
static const struct row *find_row(int found)
{
	if (found >= LONG)
		return &rows[found - LONG];
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].letter != 0 && rows[i].letter == found)
			return &rows[i];
	return NULL;
}

static void read_options(int argc, char **argv, const char *about, struct options *options)
{
	struct option words[ROWS + 1];
	char letters[ROWS + 3] = "+";
	bool is_before = *argv[0] == '\0' || strcmp(argv[0], "run") == 0;
	int found;

	usage_of(argv[0]);
	make_getopt_options(argv[0], words, letters + is_before);
	opterr = 0;
	optind = 0; /* start anew: the words before the subcommand have been read */
	while ((found = getopt_long(argc, argv, letters, words, NULL)) != -1) {
		const struct row *row = find_row(found);

		if (!row || (optarg && *optarg == '\0'))
			reject_option(argv[0], row ? ':' : found, argv);
		if (row->letter == 'h' || row->letter == 'V')
			show(row, argv[0], about);
		apply(options, row, optarg);
	}
	if (is_before && optind == argc)
		die_usage(*argv[0] == '\0' ? "a subcommand is missing" : "a program is missing",
		          NULL);
}

struct options options_read(int argc, char **argv, const char *about)
{
	struct options options = { .flags = IDNX_LOOKUP, .colour = "auto" };

	read_options(argc, argv, about, &options);
	options.names = argv + optind;
	standard_output.is_prose = has_word(PROSE, argv[0]) && !options.json && !options.null &&
	                           !options.in_text;
	terminal_colour(options.colour);
	output_silence(options.quiet);
	return options;
}
