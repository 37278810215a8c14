/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error, written in large blocks: a write per name would cost
 * more than the name.  Callers that are about to wait call output_flush().
 */
#include "terminal.h"

#include <poll.h>
#include <signal.h>
#include <unictype.h>
#include <uniwidth.h>

struct output standard_output = { .fd = STDOUT_FILENO, .name = "standard output" };
struct output standard_error = {
	.fd = STDERR_FILENO, .name = "standard error", .is_prose = true
};

/* Whether the terminal shows a transient line; the cursor is at its beginning. */
static volatile sig_atomic_t is_passing;

/* Whether standard output's terminal has been set to a colour. */
static volatile sig_atomic_t is_coloured;

/* ECMA-48, EL and SGR: every terminal emulator and the kernel's console support them. */
#define ERASE_LINE "\033[K"
#define NO_COLOUR  "\033[0m"

_Noreturn static void write_failed(const struct output *output)
{
	if (output == &standard_error)
		exit(EXIT_IO); /* there is nowhere to report it */
	die_io(output->name);
}

/* Writes some of the octets and returns how many; 0 means try again. */
static size_t write_some(const struct output *output, const char *octets, size_t length)
{
	struct pollfd waited = { .fd = output->fd, .events = POLLOUT };
	ssize_t written = write(output->fd, octets, length);

	if (written >= 0)
		return (size_t)written;
	if (errno == EAGAIN)
		poll(&waited, 1, -1); /* another process that shares it made it non-blocking */
	else if (errno != EINTR && output->may_fail)
		return length;
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

/* Restores the terminal, then dies of the signal, whose action is the default again. */
static void end_by(int number)
{
	ssize_t written = 0;

	if (is_coloured)
		written += write(STDOUT_FILENO, NO_COLOUR, strlen(NO_COLOUR));
	if (is_passing)
		written += write(STDERR_FILENO, "\r" ERASE_LINE, strlen("\r" ERASE_LINE));
	if (written >= 0) /* its failure has no remedy */
		raise(number);
}

/* Called once a terminal shows something that must not stay after an interrupt. */
static void expect_interrupt(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = end_by, .sa_flags = (int)SA_RESETHAND };
	struct sigaction before;

	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
			sigaction(numbers[i], &action, NULL);
}

static void write_block(struct output *output)
{
	size_t length = output->used;

	output->used = 0; /* cleared even if a write fails: nothing is tried twice */
	if (output->is_silent)
		return;
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

static void ask_kind(struct output *output)
{
	int error = errno; /* the caller may be about to report it */

	output->kind = isatty(output->fd) ? OUTPUT_TERMINAL : OUTPUT_FILE;
	output->columns = screen_columns(output->fd);
	errno = error;
}

bool output_is_terminal(struct output *output)
{
	if (output->kind == OUTPUT_UNASKED)
		ask_kind(output);
	return output->kind == OUTPUT_TERMINAL;
}

int output_columns(struct output *output)
{
	output_is_terminal(output);
	return output->columns;
}

/* --- Lines of a terminal --------------------------------------------------------- */

static void append_blanks(struct output *output, int count)
{
	for (int i = 0; i < count; i++)
		append(output, " ", 1);
}

/*
 * Finds where the continuation lines of this line begin: below its last column of text,
 * which follows two or more blanks and begins in the left half, or else two columns in.
 */
static void find_indent(const struct output *output, struct output_line *line)
{
	int begin = line->column + line->blanks;

	if (line->column == 0)
		line->indent = begin + 2;
	else if (line->blanks > 1 && begin <= output->columns / 2)
		line->indent = begin;
}

/*
 * Returns the column of a word that begins a line: further left if that keeps a long word whole.
 */
static int first_column(const struct output *output, const struct output_line *line)
{
	if (line->indent + line->width <= output->columns)
		return line->indent;
	return line->width < output->columns ? output->columns - line->width : 0;
}

static void end_word(struct output *output)
{
	struct output_line *line = &output->line;
	int begin = line->column + line->blanks;

	if (line->length == 0)
		return;
	find_indent(output, line);
	if (line->column > 0 && line->blanks > 0 && begin + line->width > output->columns &&
	    first_column(output, line) < begin) {
		append(output, "\n", 1);
		append_blanks(output, first_column(output, line));
		line->column = first_column(output, line);
	} else {
		append_blanks(output, line->blanks);
		line->column = begin;
	}
	append(output, line->word, line->length);
	line->column += line->width;
	line->blanks = line->width = 0;
	line->length = 0;
}

static void end_line(struct output *output)
{
	end_word(output);
	output->line = (struct output_line){ .column = 0 };
	append(output, "\n", 1);
}

/* Adds octets without a blank to the current word. */
static void add_to_word(struct output *output, const char *octets, size_t length, int width)
{
	struct output_line *line = &output->line;

	if (length > sizeof line->word - line->length)
		end_word(output);
	memcpy(line->word + line->length, octets, length);
	line->length += length;
	line->width += width;
}

/* Which invisible characters are written. */
enum passing { NOTHING, NEWLINES, VALID };

/*
 * Returns whether an invisible character (Cc, Cf, Zl, Zp) may be part of a valid name:
 * joiners, and under lax flags others.
 */
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

/* What a terminal gets for a character: the character, or a visible substitute. */
struct shown {
	size_t length;
	int width;
	char form[SCREEN_FORM_SIZE];
};

static struct shown show(const struct vis *visible, enum passing passing)
{
	struct shown shown = { .length = 0 };

	if (passes(visible, passing)) {
		shown.length = screen_form(visible->code_point, shown.form);
		shown.width = uc_width(visible->code_point, screen_charset());
	}
	if (shown.length == 0) {
		shown.length = vis_form(visible, shown.form);
		shown.width = (int)shown.length;
	}
	return shown;
}

static void put_shown(struct output *output, const struct shown *shown)
{
	if (!output->is_prose) {
		append(output, shown->form, shown->length);
	} else if (*shown->form == '\n') {
		end_line(output);
	} else if (*shown->form == ' ') {
		end_word(output);
		output->line.blanks++;
	} else {
		add_to_word(output, shown->form, shown->length,
		            shown->width > 0 ? shown->width : 0);
	}
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
		struct shown shown = show(&visible, passing);

		put_shown(output, &shown);
		done += visible.length;
	}
}

int output_width(struct output *output, const char *octets, size_t length)
{
	int width = 0;

	if (!output_is_terminal(output))
		return u8_width((const uint8_t *)octets, length, "UTF-8");
	for (size_t done = 0; done < length; ) {
		struct vis visible = vis_first(octets + done, length - done);
		struct shown shown = show(&visible, NOTHING);

		width += shown.width;
		done += visible.length;
	}
	return width;
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
	char form[VIS_FORM_SIZE];
	size_t put = 0;

	for (size_t done = 0; done < length; ) {
		struct vis visible;

		if (vis_is_printable(octets[done])) {
			done++;
			continue;
		}
		visible = vis_first(octets + done, length - done);
		if (!visible.is_seen) {
			output_put(output, octets + put, done - put);
			output_put(output, form, vis_form(&visible, form));
			put = done + visible.length;
		}
		done += visible.length;
	}
	output_put(output, octets + put, length - put);
}

void output_valid_name(struct output *output, const char *octets, size_t length)
{
	put(output, octets, length, VALID);
}

void output_end(struct output *output, bool null)
{
	if (output_is_terminal(output) && output->is_prose)
		end_line(output);
	else
		append(output, null ? "\0" : "\n", 1);
}

void output_control(struct output *output, const char *sequence)
{
	size_t length = strlen(sequence);

	if (!is_coloured)
		expect_interrupt();
	is_coloured = true;
	if (output->is_prose)
		add_to_word(output, sequence, length, 0);
	else
		append(output, sequence, length);
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

void output_silence(void)
{
	standard_output.is_silent = standard_error.is_silent = true;
}

void output_speak(void)
{
	if (standard_error.is_silent)
		output_flush(); /* what was put in silence is not said now */
	standard_output.is_silent = standard_error.is_silent = false;
}

void output_flush(void)
{
	end_word(&standard_output);
	end_word(&standard_error);
	write_block(&standard_output);
	write_block(&standard_error);
}

void output_passing(const char *line)
{
	output_flush();
	if (is_passing)
		end_passing();
	else
		expect_interrupt();
	is_passing = true;
	write_all(&standard_error, line, strlen(line));
	write_all(&standard_error, "\r", 1);
}

void die_io(const char *what)
{
	const char *why = strerror(errno);

	output_speak();
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
	/* EBADF: it was closed from the start, and nothing had to be written */
	if (close(STDOUT_FILENO) != 0 && errno != EBADF)
		die_io(standard_output.name);
}

/* --- Colour ------------------------------------------------------------------ */

static enum terminal_when when;

/* no-color.org: NO_COLOR is set and not empty. */
static bool has_colours(void)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when != TERMINAL_AUTO)
		return when == TERMINAL_ALWAYS;
	return output_is_terminal(&standard_output) && (!no_color || *no_color == '\0') && term &&
	       strcmp(term, "dumb") != 0;
}

void terminal_colour(enum terminal_when wanted)
{
	when = wanted;
}

void terminal_set_style(enum terminal_style style)
{
	/* ECMA-48, SGR. */
	static const char *const sequences[] = {
		[TERMINAL_PLAIN] = "\033[0m",
		[TERMINAL_BOLD] = "\033[1m",
		[TERMINAL_GOOD] = "\033[32m",
		[TERMINAL_BAD] = "\033[31m",
	};

	if (has_colours())
		output_control(&standard_output, sequences[style]);
}
