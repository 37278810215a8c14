/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Ends a run with wrong usage: names the fault, the word that was perhaps meant, and --help. */
#include "show.h"

/* Enough to recognize a word; an argument may have a hundred kilobytes. */
#define WORD_SHOWN 80

void usage_fault(const char *what, const char *word)
{
	output_silence(false);
	output_format(&standard_error, "idnx: %s", what);
	if (word) {
		output_text(&standard_error, ": ");
		/* Escaped as in JSON, so that no control character reaches a terminal. */
		json_string(&standard_error,
		            (struct span){ word, word + strnlen(word, WORD_SHOWN) });
	}
}

static const char *subcommand = "";

void usage_of(const char *name)
{
	subcommand = name;
}

void die_similar(const char *prefix, const struct similar *similar)
{
	if (similar->found)
		output_format(&standard_error, "\nDid you mean %s%s?", prefix, similar->found);
	output_format(&standard_error, "\nTry idnx %s%s--help.\n", subcommand,
	              *subcommand == '\0' ? "" : " ");
	output_flush();
	exit(EXIT_USAGE);
}

void die_usage(const char *what, const char *word)
{
	usage_fault(what, word);
	die_similar("", &(struct similar){ .found = NULL });
}
