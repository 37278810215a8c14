/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The options of the subcommands. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

/* The options of a subcommand besides --json, --help and --version. */
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
	OPTIONS_PROSE = 256, /* none: without --json and --null, it writes text for a reader */
};

struct options {
	unsigned flags; /* IDNX_... */
	bool json;
	bool null; /* names end with NUL, not newline */
	bool quiet;
	enum { CODING_NONE, CODING_ENCODE, CODING_DECODE } coding;
	bool code_points;
	bool dry_run;
	const char *root; /* a folder, or NULL */
	char *set; /* the settings as the text of an idnx.conf, or NULL; never freed */
	const char *libidn2; /* an architecture, "all", or NULL */
	char *const *names; /* the arguments that are not options; NULL-terminated */
};

/*
 * Reads the options from argv[1] on.  An error ends the run with EXIT_USAGE.  --help ends it
 * with EXIT_OK, after writing help and the options that these sets and all subcommands with
 * names share; so does --version.
 */
struct options options_read(int argc, char **argv, unsigned sets, const char *help);

/*
 * Reads the options before a word that has options of its own, a subcommand or a program.
 * --help, whose text help writes, and --version end the run with EXIT_OK.  Returns the
 * index of the word.  A missing word or a wrong option ends the run with EXIT_USAGE.
 */
int options_read_before(int argc, char **argv, void (*help)(void), const char *missing);

#endif
