/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The options of the subcommands. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

struct options {
	unsigned flags; /* IDNX_... */
	bool json;
	bool null; /* names end with NUL, not newline */
	bool encode, decode, code_points;
	bool quiet; /* nothing is written any more */
	bool all;
	bool dry_run;
	const char *root;    /* a directory, or NULL */
	const char *config;  /* a file in idnx.conf's place, or NULL */
	const char *libidn2; /* an architecture, "all", or NULL */
	char *set; /* the settings as the text of an idnx.conf, or NULL; never freed */
	char *const *names; /* the arguments that are not options; NULL-terminated */
};

/*
 * Reads the options of the subcommand argv[0], from argv[1] on.  An error ends the run with
 * EXIT_USAGE.  --help ends it with EXIT_OK, after writing about (see help.h) and the
 * subcommand's options; so does --version.  With --quiet, nothing more is written.
 */
struct options options_read(int argc, char **argv, const char *about);

/*
 * Reads the options before a word that has options of its own: a subcommand, or run's
 * program.  The subcommand is "" if it is yet to come.  --help, whose text help writes, and
 * --version end the run with EXIT_OK.  Returns the index of the word.  A missing word or a
 * wrong option ends the run with EXIT_USAGE.
 */
int options_read_before(int argc, char **argv, const char *subcommand, const char *about,
                        const char *missing);

/* Writes the --help of a subcommand: about (see help.h), and its options. */
void options_help(const char *subcommand, const char *about);

/*
 * Writes what the completions of the shells offer after a subcommand, a line for each word:
 * the word, which ends with "=" if a value follows, what it does, and its values, which are
 * separated by blanks ("/": files).  Between the three stand tabs.
 */
void options_list(const char *subcommand);

#endif
