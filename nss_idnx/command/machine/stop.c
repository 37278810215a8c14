/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "machine.h"

#include "command.h"
#include "enable/replace.h"

/* The owner of the file is unknown here. */
static _Noreturn void stop_obstructed(const char *path)
{
	output_text(&standard_error, "idnx: ");
	output_put(&standard_error, path, strlen(path));
	output_text(&standard_error, REPLACE_SUFFIX " is in the way, and not from idnx: it "
	            "has another owner or name, or is no file. If it is not needed, run: rm ");
	output_put(&standard_error, path, strlen(path));
	output_text(&standard_error, REPLACE_SUFFIX "\n");
	output_flush();
	exit(EXIT_CONFIGURATION);
}

void stop_file(const char *path)
{
	static const struct remedy none = { .words = NULL };

	stop_file_remedy(path, &none);
}

void stop_file_remedy(const char *path, const struct remedy *remedy)
{
	int error = errno;
	enum exit_code code = error == EAGAIN || error == ESTALE ? EXIT_TEMPORARY : EXIT_IO;
	const char *why = error == EAGAIN ? "another idnx is changing it"
	                : error == ESTALE ? "another program has changed it meanwhile"
	                                  : strerror(error);

	if (error == EEXIST)
		stop_obstructed(path);
	output_text(&standard_error, "idnx: ");
	output_put(&standard_error, path, strlen(path));
	output_format(&standard_error, ": %s\n", why);
	if (remedy->words != NULL)
		remedy_write(&standard_error, 0, remedy);
	else if (error == ENOSPC || error == EDQUOT)
		output_text(&standard_error, "Make room on its file system, and run this again\n");
	output_flush();
	exit((int)code);
}
