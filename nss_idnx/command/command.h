/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What the files of the idnx command share: its exit codes, its subcommands and
 * how a run with wrong usage ends.
 *
 *     main.c                                      which subcommand
 *     cmd_check.c cmd_compare.c ...               one is one file,
 *     explain/  run/  doctor/  enable/            or one folder
 *
 *     options input sysroot libidn2 elf_object    what goes in
 *     child                                       what other programs say
 *     manager mount package                       who and what is in the way of a change
 *     hosts_recommended remedy shell_word         what a user does about it
 *     decision_text reason judged character ...   what is made of it
 *     output paragraph help screen json vis die   what comes out
 */
#ifndef COMMAND_H
#define COMMAND_H

enum exit_code {
	EXIT_OK = 0,
	EXIT_REFUSED = 1, /* at least one name was refused or not found */
	EXIT_USAGE = 2,
	EXIT_CONFIGURATION = 3, /* this machine is set up wrongly */
	EXIT_TEMPORARY = 4,     /* the same may succeed later */
	EXIT_IO = 5, /* input or output failed; the names after that are not done */
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
 * Ends the run with EXIT_USAGE: says what is wrong and, unless it is NULL, in
 * which word of the user's.
 */
_Noreturn void die_usage(const char *what, const char *word);

/* Says it, and leaves the line open.  Its end follows, or a line that helps. */
void usage_fault(const char *what, const char *word);

/* The end of such a run. */
_Noreturn void die_usage_said(void);

#endif
