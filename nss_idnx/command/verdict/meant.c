/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Recognizes what was meant by what people type, paste or copy from a log instead of a host name. */
#include "verdict.h"

static const char *valid_or_none(const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];

	if (name &&
	    idnx_to_ascii(name, strlen(name), ace, sizeof ace, IDNX_LOOKUP).status == IDNX_OK)
		return name;
	return NULL;
}

/* Returns the one host of a text, if it has one; is_escaped: it is spelled so, or what is around it. */
static const char *find_host(struct span text, bool *is_escaped)
{
	const struct spelled *rest = spelled_read(text, SPELLED_AS_IS);
	struct spelled_name name;
	unsigned hosts = 0;
	const char *host = NULL;

	*is_escaped = false;
	for (const struct spelled *at = rest; at->code_point != 0; at++) {
		*is_escaped |= at->is_changed;
		/* Of several words, or beside an escape in doubt, nothing is certain. */
		hosts += at->code_point <= ' ';
	}
	while (spelled_next(&rest, &name)) {
		if (!spelled_is_host(&name) && !span_is_same(name.text, text))
			continue;
		host = hosts++ == 0 ? words_copy(name.octets) : NULL;
	}
	return valid_or_none(host);
}

const char *meant_name(struct span name)
{
	bool is_escaped;
	const char *host;

	if (span_length(name) > IDNX_INPUT_MAX || memchr(name.next, '\0', span_length(name)))
		return NULL;
	host = find_host(name, &is_escaped);
	return host && is_escaped && (!ascii_has_only_text(host) || policy_is_ace(host)) ? host
	                                                                                 : NULL;
}

/* Returns the name with one text in the place of another, wherever that is, if that is valid. */
static const char *with(struct span name, const char *old, const char *new)
{
	FILE *out = words_open();
	const char *at;

	while ((at = memmem(name.next, span_length(name), old, strlen(old)))) {
		fwrite(name.next, 1, (size_t)(at - name.next), out);
		fputs(new, out);
		name.next = at + strlen(old);
	}
	fwrite(name.next, 1, span_length(name), out);
	return valid_or_none(words_close(out));
}

/* Returns what the name certainly has instead of the character at fault, or NULL. */
static const char *corrected(struct span name, const struct reason *reason)
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

const char *meant_remedy(struct span name, const struct reason *reason)
{
	struct span octets = reason->octets;
	const char *meant = NULL;
	bool is_escaped;

	/* The octets at fault begin a character, and at the end are no letter of ISO 8859. */
	if (reason->status == IDNX_BAD_UTF8 && octets.end == name.end &&
	    (span_length(octets) > 1 || strchr("\xC3\xD0\xD1", *octets.next)))
		return "Its last character is incomplete: the name was cut.";
	if (reason->status == IDNX_HOST || reason->status == IDNX_U1)
		meant = find_host(name, &is_escaped);
	if (meant && is_escaped)
		return words_format("This is how a program prints a name: write \"%s\".",
		                    meant);
	if (meant)
		return words_format("Write the host name alone, \"%s\".", meant);
	meant = corrected(name, reason);
	return meant ? words_format("\"%s\" is meant.", meant) : NULL;
}

const char *meant_warning(struct span name)
{
	const char *meant = valid_or_none(spelled_once(name));
	char unicode[IDNX_NAME_SIZE];

	if (meant)
		return words_format("this is UTF-8 that was encoded twice: \"%s\" is meant",
		                    meant);
	idnx_to_unicode(name.next, span_length(name), unicode, sizeof unicode, 0);
	if (strstr(unicode, "i\u0307"))
		meant = with(span_of_text(unicode), "i\u0307", "i");
	return meant ? words_format(
			       "\u0130 becomes i with U+0307, a dot above: \"%s\" is meant",
			       meant)
	             : NULL;
}
