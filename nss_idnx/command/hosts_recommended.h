/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The recommended "hosts:" line, for cases where idnx enable cannot write it. */
#ifndef HOSTS_RECOMMENDED_H
#define HOSTS_RECOMMENDED_H

#include "nsswitch.h"

/* Sources with UTF-8 names of their own; if in the list, they have to precede idnx. */
struct hosts_early {
	bool files, myhostname;
};

/*
 * Returns the sources of the list with idnx in its place; for a list without sources,
 * glibc's default.  Moves no other source.  Drops brackets that get in the way, and
 * everything after a "#".  To be freed; without memory the run ends with EXIT_IO.
 */
char *hosts_recommended(struct span list, struct hosts_early early);

/* Returns whether the list has a source other than idnx, which alone finds nothing. */
bool hosts_names_source(struct span list);

#endif
