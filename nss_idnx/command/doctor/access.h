/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Whether programs of users other than root can reach a file; root's can reach all. */
#ifndef ACCESS_H
#define ACCESS_H

#include <sys/types.h>

#include "doctor.h"

struct obstacle {
	char path[PATH_MAX]; /* of the folder, or of the file itself */
	mode_t mode;
	bool is_folder;
};

/* Finds what prevents access.  For a missing file, only its folders count. */
bool access_find(const struct sysroot *root, const char *path, struct obstacle *obstacle);

/* Reports a finding and its remedy: "... cannot read PATH, and LOSS". */
void access_report(struct doctor *doctor, const struct obstacle *obstacle, const char *path,
                   const char *loss);

#endif
