/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Recognizes what people type or paste instead of a host name. */
#include <arpa/inet.h>
#include <unistr.h>

#include "verdict.h"

/* --- Names as programs print them ------------------------------------------ */

/* How a program prints an octet that it does not show: a mark, then digits. */
struct escape {
	char mark;
	unsigned base;
	size_t digits;
};

/* Only octets of UTF-8 beyond ASCII are printed so: any other becomes FF, which is none. */
static char take_octet(const struct escape *escape, const char **text)
{
	uint32_t octet;
	size_t digits = ascii_read_number(*text, escape->base, escape->digits, &octet);

	*text += digits;
	return digits == escape->digits && octet >= 0x80 && octet <= 0xFF ? (char)octet
	                                                                  : '\xFF';
}

static char *decode_escapes(const struct escape *escape, struct span text)
{
	char *name = words_copy_of(text.next, span_length(text)), *end = name;

	for (const char *at = name; *at != '\0'; end++) {
		*end = *at++;
		if (*end == escape->mark)
			*end = take_octet(escape, &at);
	}
	*end = '\0';
	if (!(u8_check)((const uint8_t *)name, (size_t)(end - name)))
		return name;
	free(name);
	return NULL;
}

char *pasted_name(struct span name)
{
	static const struct escape escapes[] = {
		{ '\\', 8, 3 }, { '\\', 10, 3 }, { '%', 16, 2 },
	};
	size_t length = span_length(name);
	char *decoded = NULL;

	if (length > IDNX_INPUT_MAX || memchr(name.next, '\0', length))
		return NULL;
	for (size_t i = 0; i < sizeof escapes / sizeof *escapes && !decoded; i++)
		if (memchr(name.next, escapes[i].mark, length))
			decoded = decode_escapes(&escapes[i], name);
	return decoded;
}

/* --- More than a host name ---------------------------------------------------- */

/* Finds host or host:80 in a URL (RFC 3986 section 3.2), user@host and host/path. */
static struct span find_authority(struct span text)
{
	const char *at;

	text = span_trim(text);
	text.end -= !span_is_empty(text) && text.end[-1] == '\r';
	at = memmem(text.next, span_length(text), "://", strlen("://"));
	if (at)
		text.next = at + strlen("://");
	text = span_before(span_before(span_before(text, '/'), '?'), '#');
	while ((at = memchr(text.next, '@', span_length(text))))
		text.next = at + 1;
	return text;
}

/* Returns whether the text is an IPv6 address, perhaps with brackets, an interface or a port. */
static bool is_address(struct span text)
{
	char address[INET6_ADDRSTRLEN];
	struct in6_addr ipv6;

	if (!span_is_empty(text) && *text.next == '[' &&
	    memchr(text.next, ']', span_length(text)))
		text = span_before(span_without_first(text, 1), ']');
	text = span_before(text, '%');
	if (span_length(text) >= sizeof address)
		return false;
	*(char *)mempcpy(address, text.next, span_length(text)) = '\0';
	return inet_pton(AF_INET6, address, &ipv6) == 1;
}

char *pasted_remedy(struct span name)
{
	char *decoded = pasted_name(name), *remedy = NULL;
	struct span host = find_authority(name);
	char ace[IDNX_HOST_NAME_SIZE];

	if (decoded)
		remedy = words_format("This is how a program prints a name: write \"%s\".",
		                      decoded);
	else if (is_address(host))
		remedy = words_copy(
			"This is an IPv6 address: programs take it as it is, without "
			"brackets.");
	free(decoded);
	host = span_before(host, ':');
	if (remedy || span_length(host) == span_length(name) ||
	    idnx_to_ascii(host.next, span_length(host), ace, sizeof ace, IDNX_LOOKUP).status !=
	            IDNX_OK)
		return remedy;
	return words_format("Write the host name alone, \"%.*s\".", (int)span_length(host),
	                    host.next);
}
