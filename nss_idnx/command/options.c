/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The options of the subcommands: those that all of them have, UTS #46's flags and profiles
 * of these, and a few more.  They apply in the order given.
 */
#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "help.h"
#include "idnx.h"
#include "output.h"

static const char flags_help[] =
	"  --profile=lookup            how the module converts names (the default):\n"
	"                              --check-bidi --check-joiners --host-name\n"
	"  --profile=uts46             what IdnaTestV2.txt assumes: --check-hyphens\n"
	"                              --check-bidi --check-joiners --verify-dns-length\n"
	"                              --use-std3-ascii-rules\n"
	"  --transitional-processing   map sharp s, final sigma, ZWJ and ZWNJ\n"
	"  --check-hyphens             no hyphen at either end, no -- in places 3 and 4\n"
	"  --check-bidi                the Bidi rule (RFC 5893)\n"
	"  --check-joiners             ZWJ and ZWNJ only where RFC 5892 allows them\n"
	"  --use-std3-ascii-rules      among ASCII characters only a-z 0-9 -\n"
	"  --verify-dns-length         labels have 1 to 63 octets, the name 1 to 253\n"
	"  --ignore-invalid-punycode   keep an xn-- label that cannot be decoded\n"
	"  --host-name                 lengths, a-z 0-9 - _, no address in disguise\n"
	"  --no-check-bidi ...         switch any of these off; the last one given wins\n";

static const char names_help[] =
	"  -0, --null                  end names, and one-line answers, with NUL\n"
	"  --json                      write one JSON object per line\n"
	"  -h, --help, -V, --version   this text; the versions of idnx and of Unicode\n"
	"  --                          names follow, even if they begin with a hyphen\n";

/* Values of long options: beyond any character, with a flag in the low bits. */
enum {
	FLAG_BITS = 0xFFF,
	FLAG_ON = 0x1000,
	FLAG_OFF = 0x2000,
	PROFILE = 0x4000,
	JSON,
	NULL_ENDS,
	QUIET,
	ENCODE,
	DECODE,
	CODE_POINTS,
	ROOT,
	DRY_RUN,
	SET,
	LIBIDN2_SWITCH,
	HELP,
	VERSION,
};

#define FLAG(name, flag)                                                                 \
	{ OPTIONS_FLAGS, name, no_argument, FLAG_ON | (int)(flag), 0 },                  \
	{ OPTIONS_FLAGS, "no-" name, no_argument, FLAG_OFF | (int)(flag), 0 }

static const struct known {
	enum option_set set;
	const char *name;
	int has_value, value;
	char letter; /* 0 if none */
} known[] = {
	FLAG("transitional-processing", IDNX_TRANSITIONAL_PROCESSING),
	FLAG("check-hyphens", IDNX_CHECK_HYPHENS),
	FLAG("check-bidi", IDNX_CHECK_BIDI),
	FLAG("check-joiners", IDNX_CHECK_JOINERS),
	FLAG("use-std3-ascii-rules", IDNX_USE_STD3_ASCII_RULES),
	FLAG("verify-dns-length", IDNX_VERIFY_DNS_LENGTH),
	FLAG("ignore-invalid-punycode", IDNX_IGNORE_INVALID_PUNYCODE),
	FLAG("host-name", IDNX_HOST_NAME),
	{ OPTIONS_FLAGS, "profile", required_argument, PROFILE, 0 },
	{ OPTIONS_QUIET, "quiet", no_argument, QUIET, 'q' },
	{ OPTIONS_PUNYCODE, "encode", no_argument, ENCODE, 'e' },
	{ OPTIONS_PUNYCODE, "decode", no_argument, DECODE, 'd' },
	{ OPTIONS_PUNYCODE, "code-points", no_argument, CODE_POINTS, 'u' },
	{ OPTIONS_ROOT, "root", required_argument, ROOT, 0 },
	{ OPTIONS_DRY_RUN, "dry-run", no_argument, DRY_RUN, 0 },
	{ OPTIONS_SET, "set", required_argument, SET, 0 },
	{ OPTIONS_LIBIDN2, "libidn2", optional_argument, LIBIDN2_SWITCH, 0 },
	{ OPTIONS_NAMES, "null", no_argument, NULL_ENDS, '0' },
	{ OPTIONS_COMMON, "json", no_argument, JSON, 0 },
	{ OPTIONS_COMMON, "help", no_argument, HELP, 'h' },
	{ OPTIONS_COMMON, "version", no_argument, VERSION, 'V' },
};

#define KNOWN (sizeof known / sizeof known[0])

static const struct profile {
	const char *name;
	unsigned flags;
} profiles[] = {
	{ "lookup", IDNX_LOOKUP },
	{ "uts46", IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |
	           IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH },
};

static unsigned profile_flags(const char *name)
{
	for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++)
		if (strcmp(name, profiles[i].name) == 0)
			return profiles[i].flags;
	die_usage("unknown profile, not lookup or uts46", name);
}

/*
 * Returns the word at fault: getopt_long() is past it, unless it is a letter of "-xyz" and
 * letters are left.
 */
static const char *wrong_word(char *const *argv)
{
	const char *last = argv[optind - 1];
	bool is_letter = optopt != 0 && optopt <= UCHAR_MAX;

	if (is_letter && !(last[0] == '-' && last[1] != '-' &&
	                   last[strlen(last) - 1] == (char)optopt))
		return argv[optind];
	return last;
}

/* Letters are usually given one at a time: a word, or one with a dot, may be a name. */
static bool may_be_name(const char *option)
{
	return option[1] != '-' ? strlen(option) > 2 : strchr(option, '.') != NULL;
}

/* Handles what getopt_long() returned as found: '?' or ':'. */
_Noreturn static void refuse(int found, char *const *argv, unsigned sets)
{
	const char *word = wrong_word(argv);

	if (found == ':')
		die_usage("option needs a value", word);
	if (optopt > UCHAR_MAX)
		die_usage("option takes no value", word);
	usage_fault("unknown option", word);
	if (sets & OPTIONS_NAMES && may_be_name(word))
		output_format(&standard_error,
		              "\nWrite names that begin with a hyphen after --: "
		              "idnx %s -- NAME", argv[0]);
	die_usage_said();
}

/* --- --help and --version -------------------------------------------------- */

_Noreturn static void show_help(const char *help, unsigned sets)
{
	help_put(help);
	if (sets & OPTIONS_FLAGS)
		help_put(flags_help);
	if (sets & OPTIONS_NAMES)
		help_put(names_help);
	output_close();
	exit(EXIT_OK);
}

_Noreturn static void show_version(void)
{
	output_format(&standard_output, "idnx %s, Unicode %s\n", idnx_version(),
	              idnx_unicode_version());
	output_close();
	exit(EXIT_OK);
}

/* --- Reading ---------------------------------------------------------------- */

static bool is_known(const struct known *row, unsigned sets)
{
	return row->set == OPTIONS_COMMON || row->set & sets;
}

/* Prepares the options of the sets for getopt_long(). */
static void make_getopt_options(unsigned sets, struct option words[KNOWN + 1],
                                char letters[KNOWN + 2])
{
	*letters++ = ':';
	for (size_t i = 0; i < KNOWN; i++) {
		if (!is_known(&known[i], sets))
			continue;
		*words++ = (struct option){ known[i].name, known[i].has_value, NULL,
			                    known[i].value };
		if (known[i].letter != 0)
			*letters++ = known[i].letter;
	}
	*words = (struct option){ NULL, 0, NULL, 0 };
	*letters = '\0';
}

/* Returns the long option that a letter stands for. */
static int option_of(int found)
{
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i].letter == found)
			return known[i].value;
	return found;
}

/* Adds one line.  Rejects several lines, sections and comments, which are not one setting. */
static void add_setting(struct options *options, const char *setting)
{
	size_t length = options->set ? strlen(options->set) : 0;

	if (!strchr(setting, '=') || strpbrk(setting, "\n#["))
		die_usage("a setting is KEY=VALUE", setting);
	options->set = realloc(options->set, length + strlen(setting) + sizeof "\n");
	if (!options->set)
		die_io("memory");
	strcpy(options->set + length, setting);
	strcat(options->set, "\n");
}

static const char *folder_of(const char *value)
{
	if (*value == '\0')
		die_usage("--root needs a folder", NULL);
	return value;
}

/* Returns false for an unknown option. */
static bool apply(struct options *options, int option)
{
	unsigned flag = (unsigned)option & FLAG_BITS;

	if (option & FLAG_ON)
		options->flags |= flag;
	else if (option & FLAG_OFF)
		options->flags &= ~flag;
	else if (option == PROFILE)
		options->flags = profile_flags(optarg);
	else if (option == JSON)
		options->json = true;
	else if (option == NULL_ENDS)
		options->null = true;
	else if (option == QUIET)
		options->quiet = true;
	else if (option == ENCODE || option == DECODE)
		options->coding = option == ENCODE ? CODING_ENCODE : CODING_DECODE;
	else if (option == CODE_POINTS)
		options->code_points = true;
	else if (option == ROOT)
		options->root = folder_of(optarg);
	else if (option == DRY_RUN)
		options->dry_run = true;
	else if (option == SET)
		add_setting(options, optarg);
	else if (option == LIBIDN2_SWITCH)
		options->libidn2 = optarg ? optarg : "all";
	else
		return false;
	return true;
}

struct options options_read(int argc, char **argv, unsigned sets, const char *help)
{
	struct options options = { .flags = IDNX_LOOKUP };
	struct option words[KNOWN + 1];
	char letters[KNOWN + 2];
	int found;

	make_getopt_options(sets, words, letters);
	opterr = 0;
	optind = 0; /* start anew: the words before the subcommand have been read */
	while ((found = getopt_long(argc, argv, letters, words, NULL)) != -1) {
		int option = option_of(found);

		if (option == HELP)
			show_help(help, sets);
		if (option == VERSION)
			show_version();
		if (!apply(&options, option))
			refuse(option, argv, sets);
	}
	standard_output.is_prose = sets & OPTIONS_PROSE && !options.json && !options.null;
	options.names = argv + optind;
	return options;
}

int options_read_before(int argc, char **argv, void (*help)(void), const char *missing)
{
	static const struct option words[] = {
		{ "help", no_argument, NULL, HELP },
		{ "version", no_argument, NULL, VERSION },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	opterr = 0;
	optind = 0;
	option = option_of(getopt_long(argc, argv, "+:hV", words, NULL));
	if (option == HELP) {
		help();
		output_close();
		exit(EXIT_OK);
	}
	if (option == VERSION)
		show_version();
	if (option != -1)
		refuse(option, argv, OPTIONS_COMMON);
	if (optind >= argc)
		die_usage(missing, NULL);
	return optind;
}
