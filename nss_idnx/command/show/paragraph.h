/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text that may be too long for a line of a terminal. */
#ifndef PARAGRAPH_H
#define PARAGRAPH_H

#include "output.h"

/*
 * Writes the text after indent columns of existing text, breaking lines at blanks to fit
 * the columns of output.  Leaves the last line open.
 */
void paragraph_put(struct output *output, int indent, const char *text);

#endif
