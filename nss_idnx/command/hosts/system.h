/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The hosts: line of a system, and what has to be done about it. */
#ifndef HOSTS_SYSTEM_H
#define HOSTS_SYSTEM_H

#include "machine/machine.h"
#include "plan.h"

struct hosts_file {
	struct sysroot root;
	struct manager manager;
	const char *path;         /* of the nsswitch.conf that glibc reads */
	struct sysroot_file file; /* error: ENOENT, or it cannot be read */
	char *sources; /* the hosts: line that glibc follows, or that there is none */
	char *missing; /* the first source of the line that is not installed; or NULL */
	struct remedy missing_remedy;
	bool has_others;        /* sources that know more than this machine */
	struct hosts_plan plan; /* if it can be read, or is missing */
};

/* Reads the system's file; what it allocates lasts as long as the run. */
struct hosts_file hosts_file_read(const struct sysroot *root);

/* Returns the text; its next is NULL if there is no file. */
struct span hosts_file_text(const struct sysroot_file *file);

/* Returns whether there is a file that cannot be read. */
bool hosts_file_is_unread(const struct hosts_file *nsswitch);

/* Returns "/etc/nsswitch.conf line 7 has no idnx", with the directory before the path. */
char *hosts_file_fault_text(const struct hosts_file *nsswitch, const struct hosts_fault *fault);

/* Returns the one remedy for all faults, or for a manager that writes another line again. */
struct remedy hosts_file_remedy(const struct hosts_file *nsswitch);

#endif
