/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ASCII, its letters, digits, blanks and case-insensitive words, whatever the locale: in a
 * Turkish one tolower('I') is not 'i', strcasecmp() tells UNAVAIL from unavail, and isspace()
 * may take any octet for a blank.
 */
#ifndef NSS_IDNX_ASCII_TEXT_H
#define NSS_IDNX_ASCII_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The digits of a number that a macro stands for, as a string literal. */
#define ASCII_DIGITS(macro)   ASCII_LITERAL(macro)
#define ASCII_LITERAL(number) #number

static inline bool ascii_has_only(const char *octets, size_t length)
{
	size_t i = 0;

	while (i < length && ((unsigned char)octets[i] & 0x80) == 0)
		i++;
	return i == length;
}

static inline bool ascii_has_only_text(const char *text)
{
	return ascii_has_only(text, strlen(text));
}

/* Returns the lower case of an ASCII letter (RFC 4343), and any other octet unchanged. */
static inline char ascii_fold(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* A letter, digit or hyphen: RFC 1123 section 2.1. */
static inline bool ascii_is_ldh(char c)
{
	c = ascii_fold(c);
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

static inline bool ascii_is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* The octets that isspace() accepts in the C locale. */
static inline bool ascii_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool ascii_same(const char *a, const char *b, size_t length)
{
	size_t i = 0;

	while (i < length && ascii_fold(a[i]) == ascii_fold(b[i]))
		i++;
	return i == length;
}

static inline bool ascii_same_text(const char *a, const char *b)
{
	size_t length = strlen(a);

	return length == strlen(b) && ascii_same(a, b, length);
}

#endif
