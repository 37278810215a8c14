/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Octets of others', such as a file's, for a reader who may sit at a terminal. */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stddef.h>

#include "output.h"

/*
 * Writes the octets so that each can be seen and none does anything: an octet that is
 * not UTF-8 becomes <XX>, a character that shows nothing by itself, as controls of the
 * terminal and of direction, <U+XXXX>.
 */
void visible_put(struct output *output, const char *octets, size_t length);

#endif
