/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * hostent.c: a host with up to one alias and one address in a buffer of up to six octets,
 * and a new name of up to two octets.  The source may have put the parts anywhere in the
 * buffer, even overlapping, or the name outside it.  More parts only repeat the loops, which
 * carry nothing but the place.  The lists are outside the buffer: to pass() they are an
 * address and a size, like the other parts.
 */
#include "../../../nss_idnx/hostent.c"
#include "prove.h"

enum { BUFFER = 6, NAME = 2 };

/* The buffer in it ends where this object ends, with a NUL that ends the last string. */
static char octets[BUFFER], elsewhere[NAME + 1], other[NAME + 1];
static char *aliases[2], *addresses[2];

/*
 * bound: a buffer of 4 to 6 octets, a name of up to 2
 * unwind: 7, BUFFER, for strlen(); the five parts of the host are passed once each
 */
void a_new_name_stays_in_the_buffer(void)
{
	size_t buflen = any_size(4, BUFFER);
	char *buffer = octets + BUFFER - buflen, **name;
	struct hostent host = { elsewhere, aliases, AF_INET, 4, addresses };

	for (size_t i = 0; i + 1 < BUFFER; i++)
		octets[i] = (char)nondet_int();
	for (size_t i = 0; i < NAME; i++)
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
		prove(*name >= buffer && *name + strlen(other) < octets + BUFFER, "in there");
}
