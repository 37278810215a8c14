/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Recognizes by one character what surrounds a host name or replaces it. */
#include "pasted.h"

#include <arpa/inet.h>
#include <limits.h>
#include <unistr.h>

#include "ascii_text.h"
#include "idnx.h"
#include "span.h"
#include "show.h"

static struct span from(struct span text, const char *next)
{
	return (struct span){ next, text.end };
}

static const char *find(struct span text, char c)
{
	return memchr(text.next, c, span_length(text));
}

/* Returns the text up to the first of the stops; all of it if there is none. */
static struct span before_any(struct span text, const char *stops)
{
	const char *end = text.next;

	while (end < text.end && (*end == '\0' || !strchr(stops, *end)))
		end++;
	return (struct span){ text.next, end };
}

/* Finds the host of a URL (RFC 3986 section 3.2), of user@host, host:80 and host/path. */
static struct span find_host(struct span text)
{
	const char *at;

	text = span_trim_end(text);
	for (const char *p = text.next; (p = find(from(text, p), ':')); p++)
		if (text.end - p > 2 && p[1] == '/' && p[2] == '/') {
			text.next = p + 3;
			break;
		}
	text = before_any(text, "/?#");
	while ((at = find(text, '@')))
		text.next = at + 1;
	return before_any(text, ":");
}

static char *take_host_alone(const char *what, struct span text)
{
	struct span host = find_host(text);

	if (span_is_empty(host) || span_length(host) >= IDNX_HOST_NAME_SIZE)
		return words_format("%s: write the host name alone.", what);
	return words_format("%s: write the host name alone, \"%.*s\".", what,
	                    (int)span_length(host), host.next);
}

static bool is_address(struct span text)
{
	char address[INET6_ADDRSTRLEN];
	struct in6_addr ipv6;

	text = before_any(text, "%");
	if (span_length(text) >= sizeof address)
		return false;
	memcpy(address, text.next, span_length(text));
	address[span_length(text)] = '\0';
	return inet_pton(AF_INET6, address, &ipv6) == 1;
}

static bool is_port(struct span text)
{
	const char *end = text.next;

	while (end < text.end && *end >= '0' && *end <= '9')
		end++;
	return end > text.next && (end == text.end || *end == '/' || *end == '\r');
}

static char *remedy_of_colon(struct span text, const char *colon)
{
	struct span rest = from(text, colon + 1);

	if (is_address(text))
		return words_copy("This is an IPv6 address: programs take it as it is.");
	if (span_length(rest) >= 2 && memcmp(rest.next, "//", 2) == 0)
		return take_host_alone("This is a URL", text);
	if (is_port(rest))
		return take_host_alone("This has a port", text);
	if (find(rest, '@'))
		return take_host_alone("This has a user", text);
	return NULL;
}

static bool is_blank(struct span text)
{
	while (text.next < text.end && ascii_is_blank(*text.next))
		text.next++;
	return span_is_empty(text);
}

static char *remedy_of_blank(struct span text, const char *blank)
{
	bool is_first = blank == text.next, is_last = is_blank(from(text, blank));

	if (is_last && *blank == '\r')
		return words_copy("The line ends as on Windows: remove the carriage return, as "
		                  "\"tr -d '\\r'\" does.");
	if (is_first || is_last)
		return words_format("Leave out the blank %s the name.",
		                    is_first ? "before" : "after");
	return NULL;
}

static char *remedy_of_bracket(struct span text)
{
	struct span inside = before_any(from(text, text.next + 1), "]");

	if (is_address(inside) && inside.end < text.end)
		return words_format("This is an IPv6 address: without brackets, \"%.*s\", programs "
		                    "take it as it is.", (int)span_length(inside), inside.next);
	return NULL;
}

/* --- Names as programs print them ------------------------------------------ */

/* How a program prints an octet that it does not show: a mark, then digits. */
struct escape {
	char mark;
	unsigned base, digits;
};

static unsigned digit_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit = strchr(digits, ascii_fold(c));

	return c != '\0' && digit ? (unsigned)(digit - digits) : UINT_MAX;
}

/* Reads the digits after a mark; returns a value beyond any octet if there are no such digits. */
static unsigned read_octet(const struct escape *escape, struct span digits)
{
	unsigned value = 0;

	if (span_length(digits) < escape->digits)
		return UINT_MAX;
	for (unsigned i = 0; i < escape->digits; i++) {
		unsigned digit = digit_value(digits.next[i]);

		if (digit >= escape->base)
			return UINT_MAX;
		value = value * escape->base + digit;
	}
	return value;
}

/* Only octets of UTF-8 are printed so: everything else is left to be refused. */
static char *decode_escapes(const struct escape *escape, struct span text)
{
	char *name = words_format("%.*s", (int)span_length(text), text.next), *end = name;

	for (; !span_is_empty(text); end++) {
		unsigned octet = (unsigned char)*text.next++;

		if (octet == (unsigned char)escape->mark) {
			octet = read_octet(escape, text);
			if (octet < 0x80 || octet > 0xFF)
				break;
			text.next += escape->digits;
		}
		*end = (char)octet;
	}
	if (span_is_empty(text) && !(u8_check)((const uint8_t *)name, (size_t)(end - name))) {
		*end = '\0';
		return name;
	}
	free(name);
	return NULL;
}

char *pasted_name(const char *src, size_t length)
{
	static const struct escape escapes[] = {
		{ '\\', 8, 3 }, { '\\', 10, 3 }, { '%', 16, 2 },
	};
	char *name = NULL;

	for (size_t i = 0; i < sizeof escapes / sizeof *escapes && !name; i++)
		if (length <= IDNX_INPUT_MAX && memchr(src, escapes[i].mark, length) &&
		    !memchr(src, '\0', length))
			name = decode_escapes(&escapes[i], (struct span){ src, src + length });
	return name;
}

static char *remedy_of_escape(struct span text)
{
	char *name = pasted_name(text.next, span_length(text)), *remedy;

	if (!name)
		return NULL;
	remedy = words_format("This is how a program prints a name: write \"%s\".", name);
	free(name);
	return remedy;
}

/* --- All -------------------------------------------------------------------- */

char *pasted_remedy(const char *src, size_t length, size_t octet)
{
	struct span text = { src, src + length };
	const char *character = src + octet;

	switch (*character) {
	case ':':
		return remedy_of_colon(text, character);
	case '@':
		return take_host_alone("This has a user", text);
	case '/':
		return take_host_alone("This has a path", text);
	case '*':
		return words_copy("No host has this name: a * stands for names, in DNS zones and "
		                  "certificates.");
	case '[':
		return character == src ? remedy_of_bracket(text) : NULL;
	case '\\':
	case '%':
		return remedy_of_escape(text);
	default:
		return ascii_is_blank(*character) ? remedy_of_blank(text, character) : NULL;
	}
}
