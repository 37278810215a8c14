/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The names a subcommand works on: its arguments, or else the lines of standard input.
 * Input is read in large blocks, and lines are used where they lie:
 *
 *     octets  | used lines | line\n line\n beginning of a li|  free  |
 *                          ^ start                          ^ end
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
	*names = (struct input){ .arguments = *arguments ? arguments : NULL,
		                 .end_of_name = null ? '\0' : '\n' };
	if (names->arguments || !isatty(STDERR_FILENO) || !isatty(STDIN_FILENO))
		return;
	output_format(&standard_error, "idnx: waiting for names, %s, until Control-D\n",
	              null ? "a NUL after each" : "one a line");
	output_flush();
}

/* UTF-16 begins with U+FEFF in either order, if it does not lack that. */
static void reject_utf16(const char *octets, size_t length)
{
	static bool has_begun;

	if (!has_begun && length >= 2 &&
	    (memcmp(octets, "\xFF\xFE", 2) == 0 || memcmp(octets, "\xFE\xFF", 2) == 0))
		die_usage("standard input is UTF-16: convert it by iconv -f UTF-16 -t UTF-8",
		          NULL);
	has_begun = true;
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
	reject_utf16(octets, (size_t)got);
	return (size_t)got;
}

/* Reads more of a line, which moves to the front; the end of the input ends it, too. */
static bool read_more(struct input *names)
{
	size_t held = names->end - names->start, got;

	held = held < KEPT ? held : KEPT; /* drops the rest of the line */
	memmove(names->octets, names->octets + names->start, held);
	got = input_read(names->octets + held, sizeof names->octets - held);
	names->at_end = got == 0;
	if (names->at_end && held > 0)
		names->octets[held + got++] = names->end_of_name;
	names->start = 0;
	names->end = held + got;
	return got > 0;
}

/*
 * A line may come from Windows or a table: without a byte order mark, blanks and CR.  Of one that is
 * too long they remain: it may have been cut, and a part of it must not pass for a name.
 */
static bool next_line(struct input *names, struct span *line)
{
	do {
		line->next = names->octets + names->start;
		line->end = memchr(line->next, names->end_of_name, names->end - names->start);
	} while (!line->end && !names->at_end && read_more(names));
	if (!line->end)
		return false;
	names->start += span_length(*line) + 1;
	if (names->end_of_name != '\n' || span_length(*line) >= KEPT)
		return true;
	if (names->number == 1)
		*line = span_without_byte_order_mark(*line);
	*line = span_trim(span_trim_end(*line));
	return true;
}

bool input_next(struct input *names, struct input_name *name)
{
	name->source = names->arguments ? "argument" : "line";
	name->number = ++names->number;
	if (!names->arguments)
		return next_line(names, &name->text);
	if (!*names->arguments)
		return false;
	name->text = span_of_text(*names->arguments++);
	return true;
}
