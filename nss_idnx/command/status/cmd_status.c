/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx status: whether idnx and the protection of idnx.conf are in force, and for whom not. */
#include "command.h"
#include "status.h"

static const char help[] =
	"Usage: idnx status [OPTION]...\n"
	"\n"
	"Shows whether programs follow idnx, under which hosts: line, which protection "
	"idnx.conf sets and whether it is in force, which programs go without it, what was "
	"logged, and the next step if one is left. So does idnx without a subcommand.\n"
	"\n"
	"Exit status: 0 no step is left, 2 wrong usage, 3 one is, 5 input or output failed.\n"
	"\n"
	"Example: idnx status\n";

static void put_json(const struct status *status)
{
	const struct force *force = status->force;

	json_begin(NULL, '{');
	json_flag("in_force", !force->bypass.text);
	json_flag("protects", !force->bypass.text && !force->doubt.text && force->protects);
	json_text("reason", force->bypass.text);
	for (const struct status_row *row = status->rows; row < status->rows + STATUS_ROWS;
	     row++)
		json_text(row->member, row->text);
	json_text("fix", remedy_text(&status->fix));
	json_end_line();
}

enum exit_code cmd_status(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct sysroot root;
	struct status status;

	if (*options.names)
		die_usage("status takes no names", *options.names);
	root = sysroot_of(options.root);
	status = status_of(force_of(&root));
	if (options.json)
		put_json(&status);
	else
		status_put(&status);
	return status.fix.words ? EXIT_CONFIGURATION : EXIT_OK;
}
