/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What glibc does with each source of the line "hosts:", and so whether idnx works in it. */
#include "hosts_source.h"

#include <string.h>

bool hosts_source_has_second_bracket(struct span list)
{
	struct nsswitch_source source;
	enum nsswitch_found end;

	do
		end = nsswitch_next_source(&list, &source);
	while (end == NSSWITCH_SOURCE);
	return end == NSSWITCH_SECOND_BRACKET;
}

bool hosts_source_is_network(struct span name)
{
	return span_equals(name, "resolve") || span_equals(name, "dns");
}

const char *hosts_source_comment(struct span name)
{
	return memchr(name.next, '#', span_length(name));
}

/* mdns_minimal, mdns4_minimal, mdns6_minimal. */
static bool is_minimal_mdns(struct span name)
{
	return span_equals(name, "mdns_minimal") || span_equals(name, "mdns4_minimal") ||
	       span_equals(name, "mdns6_minimal");
}

/* The minimal ones return UNAVAIL for a name outside mDNS, NOTFOUND for one within. */
bool hosts_source_is_terminal(const struct nsswitch_source *source)
{
	enum nss_status not_known = is_minimal_mdns(source->name) ? NSS_STATUS_UNAVAIL
	                                                          : NSS_STATUS_NOTFOUND;

	return nsswitch_action(source, not_known) == NSSWITCH_RETURN;
}

bool hosts_source_leaks(const struct nsswitch_source *idnx)
{
	return nsswitch_action(idnx, NSS_STATUS_SUCCESS) != NSSWITCH_RETURN ||
	       nsswitch_action(idnx, NSS_STATUS_RETURN) != NSSWITCH_RETURN;
}
