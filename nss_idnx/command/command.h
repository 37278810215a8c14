/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What the files of the idnx command share: its exit codes, its subcommands and
 * how a run with wrong usage ends.
 *
 *     main.c options.c, one cmd_*.c each; doctor/ enable/     what a person asks
 *                         |
 *                      config/                              what is wrong in idnx.conf
 *                         |
 *                      verdict/                             what becomes of a name
 *                         |
 *                      hosts/                               what the hosts line should be
 *                         |
 *                     machine/                              files, loader, packages
 *                         |
 *                       show/                               how a thing is shown
 *
 * Calls go down: rooms.bats.  input.c reads what the subcommands work on.
 */
#ifndef COMMAND_H
#define COMMAND_H

enum exit_code {
	EXIT_OK = 0,
	EXIT_REFUSED = 1, /* at least one name was refused or not found */
	EXIT_USAGE = 2,
	EXIT_CONFIGURATION = 3, /* this machine is misconfigured */
	EXIT_TEMPORARY = 4,     /* the same command may succeed later */
	EXIT_IO = 5, /* input or output failed; the remaining names are not processed */
};

/* The subcommands; argv[0] is the subcommand's own name. */
enum exit_code cmd_to_ascii(int argc, char **argv);
enum exit_code cmd_to_unicode(int argc, char **argv);
enum exit_code cmd_explain(int argc, char **argv);
enum exit_code cmd_check(int argc, char **argv);
enum exit_code cmd_compare(int argc, char **argv);
enum exit_code cmd_resolve(int argc, char **argv);
enum exit_code cmd_run(int argc, char **argv);
enum exit_code cmd_doctor(int argc, char **argv);
enum exit_code cmd_punycode(int argc, char **argv);
enum exit_code cmd_enable(int argc, char **argv);
enum exit_code cmd_disable(int argc, char **argv);

/*
 * Ends the run with EXIT_USAGE.  Says what is wrong and, unless word is NULL, in which word
 * of the command line.
 */
_Noreturn void die_usage(const char *what, const char *word);

/* Says to which subcommand, "" for none, the words belong that may be wrong. */
void usage_of(const char *subcommand);

/* Writes the fault and leaves the line open: its end follows, or a hint. */
void usage_fault(const char *what, const char *word);

/* Ends the line, and the run with EXIT_USAGE. */
_Noreturn void die_usage_said(void);

#endif
