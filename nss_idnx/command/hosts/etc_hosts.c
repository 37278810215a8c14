/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "etc_hosts.h"

/* Returns the length of the next word of a line; 0 at its end and before a comment. */
static size_t next_word(const struct sysroot_file *hosts, size_t *place)
{
	*place += strspn(hosts->octets + *place, " \t\r\f\v");
	return strcspn(hosts->octets + *place, " \t\r\f\v\n#");
}

static void skip_line(const struct sysroot_file *hosts, size_t *place)
{
	*place += strcspn(hosts->octets + *place, "\n");
	*place += hosts->octets[*place] == '\n';
}

bool hosts_next(const struct sysroot_file *hosts, struct hosts_name *name)
{
	while (hosts->octets[name->place] != '\0') {
		size_t length = next_word(hosts, &name->place);
		const char *word = hosts->octets + name->place;

		name->place += length;
		if (length == 0) {
			skip_line(hosts, &name->place);
			name->address_length = 0;
		} else if (name->address_length == 0) {
			name->address = word;
			name->address_length = length;
		} else {
			name->name = word;
			name->length = length;
			return true;
		}
	}
	return false;
}

bool hosts_copy(const struct hosts_name *name, char copy[static HOSTS_NAME_SIZE])
{
	if (name->length >= HOSTS_NAME_SIZE)
		return false;
	memcpy(copy, name->name, name->length);
	copy[name->length] = '\0';
	return true;
}
