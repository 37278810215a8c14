/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds processes that follow other rules than a program that is started now. */
#include <arpa/inet.h>
#include <fcntl.h>

#include "hosts.h"
#include "same_file.h"

/*
 * One that has run since before an upgrade still maps the old module, whose file is removed.  It does
 * not know newer keys of idnx.conf and takes them for errors.  dpkg may have renamed the old file
 * before removing it.
 */
static bool has_old_module(const char *process)
{
	char *maps = words_format("%s/maps", process);

	return sysroot_contains(&sysroot_live, maps, "/" MODULE " (deleted)\n") ||
	       sysroot_contains(&sysroot_live, maps, "/" MODULE ".dpkg-tmp (deleted)\n");
}

/* --- Files ---------------------------------------------------------------- */

/* Returns whether a process has this one's root directory, or mount namespace. */
static bool shares(const char *process, const char *link)
{
	struct stat own, other;

	return stat(words_format("/proc/self/%s", link), &own) == 0 &&
	       stat(words_format("%s/%s", process, link), &other) == 0 &&
	       same_file(&own, &other);
}

/* Without both files libc queries the name server of 127.0.0.1, if the process's network has one. */
static bool has_name_server(const struct sysroot *root, const char *process)
{
	char *udp = words_format("%s/net/udp", process);
	char *loopback = words_format(" %08X:0035 ", htonl(INADDR_LOOPBACK));

	return sysroot_has(root, NSSWITCH_CONF) || sysroot_has(root, "/etc/resolv.conf") ||
	       sysroot_contains(&sysroot_live, udp, loopback) ||
	       sysroot_contains(&sysroot_live, udp, " 00000000:0035 ") ||
	       sysroot_contains(&sysroot_live, words_format("%s6", udp), "00000000:0035 ");
}

static bool has_copies(const struct sysroot *root)
{
	struct sysroot_file nsswitch = sysroot_read(root, NSSWITCH_CONF);
	struct hosts_plan plan = hosts_plan(hosts_file_text(&nsswitch), span_of_text(""));

	return !hosts_plan_failure(&plan, HOSTS_BEFORE_IDNX) &&
	       sysroot_has_copy(root, IDNX_CONF, IDNX_CONF) && module_has_copy(root);
}

/* One in a chroot or a mount namespace may see other files, or none. */
static bool has_other_files(const char *process)
{
	struct sysroot root = { words_format("%s/root", process), "", "", "", -1 };
	bool differs;

	if (shares(process, "root") && shares(process, "ns/mnt"))
		return false;
	root.fd = open(root.directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root.fd < 0)
		return false;
	differs = has_name_server(&root, process) && !has_copies(&root);
	close(root.fd);
	return differs;
}

/* --- AppArmor ------------------------------------------------------------- */

#define QUERIES "/sys/kernel/security/apparmor/.access"

/* The kernel's number of the class of files. */
#define CLASS_FILE 2

/*
 * The answer begins with what is allowed, in eight hexadecimal digits.  The bit 4 of the last one,
 * which is to read, makes it 4 to 7 or c to f.
 */
#define ALLOW "allow 0x0000000"

/* Asks the kernel what a profile allows, as aa_query_file_path_len(3) does. */
static bool allows(const char *profile, const char *path)
{
	char *query, answer[128] = "";
	int fd = open(QUERIES, O_RDWR | O_CLOEXEC);
	int length = asprintf(&query, "label%c%s%c%c%s", 0, profile, 0, CLASS_FILE, path);
	bool is_answered = fd != -1 && length > 0 &&
	                   write(fd, query, (size_t)length) == length &&
	                   read(fd, answer, sizeof answer - 1) > (ssize_t)strlen(ALLOW);

	if (fd != -1)
		close(fd);
	return !is_answered || memchr("4567cdef", answer[strlen(ALLOW)], 8);
}

static bool allows_module(const char *profile)
{
	const char *module = module_list(&sysroot_live)->path;
	char path[PATH_MAX];

	return !module || !realpath(module, path) || allows(profile, path);
}

/* Returns whether its profile lets a process look names up, but not as idnx.conf says. */
static bool is_confined(const char *process)
{
	char *label =
		sysroot_read(&sysroot_live, words_format("%s/attr/current", process)).octets;
	char *mode = strstr(label, " (enforce)");

	if (!mode)
		return false;
	*mode = '\0';
	return allows(label, NSSWITCH_CONF) &&
	       !(allows(label, IDNX_CONF) && allows_module(label));
}

/* --- Go ------------------------------------------------------------------- */

/* A program that is linked with libc has the note of Go's build ID (elf(5)) in its first page. */
static bool is_go(const char *process)
{
	static const char note[] = "\4\0\0\0Go\0"; /* its type, and who wrote it */
	char page[4096];
	int fd = open(words_format("%s/exe", process), O_RDONLY | O_CLOEXEC);
	ssize_t size = fd == -1 ? -1 : read(fd, page, sizeof page);

	if (fd != -1)
		close(fd);
	return size > 0 && memmem(page, (size_t)size, note, sizeof note) &&
	       sysroot_contains(&sysroot_live, words_format("%s/maps", process),
	                        "/libc.so.6\n");
}

/* --- All ------------------------------------------------------------------ */

/*
 * Returns the service of systemd to which a process belongs; empty if it is of a session, where its
 * user names cgroups.  A line of cgroups(7) is "0::/system.slice/system-getty.slice/getty@tty1.service".
 */
static struct span find_service(const char *cgroup)
{
	static const char slice[] = "/system.slice/", suffix[] = ".service";
	const char *begin = strchr(cgroup, '/'), *end;

	while (begin && strncmp(begin, slice, strlen(slice)) != 0)
		begin = strchr(begin + strcspn(begin, "\n"), '/');
	end = begin ? strstr(begin, suffix) : NULL;
	if (!end)
		return (struct span){ cgroup, cgroup };
	begin = memrchr(begin, '/', (size_t)(end - begin));
	return (struct span){ begin + 1, end + strlen(suffix) };
}

static void add(struct processes *found, const char *process)
{
	char *path = words_format("%s/cgroup", process);
	struct sysroot_file cgroup = sysroot_read(&sysroot_live, path);
	struct span service = find_service(cgroup.octets);

	found->count++;
	if (span_is_empty(service))
		words_add(&found->numbers, span_of_text(process + strlen("/proc/")));
	else
		words_add(&found->names, span_of_text(shell_word(words_copy_of(service))));
}

static char **list_all(void)
{
	return sysroot_glob(&sysroot_live, "/proc/[0-9]*");
}

/* The root directory of a process takes ptrace(2)'s rights, as its maps do.  The kernel's have no memory. */
static bool is_unseen(const char *process)
{
	struct stat root;

	return stat(words_format("%s/root", process), &root) != 0 && errno == EACCES &&
	       sysroot_contains(&sysroot_live, words_format("%s/status", process), "\nVmSize:");
}

/* Without protection there is nothing that those elsewhere lose. */
static void look_at(const char *process, const struct force *force,
                    struct processes found[static PROCESS_KINDS + 1])
{
	found[PROCESS_UNSEEN].count += is_unseen(process);
	if (has_old_module(process))
		add(&found[PROCESS_OLD], process);
	if (force->is_set && has_other_files(process))
		add(&found[PROCESS_ELSEWHERE], process);
	if (!force->config.missing && is_confined(process))
		add(&found[PROCESS_CONFINED], process);
}

const struct processes *processes_with_other_rules(const struct force *force)
{
	static struct processes found[PROCESS_KINDS + 1] = {
		[PROCESS_OLD].what = "with the module from before an upgrade",
		[PROCESS_ELSEWHERE].what =
			"with another " IDNX_CONF ", hosts: line or module, or none",
		[PROCESS_CONFINED].what =
			"that AppArmor keeps from " IDNX_CONF " or the module",
	};
	static bool is_done;

	is_done |= force->root.directory != NULL;
	for (char **process = list_all(); *process && !is_done; process++)
		look_at(*process, force, found);
	is_done = true;
	return found;
}

struct processes processes_in_go(void)
{
	struct processes found = { .what = "in Go" };

	for (char **process = list_all(); *process; process++)
		if (is_go(*process))
			add(&found, *process);
	return found;
}

#define LISTED 100 /* octets of a list: more is no help on a screen */

char *processes_text(const struct processes *found)
{
	char *names = words_format("%s%s%s", found->names ? found->names : "",
	                           found->names && found->numbers ? " " : "",
	                           found->numbers ? found->numbers : "");
	const char *end = strlen(names) <= LISTED ? NULL : strchr(names + LISTED, ' ');

	return words_format("%u process%s (%.*s%s) %s", found->count,
	                    found->count == 1 ? "" : "es", end ? (int)(end - names) : INT_MAX,
	                    names, end ? " ..." : "", found->what);
}
