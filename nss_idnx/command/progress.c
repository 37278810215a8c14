/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The progress line, which stands on standard error until something else is written
 * there.  It begins after a second: what is done by then needs none.
 */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "output.h"

bool progress_is_wanted(void)
{
	return isatty(STDERR_FILENO) && !isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO);
}

/* The coarse clock is read without a system call, in a few nanoseconds. */
static time_t seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec;
}

void progress_show(unsigned long long names)
{
	static time_t last;
	time_t now = seconds();
	char line[64];

	if (last == 0)
		last = now;
	if (now == last)
		return;
	last = now;
	snprintf(line, sizeof line, "idnx: %llu names", names);
	output_passing(line);
}
