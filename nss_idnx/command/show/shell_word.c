/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* POSIX sh, 2.2.2: between single quotes, every octet except these is literal. */
#include "show.h"

static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                               "0123456789/._-+=:,@%";

static size_t quote(const char *text, char *word)
{
	static const char quoted_quote[] = "'\\''";
	size_t length = 0;

	word[length++] = '\'';
	for (; *text != '\0'; text++) {
		if (*text == '\'') {
			memcpy(word + length, quoted_quote, strlen(quoted_quote));
			length += strlen(quoted_quote);
		} else {
			word[length++] = *text;
		}
	}
	word[length++] = '\'';
	return length;
}

char *shell_word(const char *text)
{
	size_t length = strlen(text);
	char *word = malloc(4 * length + sizeof "''");

	if (word == NULL)
		die_io("memory");
	if (strspn(text, harmless) < length)
		length = quote(text, word);
	else
		memcpy(word, text, length);
	word[length] = '\0';
	return word;
}
