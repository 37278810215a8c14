/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Whether programs of other users than root get to a file: root gets to all of them. */
#ifndef ACCESS_H
#define ACCESS_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "doctor.h"

struct obstacle {
	char path[PATH_MAX]; /* the folder, or the file itself */
	mode_t mode;
	bool is_folder;
};

/* Finds what keeps them from it.  Of a file that is not there, only its folders count. */
bool access_find(const struct sysroot *root, const char *path, struct obstacle *obstacle);

/* A finding, and what to do: "... cannot read PATH, and LOSS". */
void access_report(struct doctor *doctor, const struct obstacle *obstacle, const char *path,
                   const char *loss);

#endif
