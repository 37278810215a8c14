/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The names a subcommand works on: its arguments, or else the lines of standard input.
 * A line ends at a newline, or with --null at a NUL, and at the end of the input; every
 * other octet is part of the name.
 *
 * Input is read in large blocks, and lines are used where they lie:
 *
 *     octets  | used lines | line\n line\n beginning of a li|  free  |
 *                          ^ start                          ^ end
 *
 * An incomplete line moves to the front before the next read.
 */
#include "command.h"

#include <poll.h>

#include "idnx.h"

/* What is kept of a longer line: enough for IDNX_TOO_LONG. */
#define KEPT (IDNX_INPUT_MAX + 1)

_Static_assert(sizeof((struct input *)0)->octets > KEPT, "a read always has room");

void input_open(struct input *names, char *const *arguments, bool null)
{
	for (char *const *word = arguments; *word && !null; word++)
		if (strchr(*word, '\n')) /* it would make two output lines for one name */
			die_usage("an argument is one name, and cannot have a newline", *word);
	names->arguments = *arguments ? arguments : NULL;
	names->number = 0;
	names->end_of_name = null ? '\0' : '\n';
	names->at_end = false;
	names->start = names->end = 0;
	if (names->arguments || !isatty(STDERR_FILENO) || !isatty(STDIN_FILENO))
		return;
	output_format(&standard_error, "idnx: waiting for names, %s, until Control-D\n",
	              null ? "a NUL after each" : "one a line");
	output_flush();
}

size_t input_read(char *octets, size_t size)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	ssize_t got;

	do {
		if (poll(&input, 1, 0) <= 0) {
			output_flush();
			poll(&input, 1, -1);
		}
		got = read(STDIN_FILENO, octets, size);
	} while (got < 0 && (errno == EINTR || errno == EAGAIN));
	if (got < 0)
		die_io("standard input");
	return (size_t)got;
}

/* Reads more input after what is held; returns false at the end of the input. */
static bool read_more(struct input *names)
{
	size_t held = names->end - names->start, got;

	memmove(names->octets, names->octets + names->start, held);
	got = input_read(names->octets + held, sizeof names->octets - held);
	names->start = 0;
	names->end = held + got;
	names->at_end = got == 0;
	return got > 0;
}

/* Takes the line of length octets at the start, and its terminator. */
static void take_line(struct input *names, struct input_name *name, size_t length)
{
	name->octets = names->octets + names->start;
	name->length = length;
	names->start += length;
	if (names->start < names->end)
		names->start++;
}

static bool next_line(struct input *names, struct input_name *name)
{
	size_t held = 0; /* octets of this line known to contain no terminator */

	do {
		const char *line = names->octets + names->start;
		size_t length = names->end - names->start;
		const char *end = memchr(line + held, names->end_of_name, length - held);

		if (end) {
			take_line(names, name, (size_t)(end - line));
			return true;
		}
		held = length < KEPT ? length : KEPT;
		names->end = names->start + held; /* drops the rest of the line */
	} while (!names->at_end && read_more(names));

	take_line(names, name, held);
	return held > 0;
}

bool input_next(struct input *names, struct input_name *name)
{
	name->source = names->arguments ? "argument" : "line";
	name->number = ++names->number;
	if (!names->arguments)
		return next_line(names, name);
	name->octets = *names->arguments;
	if (!name->octets)
		return false;
	name->length = strlen(name->octets);
	names->arguments++;
	return true;
}
