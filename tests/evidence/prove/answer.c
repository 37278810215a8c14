/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * answer.c.  space_take(), the only function that chooses where to write in the buffer: for
 * a buffer at any address, any size and any alignment.  answer_pack(): for up to two
 * addresses of either family and a name of up to four octets, in a buffer at any address, of
 * any size up to eight octets more than they need.  Longer lists only repeat the loop of
 * tuples(), which carries nothing but struct space from one round to the next.
 */
#include "../../../nss_idnx/answer.c"
#include "prove.h"

enum {
	ADDRESSES = 2,
	NAME = 4,
	BUFFER = ADDRESSES * sizeof(struct gaih_addrtuple) + NAME + 1 + 8
};

/*
 * bound: any buffer, any size and alignment
 * unwind: 1, no loop; 2^20: any number would do
 */
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

/*
 * bound: up to 2 addresses, a name of up to 4 octets
 * unwind: 6, a name of NAME octets and its NUL
 */
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
