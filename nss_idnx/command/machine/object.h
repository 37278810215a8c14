/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which processor an ELF file is for: its first octets. */
#ifndef OBJECT_H
#define OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "sysroot.h"

struct object {
	unsigned char kind[6], more[10]; /* magic number, class, byte order; version, ABI */
	uint16_t type, processor;        /* in that byte order */
};

/* Returns false if the file is not an ELF file. */
bool object_read(const struct sysroot *root, const char *path, struct object *object);

/* Returns whether one process can load both. */
bool object_fits(const struct object *object, const struct object *other);

#endif
