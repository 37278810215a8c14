/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The idnx command: its subcommands, --help and --version.  A subcommand is one row of the
 * table below, and one file or directory; "help" shows the --help of another one.
 */
#include "idnx.h"

#include <locale.h>

#include "ascii_text.h"
#include "command.h"

static enum exit_code cmd_help(int argc, char **argv);

static const struct command {
	const char *name;
	enum exit_code (*run)(int argc, char **argv);
	const char *summary;
} commands[] = {
	{ "status", cmd_status,
	  "whether idnx and its protection are in force, and for whom not" },
	{ "to-ascii", cmd_to_ascii, "names as DNS has them, such as xn--bcher-kva.example" },
	{ "to-unicode", cmd_to_unicode, "names as people read them, such as bücher.example" },
	{ "explain", cmd_explain, "how a name is converted, or why it is rejected" },
	{ "check", cmd_check, "what a lookup on this machine does with names" },
	{ "compare", cmd_compare, "whether two names are the same" },
	{ "spoofs", cmd_spoofs, "which look-alikes of a name would still be resolved" },
	{ "resolve", cmd_resolve, "what programs get for a name, and why" },
	{ "run", cmd_run, "run a program that converts names itself with idnx's libidn2" },
	{ "log", cmd_log, "which names lookups have rejected, or would, and by which rule" },
	{ "doctor", cmd_doctor, "what is wrong on this machine, and how to fix it" },
	{ "punycode", cmd_punycode, "encode or decode Punycode (RFC 3492), and nothing else" },
	{ "enable", cmd_enable, "put idnx into the hosts: line of /etc/nsswitch.conf" },
	{ "disable", cmd_disable, "remove it again" },
	{ "set", cmd_set, "change a setting of /etc/idnx.conf, and try it" },
	{ "allow", cmd_allow, "let a name pass that /etc/idnx.conf rejects" },
	{ "help", cmd_help, "what a subcommand does, and its options" },
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static const char *about(void)
{
	FILE *out = words_open();

	fprintf(out,
	        "Usage: idnx [SUBCOMMAND] [OPTION]... [NAME]...\n"
	        "Internationalized domain names by UTS #46, Unicode %s.\n\n",
	        idnx_unicode_version());
	for (size_t i = 0; i < COMMANDS; i++)
		if (commands[i].run != cmd_help)
			fprintf(out, "  %-12s %s\n", commands[i].name, commands[i].summary);
	fputs("\n"
	      "Without a subcommand, idnx NAME is idnx resolve NAME, and idnx is idnx status.\n"
	      "\n"
	      "Exit status: 0 all went well, 1 a name was rejected or not found, 2 wrong usage, "
	      "3 wrong configuration, 4 temporary failure, 5 input or output failed.\n"
	      "\n"
	      "Example: idnx explain bücher.example\n",
	      out);
	return words_close(out);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(name, commands[i].name) == 0)
			return &commands[i];
	return NULL;
}

_Noreturn static void reject_subcommand(const char *word)
{
	struct similar similar = similar_to(span_of_text(word));

	for (size_t i = 0; i < COMMANDS; i++)
		similar_try(&similar, commands[i].name);
	usage_fault("unknown subcommand", word);
	die_similar("", &similar);
}

static enum exit_code run_command(int argc, char **argv)
{
	const struct command *command = find_command(argv[0]);

	if (!command)
		reject_subcommand(argv[0]);
	return command->run(argc, argv);
}

/* Writes what the shells' completions offer: after the subcommand, or in its place. */
static enum exit_code list(const char *subcommand)
{
	if (subcommand && !find_command(subcommand))
		reject_subcommand(subcommand);
	for (size_t i = 0; !subcommand && i < COMMANDS; i++)
		output_format(&standard_output, "%s\t%s\t\n", commands[i].name,
		              commands[i].summary);
	options_list(subcommand ? subcommand : "");
	return EXIT_OK;
}

static enum exit_code cmd_help(int argc, char **argv)
{
	char **words = argv + 1;

	if (argc > 1 && strcmp(argv[1], "--list") == 0)
		return list(argv[2]);
	argv[0] = "";
	if (argc > 1)
		words = options_read(argc, argv, about()).names;
	if (*words && words[1])
		die_usage("help takes one subcommand, and this is one more", words[1]);
	if (*words && strcmp(*words, "help") != 0)
		return run_command(2, (char *[]){ *words, "--help", NULL });
	options_help("", about());
	return EXIT_OK;
}

/* What a person tries first is a name, which no subcommand looks like. */
static char *implied_subcommand(const char *word)
{
	if (!word)
		return "status";
	return *word != '-' && (strchr(word, '.') || !ascii_has_only_text(word)) ? "resolve"
	                                                                         : NULL;
}

int main(int argc, char **argv)
{
	enum exit_code code;
	char **words;

	output_open();
	setlocale(LC_CTYPE, ""); /* as programs do for which "charset = locale" is meant */
	argv[0] = implied_subcommand(argv[1]);
	words = argv;
	if (!argv[0]) {
		argv[0] = "";
		words = options_read(argc, argv, about()).names;
	}
	code = run_command(argc - (int)(words - argv), words);
	output_close();
	return (int)code;
}
