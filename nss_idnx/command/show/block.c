/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error, written in large blocks: a write per name would cost
 * more than the name.
 */
#include "show.h"

#include <poll.h>
#include <sys/ioctl.h>

#define COLUMNS     80 /* of a terminal that does not tell its width, and of a file */
#define COLUMNS_MIN 40 /* fewer would leave no room for words beside columns of text */

struct output standard_output = { .fd = STDOUT_FILENO, .name = "standard output" };
struct output standard_error = {
	.fd = STDERR_FILENO, .name = "standard error", .is_prose = true
};

/* --- Blocks ----------------------------------------------------------------------- */

/* Writes some of the octets and returns how many; 0 means try again. */
static size_t write_some(const struct output *output, const char *octets, size_t length)
{
	struct pollfd waited = { .fd = output->fd, .events = POLLOUT };
	ssize_t written = write(output->fd, octets, length);

	if (written >= 0)
		return (size_t)written;
	if (errno == EINTR)
		return 0;
	if (errno == EAGAIN) {
		poll(&waited, 1, -1); /* another process that shares it made it non-blocking */
		return 0;
	}
	if (output->may_fail)
		return length;
	if (output != &standard_error)
		dprintf(STDERR_FILENO, "idnx: %s: %s\n", output->name, strerror(errno));
	exit(EXIT_IO);
}

void output_write(struct output *output)
{
	size_t done = 0, length = output->used;

	output->used = 0; /* cleared even if a write fails: nothing is tried twice */
	while (done < length && !output->is_silent)
		done += write_some(output, output->octets + done, length - done);
}

void output_append(struct output *output, const char *octets, size_t length)
{
	while (length > sizeof output->octets - output->used) {
		size_t space = sizeof output->octets - output->used;

		memcpy(output->octets + output->used, octets, space);
		output->used += space;
		octets += space;
		length -= space;
		output_write(output);
	}
	memcpy(output->octets + output->used, octets, length);
	output->used += length;
}

/* --- What it is -------------------------------------------------------------------- */

static void ask_kind(struct output *output)
{
	struct winsize size = { .ws_col = 0 };
	int error = errno; /* the caller may be about to report it */

	output->kind = isatty(output->fd) ? OUTPUT_TERMINAL : OUTPUT_FILE;
	ioctl(output->fd, TIOCGWINSZ, &size);
	output->columns = size.ws_col == 0            ? COLUMNS
	                  : size.ws_col < COLUMNS_MIN ? COLUMNS_MIN
	                                              : size.ws_col;
	errno = error;
}

bool output_is_terminal(struct output *output)
{
	if (output->kind == OUTPUT_UNASKED)
		ask_kind(output);
	return output->kind == OUTPUT_TERMINAL;
}
