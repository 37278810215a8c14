/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The options of the subcommands that convert names. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

struct options {
	unsigned flags; /* IDNX_... */
	bool json;
	bool help;
	char *const *names; /* the arguments that are no options, up to a NULL */
};

/* The part of a --help that describes them. */
extern const char options_help[];

/* Reads them from argv[1] on; a wrong one ends the run with EXIT_USAGE. */
struct options options_read(int argc, char **argv);

/*
 * Ends the run with EXIT_USAGE after getopt_long() returned found, '?' or ':'.
 * It was called with a leading ':', no short options, and long options whose
 * values are beyond UCHAR_MAX.
 */
_Noreturn void options_wrong(int found, char *const *argv);

#endif
