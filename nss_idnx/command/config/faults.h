/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* All errors in the text of an idnx.conf.  The module stops at the first one. */
#ifndef CONFIG_FAULTS_H
#define CONFIG_FAULTS_H

#include "config.h"
#include "show.h"
#include "verdict/config_status.h"

/* Enough for a file that a person has written; more are of one origin. */
#define CONFIG_FAULTS_MAX 20

struct config_fault {
	unsigned line;
	char *text; /* what is wrong: 'unknown key: "protecton"; did you mean "protection"?' */
	struct remedy remedy; /* the line as it should be, if that is known */
};

struct config_faults {
	size_t count;
	bool is_more; /* than these */
	struct config_fault all[CONFIG_FAULTS_MAX];
};

/* Finds the errors of a text of length octets, by line; also in sections for no name. */
struct config_faults config_faults(const char *text, size_t length);
void config_faults_free(struct config_faults *faults);

/* Returns what is wrong by a result for that text, in one phrase; to be freed. */
char *config_fault_text(const char *text, const struct config_result *result);

#endif
