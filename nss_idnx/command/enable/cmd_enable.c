/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx enable and idnx disable: the hosts: line, --libidn2, --python. */
#include "enable.h"

#define EXIT_STATUS \
	"Exit status: 0 done, or nothing to do, 2 wrong usage, 3 something is left to do by " \
	"hand, 4 another program is changing the file, 5 input or output failed.\n"

static const char enable_help[] =
	"Usage: idnx enable [OPTION]...\n"
	"\n"
	"Puts \"idnx [!UNAVAIL=return]\" into the hosts: line of /etc/nsswitch.conf, "
	"directly before the first of resolve and dns, and shows the change. Keeps the "
	"original next to it as nsswitch.conf.before-idnx.\n"
	"\n"
	EXIT_STATUS
	"\n"
	"Example: idnx enable --dry-run\n";

static const char disable_help[] =
	"Usage: idnx disable [OPTION]...\n"
	"\n"
	"Removes idnx from the hosts: line of /etc/nsswitch.conf, and shows the change. A "
	"line that idnx enable has made becomes what it was.\n"
	"\n"
	EXIT_STATUS
	"\n"
	"Example: idnx disable\n";

static enum exit_code switch_parts(enum direction direction, const char *help, int argc,
                                   char **argv)
{
	struct options options = options_read(argc, argv, help);
	enum exit_code code = EXIT_OK, other = EXIT_OK;

	if (*options.names)
		die_usage("no arguments are expected", *options.names);
	if (options.python == NULL && options.libidn2 == NULL)
		return switch_hosts(direction, &options);
	if (options.root != NULL)
		die_usage("--libidn2 or --python is for the system that runs, not for --root",
		          options.root);
	if (options.libidn2 != NULL)
		code = switch_libidn2(direction, &options);
	if (options.python != NULL)
		other = switch_python(direction, &options);
	return other > code ? other : code;
}

enum exit_code cmd_enable(int argc, char **argv)
{
	return switch_parts(ENABLE, enable_help, argc, argv);
}

enum exit_code cmd_disable(int argc, char **argv)
{
	return switch_parts(DISABLE, disable_help, argc, argv);
}
