/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds processes that have run since before an upgrade: they still map the old module, whose
 * file is removed.  It does not know newer keys of idnx.conf and takes them for mistakes.
 */
#include "doctor.h"

#include <dirent.h>

#define MODULE "libnss_idnx.so.2"

/* More would be unreadable. */
#define NAMED_MAX 8

/* The digits of a number, and a NUL. */
#define PID_SIZE 21

struct processes {
	FILE *names;          /* "812 (sshd), 901 (cron)" */
	unsigned old;
	char first[PID_SIZE]; /* of them */
};

/* dpkg may have renamed the old file to end in ".dpkg-tmp" before removing it. */
static bool is_old_module(const char *line)
{
	static const char deleted[] = " (deleted)";
	size_t length = strcspn(line, "\n");

	return strstr(line, "/" MODULE) && length > strlen(deleted) &&
	       strncmp(line + length - strlen(deleted), deleted, strlen(deleted)) == 0;
}

static bool has_old_module(const char *pid)
{
	char path[64], *line = NULL;
	size_t size = 0;
	bool found = false;
	FILE *maps;

	snprintf(path, sizeof path, "/proc/%.20s/maps", pid);
	maps = fopen(path, "re");
	if (!maps) /* the process has ended, or is another user's */
		return false;
	while (!found && getline(&line, &size, maps) != -1)
		found = is_old_module(line);
	free(line);
	fclose(maps);
	return found;
}

static void add(struct processes *processes, const char *pid)
{
	const struct sysroot live = sysroot_of(NULL);
	struct sysroot_file name;
	char path[64];

	if (processes->old == 0)
		snprintf(processes->first, sizeof processes->first, "%.20s", pid);
	if (++processes->old > NAMED_MAX)
		return;
	snprintf(path, sizeof path, "/proc/%.20s/comm", pid);
	name = sysroot_read(&live, path);
	fprintf(processes->names, "%s%s (%.*s)", processes->old > 1 ? ", " : "", pid,
	        (int)strcspn(name.octets, "\n"), name.octets);
	free(name.octets);
}

static bool is_pid(const char *name)
{
	return *name >= '0' && *name <= '9' && strlen(name) < PID_SIZE;
}

static void examine_all(struct processes *processes, DIR *proc)
{
	const struct dirent *entry;

	while ((entry = readdir(proc)))
		if (is_pid(entry->d_name) && has_old_module(entry->d_name))
			add(processes, entry->d_name);
}

static void report_old(struct doctor *doctor, const struct processes *processes,
                       const char *names)
{
	char more[64] = "";

	if (processes->old > NAMED_MAX)
		snprintf(more, sizeof more, " and %u more", processes->old - NAMED_MAX);
	found(&doctor->findings, LEVEL_WARN, "%u process%s still ha%s the module from before an "
	      "upgrade, which refuses every non-ASCII name where " IDNX_CONF " has a key that is "
	      "newer: %s%s", processes->old, processes->old == 1 ? "" : "es",
	      processes->old == 1 ? "s" : "ve", names, more);
	remedy(&doctor->findings, "Restart each of them, or the machine; of a service, "
	       "\"ps -o unit= -p %s\" says what \"systemctl restart\" wants", processes->first);
}

void doctor_processes(struct doctor *doctor)
{
	struct processes processes = { .old = 0 };
	DIR *proc = opendir("/proc");
	char *names;

	if (!proc) {
		found(&doctor->findings, LEVEL_SKIP, "/proc: %s", strerror(errno));
		return;
	}
	processes.names = words_open(&names);
	examine_all(&processes, proc);
	closedir(proc);
	words_close(processes.names);
	if (processes.old > 0)
		report_old(doctor, &processes, names);
	else if (geteuid() != 0)
		found(&doctor->findings, LEVEL_SKIP, "only root may look into all processes");
	else
		found(&doctor->findings, LEVEL_OK, "no process has the module from before an upgrade");
	free(names);
}
