/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The sources of a hosts: line, and the line with idnx and without it. */
#ifndef HOSTS_EDIT_H
#define HOSTS_EDIT_H

#include "nsswitch.h"

/* Returns the source with its bracket, as it is written. */
struct span source_text(const struct nsswitch_source *source);

/* Returns whether idnx must come before this source: resolve and dns query the network. */
bool source_is_network(const struct nsswitch_source *source);

/* Returns whether a name that this source does not know reaches no later source. */
bool source_is_terminal(const struct nsswitch_source *source);

/* Returns whether the list has the source; name NULL: one other than idnx. */
bool sources_have(struct span list, const char *name);

/*
 * Returns the list up to the first "#" in a name, which ends the line for glibc 2.31, or up to
 * the end of what any glibc reads of it.
 */
struct span sources_before_comment(struct span list);

/*
 * Returns the line with idnx where it belongs, to be freed.  Sets *is_writable to whether the
 * sources other than idnx do the same for an ASCII name as before.
 */
char *hosts_line_with(const struct nsswitch_line *line, bool *is_writable);

/* Returns the line without idnx, to be freed. */
char *hosts_line_without(const struct nsswitch_line *line);

#endif
