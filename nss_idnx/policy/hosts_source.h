/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a source of the line "hosts:" means for idnx; used by enable and doctor. */
#ifndef NSS_IDNX_HOSTS_SOURCE_H
#define NSS_IDNX_HOSTS_SOURCE_H

#include <stdbool.h>

#include "nsswitch.h"

/* What the line must have. */
#define HOSTS_IDNX "idnx [!UNAVAIL=return]"

/*
 * glibc's default since 2.33, "files dns", with idnx.  The earlier default, "dns
 * [!UNAVAIL=return] files", would put idnx before files and hide entries of /etc/hosts in
 * UTF-8.
 */
#define HOSTS_DEFAULT "files " HOSTS_IDNX " dns"

/* Returns whether a source has two brackets; glibc stops reading the line there. */
bool hosts_source_has_second_bracket(struct span list);

/* Returns whether idnx must come before this source: resolve and dns query the network. */
bool hosts_source_is_network(struct span name);

/* Finds a "#" in the name, at which the line ends for glibc 2.31; NULL if none. */
const char *hosts_source_comment(struct span name);

/* Returns whether a name that this source does not know reaches no later source. */
bool hosts_source_is_terminal(const struct nsswitch_source *source);

/*
 * Returns whether the actions of idnx pass a name that it has answered or refused to the next
 * source, in raw octets: "continue", and "!X=continue", which covers RETURN, too.
 */
bool hosts_source_leaks(const struct nsswitch_source *idnx);

#endif
