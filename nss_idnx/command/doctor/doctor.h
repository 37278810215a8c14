/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The checks of idnx doctor, in their order.  Each finds what it finds; what later ones
 * have to know stays in struct doctor.
 */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "findings.h"
#include "idnx.h"
#include "manager.h"
#include "sysroot.h"

struct doctor {
	struct findings findings;
	struct sysroot root;
	const char *prefix;     /* before a path in a command: the folder of root, or "" */
	char config_path[64];   /* of idnx.conf, for config_read() */
	struct sysroot_file hosts;      /* /etc/hosts */
	struct manager manager; /* of nsswitch.conf */
	char *line;             /* the sources of "hosts:" as they should be, if it is read */
	unsigned line_number;   /* its number, 0: there is none */
	bool idnx_listed;       /* there */
	bool files_before_idnx; /* there */
	bool config_failed;
	struct timespec changed; /* when the module or nsswitch.conf was, last */
};

void doctor_module(struct doctor *doctor);
void doctor_line(struct doctor *doctor);
void doctor_manager(struct doctor *doctor);
void doctor_config(struct doctor *doctor);
void doctor_processes(struct doctor *doctor);
void doctor_lookup(struct doctor *doctor);
void doctor_apparmor(struct doctor *doctor);
void doctor_nscd(struct doctor *doctor);
void doctor_search(struct doctor *doctor);
void doctor_hosts(struct doctor *doctor);
void doctor_libidn2(struct doctor *doctor);
void doctor_unicode(struct doctor *doctor);

/* --- protection.c --------------------------------------------------------- */

/* Tells what the text of an idnx.conf without a mistake refuses. */
void doctor_protection(struct doctor *doctor, const char *conf);

/* --- system.c ------------------------------------------------------------- */

/* Notes that what a running daemon has read of it may be old. */
void doctor_changed(struct doctor *doctor, const struct stat *stat);

/* --- hosts.c -------------------------------------------------------------- */

struct hosts_name {
	size_t place; /* where to go on, at first 0 */
	const char *address;
	size_t address_length;
	const char *name;
	size_t length;
};

/* The next name of /etc/hosts; false at the end, or where there is a NUL. */
bool hosts_next(const struct sysroot_file *hosts, struct hosts_name *name);

/* With a NUL, all that idnx_to_ascii() takes. */
#define HOSTS_NAME_SIZE (IDNX_INPUT_MAX + 1)

/* The name as a string; false if it is too long for any purpose. */
bool hosts_copy(const struct hosts_name *name, char copy[static HOSTS_NAME_SIZE]);

#endif
