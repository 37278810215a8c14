/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The options of the subcommands. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

/* What a subcommand has beside --json, --null, --help and --version. */
enum option_set {
	OPTIONS_COMMON = 0,
	OPTIONS_FLAGS = 1,    /* UTS #46's, and profiles of them */
	OPTIONS_QUIET = 2,
	OPTIONS_PUNYCODE = 4, /* --encode, --decode, --code-points */
};

struct options {
	unsigned flags; /* IDNX_... */
	bool json;
	bool null; /* names end in NUL, not newline */
	bool quiet;
	enum { CODING_NONE, CODING_ENCODE, CODING_DECODE } coding;
	bool code_points;
	char *const *names; /* the arguments that are no options, up to a NULL */
};

/*
 * Reads them from argv[1] on; a wrong one ends the run with EXIT_USAGE.  So do
 * --help, which writes help and what all subcommands of these sets have, and
 * --version, with EXIT_OK.
 */
struct options options_read(int argc, char **argv, unsigned sets, const char *help);

/* Writes the versions of idnx and of Unicode; ends the run with EXIT_OK. */
_Noreturn void options_show_version(void);

/*
 * Ends the run with EXIT_USAGE after getopt_long() returned found, '?' or ':'.
 * It was called with a leading ':' and long options whose values are beyond
 * UCHAR_MAX.
 */
_Noreturn void options_wrong(int found, char *const *argv);

#endif
