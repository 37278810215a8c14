/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The checks of idnx doctor report findings; struct doctor keeps what later checks need. */
#ifndef DOCTOR_H
#define DOCTOR_H

#include "command.h"
#include "hosts/hosts.h"
#include "idnx.h"

enum level {
	LEVEL_OK,
	LEVEL_WARN, /* works, but not for all programs or not permanently */
	LEVEL_FAIL,
	LEVEL_SKIP, /* not checked, and why */
};

struct doctor {
	const struct options *options;
	const char *check; /* the check that reports */
	bool has_failed;
	struct sysroot root;
	const struct force *force;
	const char *closed; /* what not all can read, as was reported; or "" */
};

/* Reports a finding, like printf but safe on a terminal, and what to do. */
__attribute__((format(printf, 4, 5))) void doctor_report(struct doctor *doctor,
                                                         enum level level, struct remedy remedy,
                                                         const char *format, ...);

/* Likewise; in the first two cases nothing has to be done. */
#define doctor_ok(doctor, ...) doctor_report(doctor, LEVEL_OK, NO_REMEDY, __VA_ARGS__)
#define doctor_skip(doctor, ...) doctor_report(doctor, LEVEL_SKIP, NO_REMEDY, __VA_ARGS__)
#define doctor_warn(doctor, ...) doctor_report(doctor, LEVEL_WARN, __VA_ARGS__)
#define doctor_fail(doctor, ...) doctor_report(doctor, LEVEL_FAIL, __VA_ARGS__)

void doctor_module(struct doctor *doctor);
void doctor_line(struct doctor *doctor);
void doctor_manager(struct doctor *doctor);
void doctor_config(struct doctor *doctor);
void doctor_processes(struct doctor *doctor);
void doctor_selinux(struct doctor *doctor);
void doctor_nscd(struct doctor *doctor);
void doctor_libidn2(struct doctor *doctor);
void doctor_python(struct doctor *doctor);

/*
 * Returns whether root owns a regular file, all can read it, and only root can write to it, or there
 * is none; else reports it.  The loss is that of who cannot read it.
 */
bool doctor_is_sound(struct doctor *doctor, const char *path, const char *loss);

#endif
