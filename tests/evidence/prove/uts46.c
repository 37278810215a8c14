/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * uts46.c, as far as it takes the place of map.c: ASCII with labels to decode.  In place of
 * what it calls come any results within the limits that other proofs show.  CBMC takes any
 * values for ucd_ascii[], which is not linked.
 */
#include "../../../libcore/uts46.c"
#include "prove.h"

enum { OCTETS = 6 };

/* Replaces convert_ace(): a decoded label is never longer than the encoded one. */
enum idnx_status any_ace(struct name *name, size_t to, const char *ace, size_t ace_length,
                         struct label *label, unsigned flags)
{
	(void)flags;
	prove(ace_length >= ACE_PREFIX_LENGTH && __CPROVER_r_ok(ace, ace_length), "octets");
	prove(__CPROVER_w_ok(name->code_points + to, ace_length * sizeof *name->code_points) &&
	              __CPROVER_w_ok(name->traits + to, ace_length * sizeof *name->traits),
	      "room for as many code points");
	*label = (struct label){ name->code_points + to, name->traits + to,
		                 any_size(0, ace_length), nondet_uint32() };
	return (enum idnx_status)any_size(IDNX_OK, IDNX_V7);
}

enum idnx_status label_validate(const struct label *label, unsigned flags)
{
	(void)flags;
	prove(__CPROVER_r_ok(label->code_points, label->length * sizeof *label->code_points) &&
	              __CPROVER_r_ok(label->traits, label->length * sizeof *label->traits),
	      "a label");
	return (enum idnx_status)any_size(IDNX_OK, IDNX_V7);
}

/* 8 rounds: names of up to 6 octets; any_ace() for convert_ace() */
void ascii_with_labels_to_decode_stays_in_its_storage(void)
{
	static char ascii[OCTETS];
	static uint32_t code_points[OCTETS + 1], traits[OCTETS + 1];
	size_t length = any_size(0, OCTETS);
	struct name name = { .code_points = code_points + OCTETS - length,
		             .traits = traits + OCTETS - length };
	struct name_walk walk = { 0 };
	struct label label;

	for (size_t i = 0; i < OCTETS; i++)
		ascii[i] = (char)any_below(0x80);
	convert_ascii(&name, ascii + OCTETS - length, length + FAULT, 0);
	prove(name.length >= 1 && name.length <= length + 1, "in its room");
	while (name_next_label(&name, &walk, &label))
		prove(walk.next <= name.length, "the next header, or the end");
}
