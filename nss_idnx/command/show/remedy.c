/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "show.h"

struct remedy remedy_words(const char *format, ...)
{
	struct remedy remedy = { .words = NULL };
	va_list arguments;

	va_start(arguments, format);
	remedy.words = words_vformat(format, arguments);
	va_end(arguments);
	return remedy;
}

struct remedy remedy_command(const char *words, const char *format, ...)
{
	struct remedy remedy = { .words = words_copy(words) };
	va_list arguments;

	va_start(arguments, format);
	remedy.command = words_vformat(format, arguments);
	va_end(arguments);
	return remedy;
}

struct remedy remedy_line(const char *line, const char *format, ...)
{
	struct remedy remedy = { .command = words_copy(line), .is_line = true };
	va_list arguments;

	va_start(arguments, format);
	remedy.words = words_vformat(format, arguments);
	va_end(arguments);
	return remedy;
}

char *remedy_text(const struct remedy *remedy)
{
	bool is_root = geteuid() == 0;

	if (remedy->command == NULL)
		return words_copy(remedy->words);
	return words_format("%s%s: %s", remedy->words, is_root || remedy->is_line ? "" : " as root",
	                   remedy->command);
}

/* Writes text in lines of the output's width, as a terminal's are by themselves. */
static void write_prose(struct output *output, int column, const char *text)
{
	if (output_is_terminal(output))
		output_visible(output, text, strlen(text));
	else
		paragraph_put(output, column, text);
	output_text(output, "\n");
}

static void write_apart(struct output *output, int column, const char *text, size_t words)
{
	bool was_prose = output->is_prose;
	char *before = words_copy_of(text, words);

	write_prose(output, column, before);
	free(before);
	text += words + strlen(" ");
	output->is_prose = false;
	output_visible(output, text, strlen(text));
	output_text(output, "\n");
	output->is_prose = was_prose;
}

/* A log gets one line; a page, which has text to the left, and a terminal get narrow ones. */
void remedy_write(struct output *output, int column, const struct remedy *remedy)
{
	bool breaks = output_is_terminal(output) ? output->is_prose : column > 0;
	char *text = remedy_text(remedy);
	size_t length = strlen(text);
	bool is_narrow = column + output_width(output, text, length) > output_columns(output);

	if (breaks && is_narrow && remedy->command != NULL) {
		write_apart(output, column, text, length - strlen(remedy->command) - strlen(" "));
	} else if (breaks) {
		write_prose(output, column, text);
	} else {
		output_visible(output, text, length);
		output_text(output, "\n");
	}
	free(text);
}

void remedy_free(struct remedy *remedy)
{
	free(remedy->words);
	free(remedy->command);
}
