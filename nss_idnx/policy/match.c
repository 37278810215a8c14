/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Compares a name with the suffixes and the protected names of idnx.conf. */
#include "match.h"

static size_t without_root_dot(const char *form, size_t length)
{
	return length > 0 && form[length - 1] == '.' ? length - 1 : length;
}

/* --- Forms ------------------------------------------------------------------- */

void match_begin(struct match *match, const char *name, size_t length)
{
	match->name = name;
	match->length = length;
	match->has_form = match->has_reading = false;
}

static void make_form(struct match *match)
{
	char *whole = match->form.whole;
	struct idnx_result result = idnx_to_unicode(match->name, match->length, whole,
	                                            sizeof match->form.whole, 0);
	size_t length = without_root_dot(whole, result.length), most = MATCH_SUFFIX_SIZE;

	match->form_status = result.status;
	match->form_length = length < most ? length : most;
	match->is_whole_form = length <= most && result.status != IDNX_TOO_LONG;
	match->is_single_label = memchr(whole, '.', length) == NULL;
	memmove(match->form.end, whole + length - match->form_length, match->form_length);
	match->has_form = true;
}

struct span match_form(struct match *match)
{
	const char *form = match->form.end;

	if (!match->has_form)
		make_form(match);
	if (match->form_status != IDNX_OK || !match->is_whole_form)
		return (struct span){ form, form };
	return (struct span){ form, form + match->form_length };
}

enum idnx_status match_suffix(struct span suffix, char form[static MATCH_SUFFIX_SIZE],
                              size_t *length)
{
	struct idnx_result result = idnx_to_unicode(suffix.next, span_length(suffix), form,
	                                            MATCH_SUFFIX_SIZE, IDNX_HOST_NAME);

	if (result.status == IDNX_NO_SPACE)
		return IDNX_TOO_LONG;
	*length = without_root_dot(form, result.length);
	return result.status;
}

bool match_is_below(struct match *match, struct span suffix)
{
	size_t length = span_length(suffix), above;

	if (!match->has_form)
		make_form(match);
	above = match->form_length - length;
	return length <= match->form_length &&
	       memcmp(match->form.end + above, suffix.next, length) == 0 &&
	       (above == 0 || match->form.end[above - 1] == '.');
}

/* --- Protected names ------------------------------------------------------------ */

/*
 * NULL if the name cannot be read: it is longer than any host name, or a label of it is.  A
 * source after idnx may shorten it, as glibc's dns does with "\\097", so it fails closed.
 */
static const struct idnx_reading *reading_of(struct match *match)
{
	struct idnx_reading *reading = &match->form.reading;

	if (!match->has_form)
		make_form(match);
	if (!match->has_reading)
		match->reading_status = match->is_whole_form
		                                ? idnx_read(match->form.end, match->form_length,
		                                            reading)
		                                : IDNX_TOO_LONG;
	match->has_reading = true;
	return match->reading_status == IDNX_OK ? reading : NULL;
}

/*
 * The search list of resolv.conf completes names, so the first labels of the protected name are
 * compared, too: under "search corp.example", wiki.intränet is below intranet.corp.example.
 */
static bool reads_as(struct match *match, struct span other)
{
	const char *end = other.end;

	for (; other.end > other.next; other.end--)
		if ((other.end == end || *other.end == '.') && !match_is_below(match, other) &&
		    idnx_reads_as(&match->form.reading, other.next, span_length(other)) ==
		            IDNX_LIKE_IN_DISGUISE)
			return true;
	return false;
}

/*
 * Short words are parts of many others: a word needs five characters, and one that is a whole
 * label four; three if it is not ASCII, since other scripts need fewer letters.
 */
static size_t least_length(enum idnx_containment containment, bool is_ascii)
{
	return containment != IDNX_CONTAINS_AS_LABEL ? 5 : is_ascii ? 4 : 3;
}

static bool contains(const struct match *match, struct span word)
{
	size_t characters = 0, octets = span_length(word);
	enum idnx_containment containment;

	for (const char *octet = word.next; octet < word.end; octet++)
		characters += ((unsigned char)*octet & 0xC0) != 0x80;
	if (characters < 3)
		return false;
	containment = idnx_contains(&match->form.reading, match->form.end, match->form_length,
	                            word.next, octets);
	return containment != IDNX_CONTAINS_NOT &&
	       characters >= least_length(containment, characters == octets);
}

const struct idnx_pairs *match_pairs(struct match *match)
{
	const struct idnx_reading *reading = reading_of(match);

	return reading != NULL ? &reading->pairs : NULL;
}

enum match_likeness match_protected(struct match *match, struct span other)
{
	struct span word = span_before(other, '.');

	if (!match->has_form)
		make_form(match);
	if (match->is_single_label)
		other = word;
	if (match_is_below(match, other))
		return MATCH_SAME;
	if (reading_of(match) == NULL || reads_as(match, other))
		return MATCH_READS;
	return contains(match, word) ? MATCH_CONTAINS : MATCH_UNLIKE;
}
