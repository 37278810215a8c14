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

/* Finds the first not permitted character; else *outsider is the first outside the profile. */
static struct fault check_characters(const struct label *label, struct fault *outsider)
{
	size_t at;

	for (at = 0; at < label->length; at++) {
		uint32_t c = label->code_points[at], traits = label->traits[at];
		enum look_alike_repertoire repertoire;

		if (c < 0x80)
			continue;
		repertoire = look_alike_repertoire(c, traits);
		if (!(repertoire & LOOK_ALIKE_IDNA2008) || !context_allows(label, at))
			return fault_at(IDNX_NOT_IDNA2008, at);
		if (outsider->status == IDNX_OK && !is_identifier(repertoire, c, traits))
			*outsider = fault_at(IDNX_NOT_IDENTIFIER, at);
	}
	/* CONTEXTJ, whatever flags the name was converted with. */
	at = label->seen & UCD_JOIN_CONTROL ? joiner_position(label) : label->length;
	return at < label->length ? fault_at(IDNX_NOT_IDNA2008, at) : no_fault();
}

struct fault repertoire_check(const struct label *label, enum idnx_repertoire repertoire)
{
	struct fault fault = no_fault(), outsider = no_fault();

	if (repertoire >= IDNX_REPERTOIRE_IDNA2008)
		fault = check_characters(label, &outsider);
	if (fault.status != IDNX_OK || repertoire != IDNX_REPERTOIRE_IDENTIFIERS)
		return fault;
	return outsider.status != IDNX_OK ? outsider : marks_check(label);
}
