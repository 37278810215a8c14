/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Makes texts in memory: copies, formatted ones, and streams.  Without memory the run ends. */
#include "show.h"

char *words_copy_of(const char *octets, size_t length)
{
	char *words = malloc(length + 1);

	if (!words)
		die_io("memory");
	memcpy(words, octets, length); /* which may have a NUL */
	words[length] = '\0';
	return words;
}

char *words_copy(const char *text)
{
	return words_copy_of(text, strlen(text));
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

FILE *words_open(char **words)
{
	static size_t length; /* which nobody needs */
	FILE *out = open_memstream(words, &length);

	if (!out)
		die_io("memory");
	return out;
}

void words_close(FILE *out)
{
	if (fclose(out) != 0)
		die_io("memory");
}

char *words_read(int fd, size_t max, size_t *length)
{
	char *octets = NULL;
	size_t size = 0;
	ssize_t got = 1;

	for (*length = 0; got > 0 && *length <= max; *length += got > 0 ? (size_t)got : 0) {
		if (*length + 1 >= size) {
			size = 2 * size + 4096;
			octets = realloc(octets, size);
		}
		if (!octets)
			die_io("memory");
		got = read(fd, octets + *length, size - *length - 1);
	}
	octets[*length] = '\0';
	if (got == 0)
		return octets;
	errno = got > 0 ? EFBIG : errno;
	free(octets);
	return NULL;
}

void words_add(char **list, struct span word)
{
	struct span rest = span_of_text(*list ? *list : ""), known;
	char *before = *list;

	while (span_next_word(&rest, &known))
		if (span_is_same(known, word))
			return;
	if (span_is_empty(word))
		return;
	*list = words_format("%s%s%.*s", before ? before : "", before ? " " : "",
	                     (int)span_length(word), word.next);
	free(before);
}

/* POSIX sh, 2.2.2: between single quotes, every octet except these is literal. */
char *shell_word(const char *text)
{
	static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                               "0123456789/._-+=:,@%";
	char *word;
	FILE *out;

	if (text[strspn(text, harmless)] == '\0')
		return words_copy(text);
	out = words_open(&word);
	putc('\'', out);
	for (; *text != '\0'; text++)
		fprintf(out, "%s%c", *text == '\'' ? "'\\'" : "", *text);
	putc('\'', out);
	words_close(out);
	return word;
}
