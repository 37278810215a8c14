/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The findings of idnx doctor: what is not right, each followed by what to do about it. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "show.h"

enum level {
	LEVEL_OK,
	LEVEL_SKIP, /* not checked, and why */
	LEVEL_WARN, /* works, but not for all programs or not permanently */
	LEVEL_FAIL,
};

struct findings {
	bool json;
	bool all;          /* shows OK and SKIP, too; JSON always does */
	bool open;         /* a JSON object still needs its remedy or its end */
	const char *check; /* the check that reports */
	enum level worst;
	unsigned counts[LEVEL_FAIL + 1];
};

/*
 * Reports one finding, like printf.  Whatever octets the arguments contain, a terminal is
 * safe from them.
 */
__attribute__((format(printf, 3, 4)))
void found(struct findings *findings, enum level level, const char *format, ...);

/* Adds what to do about the last finding: each LEVEL_WARN and LEVEL_FAIL has a remedy. */
__attribute__((format(printf, 2, 3)))
void remedy(struct findings *findings, const char *format, ...);

/*
 * Does the same for a command for sh(1), to be run by root: writes "BEFORE: COMMAND";
 * before ends with the word "run".
 */
__attribute__((format(printf, 3, 4)))
void remedy_run(struct findings *findings, const char *before, const char *format, ...);

/* Adds the remedy, and frees it. */
void remedy_put(struct findings *findings, struct remedy remedy);

/* Called after the last finding. */
void findings_end(struct findings *findings);

/* Writes the line of totals, at the very end. */
void findings_total(const struct findings *findings);

#endif
