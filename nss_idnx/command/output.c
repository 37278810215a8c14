/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error, written in large blocks: a write per name
 * would cost more than the name.  Whoever is about to wait calls output_flush().
 */
#include "output.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <unistd.h>

#include "character.h"
#include "command.h"
#include "screen.h"
#include "vis.h"

struct output standard_output = { .fd = STDOUT_FILENO, .name = "standard output" };
struct output standard_error = { .fd = STDERR_FILENO, .name = "standard error" };

/* Whether a line stands there that is not to stay; the cursor is at its beginning. */
static bool is_passing;

#define ERASE_LINE "\033[K" /* ECMA-48, EL: every terminal emulator's, and the kernel's */

_Noreturn static void write_failed(const struct output *output)
{
	if (output == &standard_error)
		exit(EXIT_IO); /* there is nowhere to say it */
	die_io(output->name);
}

/* Writes some of the octets and returns how many; 0: try again. */
static size_t write_some(const struct output *output, const char *octets, size_t length)
{
	struct pollfd waited = { .fd = output->fd, .events = POLLOUT };
	ssize_t written = write(output->fd, octets, length);

	if (written >= 0)
		return (size_t)written;
	if (errno == EAGAIN)
		poll(&waited, 1, -1); /* whoever shares it made it non-blocking */
	else if (errno != EINTR)
		write_failed(output);
	return 0;
}

static void write_all(const struct output *output, const char *octets, size_t length)
{
	size_t done = 0;

	while (done < length)
		done += write_some(output, octets + done, length - done);
}

static void end_passing(void)
{
	if (is_passing)
		write_all(&standard_error, ERASE_LINE, strlen(ERASE_LINE));
	is_passing = false;
}

static void write_block(struct output *output)
{
	size_t length = output->used;

	output->used = 0; /* also where a write fails: nothing is tried twice */
	if (output == &standard_error && length > 0)
		end_passing();
	write_all(output, output->octets, length);
}

static void append(struct output *output, const char *octets, size_t length)
{
	while (length > sizeof output->octets - output->used) {
		size_t space = sizeof output->octets - output->used;

		memcpy(output->octets + output->used, octets, space);
		output->used += space;
		octets += space;
		length -= space;
		write_block(output);
	}
	memcpy(output->octets + output->used, octets, length);
	output->used += length;
}

/* --- Terminals ---------------------------------------------------------------- */

bool output_is_terminal(struct output *output)
{
	int error = errno; /* the caller may be about to tell it */

	if (output->kind == OUTPUT_UNASKED)
		output->kind = isatty(output->fd) ? OUTPUT_TERMINAL : OUTPUT_FILE;
	errno = error;
	return output->kind == OUTPUT_TERMINAL;
}

/* What may pass that is not seen. */
enum passing { NOTHING, NEWLINES, VALID };

/* Cc, Cf, Zl and Zp of a name that is valid: the joiners, and under lax flags others. */
static bool is_of_valid_name(uint32_t code_point)
{
	return code_point == 0x200C || code_point == 0x200D ||
	       !uc_is_general_category_withtable(code_point,
	                                         UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf |
	                                         UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp);
}

static bool passes(const struct vis *visible, enum passing passing)
{
	if (visible->code_point == UINT32_MAX)
		return false;
	return visible->is_seen || (passing == NEWLINES && visible->code_point == '\n') ||
	       (passing == VALID && is_of_valid_name(visible->code_point));
}

static void put(struct output *output, const char *octets, size_t length,
                enum passing passing)
{
	if (!output_is_terminal(output)) {
		append(output, octets, length);
		return;
	}
	for (size_t done = 0; done < length; ) {
		struct vis visible = vis_first(octets + done, length - done);
		char form[SCREEN_FORM_SIZE];
		size_t n = passes(&visible, passing) ? screen_form(visible.code_point, form) : 0;

		append(output, n > 0 ? form : visible.form,
		       n > 0 ? n : strlen(visible.form));
		done += visible.length;
	}
}

bool output_shows(struct output *output, uint32_t code_point)
{
	char form[SCREEN_FORM_SIZE];

	return !output_is_terminal(output) ||
	       (character_is_visible(code_point) && screen_form(code_point, form) > 0);
}

/* --- What is put ---------------------------------------------------------------- */

void output_put(struct output *output, const char *octets, size_t length)
{
	put(output, octets, length, NOTHING);
}

void output_visible(struct output *output, const char *octets, size_t length)
{
	for (size_t done = 0; done < length; ) {
		struct vis visible = vis_first(octets + done, length - done);

		if (visible.is_seen)
			output_put(output, octets + done, visible.length);
		else
			output_text(output, visible.form);
		done += visible.length;
	}
}

void output_valid_name(struct output *output, const char *octets, size_t length)
{
	put(output, octets, length, VALID);
}

void output_end(struct output *output, bool null)
{
	append(output, null ? "\0" : "\n", 1);
}

void output_control(struct output *output, const char *sequence)
{
	append(output, sequence, strlen(sequence));
}

void output_text(struct output *output, const char *text)
{
	put(output, text, strlen(text), NEWLINES);
}

void output_format(struct output *output, const char *format, ...)
{
	char text[OUTPUT_FORMAT_MAX + 1];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	output_text(output, text);
}

void output_flush(void)
{
	write_block(&standard_output);
	write_block(&standard_error);
}

void output_passing(const char *line)
{
	output_flush();
	end_passing();
	write_all(&standard_error, line, strlen(line));
	write_all(&standard_error, "\r", 1);
	is_passing = true;
}

void die_io(const char *what)
{
	const char *why = strerror(errno);

	output_text(&standard_error, "idnx: ");
	output_put(&standard_error, what, strlen(what));
	output_format(&standard_error, ": %s\n", why);
	output_flush();
	exit(EXIT_IO);
}

void output_close(void)
{
	output_flush();
	end_passing();
	/* EBADF: it was closed from the start, and nothing had to be written. */
	if (close(STDOUT_FILENO) != 0 && errno != EBADF)
		die_io(standard_output.name);
}
