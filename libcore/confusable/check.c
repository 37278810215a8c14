/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks a name, label by label, by the caller's criteria.  An xn-- label is checked as what it
 * is in Unicode; all other ASCII labels meet all criteria.
 */
#include "confusable.h"
#include "utf8.h"

/* --- A label ---------------------------------------------------------------- */

/* Runs cheap checks first, except that the repertoire is checked before mixed scripts. */
static struct fault check_label(const struct label *label, const struct idnx_criteria *criteria,
                                const struct home *home, struct survey_known *known)
{
	const struct survey survey = survey_label(label, known);
	struct fault fault = repertoire_check(label, &survey, criteria->repertoire, home);

	if (fault.status == IDNX_OK)
		fault = script_check_level(label, &survey.cover, criteria->level);
	if (fault.status == IDNX_OK && survey.seen & SURVEY_DIGIT &&
	    criteria->level != IDNX_LEVEL_UNRESTRICTED)
		fault = script_check_numbers(label);
	if (fault.status == IDNX_OK && !script_set_is_empty(&criteria->scripts))
		fault = script_check_allowed(label, &criteria->scripts);
	if (fault.status == IDNX_OK && criteria->look_alikes)
		fault = disguise_check(label, &survey, home);
	return fault;
}

/* --- A name ----------------------------------------------------------------- */

/* A name as far as it has been checked. */
struct trial {
	const unsigned char *src, *end;
	const unsigned char *begin; /* of the label */
	unsigned number;            /* of the label */
	const unsigned char *top;   /* the last label, without a root dot; NULL: not found */
	struct home home;
	struct survey_known known;
	struct spelling spelling;
	bool is_decoded; /* spelling: from an xn-- label */
	uint32_t code_points[IDNX_CODE_POINTS_MAX], traits[IDNX_CODE_POINTS_MAX];
};

/* Returns the octets of the label at begin if that may be an A-label, else 0. */
static size_t ace_octets(const unsigned char *begin, const unsigned char *end)
{
	size_t octets;

	if ((size_t)(end - begin) <= ACE_PREFIX_LENGTH)
		return 0;
	for (size_t i = 0; i < ACE_PREFIX_LENGTH; i++)
		if (ascii_lower(begin[i]) != (unsigned char)ACE_PREFIX[i])
			return 0;
	octets = spelling_ascii(begin, end);
	if (octets <= ACE_PREFIX_LENGTH || octets > IDNX_LABEL_MAX ||
	    (begin + octets < end && begin[octets] != '.'))
		return 0;
	return octets;
}

/* Decodes a label; an invalid A-label is ASCII. */
static enum idnx_status spell(struct trial *trial, const unsigned char *begin, size_t *octets)
{
	char unicode[4 * IDNX_LABEL_MAX + 1];
	size_t ace = ace_octets(begin, trial->end), length;
	struct idnx_result result = { IDNX_P4, 0, 0 };

	if (ace != 0)
		result = idnx_to_unicode((const char *)begin, ace, unicode, sizeof unicode, 0);
	trial->is_decoded = result.status == IDNX_OK;
	if (!trial->is_decoded)
		return spelling_decode(&trial->spelling, begin, trial->end, octets);
	*octets = ace;
	return spelling_decode(&trial->spelling, (const unsigned char *)unicode,
	                       (const unsigned char *)unicode + result.length, &length);
}

/* Only for names with a label that is not ASCII. */
static void find_home(struct trial *trial)
{
	const unsigned char *top = trial->end;
	struct label label;

	if (top > trial->src && top[-1] == '.')
		top--;
	while (top > trial->src && top[-1] != '.')
		top--;
	trial->known = (struct survey_known){ .next = 0 };
	trial->top = top;
	trial->home = (struct home){ (const char *)top, 0, { { 0 } } };
	if (spell(trial, top, &trial->home.length) != IDNX_OK)
		return;
	label = spelling_label(&trial->spelling);
	if (label.seen & UCD_NON_ASCII) {
		trial->home.length = 0;
		trial->home.scripts = script_resolved(&label);
	}
}

/* Returns the octet of src at which a character of the label begins, or a decoded label. */
static size_t octet_of(const struct trial *trial, size_t position)
{
	const unsigned char *at = trial->begin;
	size_t length;

	for (; position > 0 && !trial->is_decoded; position--, at += length)
		utf8_decode(at, trial->end, &length);
	return (size_t)(at - trial->src);
}

static struct idnx_finding find_in_label(struct trial *trial,
                                         const struct idnx_criteria *criteria, size_t *octets)
{
	enum idnx_status status;
	struct label label;
	struct fault fault;
	size_t at;

	if (trial->top == NULL)
		find_home(trial);
	status = spell(trial, trial->begin, octets);
	at = (size_t)(trial->begin - trial->src) + *octets;
	if (status != IDNX_OK)
		return (struct idnx_finding){ status, trial->number, at, at };
	label = spelling_label(&trial->spelling);
	if (!(label.seen & UCD_NON_ASCII))
		return (struct idnx_finding){ IDNX_OK, 0, 0, 0 };
	fault = check_label(&label, criteria, trial->begin == trial->top ? NULL : &trial->home,
	                    &trial->known);
	if (fault.status == IDNX_OK)
		return (struct idnx_finding){ IDNX_OK, 0, 0, 0 };
	return (struct idnx_finding){ fault.status, trial->number, octet_of(trial, fault.first),
		                      octet_of(trial, fault.second) };
}

static struct idnx_finding find_in_name(struct trial *trial,
                                        const struct idnx_criteria *criteria)
{
	struct idnx_finding finding;
	size_t octets;

	for (;; trial->begin += octets + 1) {
		trial->number++;
		octets = spelling_ascii(trial->begin, trial->end);
		if ((trial->begin + octets < trial->end && trial->begin[octets] != '.') ||
		    ace_octets(trial->begin, trial->end) != 0) {
			finding = find_in_label(trial, criteria, &octets);
			if (finding.status != IDNX_OK)
				return finding;
		}
		if (trial->begin + octets == trial->end)
			return (struct idnx_finding){ IDNX_OK, 0, 0, 0 };
	}
}

struct idnx_finding idnx_check(const char *src, size_t src_len,
                               const struct idnx_criteria *criteria)
{
	struct trial trial;

	if ((unsigned)criteria->level > IDNX_LEVEL_ASCII_ONLY ||
	    (unsigned)criteria->repertoire > IDNX_REPERTOIRE_IDENTIFIERS)
		return (struct idnx_finding){ IDNX_BAD_FLAGS, 0, 0, 0 };
	if (src_len > IDNX_INPUT_MAX)
		return (struct idnx_finding){ IDNX_TOO_LONG, 0, 0, 0 };
	if (src_len == 0)
		return (struct idnx_finding){ IDNX_OK, 0, 0, 0 };
	trial.src = (const unsigned char *)src;
	trial.end = trial.src + src_len;
	trial.begin = trial.src;
	trial.number = 0;
	trial.top = NULL;
	trial.spelling = (struct spelling){ trial.code_points, trial.traits,
		                            IDNX_CODE_POINTS_MAX, 0, 0 };
	return find_in_name(&trial, criteria);
}

/* --- Showing a name ----------------------------------------------------------- */

/* The Unicode form must be a name itself: that of "xn--jocc2m.90" may not end in a number. */
static bool may_be_shown(const char *name, size_t length)
{
	char ace[IDNX_HOST_NAME_SIZE];
	static const struct idnx_criteria browser = {
		.level = IDNX_LEVEL_HIGHLY_RESTRICTIVE,
		.repertoire = IDNX_REPERTOIRE_IDENTIFIERS,
		.look_alikes = 1,
	};

	return idnx_check(name, length, &browser).status == IDNX_OK &&
	       idnx_to_ascii(name, length, ace, sizeof ace, IDNX_LOOKUP).status == IDNX_OK;
}

/* After a conversion dst, which may be src, has a spelling of the same name. */
enum idnx_status idnx_display(const char *src, size_t src_len, char *dst, size_t dst_size)
{
	struct idnx_result result = idnx_to_unicode(src, src_len, dst, dst_size, IDNX_LOOKUP);
	bool has_name = result.status != IDNX_TOO_LONG && result.status != IDNX_NO_SPACE &&
	                result.status != IDNX_BAD_UTF8;
	unsigned flags = IDNX_LOOKUP & ~(result.status == IDNX_OK ? IDNX_HOST_NO_ADDRESS : 0);

	if (result.status == IDNX_OK && may_be_shown(dst, result.length))
		return IDNX_OK;
	if (has_name)
		result = idnx_to_ascii(dst, result.length, dst, dst_size, flags);
	if (result.status != IDNX_OK && dst_size > 0)
		dst[0] = '\0';
	return result.status;
}
