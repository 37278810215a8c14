/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which Pythons of this machine convert names by their own rules although "idnx enable
 * --python" gave others idnx's: those that have no link.
 */
#include "doctor.h"

#define ENABLE "idnx enable --python"

static void check_site(struct doctor *doctor, const char *site)
{
	if (!python_is_enabled(site))
		doctor_warn(doctor, remedy_command("Run", ENABLE),
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
		doctor_ok(doctor,
		          "Python programs convert names by their own rules, since \"" ENABLE
		          "\" was not run: straße.example becomes strasse.example");
}
