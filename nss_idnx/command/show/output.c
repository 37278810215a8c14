/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error: what stands for each character, and where lines break.
 * Both are written in large blocks: a write per name would cost more than the name.  Callers
 * that are about to wait call output_flush().
 *
 * A file or a pipe gets UTF-8 in any locale.  A terminal gets it if that is its charset, which
 * the locale names, else ASCII: in ISO 8859 the octets of a letter may be controls (U+0450 is
 * D1 90 in UTF-8, and 90 is DCS in ECMA-48).
 */
#include "show.h"

#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

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

static void write_block(struct output *output)
{
	size_t done = 0, length = output->used;

	output->used = 0; /* cleared even if a write fails: nothing is tried twice */
	while (done < length && !output->is_silent)
		done += write_some(output, output->octets + done, length - done);
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

static bool breaks_lines(struct output *output)
{
	bool is_terminal = output_is_terminal(output); /* this also finds its columns */

	return output->is_page || (output->is_prose && is_terminal);
}

/* --- Lines that break ------------------------------------------------------------------ */

/*
 * Finds the column of the continuation lines.  They begin below the last column of text, which
 * follows two or more blanks and begins in the left half; or else two columns in.
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
	int begin = line->column + line->blanks, first = output->columns - line->width;

	if (line->length == 0)
		return;
	find_indent(output, line);
	if (first >= line->indent)
		first = line->indent;
	else if (first < 0)
		first = 0;
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

/* Adds octets, of any kind, to the current word. */
static void add_to_word(struct output *output, const char *octets, size_t length, int width)
{
	struct output_line *line = &output->line;

	if (length > sizeof line->word - line->length)
		end_word(output);
	memcpy(line->word + line->length, octets, length);
	line->length += length;
	line->width += width > 0 ? width : 0;
}

/* --- Characters -------------------------------------------------------------------------- */

/* Which invisible characters are written, and whether a file gets what is not visible. */
enum manner { AS_IT_IS, VISIBLE, WHOLE, TEXT, VALID };

/* Returns whether a valid name may have the character: joiners, and under lax flags others. */
static bool is_of_valid_name(uint32_t code_point)
{
	return code_point == 0x200C || code_point == 0x200D || !character_acts(code_point);
}

bool character_acts(uint32_t code_point)
{
	return uc_is_general_category_withtable(
		code_point, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf | UC_CATEGORY_MASK_Zl |
				    UC_CATEGORY_MASK_Zp);
}

/* True for letters, marks, numbers, punctuation and symbols, except invisible ones. */
bool character_is_visible(uint32_t code_point)
{
	static const uint32_t braille_blank = 0x2800,
			      seen = UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M |
	                             UC_CATEGORY_MASK_N | UC_CATEGORY_MASK_P |
	                             UC_CATEGORY_MASK_S;

	return uc_is_general_category_withtable(code_point, seen) &&
	       code_point != braille_blank &&
	       !uc_is_property_default_ignorable_code_point(code_point);
}

/* As nearly all are. */
static bool is_printable_ascii(uint32_t code_point)
{
	return code_point >= ' ' && code_point < 0x7F;
}

static bool passes(uint32_t code_point, enum manner manner)
{
	return is_printable_ascii(code_point) || character_is_visible(code_point) ||
	       (manner == TEXT && (code_point == '\n' || code_point == '\t')) ||
	       (manner == VALID && is_of_valid_name(code_point));
}

/* What stands for a character: itself, or <U+XXXX>, or <XX> for an octet. */
struct shown {
	size_t taken, length; /* of the text, and of the form */
	int width;
	char form[sizeof "<U+10FFFF>"];
};

static bool takes_utf8(struct output *output)
{
	return !output_is_terminal(output) || strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Shows the first character of octets, or octet that is not UTF-8; length is not 0. */
static struct shown show(struct output *output, const char *octets, size_t length,
                         enum manner manner)
{
	struct shown shown = { .taken = 1 };
	ucs4_t character;
	int taken = u8_mbtoucr(&character, (const uint8_t *)octets, length);

	if (taken > 0)
		shown.taken = (size_t)taken;
	if (taken > 0 && passes(character, manner) &&
	    (character < 0x80 || takes_utf8(output))) {
		shown.width = uc_width(character, "UTF-8");
		shown.length = shown.taken;
		memcpy(shown.form, octets, shown.length);
		return shown;
	}
	/* A code point has 21 bits: gcc then knows that the form has room. */
	shown.width = taken > 0 ? snprintf(shown.form, sizeof shown.form, "<U+%04X>",
	                                   character & 0x1FFFFF)
	                        : snprintf(shown.form, sizeof shown.form, "<%02X>",
	                                   (unsigned char)*octets);
	shown.length = (size_t)shown.width;
	return shown;
}

static void put_shown(struct output *output, const struct shown *shown, enum manner manner)
{
	if (!breaks_lines(output)) {
		append(output, shown->form, shown->length);
	} else if (*shown->form == '\n') {
		end_line(output);
	} else if (*shown->form == ' ' && manner != WHOLE) {
		end_word(output);
		output->line.blanks++;
	} else {
		add_to_word(output, shown->form, shown->length, shown->width);
	}
}

/* Returns the length of what is written as it is: nearly every name is printable ASCII. */
static size_t plain_length(struct output *output, const char *octets, size_t length)
{
	size_t plain = 0;

	if (breaks_lines(output))
		return 0;
	while (plain < length && is_printable_ascii((unsigned char)octets[plain]))
		plain++;
	return plain;
}

static void put(struct output *output, const char *octets, size_t length, enum manner manner)
{
	if (!output_is_terminal(output) && !output->is_page && manner != VISIBLE) {
		append(output, octets, length);
		return;
	}
	while (length > 0) {
		size_t done = plain_length(output, octets, length);
		struct shown shown;

		append(output, octets, done);
		if (done == 0 && length > 3 && memcmp(octets, " = ", 3) == 0) {
			add_to_word(output, octets, 3, 3); /* "key = value" stays whole */
			done = 3;
		} else if (done == 0) {
			shown = show(output, octets, length, manner);
			put_shown(output, &shown, manner);
			done = shown.taken;
		}
		octets += done;
		length -= done;
	}
}

bool output_shows(struct output *output, uint32_t code_point)
{
	return !output_is_terminal(output) ||
	       (character_is_visible(code_point) && (code_point < 0x80 || takes_utf8(output)));
}

/* --- What is put ------------------------------------------------------------------------- */

void output_put(struct output *output, const char *octets, size_t length)
{
	put(output, octets, length, AS_IT_IS);
}

void output_visible(struct output *output, const char *octets, size_t length)
{
	put(output, octets, length, VISIBLE);
}

void output_valid_name(struct output *output, const char *octets, size_t length)
{
	put(output, octets, length, VALID);
}

void output_text(struct output *output, const char *text)
{
	put(output, text, strlen(text), TEXT);
}

void output_lines(struct output *output, const char *octets, size_t length)
{
	put(output, octets, length, TEXT);
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

void output_end(struct output *output, bool null)
{
	if (breaks_lines(output))
		end_line(output);
	else
		append(output, null ? "\0" : "\n", 1);
}

void paragraph_whole(struct output *output, int indent, const char *text, const char *whole)
{
	bool was_page = output->is_page;

	if (!breaks_lines(output)) /* what precedes was not counted */
		output->line = (struct output_line){ .column = indent, .indent = indent };
	output->is_page = true;
	put(output, text, strlen(text), VISIBLE);
	if (*whole != '\0')
		put(output, " ", 1, VISIBLE);
	put(output, whole, strlen(whole), WHOLE);
	end_word(output);
	output->is_page = was_page;
}

void paragraph_put(struct output *output, int indent, const char *text)
{
	paragraph_whole(output, indent, text, "");
}

/* --- Colour ------------------------------------------------------------------------ */

static const char *colour = "auto";

void terminal_colour(const char *when)
{
	colour = when;
}

/* no-color.org: NO_COLOR is set and not empty. */
static bool has_colours(void)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (strcmp(colour, "auto") != 0)
		return strcmp(colour, "always") == 0;
	return output_is_terminal(&standard_output) && (!no_color || *no_color == '\0') &&
	       term && strcmp(term, "dumb") != 0;
}

void terminal_set_style(enum terminal_style style)
{
	/* ECMA-48, SGR: every terminal emulator and the kernel's console support them. */
	static const char *const sequences[] = {
		[TERMINAL_PLAIN] = "\033[0m",
		[TERMINAL_BOLD] = "\033[1m",
		[TERMINAL_GOOD] = "\033[32m",
		[TERMINAL_BAD] = "\033[31m",
	};

	if (has_colours() && breaks_lines(&standard_output))
		add_to_word(&standard_output, sequences[style], strlen(sequences[style]), 0);
	else if (has_colours())
		append(&standard_output, sequences[style], strlen(sequences[style]));
}

/* --- The end ----------------------------------------------------------------------- */

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
	/* EBADF: it was closed from the start, and nothing had to be written */
	if (close(STDOUT_FILENO) != 0 && errno != EBADF)
		die_io(standard_output.name);
}
