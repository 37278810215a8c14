/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a file has besides its octets: owner, mode, access control lists, labels. */
#ifndef ATTRIBUTES_H
#define ATTRIBUTES_H

#include <stdbool.h>

/*
 * Gives the new file those of the old one, both descriptors; where old is -1, those of a
 * file that everybody may read.  False and errno if one cannot be given.
 */
bool attributes_copy(int old, int new);

#endif
