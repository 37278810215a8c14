/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "machine.h"

#include <elf.h>
#include <fcntl.h>

bool object_read(const struct sysroot *root, const char *path, struct object *object)
{
	int fd = sysroot_open(root, path, O_RDONLY);
	ssize_t length = fd != -1 ? read(fd, object, sizeof *object) : -1;

	if (fd != -1)
		close(fd);
	return length == sizeof *object && memcmp(object->kind, ELFMAG, SELFMAG) == 0;
}

bool object_fits(const struct object *object, const struct object *other)
{
	return memcmp(object->kind, other->kind, sizeof object->kind) == 0 &&
	       object->processor == other->processor;
}
