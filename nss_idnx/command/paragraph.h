/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text that may be too long for a line of a terminal. */
#ifndef PARAGRAPH_H
#define PARAGRAPH_H

#include "output.h"

/*
 * Writes the text behind what stands in the line already, indent columns of it, in lines of
 * as many columns as output has, as far as its blanks allow.  The last one is not ended.
 */
void paragraph_put(struct output *output, int indent, const char *text);

#endif
