/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks what else affects lookups: AppArmor, a caching daemon and the search list. */
#include <sys/socket.h>
#include <sys/un.h>

#include "doctor.h"

/* --- AppArmor ------------------------------------------------------------- */

#define NAMESERVICE "/etc/apparmor.d/abstractions/nameservice"
#define SNIPPET     NAMESERVICE ".d/idnx"

/* For an image, only the presence of profiles can be checked. */
static bool has_apparmor(const struct sysroot *root)
{
	return sysroot_has(root, NAMESERVICE) &&
	       (root->directory ||
	        sysroot_contains(root, "/sys/module/apparmor/parameters/enabled", "Y"));
}

/* Without an idnx.conf to read, nothing is lost yet. */
void doctor_apparmor(struct doctor *doctor)
{
	static const char rule[] = "@{etc_ro}/idnx.conf r,";

	if (!has_apparmor(&doctor->root))
		doctor_ok(doctor, "AppArmor is off, or has no profile of a nameservice");
	else if (sysroot_contains(&doctor->root, SNIPPET, "idnx.conf r,"))
		doctor_ok(doctor, "AppArmor: " SNIPPET);
	else
		doctor_report(doctor,
		              sysroot_has(&doctor->root, IDNX_CONF) ? LEVEL_FAIL : LEVEL_WARN,
		              remedy_line(rule, "Write into %s" SNIPPET ", and reload AppArmor",
		                          doctor->root.word),
		              "AppArmor keeps confined programs from " IDNX_CONF
		              ": it has no " SNIPPET);
}

/* --- nscd ----------------------------------------------------------------- */

#define NSCD_SOCKET "/var/run/nscd/socket" /* glibc's; nsncd has the same */

static bool is_answering(void)
{
	const struct sockaddr_un address = { AF_UNIX, NSCD_SOCKET };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool answers = fd != -1 &&
	               connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;

	if (fd != -1)
		close(fd);
	return answers;
}

static bool is_before(struct timespec one, struct timespec other)
{
	return one.tv_sec < other.tv_sec ||
	       (one.tv_sec == other.tv_sec && one.tv_nsec < other.tv_nsec);
}

void doctor_note_change(struct doctor *doctor, const struct stat *stat)
{
	if (is_before(doctor->changed, stat->st_ctim))
		doctor->changed = stat->st_ctim;
}

/* A daemon is as old as its socket.  It may not reread what it has read before a change. */
void doctor_nscd(struct doctor *doctor)
{
	struct stat socket;

	if (!is_answering() || lstat(NSCD_SOCKET, &socket) != 0)
		doctor_ok(doctor, "no nscd: programs call the sources themselves");
	else if (is_before(socket.st_mtim, doctor->changed))
		doctor_warn(doctor, remedy_command("Run", "systemctl restart nscd"),
		            "nscd answers for programs, and started before the module or the "
		            "hosts: line was last changed");
	else
		doctor_ok(doctor, "nscd answers for programs, and started after the "
		                  "module and the hosts: line were last changed");
}

/* --- The search list ------------------------------------------------------ */

/* Returns the last line that begins with "search" or "domain", as in glibc's res_init.c; or "". */
static struct span search_line(const char *text)
{
	const char *last = "";

	for (; text; text = strchr(text, '\n')) {
		text += *text == '\n';
		if ((strncmp(text, "search", 6) == 0 || strncmp(text, "domain", 6) == 0) &&
		    (text[6] == ' ' || text[6] == '\t'))
			last = text;
	}
	return span_before(span_of_text(last), '\n');
}

/* This is glibc's own: nss-idnx-limits(7), Non-ASCII search domains. */
void doctor_search(struct doctor *doctor)
{
	struct sysroot_file file = sysroot_read(&doctor->root, "/etc/resolv.conf");
	struct span line = search_line(file.octets);

	if (file.error != 0 && file.error != ENOENT)
		doctor_skip(doctor, "/etc/resolv.conf: %s", sysroot_error_text(&file));
	else if (ascii_has_only(line.next, span_length(line)))
		doctor_ok(doctor, "/etc/resolv.conf has no search list that is not ASCII");
	else
		doctor_warn(
			doctor,
			remedy_words("Write its names there as \"idnx to-ascii\" prints them"),
			"/etc/resolv.conf: glibc does not convert this to ASCII: %.*s",
			(int)span_length(line), line.next);
	free(file.octets);
}
