/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The names of /etc/hosts, as glibc reads them: hosts(5). */
#ifndef ETC_HOSTS_H
#define ETC_HOSTS_H

#include "idnx.h"
#include "machine/machine.h"

struct hosts_name {
	size_t place; /* where to continue; 0 at first */
	const char *address;
	size_t address_length;
	const char *name;
	size_t length;
};

/* Takes the next name of /etc/hosts; returns false at the end, or at a NUL. */
bool hosts_next(const struct sysroot_file *hosts, struct hosts_name *name);

/* All that idnx_to_ascii() accepts, and a NUL. */
#define HOSTS_NAME_SIZE (IDNX_INPUT_MAX + 1)

/* Copies the name as a string; returns false if it is too long for any use. */
bool hosts_copy(const struct hosts_name *name, char copy[static HOSTS_NAME_SIZE]);

#endif
