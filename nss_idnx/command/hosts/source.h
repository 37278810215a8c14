/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a source of the line "hosts:" means for idnx. */
#ifndef HOSTS_SOURCE_H
#define HOSTS_SOURCE_H

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

/* Returns the source with its bracket, as it is written. */
struct span hosts_source_text(const struct nsswitch_source *source);

/* Returns whether idnx must come before this source: resolve and dns query the network. */
bool hosts_source_is_network(struct span name);

/* Finds a "#" in the name, at which the line ends for glibc 2.31; NULL if none. */
const char *hosts_source_comment(struct span name);

/* Returns whether a name that this source does not know reaches no later source. */
bool hosts_source_is_terminal(const struct nsswitch_source *source);

/*
 * Returns whether the actions of idnx pass a name that it has answered or refused to the next
 * source, unconverted: "continue", and "!X=continue", which covers RETURN, too.
 */
bool hosts_source_leaks(const struct nsswitch_source *idnx);

/* Returns whether the list has the source. */
bool hosts_list_has(struct span list, const char *name);

/* Returns whether the list has a source other than idnx, which alone finds nothing. */
bool hosts_list_has_other(struct span list);

/*
 * Returns the first "#" in a name of the list, or the end of what glibc reads of it; either
 * ends the line for some version of glibc.
 */
struct span hosts_list_before_comment(struct span list);

#endif
