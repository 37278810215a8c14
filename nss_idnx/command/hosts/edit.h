/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Puts idnx into a hosts line, and takes it out; all other text of the line stays as it is. */
#ifndef HOSTS_EDIT_H
#define HOSTS_EDIT_H

#include "nsswitch.h"
#include "plan.h"

/*
 * Returns the line with idnx where it belongs, to be freed.  Sets *is_writable to whether the
 * sources other than idnx do the same for an ASCII name as before.
 */
char *hosts_line_with(const struct nsswitch_line *line, struct hosts_early early,
                      bool *is_writable);

/* Returns the line without idnx, to be freed. */
char *hosts_line_without(const struct nsswitch_line *line);

#endif
