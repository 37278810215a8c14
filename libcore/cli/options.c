/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The options of the subcommands that convert names: UTS #46's flags, profiles
 * of them, and the form of the output.  They count in the order given.
 */
#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "cli.h"
#include "idnx.h"

const char options_help[] =
	"  --profile=lookup            what the NSS module does (the default):\n"
	"                              --check-bidi --check-joiners --host-name\n"
	"  --profile=uts46             what IdnaTestV2.txt assumes: --check-hyphens\n"
	"                              --check-bidi --check-joiners --verify-dns-length\n"
	"                              --use-std3-ascii-rules\n"
	"  --transitional-processing   map sharp s, final sigma, ZWJ and ZWNJ\n"
	"  --check-hyphens             no hyphen at an end, no -- in places 3 and 4\n"
	"  --check-bidi                the Bidi rule (RFC 5893)\n"
	"  --check-joiners             ZWJ and ZWNJ only where RFC 5892 allows them\n"
	"  --use-std3-ascii-rules      of ASCII only a-z 0-9 -\n"
	"  --verify-dns-length         labels of 1 to 63, the name of 1 to 253 octets\n"
	"  --ignore-invalid-punycode   an xn-- label that cannot be decoded stays\n"
	"  --host-name                 what a resolver needs: lengths, of ASCII only\n"
	"                              a-z 0-9 - _, no number or localhost in disguise\n"
	"  --no-check-bidi ...         any of these off; the last one given wins\n"
	"  --json                      one object a line: input, output, status, label,\n"
	"                              message; U+FFFD where it is not UTF-8\n"
	"  --                          names follow, also such as begin with a hyphen\n";

/* What getopt_long() returns: beyond any character, a flag in the low bits. */
enum {
	FLAG_BITS = 0xFFF,
	FLAG_ON = 0x1000,
	FLAG_OFF = 0x2000,
	PROFILE = 0x4000,
	JSON,
	HELP,
};

#define FLAG(name, flag)                                                                 \
	{ name, no_argument, NULL, FLAG_ON | (int)(flag) },                              \
	{ "no-" name, no_argument, NULL, FLAG_OFF | (int)(flag) }

static const struct option known[] = {
	FLAG("transitional-processing", IDNX_TRANSITIONAL_PROCESSING),
	FLAG("check-hyphens", IDNX_CHECK_HYPHENS),
	FLAG("check-bidi", IDNX_CHECK_BIDI),
	FLAG("check-joiners", IDNX_CHECK_JOINERS),
	FLAG("use-std3-ascii-rules", IDNX_USE_STD3_ASCII_RULES),
	FLAG("verify-dns-length", IDNX_VERIFY_DNS_LENGTH),
	FLAG("ignore-invalid-punycode", IDNX_IGNORE_INVALID_PUNYCODE),
	FLAG("host-name", IDNX_HOST_NAME),
	{ "profile", required_argument, NULL, PROFILE },
	{ "json", no_argument, NULL, JSON },
	{ "help", no_argument, NULL, HELP },
	{ NULL, 0, NULL, 0 },
};

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
	stop_usage("unknown profile, not lookup or uts46", name);
}

/* The word at fault: getopt_long() is past it, unless more of a "-xyz" is left. */
static const char *wrong_word(char *const *argv)
{
	const char *last = argv[optind - 1];
	bool is_short = optopt != 0 && optopt <= UCHAR_MAX;

	if (is_short && !(last[0] == '-' && last[1] == (char)optopt && last[2] == '\0'))
		return argv[optind];
	return last;
}

void options_wrong(int found, char *const *argv)
{
	const char *what = found == ':' ? "option needs a value"
	                 : optopt > UCHAR_MAX ? "option takes no value"
	                                     : "unknown option";

	stop_usage(what, wrong_word(argv));
}

static void apply(struct options *options, int option, char *const *argv)
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
	else if (option == HELP)
		options->help = true;
	else
		options_wrong(option, argv);
}

struct options options_read(int argc, char **argv)
{
	struct options options = { .flags = IDNX_LOOKUP };
	int option;

	opterr = 0;
	optind = 0; /* begin anew: the words before the subcommand have been read */
	while ((option = getopt_long(argc, argv, ":", known, NULL)) != -1)
		apply(&options, option, argv);
	options.names = argv + optind;
	return options;
}
