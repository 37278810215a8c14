/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a source of the line "hosts:" means for idnx: what enable and doctor ask. */
#ifndef NSS_IDNX_HOSTS_SOURCE_H
#define NSS_IDNX_HOSTS_SOURCE_H

#include <stdbool.h>

#include "nsswitch.h"

/* What has to stand in the line. */
#define HOSTS_IDNX "idnx [!UNAVAIL=return]"

/*
 * glibc's default since 2.33, "files dns", with idnx.  Before, it was "dns [!UNAVAIL=return]
 * files"; but there idnx would stand before files, and entries of /etc/hosts in UTF-8 would
 * be lost.
 */
#define HOSTS_DEFAULT "files " HOSTS_IDNX " dns"

/* Whether one source has two brackets, where glibc reads no further. */
bool hosts_source_has_second_bracket(struct span list);

/* What idnx has to stand before: resolve and dns send names on into the network. */
bool hosts_source_is_network(struct span name);

/* Where a "#" is in the name, NULL if nowhere: for glibc 2.31 the line ends there. */
const char *hosts_source_comment(struct span name);

/* Whether a name that this source does not know goes no further. */
bool hosts_source_is_terminal(const struct nsswitch_source *source);

/*
 * Whether its actions hand a name that idnx has answered or refused on to the next source,
 * in its raw octets: those of "continue", and of "!X=continue", which is for RETURN, too.
 */
bool hosts_source_leaks(const struct nsswitch_source *idnx);

#endif
