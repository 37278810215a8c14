/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Recognizes what was meant by what people type, paste or copy from a log instead of a host name. */
#include <arpa/inet.h>
#include <unistr.h>

#include "verdict.h"

static bool is_valid(struct span name)
{
	char ace[IDNX_HOST_NAME_SIZE];

	return idnx_to_ascii(name.next, span_length(name), ace, sizeof ace, IDNX_LOOKUP)
	               .status == IDNX_OK;
}

/* Returns the text itself if that is a valid name; otherwise frees it and returns NULL. */
static char *valid_or_none(char *name)
{
	if (name && is_valid(span_of_text(name)))
		return name;
	free(name);
	return NULL;
}

/* --- More than a host name ---------------------------------------------------- */

/* Finds host or host:80 in a URL (RFC 3986 section 3.2), \\host\share, user@host and host/path. */
static struct span find_authority(struct span text)
{
	const char *at = memchr(text.next, '/', span_length(text));

	if (at && at + 1 < text.end && at[1] == '/')
		text.next = at + 2;
	else if (span_length(text) > 2 && memcmp(text.next, "\\\\", 2) == 0)
		text = span_before(span_without_first(text, 2), '\\');
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

/* Returns whether a character may enclose a name, or precede or follow it. */
static bool is_frame(uint32_t character)
{
	static const uint32_t quotes[] = { 0xAB, 0xBB, 0x2039, 0x203A };

	return (character < 0x7F && (character >= ' ' || ascii_is_blank((char)character))) ||
	       (character >= 0x2018 && character <= 0x201F) ||
	       u32_chr(quotes, sizeof quotes / sizeof *quotes, character);
}

/* Returns the only word of a text, to be freed; NULL if it has several, or is no valid name. */
static char *only_word(struct span text, bool *is_escaped)
{
	struct spelled_text rest = { .rest = text };
	struct spelled name = { .length = 0 }, word;

	while (!span_is_empty(rest.rest)) {
		spelled_word(&rest, &word);
		if (word.length == 0 ? !is_frame(*rest.before) : name.length > 0)
			return NULL;
		if (word.length > 0)
			name = word;
	}
	*is_escaped |= name.is_escaped;
	return valid_or_none(words_copy_of(name.octets, name.length));
}

/* Returns the host that a text is about; is_escaped: it is spelled so, and cannot be read as it is. */
static char *find_host(struct span text, bool *is_escaped)
{
	char *plain = spelled_plain(text, is_escaped), *host;

	host = only_word(span_before(find_authority(span_of_text(plain)), ':'), is_escaped);
	free(plain);
	return host;
}

char *meant_name(struct span name)
{
	bool is_escaped;
	char *host;

	if (span_length(name) > IDNX_INPUT_MAX || memchr(name.next, '\0', span_length(name)))
		return NULL;
	host = find_host(name, &is_escaped);
	if (host && is_escaped && (!ascii_has_only_text(host) || policy_is_ace(host)))
		return host;
	free(host);
	return NULL;
}

static char *host_remedy(struct span name)
{
	bool is_escaped;
	char *host, *remedy = NULL;

	if (is_address(find_authority(span_trim_end(name))))
		return words_copy("This is an IPv6 address: programs take it as it is, without "
		                  "brackets.");
	host = find_host(name, &is_escaped);
	if (host)
		remedy = words_format(is_escaped ? "This is how a program prints a name: write "
		                                   "\"%s\"."
		                                 : "Write the host name alone, \"%s\".",
		                      host);
	free(host);
	return remedy;
}

/* --- Other characters than were meant ------------------------------------------- */

/* Returns the name with one text in the place of another, wherever that is, if that is valid. */
static char *with(struct span name, const char *old, const char *new)
{
	char *words;
	FILE *out = words_open(&words);
	const char *at;

	while ((at = memmem(name.next, span_length(name), old, strlen(old)))) {
		fwrite(name.next, 1, (size_t)(at - name.next), out);
		fputs(new, out);
		name.next = at + strlen(old);
	}
	fwrite(name.next, 1, span_length(name), out);
	words_close(out);
	return valid_or_none(words);
}

/* Returns what the name certainly has instead of the character at fault, or NULL. */
static char *corrected(struct span name, const struct reason *reason)
{
	const char *at = reason->octets.next, *end = reason->octets.end;
	bool is_hebrew = at - name.next >= 2 && at[-2] == '\xD7';

	if (reason->status == IDNX_C2 && name.end - end >= 3 && (*end & 0xF8) == 0xF0)
		return with(name, "\u200D", ""); /* within emoji: no registry has it */
	if (is_hebrew && reason->character == '"')
		return with(name, "\"", "\u05F4");
	if (is_hebrew && reason->character == '\'')
		return with(name, "'", "\u05F3");
	return valid_or_none(spelled_once(name));
}

/* Returns whether the octets at fault begin a character, and at the end are no letter of ISO 8859. */
static bool is_cut(struct span name, const struct reason *reason)
{
	struct span octets = reason->octets;

	return reason->status == IDNX_BAD_UTF8 && octets.end == name.end &&
	       (span_length(octets) > 1 || strchr("\xC3\xD0\xD1", *octets.next));
}

char *meant_remedy(struct span name, const struct reason *reason)
{
	char *remedy = NULL, *meant;

	if (reason->status == IDNX_HOST || reason->status == IDNX_U1)
		remedy = host_remedy(name);
	if (remedy)
		return remedy;
	if (is_cut(name, reason))
		return words_copy("Its last character is incomplete: the name was cut.");
	meant = corrected(name, reason);
	if (meant)
		remedy = words_format("\"%s\" is meant.", meant);
	free(meant);
	return remedy;
}

char *meant_warning(struct span name)
{
	char unicode[IDNX_NAME_SIZE], *meant = valid_or_none(spelled_once(name)), *warning;
	bool is_twice = meant != NULL;

	if (!is_twice) {
		idnx_to_unicode(name.next, span_length(name), unicode, sizeof unicode, 0);
		if (!strstr(unicode, "i\u0307"))
			return NULL;
		meant = with(span_of_text(unicode), "i\u0307", "i");
	}
	if (!meant)
		return NULL;
	warning = words_format(is_twice
	                               ? "this is UTF-8 that was encoded twice: \"%s\" is meant"
	                               : "\u0130 becomes i with U+0307, a dot above: \"%s\" is "
	                                 "meant",
	                       meant);
	free(meant);
	return warning;
}
