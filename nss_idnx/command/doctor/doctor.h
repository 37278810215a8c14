/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The checks of idnx doctor, in order.  Each reports its findings; struct doctor keeps what
 * later checks need.
 */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <time.h>

#include "findings.h"
#include "hosts/etc_hosts.h"
#include "hosts/system.h"
#include "idnx.h"
#include "machine/machine.h"

struct doctor {
	struct findings findings;
	struct sysroot root;
	const char *prefix;     /* precedes paths in a command: the folder of root, or "" */
	char config_path[64];   /* of idnx.conf, for config_read() */
	const char *draft;      /* of --config, or NULL */
	struct sysroot_file hosts;      /* /etc/hosts */
	struct manager manager; /* of nsswitch.conf */
	struct hosts_file nsswitch;
	bool config_failed;
	bool module_failed; /* the one that this command itself would load */
	struct timespec changed; /* the time of the last change to the module or nsswitch.conf */
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

/* Reports what the text of an idnx.conf without mistakes refuses. */
void doctor_protection(struct doctor *doctor, const char *conf);

/* --- system.c ------------------------------------------------------------- */

/* Notes that a running daemon may have read an older version. */
void doctor_changed(struct doctor *doctor, const struct stat *stat);

#endif
