/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The texts of --help. */
#ifndef HELP_H
#define HELP_H

/*
 * Writes such a text, whose lines have at most 80 columns: as it is, or for a narrower
 * terminal in other lines.  A line is of the same paragraph as the one before if its text
 * begins below that one's.
 */
void help_put(const char *text);

#endif
