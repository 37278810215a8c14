/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "words.h"

#include "output.h"

char *words_vformat(const char *format, va_list arguments)
{
	char *words;

	if (vasprintf(&words, format, arguments) < 0)
		die_io("memory");
	return words;
}

char *words_format(const char *format, ...)
{
	va_list arguments;
	char *words;

	va_start(arguments, format);
	words = words_vformat(format, arguments);
	va_end(arguments);
	return words;
}

FILE *words_open(char **words)
{
	static size_t size; /* the length, which nobody needs */
	FILE *out = open_memstream(words, &size);

	if (!out)
		die_io("memory");
	return out;
}

void words_close(FILE *out)
{
	if (fclose(out) != 0)
		die_io("memory");
}
