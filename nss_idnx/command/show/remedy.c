/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "remedy.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "words.h"

struct remedy remedy_words(const char *format, ...)
{
	struct remedy remedy = { NULL, NULL };
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

char *remedy_text(const struct remedy *remedy)
{
	if (remedy->command == NULL)
		return words_copy(remedy->words);
	return words_format("%s%s: %s", remedy->words, geteuid() == 0 ? "" : " as root",
	                   remedy->command);
}

static void write_apart(struct output *output, const char *text, size_t words)
{
	output_visible(output, text, words);
	output_text(output, "\n");
	text += words + strlen(" ");
	output->is_prose = false;
	output_visible(output, text, strlen(text));
	output_text(output, "\n");
	output->is_prose = true;
}

void remedy_write(struct output *output, int column, const struct remedy *remedy)
{
	char *text = remedy_text(remedy);
	size_t length = strlen(text);
	bool is_narrow = output_is_terminal(output) && output->is_prose &&
	                 column + output_width(output, text, length) > output_columns(output);

	if (is_narrow && remedy->command != NULL) {
		write_apart(output, text, length - strlen(remedy->command) - strlen(" "));
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
