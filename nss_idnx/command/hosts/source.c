/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What glibc does with each source of the line "hosts:", and so whether idnx works in it. */
#include "source.h"

#include <string.h>

struct span hosts_source_text(const struct nsswitch_source *source)
{
	return (struct span){ source->name.next, span_is_empty(source->criteria)
		                                         ? source->name.end
		                                         : source->criteria.end };
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

bool hosts_list_has(struct span list, const char *name)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE)
		if (span_equals(source.name, name))
			return true;
	return false;
}

bool hosts_list_has_other(struct span list)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE)
		if (!span_equals(source.name, "idnx"))
			return true;
	return false;
}

struct span hosts_list_before_comment(struct span list)
{
	struct span rest = list;
	struct nsswitch_source source;

	while (nsswitch_next_source(&rest, &source) == NSSWITCH_SOURCE)
		if (hosts_source_comment(source.name) != NULL)
			return (struct span){ list.next, hosts_source_comment(source.name) };
	return list;
}
