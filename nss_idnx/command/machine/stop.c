/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "machine.h"

#include "command.h"

void stop_file(const char *path, const struct remedy *remedy)
{
	int error = errno;

	output_text(&standard_error, "idnx: ");
	output_put(&standard_error, path, strlen(path));
	output_format(&standard_error, ": %s\n",
	              error == ESTALE ? "another program has changed it meanwhile"
	                              : strerror(error));
	if (remedy->words != NULL)
		remedy_write(&standard_error, 0, remedy);
	else if (error == ENOSPC || error == EDQUOT)
		output_text(&standard_error, "Make room on its file system, and run this again\n");
	output_flush();
	exit(error == ESTALE ? EXIT_TEMPORARY : EXIT_IO);
}
