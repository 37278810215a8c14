/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The line "hosts:" as it should be, where idnx enable cannot make it so by itself. */
#ifndef HOSTS_RECOMMENDED_H
#define HOSTS_RECOMMENDED_H

#include "nsswitch.h"

/* Sources that come before idnx, too, if the list has them: for names in UTF-8 of their own. */
struct hosts_early {
	bool files, myhostname;
};

/*
 * The sources of the list with idnx where it belongs; of a list without any, glibc's default.
 * No other source is moved, brackets go that are in the way, and what follows a "#".  The
 * caller's to free; without memory the run ends with EXIT_IO.
 */
char *hosts_recommended(struct span list, struct hosts_early early);

/* Whether the list has a source other than idnx, which alone finds nothing. */
bool hosts_names_source(struct span list);

#endif
