/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks the programs that convert names themselves: which libidn2 they load, idnx's, if "idnx enable
 * --libidn2" has put it into the dynamic linker's cache, until that is made again; and which Pythons
 * have no link to idnx's codec although "idnx enable --python" gave it to others.
 */
#include "doctor.h"

/* --- libidn2 -------------------------------------------------------------- */

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

/* --- Python --------------------------------------------------------------- */

static void check_site(struct doctor *doctor, const char *site)
{
	if (!python_is_enabled(site))
		doctor_warn(doctor, remedy_command("Run", "idnx enable --python"),
		            "%s has no link to idnx's codec, unlike others: its Pythons "
		            "convert names by their own rules",
		            site);
	else if (!python_is_installed())
		doctor_warn(doctor,
		            remedy_command("Install the package python3-idnx, or run",
		                           "idnx disable --python"),
		            "%s has a link to idnx's codec, which is not installed: its "
		            "Pythons convert names by their own rules",
		            site);
	else
		doctor_ok(doctor, "%s: Python programs follow idnx", site);
}

void doctor_python(struct doctor *doctor)
{
	bool is_used = python_is_used();

	for (char **site = python_find("/usr"); *site && is_used; site++)
		check_site(doctor, *site);
	if (!is_used)
		doctor_ok(
			doctor,
			"Python programs convert names by their own rules, since \"idnx enable "
			"--python\" was not run: straße.example becomes strasse.example");
}
