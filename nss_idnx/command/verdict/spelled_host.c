/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Tells whether a name in a text is certainly a host name, so that it can be written in another
 * form: "Привет.Мир" and "café.The" end a sentence, größe.conf is a file, and nothing in
 * /srv/bücher.example is.
 */
#include "ascii_text.h"
#include "domains_table.h"
#include "verdict.h"

/* Ends of files that are no top-level domains. */
static const char files[] = " bak bin cfg conf crt css csv db doc docx gif gz htm html ini jpeg "
			    "jpg js json key log old pdf pem php png sql svg tar tmp ttf txt "
			    "xls xlsx xml yaml yml ";

static bool is_in(const char *words, const char *label)
{
	char word[IDNX_LABEL_MAX + sizeof "  "];

	snprintf(word, sizeof word, " %s ", label);
	return strstr(words, word) != NULL;
}

static bool is_top_level(const char *label)
{
	/* It begins like a sentence, with one capital. */
	bool is_sentence = ascii_fold(label[0]) != label[0] && ascii_fold(label[1]) == label[1];
	char ace[IDNX_LABEL_MAX + 1];
	struct idnx_result result = idnx_to_ascii(label, strlen(label), ace, sizeof ace,
	                                          IDNX_LOOKUP & ~IDNX_ASCII_AS_IS);

	if (result.status != IDNX_OK || result.length < 2 || is_sentence)
		return false;
	if (policy_is_ace(ace))
		return is_in(domains, ace + strlen("xn--"));
	return !is_in(files, ace) && strspn(ace, "abcdefghijklmnopqrstuvwxyz") == result.length;
}

/* Returns whether it is in a path: below one / or \, unless as /NAME/ of dnsmasq(8). */
static bool is_in_path(const struct spelled *first, const struct spelled *end)
{
	uint32_t slash = first[-1].code_point, before = first[-2].code_point,
		 third = first[-3].code_point;

	if (slash == '/')
		return (before != '/' || third == '/') &&
		       !(before == '=' && end->code_point == '/');
	return slash == '\\' && (before != '\\' || third != 0);
}

/* Returns whether a "$" after it ends a regular expression; $request_uri does not. */
static bool is_expression(const struct spelled *first, const struct spelled *end)
{
	uint32_t next = end[1].code_point;

	return first[-1].code_point == '^' ||
	       (end->code_point == '$' && next < 0x80 && next != '{' && next != '_' &&
	        !ascii_is_ldh((char)next));
}

/* What is next to U+FFFD is in another charset, or in no text. */
bool spelled_is_host(const struct spelled_name *name)
{
	const char *dot = memrchr(name->octets, '.', name->length);
	uint32_t before = name->first[-1].code_point, after = name->end->code_point;

	return dot && before != 0xFFFD && after != 0xFFFD && after != '@' && after != '(' &&
	       !is_expression(name->first, name->end) && !is_in_path(name->first, name->end) &&
	       is_top_level(dot + 1);
}
