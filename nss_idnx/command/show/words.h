/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text in memory.  Without memory the run ends with EXIT_IO. */
#ifndef WORDS_H
#define WORDS_H

#include <stdarg.h>
#include <stdio.h>

/* Returns a copy of the text, to be freed. */
char *words_copy(const char *text);

/* Returns a copy of octets, with a NUL at its end; to be freed. */
char *words_copy_of(const char *octets, size_t length);

/* Return what printf() would write, to be freed. */
__attribute__((format(printf, 1, 2)))
char *words_format(const char *format, ...);

__attribute__((format(printf, 1, 0)))
char *words_vformat(const char *format, va_list arguments);

/* Opens a stream for text that grows; closing it leaves the text in *words, to be freed. */
FILE *words_open(char **words);

void words_close(FILE *out);

#endif
