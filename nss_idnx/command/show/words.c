/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Makes texts in memory: copies, formatted ones, and streams.  Without memory the run ends. */
#include "show.h"

struct text {
	struct text *before;
	char *words; /* NULL: they follow */
	size_t length;
	FILE *out; /* which writes them */
};

static struct text *latest;

static struct text *add_text(size_t room)
{
	struct text *text = malloc(sizeof *text + room);

	if (!text)
		die_io("memory");
	memset(text, 0, sizeof *text + room); /* calloc() takes longer */
	text->before = latest;
	return latest = text;
}

void words_release(void)
{
	while (latest) {
		struct text *text = latest;

		latest = text->before;
		free(text->words);
		free(text);
	}
}

void words_keep(void)
{
	latest = NULL;
}

void *words_room(size_t size)
{
	return add_text(size) + 1;
}

char *words_copy_of(struct span octets) /* which may have a NUL */
{
	return memcpy(words_room(span_length(octets) + 1), octets.next, span_length(octets));
}

char *words_lasting(struct span octets)
{
	size_t length = span_length(octets);
	char *copy = malloc(length + 1);

	if (!copy)
		die_io("memory");
	copy[length] = '\0';
	return memcpy(copy, octets.next, length);
}

char *words_copy(const char *text)
{
	return words_copy_of(span_of_text(text));
}

char *words_vformat(const char *format, va_list arguments)
{
	struct text *text = add_text(0);

	if (vasprintf(&text->words, format, arguments) < 0)
		die_io("memory");
	return text->words;
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

FILE *words_open(void)
{
	struct text *text = add_text(0);

	text->out = open_memstream(&text->words, &text->length);
	if (!text->out)
		die_io("memory");
	return text->out;
}

char *words_close(FILE *out)
{
	struct text *text = latest;

	while (text->out != out)
		text = text->before;
	text->out = NULL; /* which another one may get */
	if (fclose(out) != 0)
		die_io("memory");
	return text->words;
}

char *words_read(int fd, size_t max, size_t *length)
{
	char *octets = NULL, part[16 * 1024];
	FILE *out = open_memstream(&octets, length);
	size_t sum = 0;
	ssize_t got = 1;
	int error;

	while (out && sum <= max && (got = read(fd, part, sizeof part)) > 0)
		sum += fwrite(part, 1, (size_t)got, out);
	error = got > 0 ? EFBIG : errno;
	if (!out || fclose(out) != 0)
		die_io("memory");
	if (got == 0)
		return octets;
	errno = error;
	free(octets);
	return NULL;
}

void words_add(char **list, struct span word)
{
	struct span rest = span_of_text(*list ? *list : ""), known;
	size_t length = span_length(rest);

	while (span_next_word(&rest, &known))
		if (span_is_same(known, word))
			return;
	if (span_is_empty(word))
		return;
	*list = realloc(*list, length + span_length(word) + sizeof " ");
	if (!*list)
		die_io("memory");
	sprintf(*list + length, "%s%.*s", length > 0 ? " " : "", (int)span_length(word),
	        word.next);
}

/* POSIX sh, 2.2.2: between single quotes, every octet except these is literal. */
char *shell_word(const char *text)
{
	static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                               "0123456789/._-+=:,@%";
	FILE *out;

	if (text[strspn(text, harmless)] == '\0')
		return words_copy(text);
	out = words_open();
	putc('\'', out);
	for (; *text != '\0'; text++)
		fprintf(out, "%s%c", *text == '\'' ? "'\\'" : "", *text);
	putc('\'', out);
	return words_close(out);
}
