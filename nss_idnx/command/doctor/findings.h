/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What idnx doctor has found, a line each, and beneath it what to do about it. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include <stdbool.h>

#include "remedy.h"

enum level {
	LEVEL_OK,
	LEVEL_SKIP, /* not looked at, and why */
	LEVEL_WARN, /* works, but not for everyone or not for long */
	LEVEL_FAIL,
};

struct findings {
	bool json;
	bool open;         /* an object of JSON waits for its remedy or its end */
	const char *check; /* the check that finds */
	enum level worst;
	unsigned counts[LEVEL_FAIL + 1];
};

/*
 * One finding, as printf.  Whatever octets the arguments have, a terminal is safe from
 * them.
 */
__attribute__((format(printf, 3, 4)))
void found(struct findings *findings, enum level level, const char *format, ...);

/* What a user does about the last finding: each LEVEL_WARN and LEVEL_FAIL has one. */
__attribute__((format(printf, 2, 3)))
void remedy(struct findings *findings, const char *format, ...);

/*
 * The same where it is a command line for sh(1), to be run by root: "BEFORE: COMMAND" is said, and
 * before ends with the word "run".
 */
__attribute__((format(printf, 3, 4)))
void remedy_run(struct findings *findings, const char *before, const char *format, ...);

/* The same; it is freed. */
void remedy_put(struct findings *findings, struct remedy remedy);

/* After the last finding. */
void findings_end(struct findings *findings);

/* At the very end: how many there were, to a terminal. */
void findings_total(const struct findings *findings);

#endif
