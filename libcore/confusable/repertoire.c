/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which characters a label has: those that IDNA2008 permits (RFC 5892), or of these
 * the General Security Profile for identifiers (UTS #39 section 3.1).  ASCII has rules of
 * its own: IDNX_USE_STD3_ASCII_RULES.
 */
#include "confusable.h"
#include "look_alike.h"

/*
 * Unicode lists Bopomofo as a script of limited use.  But section 5.2 has Han with Bopomofo
 * as one of the three writing systems that go with Latin, and Taiwan teaches reading by it.
 */
static bool is_identifier(enum look_alike_repertoire repertoire, uint32_t code_point,
                          uint32_t traits)
{
	return repertoire & LOOK_ALIKE_ALLOWED || traits & UCD_JOIN_CONTROL ||
	       context_script_is(code_point, UCD_SCRIPT_BOPOMOFO);
}

/* Scripts of limited use are outside the profile, but not in the countries that write them. */
static bool is_at_home(uint32_t code_point, const struct home *home)
{
	for (unsigned script = 0; home != NULL && script < UCD_SCRIPTS_MAX; script++)
		if (script_is_of(code_point, script) &&
		    (script_set_has(&home->scripts, script) ||
		     look_alike_is_at_home(script, home->domain, home->length)))
			return true;
	return false;
}

/* Finds the first not permitted character; else *outsider is the first outside the profile. */
static struct fault check_characters(const struct label *label, const struct survey *survey,
                                     const struct home *home, struct fault *outsider)
{
	bool may_have = survey->seen & (SURVEY_OUTSIDER | SURVEY_CONTEXT);
	size_t at;

	for (at = 0; may_have && at < label->length; at++) {
		uint32_t c = label->code_points[at], traits = label->traits[at];
		enum look_alike_repertoire repertoire;

		if (c < 0x80)
			continue;
		repertoire = look_alike_repertoire(c, traits);
		if (!(repertoire & LOOK_ALIKE_IDNA2008) || !context_allows(label, at))
			return fault_at(IDNX_NOT_IDNA2008, at);
		if (outsider->status == IDNX_OK && !is_identifier(repertoire, c, traits) &&
		    !is_at_home(c, home))
			*outsider = fault_at(IDNX_NOT_IDENTIFIER, at);
	}
	/* CONTEXTJ, whatever flags the name was converted with. */
	at = label->seen & UCD_JOIN_CONTROL ? joiner_position(label) : label->length;
	return at < label->length ? fault_at(IDNX_NOT_IDNA2008, at) : no_fault();
}

struct fault repertoire_check(const struct label *label, const struct survey *survey,
                              enum idnx_repertoire repertoire, const struct home *home)
{
	struct fault fault = no_fault(), outsider = no_fault();

	if (repertoire >= IDNX_REPERTOIRE_IDNA2008)
		fault = check_characters(label, survey, home, &outsider);
	if (fault.status != IDNX_OK || repertoire != IDNX_REPERTOIRE_IDENTIFIERS)
		return fault;
	return outsider.status != IDNX_OK ? outsider : marks_check(label, survey);
}
