/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * map.c, for names of any length: each loop begins in any state that a round of it can leave,
 * and after a few rounds it leaves such a state again.  Counting labels: for short names.  In
 * place of the tables come any values within the limits that computed.c checks of them.  CBMC
 * takes any values for ucd_ascii[], which is not linked.
 */
#include "../../../libcore/map.c"
#include "prove.h"

#define CODE_POINT_END 0x110000U

enum { ROOM = 4, OCTETS = 4, ROUNDS = 2 };

/* --- Replacements ------------------------------------------------------------- */

/* Replaces utf8_decode(): returns whatever is proved of it in utf8.c. */
uint32_t any_character(const unsigned char *src, const unsigned char *end, size_t *length)
{
	prove(src < end && __CPROVER_r_ok(src, end - src), "octets can be read");
	*length = any_size(1, 4);
	assume(*length <= (size_t)(end - src));
	return nondet_bool() ? UTF8_ILL_FORMED : any_below(CODE_POINT_END);
}

unsigned any_leaf(uint32_t code_point)
{
	prove(code_point < CODE_POINT_END, "a code point");
	return any_below(UINT16_MAX + 1U);
}

unsigned any_leaf_in_group(unsigned group, uint32_t code_point)
{
	prove(group == 0 && code_point < UCD_FIRST_GROUP_END, "of the first group");
	return any_leaf(code_point);
}

struct ucd_entry any_entry_of(unsigned leaf)
{
	return (struct ucd_entry){ nondet_uint32(), (uint16_t)leaf };
}

struct ucd_entry any_entry(uint32_t code_point)
{
	return any_entry_of(any_leaf(code_point));
}

uint32_t any_traits(uint32_t code_point)
{
	return any_entry(code_point).traits;
}

/* The engine reads the first code point even if *length is 0. */
const uint32_t *any_mapping(struct ucd_entry entry, size_t *length)
{
	static uint32_t mapping[MAPPING_MAX];

	prove(entry.traits & UCD_MAPPED, "there is a mapping");
	for (size_t i = 0; i < ROOM + 1; i++)
		mapping[i] = any_below(CODE_POINT_END);
	*length = any_size(0, MAPPING_MAX);
	return mapping;
}

unsigned any_count(const struct name *name, const struct growth *growth)
{
	(void)name;
	(void)growth;
	return (unsigned)nondet_int();
}

/* --- Any state ------------------------------------------------------------------ */

/* Text and code points end where their objects end.  The traits precede the code points. */
static unsigned char text[OCTETS];
static uint32_t words[2 * ROOM];

static struct growth any_growth(void)
{
	size_t octets = any_size(0, OCTETS), room = any_size(0, ROOM - 1);
	size_t safe = any_size(0, octets);
	struct growth growth = { 0 };

	any_contents(text);
	growth.src = text + OCTETS - octets;
	growth.end = text + OCTETS;
	assume(safe <= room + FAULT);
	growth.safe = growth.src + safe;
	growth.full = words + 2 * ROOM;
	growth.at = growth.full - room;
	growth.header = growth.at - any_size(1, ROOM - room);
	growth.to_traits = -ROOM;
	growth.mapped = nondet_bool() ? UCD_MAPPED : UCD_MAPPED | UCD_DEVIATION;
	return growth;
}

/* Checks what any_growth() assumes, and that each new header leads to the next one. */
static void prove_state(const struct growth *before, const struct growth *growth)
{
	const uint32_t *header = before->header;

	prove(growth->src >= before->src && growth->src <= growth->end, "within the text");
	prove(growth->at >= before->at && growth->at <= words + 2 * ROOM, "within the room");
	prove(growth->src >= growth->safe ||
	              growth->safe - growth->src <= growth->full - growth->at,
	      "room up to safe");
	prove(growth->header >= before->header && growth->header < growth->at, "a header");
	while (header < growth->header)
		header += 1 + *header;
	prove(header == growth->header, "the next header");
}

/* --- Proofs --------------------------------------------------------------------- */

/* 6 rounds: any name, 4 octets of it */
void ascii_is_mapped_within_its_room(void)
{
	struct growth growth = any_growth(), before = growth;

	map_ascii(&growth);
	prove_state(&before, &growth);
}

/*
 * 6 rounds: any name, 4 octets of it; any_character() for utf8_decode(), any_leaf() for
 * ucd_leaf(), any_leaf_in_group() for ucd_leaf_in_group(), any_entry_of() for ucd_entry(),
 * any_entry() for ucd_find(), any_mapping() for ucd_mapping()
 */
void valid_characters_are_mapped_within_their_room(void)
{
	struct growth growth = any_growth(), before = growth;

	map_valid(&growth);
	prove_state(&before, &growth);
}

/*
 * 6 rounds: any name, 4 octets of it, room for 3; any_character() for utf8_decode(),
 * any_entry() for ucd_find(), any_traits() for ucd_traits(), any_mapping() for ucd_mapping(),
 * any_count() for count_labels()
 */
void any_character_is_mapped_within_its_room(void)
{
	struct growth growth = any_growth(), before = growth;
	struct name name;

	assume(growth.src < growth.end);
	growth.full += FAULT;
	(void)map_other(&name, &growth);
	find_safe_end(&growth);
	prove(growth.src > before.src, "the next one");
	prove_state(&before, &growth);
}

/* 5 rounds: names of up to 3 code points */
void labels_are_counted_within_the_name(void)
{
	struct name name = { .code_points = words };
	struct growth growth = { .header = words };

	for (size_t i = 0; i < ROOM; i++)
		words[i] = any_below(ROOM);
	for (size_t i = 0; i < ROOM - 1 && nondet_bool(); i++) {
		assume(*growth.header + 1 < (size_t)(words + ROOM - growth.header));
		growth.header += 1 + *growth.header;
	}
	name.code_points += FAULT * (growth.header > words);
	prove(count_labels(&name, &growth) <= ROOM, "no more than there are words");
}

/* --- A name --------------------------------------------------------------------- */

static unsigned char input[IDNX_INPUT_MAX];
static uint32_t name_words[2 * NAME_CODE_POINTS];
static unsigned rounds;

/* Checks the state that the proofs above begin with, and leaves any that they end with. */
void any_most(struct growth *growth)
{
	size_t octets = (size_t)(growth->end - growth->src);
	size_t room = (size_t)(growth->full - growth->at);

	prove(growth->src <= growth->end && __CPROVER_r_ok(growth->src, octets), "the text");
	prove(growth->safe >= growth->src && growth->safe <= growth->end, "safe, too");
	prove((size_t)(growth->safe - growth->src) <= room, "room up to there");
	prove(growth->header >= name_words && growth->header < growth->at, "a header");
	prove(growth->at <= growth->full, "in the name");
	growth->src += any_size(0, octets);
	growth->at += any_size(0, room);
	growth->header += any_size(0, (size_t)(growth->at - growth->header) - 1);
}

enum idnx_status any_other(struct name *name, struct growth *growth)
{
	prove(growth->src < growth->end, "another character");
	name_note(name, (enum idnx_status)any_size(IDNX_OK, IDNX_BAD_UTF8), 1);
	growth->safe = growth->src;
	any_most(growth);
	if (rounds++ == ROUNDS)
		growth->src = growth->end;
	return nondet_bool() ? IDNX_OK : IDNX_TOO_LONG;
}

/*
 * 5 rounds, the rounds and one for the end: names of up to 4096 octets, any 2 rounds;
 * any_most() for map_most(), any_other() for map_other()
 */
void a_name_is_mapped_within_its_storage(void)
{
	size_t length = any_size(0, sizeof input);
	struct name name = { .capacity = NAME_CODE_POINTS + FAULT };
	enum idnx_status status;

	name.code_points = name_words;
	name.traits = name_words + NAME_CODE_POINTS;
	status = map_name(&name, (const char *)input + sizeof input - length, length,
	                  nondet_bool() ? IDNX_TRANSITIONAL_PROCESSING : 0);
	prove(status == IDNX_OK || status == IDNX_TOO_LONG, "a status");
	prove(name.length >= 1 && name.length <= NAME_CODE_POINTS, "in its room");
}
