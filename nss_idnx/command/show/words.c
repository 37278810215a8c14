/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "show.h"

char *words_copy(const char *text)
{
	char *words = strdup(text);

	if (!words)
		die_io("memory");
	return words;
}

char *words_copy_of(const char *octets, size_t length)
{
	char *words = malloc(length + 1);

	if (!words)
		die_io("memory");
	memcpy(words, octets, length);
	words[length] = '\0';
	return words;
}

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

/*
 * The first stream is kept: opening one takes longer than writing most texts.  A stream that
 * is opened while another is in use is closed like any file.
 */
static struct {
	FILE *out;
	char *text;
	size_t length;
	char **words; /* NULL: not in use */
} kept;

static FILE *open_stream(char **words, size_t *length)
{
	FILE *out = open_memstream(words, length);

	if (!out)
		die_io("memory");
	return out;
}

FILE *words_open(char **words)
{
	static size_t length; /* which nobody needs */

	if (kept.words)
		return open_stream(words, &length);
	if (!kept.out)
		kept.out = open_stream(&kept.text, &kept.length);
	rewind(kept.out);
	kept.words = words;
	return kept.out;
}

void words_close(FILE *out)
{
	if (out != kept.out) {
		if (fclose(out) != 0)
			die_io("memory");
		return;
	}
	if (fflush(out) != 0 || !(*kept.words = strndup(kept.text, kept.length)))
		die_io("memory");
	kept.words = NULL;
}
