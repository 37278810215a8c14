/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * answer.c.  space_take(), the only function that chooses where to write in the buffer: for
 * a buffer at any address, any size and any alignment.  answer_pack(): for up to two
 * addresses of either family and a name of up to two octets, in a buffer at any address, of
 * any size up to eight octets more than they need.  Longer lists only repeat the loop of
 * tuples(), which carries nothing but struct space from one round to the next.
 */
#include "../../../nss_idnx/module/answer.c"
#include "../../../nss_idnx/module/hostent.c"
#include "prove.h"

enum {
	ADDRESSES = 2,
	NAME = 2,
	BUFFER = ADDRESSES * sizeof(struct gaih_addrtuple) + NAME + 1 + 8
};

/* 1 round: any buffer, any size and alignment */
void what_is_taken_is_aligned_and_within_the_room(void)
{
	size_t size = any_size(0, SIZE_MAX), alignment = (size_t)1 << any_size(0, 4);
	size_t object = any_size(1, 1 << 20), begin = any_size(0, object);
	char *octets = any_octets(object), *place;
	struct space space = { octets + begin, object - begin + FAULT }, before = space;

	place = space_take(&space, size, alignment);
	if (place == NULL) {
		prove(space.next == before.next && space.left == before.left, "as it was");
		return;
	}
	prove((uintptr_t)place % alignment == 0, "aligned");
	prove(place >= before.next && size <= before.left, "within");
	prove(space.next == place + size, "after it");
	prove((size_t)(space.next - octets) + space.left == object, "to the same end");
}

/* The buffer in it ends where this object ends, so that it begins at any address. */
static char octets[BUFFER], canonical[NAME + 1];
static struct sockaddr_in6 sin6[ADDRESSES];
static struct sockaddr_in sin[ADDRESSES];
static struct addrinfo infos[ADDRESSES];

static struct addrinfo *any_list(void)
{
	for (size_t i = 0; i < ADDRESSES; i++) {
		bool six = nondet_bool();

		infos[i].ai_family = six ? AF_INET6 : AF_INET;
		infos[i].ai_addr = six ? (void *)&sin6[i] : (void *)&sin[i];
		infos[i].ai_next = i + 1 < ADDRESSES && nondet_bool() ? &infos[i + 1] : NULL;
	}
	return infos;
}

/* 4 rounds: up to 2 addresses, a name of up to 2 octets */
void an_answer_stays_in_its_buffer(void)
{
	size_t buflen = any_size(0, BUFFER);
	char *buffer = octets + BUFFER - buflen;
	struct gaih_addrtuple own, *pat = nondet_bool() ? &own : NULL, *first = pat;
	enum outcome outcome;

	for (size_t i = 0; i < NAME; i++)
		canonical[i] = (char)nondet_int();
	outcome = answer_pack(any_list(), canonical, &pat, buffer, buflen + FAULT);
	prove(outcome == OUTCOME_FOUND || outcome == OUTCOME_NO_SPACE, "an outcome");
	prove(outcome == OUTCOME_FOUND || pat == first, "*pat is untouched");
	if (outcome == OUTCOME_FOUND) {
		prove(pat != NULL && (first == NULL || pat == first), "a tuple");
		prove(pat->name >= buffer && pat->name + strlen(canonical) < octets + BUFFER,
		      "its name is in the buffer");
		prove(pat->next == NULL || (char *)pat->next >= buffer, "and the next one");
	}
}

/* --- A host -------------------------------------------------------------------- */

/*
 * hostent.c: a host with up to one alias and one address.  The source may have put the parts
 * anywhere in the buffer, even overlapping, or the name outside it.  More parts only repeat the
 * loops, which carry nothing but the place.  The lists are outside the buffer: to pass() they are
 * an address and a size, like the other parts.
 */
enum { PLACE = 6, SHORT_NAME = 2 };

/* The buffer in it ends where this object ends, with a NUL that ends the last string. */
static char place[PLACE], elsewhere[SHORT_NAME + 1], other[SHORT_NAME + 1];
static char *aliases[2], *addresses[2];

/*
 * 7 rounds, PLACE, for strlen(); the five parts of the host are passed once each: a buffer of
 * 4 to 6 octets, a name of up to 2
 */
void a_new_name_stays_in_the_buffer(void)
{
	size_t buflen = any_size(4, PLACE);
	char *buffer = place + PLACE - buflen, **name;
	struct hostent host = { elsewhere, aliases, AF_INET, 4, addresses };

	for (size_t i = 0; i + 1 < PLACE; i++)
		place[i] = (char)nondet_int();
	for (size_t i = 0; i < SHORT_NAME; i++)
		other[i] = (char)nondet_int();
	if (nondet_bool())
		host.h_name = buffer + any_size(0, buflen - 1);
	if (nondet_bool())
		aliases[0] = buffer + any_size(0, buflen - 1);
	if (nondet_bool())
		addresses[0] = buffer + any_size(0, buflen - 4);
	name = hostent_name(&host, any_size(0, 1));
	if (name != NULL &&
	    hostent_rename(&host, name, other, buffer, buflen + FAULT) == OUTCOME_FOUND)
		prove(*name >= buffer && *name + strlen(other) < place + PLACE, "in there");
}
