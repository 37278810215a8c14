/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks a name in its Unicode form, label by label, by the caller's criteria.  ASCII
 * labels meet all of them.
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
	const unsigned char
		*top; /* where the last label begins, without a root dot; NULL: not found */
	struct home home;
	struct survey_known known;
	struct spelling spelling;
};

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
	if (spelling_decode(&trial->spelling, top, trial->end, &trial->home.length) != IDNX_OK)
		return;
	label = spelling_label(&trial->spelling);
	if (label.seen & UCD_NON_ASCII) {
		trial->home.length = 0;
		trial->home.scripts = script_resolved(&label);
	}
}

/* Returns the octet of src at which a character of the label begins. */
static size_t octet_of(const struct trial *trial, size_t position)
{
	const unsigned char *at = trial->begin;
	size_t length;

	for (; position > 0; position--, at += length)
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
	status = spelling_decode(&trial->spelling, trial->begin, trial->end, octets);
	at = (size_t)(trial->begin - trial->src) + *octets;
	if (status != IDNX_OK)
		return (struct idnx_finding){ status, trial->number, at, at };
	label = spelling_label(&trial->spelling);
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
		if (trial->begin + octets < trial->end && trial->begin[octets] != '.') {
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
	return find_in_name(&trial, criteria);
}
