/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The subcommands of the idnx command, their options, and what they work on.
 *
 *     main.c options.c, one cmd_*.c each; status/ doctor/ enable/ log/ set/  what a person asks
 *                         |
 *                      verdict/                             what becomes of a name
 *                         |
 *                      hosts/                               what the hosts: line should be
 *                         |
 *                     machine/                              files, loader, packages
 *                         |
 *                       show/                               how a thing is shown
 *
 * Calls go down: tests/project/components.bats.  input.c reads what the subcommands work on.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "show.h"

/* The subcommands; argv[0] is the subcommand's own name. */
enum exit_code cmd_status(int argc, char **argv);
enum exit_code cmd_to_ascii(int argc, char **argv);
enum exit_code cmd_to_unicode(int argc, char **argv);
enum exit_code cmd_explain(int argc, char **argv);
enum exit_code cmd_check(int argc, char **argv);
enum exit_code cmd_compare(int argc, char **argv);
enum exit_code cmd_spoofs(int argc, char **argv);
enum exit_code cmd_resolve(int argc, char **argv);
enum exit_code cmd_run(int argc, char **argv);
enum exit_code cmd_log(int argc, char **argv);
enum exit_code cmd_set(int argc, char **argv);
enum exit_code cmd_allow(int argc, char **argv);
enum exit_code cmd_doctor(int argc, char **argv);
enum exit_code cmd_punycode(int argc, char **argv);
enum exit_code cmd_enable(int argc, char **argv);
enum exit_code cmd_disable(int argc, char **argv);

/* --- Options ---------------------------------------------------------------------- */

struct options {
	unsigned flags; /* IDNX_... */
	bool json;
	bool null; /* names end with NUL, not newline */
	bool encode, decode;
	bool quiet; /* nothing is written any more */
	bool all;
	bool in_text;
	bool dry_run;
	const char *suffix;  /* of the section to change, or NULL */
	const char *root;    /* a directory, or NULL */
	const char *config;  /* a file in idnx.conf's place, or NULL */
	const char *libidn2; /* an architecture, "all", or NULL */
	const char *python;  /* a directory, "all", or NULL */
	const char *since;   /* a time, as journalctl(1) has it, or NULL */
	const char *trace;   /* a file, "" for standard error, or NULL */
	const char *colour;  /* auto, always or never */
	char *set;    /* the settings as the text of an idnx.conf, or NULL; never freed */
	char **names; /* the arguments that are not options; NULL-terminated */
};

/*
 * Reads the options of the subcommand argv[0], from argv[1] on; for "", the command itself, and
 * for "run", those before the first word, which has to be there.  An error ends the run with
 * EXIT_USAGE.  --help ends it with EXIT_OK, after writing about and the subcommand's options;
 * so does --version.  With --quiet, nothing more is written.
 */
struct options options_read(int argc, char **argv, const char *about);

void options_help(const char *subcommand, const char *about);

/*
 * Writes what the shells' completions offer after a subcommand, a line for each word, separated
 * by tabs: the word, with "=" if a value follows, what it does, and its values ("/": files).
 */
void options_list(const char *subcommand);

/* --- Names: the arguments, or lines of standard input ------------------------------- */

struct input_name {
	/* Any octets, NUL included, until the next; a line beyond IDNX_INPUT_MAX may be cut. */
	struct span text;
	const char *source;        /* "argument" or "line" */
	unsigned long long number; /* counted from 1 */
};

struct input {
	char *const *arguments; /* the remaining ones; NULL: lines of standard input */
	unsigned long long number;
	char end_of_name; /* newline or NUL */
	bool at_end;
	size_t start, end;      /* of the octets read but not yet used */
	char octets[16 * 1024]; /* see struct output */
};

/* Takes the names from arguments; if there are none, each from a line of standard input. */
void input_open(struct input *names, char *const *arguments, bool null);

/* Takes the next name; returns false at the end. */
bool input_next(struct input *names, struct input_name *name);

/*
 * Reads standard input; returns 0 at its end.  Flushes all output before it waits: the writer
 * of the input may wait for answers.  A failed read ends the run with EXIT_IO.
 */
size_t input_read(char *octets, size_t size);

#endif
