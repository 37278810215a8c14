/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which Pythons convert names by their own rules although "idnx enable --python" gave
 * others idnx's: those of this machine that have no link, and running ones in a virtual
 * environment, or started with -S, which read no link.
 */
#include "doctor.h"

#define ENABLE "idnx enable --python"

/* Returns whether a Python below the prefix reads a link. */
static bool has_link(const char *prefix)
{
	glob_t sites = python_find(prefix);
	bool found = false;

	for (size_t i = 0; i < sites.gl_pathc; i++)
		found = found || python_is_enabled(sites.gl_pathv[i]);
	globfree(&sites);
	return found;
}

/* Returns whether a command line, words that each end with NUL, has the option -S. */
static bool reads_no_link(const struct sysroot_file *line)
{
	char **words = calloc(line->length + 1, sizeof *words), *word = line->octets;
	bool found;

	if (words == NULL)
		die_io("memory");
	for (size_t i = 0; word < line->octets + line->length; word += strlen(word) + 1)
		words[i++] = word;
	found = python_has_option(words, "S");
	free(words);
	return found;
}

/* The words of the command line: /srv/app/bin/python3, script. */
static void check_process(struct doctor *doctor, const char *pid,
                          const struct sysroot_file *line)
{
	const char *program = line->octets, *slash = strrchr(program, '/');
	int length = slash != NULL ? (int)(slash - program) - (int)strlen("/bin") : 0;
	char *environment, *pyvenv, *word;

	if (line->length < 2 || strncmp(slash != NULL ? slash + 1 : program, "python3", 7) != 0)
		return;
	environment = words_format("%.*s", length > 0 ? length : 0, program);
	pyvenv = words_format("%s/pyvenv.cfg", environment);
	word = shell_word(environment);
	if (reads_no_link(line))
		doctor_warn(doctor, remedy_words("Start it without -S"),
		            "process %s (%s) was started with -S, so that it converts names "
		            "by Python's own rules",
		            pid, program);
	else if (access(pyvenv, R_OK) == 0 && !has_link(environment) &&
	         !sysroot_contains(&sysroot_live, pyvenv,
	                           "include-system-site-packages = true"))
		doctor_warn(doctor, remedy_command("Run", ENABLE "=%s", word),
		            "process %s (%s) converts names by Python's own rules: its "
		            "virtual environment has no link to idnx's",
		            pid, program);
	free(environment);
	free(pyvenv);
	free(word);
}

static void check_processes(struct doctor *doctor)
{
	glob_t all;

	glob("/proc/[0-9]*/cmdline", 0, NULL, &all);
	for (size_t i = 0; i < all.gl_pathc; i++) {
		char *path = all.gl_pathv[i];
		struct sysroot_file line = sysroot_read(&sysroot_live, path);

		*strrchr(path, '/') = '\0';
		check_process(doctor, path + strlen("/proc/"), &line);
		free(line.octets);
	}
	globfree(&all);
}

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
	glob_t sites = python_find("/usr");
	bool is_used = has_link("/usr");

	for (size_t i = 0; i < sites.gl_pathc && is_used; i++)
		check_site(doctor, sites.gl_pathv[i]);
	globfree(&sites);
	if (is_used)
		check_processes(doctor);
	else
		doctor_ok(doctor,
		          "Python programs convert names by their own rules, since \"" ENABLE
		          "\" was not run: straße.example becomes strasse.example");
}
