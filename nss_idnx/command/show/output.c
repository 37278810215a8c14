/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error: what stands for each character, and where lines break.
 * Both are written in large blocks: a write per name would cost more than the name.
 *
 * A terminal gets UTF-8 if that is its charset, which the locale names, else ASCII: in ISO 8859
 * the octets of a letter may be controls (U+0450 is D1 90 in UTF-8, and 90 is DCS in ECMA-48).
 */
#include "show.h"

#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/param.h>
#include <unistr.h>
#include <uniwidth.h>

#define COLUMNS     80 /* of a terminal that does not tell its width, and of a file */
#define COLUMNS_MIN 40 /* fewer would leave no room for words beside columns of text */

struct output standard_output = {
	.fd = STDOUT_FILENO, .name = "standard output", .columns = COLUMNS
};
struct output standard_error = {
	.fd = STDERR_FILENO, .name = "standard error", .columns = COLUMNS, .is_prose = true
};

static bool is_silent;

/* --- Blocks ----------------------------------------------------------------------- */

static void write_octets(struct output *output, const char *octets, size_t length)
{
	struct pollfd waited = { .fd = output->fd, .events = POLLOUT };

	while (length > 0 && !is_silent) {
		ssize_t written = write(output->fd, octets, length);

		if (written >= 0) {
			octets += written;
			length -= (size_t)written;
		} else if (errno == EINTR || errno == EAGAIN) {
			poll(&waited, 1, -1); /* another process made it non-blocking */
		} else if (output->may_fail) {
			return;
		} else {
			dprintf(STDERR_FILENO, "idnx: %s: %s\n", output->name, strerror(errno));
			exit(EXIT_IO);
		}
	}
}

static void write_block(struct output *output)
{
	size_t length = output->used;

	output->used = 0; /* cleared even if a write fails: nothing is tried twice */
	write_octets(output, output->octets, length);
}

static void append(struct output *output, const char *octets, size_t length)
{
	if (length >= sizeof output->octets) { /* of a text that is copied */
		write_block(output);
		write_octets(output, octets, length);
		return;
	}
	while (length > 0) {
		size_t space = sizeof output->octets - output->used;
		size_t part = MIN(length, space);

		memcpy(output->octets + output->used, octets, part);
		output->used += part;
		octets += part;
		length -= part;
		if (part == space)
			write_block(output);
	}
}

/* --- What it is -------------------------------------------------------------------- */

static void find_kind(struct output *output)
{
	struct winsize size;

	output->is_terminal = isatty(output->fd);
	if (ioctl(output->fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		output->columns = MAX(size.ws_col, COLUMNS_MIN);
}

void output_open(void)
{
	find_kind(&standard_output);
	find_kind(&standard_error);
}

static bool breaks_lines(const struct output *output)
{
	return output->is_page || (output->is_prose && output->is_terminal);
}

/* --- Lines that break ------------------------------------------------------------------ */

/*
 * Lines continue below their last column of text, which follows two or more blanks and begins in
 * the left half; or else two columns in, but not on a page.
 */
static void find_indent(const struct output *output, struct output_line *line)
{
	int begin = line->column + line->blanks;

	if (line->column == 0)
		line->indent = begin + (output->is_page ? 0 : 2);
	else if (line->blanks > 1 && begin <= output->columns / 2)
		line->indent = begin;
}

/* Writes the word, on a new line if it does not fit: further left if that keeps it whole. */
static void end_word(struct output *output)
{
	struct output_line *line = &output->line;
	int begin = line->column + line->blanks, first;

	if (line->length == 0)
		return;
	find_indent(output, line);
	first = MIN(MAX(output->columns - line->width, 0), line->indent);
	if (line->column > 0 && line->blanks > 0 && begin + line->width > output->columns &&
	    first < begin) {
		append(output, "\n", 1);
		line->column = 0;
		line->blanks = first;
	}
	for (int i = 0; i < line->blanks; i++)
		append(output, " ", 1);
	append(output, line->word, line->length);
	line->column += line->blanks + line->width;
	line->blanks = line->width = 0;
	line->length = 0;
}

static void end_line(struct output *output)
{
	end_word(output);
	output->line = (struct output_line){ .column = 0 };
	append(output, "\n", 1);
}

/* Writes octets of any kind: if lines break, as a part of the current word. */
static void add(struct output *output, const char *octets, size_t length, int width)
{
	struct output_line *line = &output->line;

	if (!breaks_lines(output)) {
		append(output, octets, length);
		return;
	}
	if (length > sizeof line->word - line->length)
		end_word(output);
	memcpy(line->word + line->length, octets, length);
	line->length += length;
	line->width += MAX(width, 0);
}

/* --- Characters -------------------------------------------------------------------------- */

/* Nearly all characters are printable ASCII. */
static bool is_printable_ascii(uint32_t code_point)
{
	return code_point >= ' ' && code_point < 0x7F;
}

/* A valid name may have joiners, and characters that libunistring does not know. */
static bool passes(uint32_t code_point, enum manner manner)
{
	bool is_joiner = code_point == 0x200C || code_point == 0x200D;

	return is_printable_ascii(code_point) || character_is_visible(code_point) ||
	       (manner == LINES && (code_point == '\n' || code_point == '\t')) ||
	       (manner == VALID_NAME && (is_joiner || (!character_acts(code_point) &&
	                                               !character_is_blank(code_point))));
}

static bool takes(const struct output *output, uint32_t code_point)
{
	return code_point < 0x80 || !output->is_terminal ||
	       strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void put_form(struct output *output, const char *form, size_t length, int width,
                     enum manner manner)
{
	if (breaks_lines(output) && *form == '\n') {
		end_line(output);
	} else if (breaks_lines(output) && *form == ' ' && manner != WHOLE) {
		end_word(output);
		output->line.blanks++;
	} else {
		add(output, form, length, width);
	}
}

/* Writes the first character, or <U+XXXX> or <XX> in its place.  Returns its length. */
static size_t put_character(struct output *output, const char *octets, size_t length,
                            enum manner manner)
{
	char form[sizeof "<U+10FFFF>"];
	ucs4_t character;
	int width, taken = u8_mbtoucr(&character, (const uint8_t *)octets, length);
	bool is_utf8 = taken > 0;

	taken = is_utf8 ? taken : 1;
	if (is_utf8 && passes(character, manner) && takes(output, character)) {
		width = uc_width(character, "UTF-8");
		put_form(output, octets, (size_t)taken, width, manner);
		return (size_t)taken;
	}
	/* A code point has 21 bits: gcc then knows that the form has room. */
	width = is_utf8 ? snprintf(form, sizeof form, "<U+%04X>", character & 0x1FFFFF)
	                : snprintf(form, sizeof form, "<%02X>", (unsigned char)*octets);
	put_form(output, form, (size_t)width, width, manner);
	return (size_t)taken;
}

/* Returns the length of what is written as it is: nearly every name is printable ASCII. */
static size_t plain_length(const struct output *output, const char *octets, size_t length,
                           enum manner manner)
{
	bool is_for_readers = output->is_terminal || output->is_page ||
	                      output == &standard_error;
	size_t plain = 0;

	if (!is_for_readers && manner != VISIBLE)
		return length;
	while (!breaks_lines(output) && plain < length &&
	       is_printable_ascii((unsigned char)octets[plain]))
		plain++;
	return plain;
}

void output_put(struct output *output, struct span octets, enum manner manner)
{
	while (!span_is_empty(octets)) {
		size_t length = span_length(octets);
		size_t done = plain_length(output, octets.next, length, manner);

		append(output, octets.next, done);
		octets.next += done;
		if (done > 0)
			continue;
		if (length > 3 && span_take(&octets, " = "))
			add(output, " = ", 3, 3); /* "key = value" stays whole */
		else
			octets.next += put_character(output, octets.next, length, manner);
	}
}

bool output_shows(const struct output *output, uint32_t code_point)
{
	return !output->is_terminal ||
	       (character_is_visible(code_point) && takes(output, code_point));
}

/* --- What is put ------------------------------------------------------------------------- */

void output_text(struct output *output, const char *text)
{
	output_put(output, span_of_text(text), LINES);
}

static void put_format(struct output *output, const char *format, va_list arguments,
                       enum manner manner)
{
	char *text;

	if (vasprintf(&text, format, arguments) < 0)
		die_io("memory");
	output_put(output, span_of_text(text), manner);
	free(text);
}

void output_format(struct output *output, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_format(output, format, arguments, LINES);
	va_end(arguments);
}

void output_line(struct output *output, const char *format, ...)
{
	va_list arguments;

	output_text(output, output == &standard_error ? "idnx: " : "");
	va_start(arguments, format);
	put_format(output, format, arguments, VISIBLE);
	va_end(arguments);
	output_text(output, "\n");
}

void output_end(struct output *output, bool null)
{
	if (breaks_lines(output))
		end_line(output);
	else
		append(output, null ? "\0" : "\n", 1);
}

void paragraph_put(struct output *output, int indent, const char *text, size_t whole)
{
	const char *end = text + strlen(text) - whole;
	bool was_page = output->is_page;

	if (!breaks_lines(output)) /* what precedes was not counted */
		output->line = (struct output_line){ .column = indent, .indent = indent };
	output->is_page = true;
	output_put(output, (struct span){ text, end }, VISIBLE);
	output_put(output, span_of_text(end), WHOLE);
	end_word(output);
	output->is_page = was_page;
	output_text(output, "\n");
}

/* --- Colour ------------------------------------------------------------------------ */

static bool has_colours;

void terminal_colour(const char *when)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (strcmp(when, "auto") != 0)
		has_colours = strcmp(when, "always") == 0;
	else /* no-color.org: NO_COLOR is set and not empty */
		has_colours = standard_output.is_terminal && (!no_color || *no_color == '\0') &&
		              term && strcmp(term, "dumb") != 0;
}

void terminal_set_style(enum terminal_style style)
{
	char sequence[16];
	int length = snprintf(sequence, sizeof sequence, "\033[%um", (unsigned)style);

	if (has_colours)
		add(&standard_output, sequence, (size_t)length, 0);
}

/* --- The end ----------------------------------------------------------------------- */

void output_flush(void)
{
	end_word(&standard_output);
	end_word(&standard_error);
	write_block(&standard_output);
	write_block(&standard_error);
}

void output_silence(bool silent)
{
	output_flush(); /* what was put in silence is not said later */
	is_silent = silent;
}

void die_io(const char *what)
{
	const char *why = strerror(errno);

	output_silence(false);
	output_text(&standard_error, "idnx: ");
	output_put(&standard_error, span_of_text(what), AS_IT_IS);
	output_text(&standard_error, ": "); /* which needs no memory */
	output_text(&standard_error, why);
	output_text(&standard_error, "\n");
	output_flush();
	exit(EXIT_IO);
}

void output_close(void)
{
	output_flush();
	/* EBADF: it was closed from the start, and nothing had to be written */
	if (close(STDOUT_FILENO) != 0 && errno != EBADF)
		die_io(standard_output.name);
}
