/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The idnx command: its subcommands, --help and --version.  A subcommand is one
 * file and one row of the table below.
 */
#include "idnx.h"

#include <locale.h>
#include <stddef.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "output.h"

static const struct command {
	const char *name;
	enum exit_code (*run)(int argc, char **argv);
	const char *summary;
} commands[] = {
	{ "to-ascii", cmd_to_ascii,
	  "names as DNS has them: bücher.example -> xn--bcher-kva.example" },
	{ "to-unicode", cmd_to_unicode,
	  "names as people read them: the other way" },
	{ "explain", cmd_explain,
	  "why a name becomes what it does, or is refused" },
	{ "check", cmd_check,
	  "what a lookup on this machine does with names" },
	{ "compare", cmd_compare,
	  "whether two names are one" },
	{ "resolve", cmd_resolve,
	  "what programs get for a name: addresses, hosts line, time" },
	{ "run", cmd_run,
	  "a program that converts names itself, with idnx's libidn2" },
	{ "doctor", cmd_doctor,
	  "what is wrong on this machine, and how to mend it" },
	{ "punycode", cmd_punycode,
	  "strings to Punycode (RFC 3492) and back, as they stand" },
	{ "enable", cmd_enable,
	  "put idnx into the hosts line of /etc/nsswitch.conf" },
	{ "disable", cmd_disable,
	  "take it out again" },
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static void help(void)
{
	output_format(&standard_output,
	              "Usage: idnx SUBCOMMAND [OPTION]... [NAME]...\n"
	              "\n"
	              "Internationalized domain names after UTS #46, Unicode %s.\n"
	              "\n",
	              idnx_unicode_version());
	for (size_t i = 0; i < COMMANDS; i++)
		output_format(&standard_output, "  %-12s %s\n", commands[i].name,
		              commands[i].summary);
	output_text(&standard_output,
	            "\n"
	            "  --help       this text; after a subcommand its options\n"
	            "  --version    the versions of idnx and of Unicode\n"
	            "\n"
	            "Names are UTF-8 whatever the locale.\n"
	            "Exit status: 0 all went well, 1 a name was refused or not found,\n"
	            "2 wrong usage, 3 wrong configuration, 4 temporary failure,\n"
	            "5 input or output failed.\n");
}

static enum exit_code run_command(int argc, char **argv)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(argv[0], commands[i].name) == 0)
			return commands[i].run(argc, argv);
	die_usage("unknown subcommand", argv[0]);
}

int main(int argc, char **argv)
{
	enum exit_code code;
	int first;

	setlocale(LC_CTYPE, ""); /* as programs do, for which "charset = locale" is meant */
	first = options_read_before(argc, argv, help, "a subcommand is missing");
	code = run_command(argc - first, argv + first);
	output_close();
	return (int)code;
}
