/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A file's metadata: owner, mode, access control lists, labels. */
#ifndef ATTRIBUTES_H
#define ATTRIBUTES_H

#include <stdbool.h>

/*
 * Gives the new file the attributes of the old one, both descriptors; if old is -1, those
 * of a file that everybody may read.  Returns false and sets errno if one cannot be set.
 */
bool attributes_copy(int old, int new);

#endif
