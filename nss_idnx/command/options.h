/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The options of the subcommands. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

/* What a subcommand has beside --json, --help and --version. */
enum option_set {
	OPTIONS_COMMON = 0,
	OPTIONS_NAMES = 1,    /* --null */
	OPTIONS_FLAGS = 2,    /* UTS #46's, and profiles of them */
	OPTIONS_QUIET = 4,
	OPTIONS_PUNYCODE = 8, /* --encode, --decode, --code-points */
	OPTIONS_ROOT = 16,
	OPTIONS_DRY_RUN = 32,
	OPTIONS_SET = 64,
	OPTIONS_LIBIDN2 = 128,
	OPTIONS_PROSE = 256, /* none: without --json and --null it writes text for a reader */
};

struct options {
	unsigned flags; /* IDNX_... */
	bool json;
	bool null; /* names end in NUL, not newline */
	bool quiet;
	enum { CODING_NONE, CODING_ENCODE, CODING_DECODE } coding;
	bool code_points;
	bool dry_run;
	const char *root; /* a folder, or NULL */
	char *set; /* the settings as the text of an idnx.conf, or NULL; lives until the end */
	const char *libidn2; /* an architecture, "" for all, or NULL */
	char *const *names; /* the arguments that are no options, up to a NULL */
};

/*
 * Reads them from argv[1] on; a wrong one ends the run with EXIT_USAGE.  So do
 * --help, which writes help and what all subcommands with names and these sets have,
 * and --version, with EXIT_OK.
 */
struct options options_read(int argc, char **argv, unsigned sets, const char *help);

/*
 * Reads what stands before a word whose options are its own, a subcommand or a program:
 * --help, for which help writes the text, and --version, which end the run with EXIT_OK.
 * Returns the place of the word; where it is missing, that ends the run with EXIT_USAGE,
 * as a wrong option does.
 */
int options_read_before(int argc, char **argv, void (*help)(void), const char *missing);

#endif
