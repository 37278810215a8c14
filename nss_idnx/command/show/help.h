/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The texts of --help. */
#ifndef HELP_H
#define HELP_H

/*
 * Writes such a text, whose lines have at most 80 columns; rewraps it for a narrower terminal.
 * A line belongs to the same paragraph as the one before if its text begins in the same column.
 */
void help_put(const char *text);

#endif
