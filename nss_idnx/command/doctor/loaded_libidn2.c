/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which libidn2 programs load that convert names themselves: idnx's, if "idnx enable
 * --libidn2" has put it into the dynamic linker's cache, until that is made again.
 */
#include "doctor.h"

#define ENABLE  remedy_command("Run", "idnx enable --libidn2")
#define DISABLE remedy_command("Run", "idnx disable --libidn2")

#define OTHER_RULES "programs that convert names themselves follow other rules than idnx's, " \
	"unless \"idnx run\" runs them"

static void check_on(struct doctor *doctor, const struct libidn2 *library)
{
	if (library->newer)
		doctor_fail(doctor, DISABLE,
		            "%s is in use, and %s is newer than libidn2 " LIBIDN2_NEWEST
		            ": programs built for that one may not start",
		            library->path, library->newer);
	else if (access(library->conf, F_OK) != 0)
		doctor_warn(doctor, DISABLE,
		            "%s is in use until ldconfig runs, although it was disabled",
		            library->path);
	else
		doctor_ok(
			doctor,
			"%s is in use: programs that convert names themselves follow idnx, too",
			library->path);
}

static void check_off(struct doctor *doctor, const struct libidn2 *library)
{
	if (access(library->path, F_OK) != 0)
		doctor_warn(doctor, DISABLE, "%s names the directory of %s, which is missing",
		            library->conf, library->path);
	else if (library->first)
		doctor_warn(doctor, DISABLE,
		            "%s precedes %s, because ldconfig searches its directory first",
		            library->first, library->path);
	else if (access(library->was_on, F_OK) == 0)
		doctor_warn(doctor, ENABLE,
		            "%s was in use before an upgrade, which could not enable it again",
		            library->path);
	else if (access(library->conf, F_OK) == 0)
		doctor_warn(doctor, ENABLE,
		            "%s is not in use, although %s names its directory: ldconfig has "
		            "not run since",
		            library->path, library->conf);
	else
		doctor_ok(doctor, "%s is not in use: " OTHER_RULES, library->path);
}

void doctor_libidn2(struct doctor *doctor)
{
	struct libidn2 *library = libidn2_list();

	if (!library->architecture)
		doctor_ok(doctor, "the package libidn2-idnx is not installed: " OTHER_RULES);
	for (; library->architecture; library++)
		if (!libidn2_ask(library))
			doctor_skip(doctor, "there is no ldconfig to ask");
		else if (library->first && strcmp(library->first, library->path) == 0)
			check_on(doctor, library);
		else
			check_off(doctor, library);
}
