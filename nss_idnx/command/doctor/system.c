/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks what else on the machine affects lookups through idnx: AppArmor, a caching daemon,
 * the search list.
 */
#include "doctor.h"

#include <sys/socket.h>
#include <sys/un.h>

#include "ascii_text.h"
#include "idnx.h"

/* --- AppArmor ------------------------------------------------------------- */

#define NAMESERVICE "/etc/apparmor.d/abstractions/nameservice"
#define SNIPPET     NAMESERVICE ".d/idnx"

static bool contains(const struct sysroot *root, const char *path, const char *text)
{
	struct sysroot_file file = sysroot_read(root, path);
	bool contained = strstr(file.octets, text) != NULL;

	free(file.octets);
	return contained;
}

/* For an image, only the presence of profiles can be checked. */
static bool has_apparmor(const struct sysroot *root)
{
	return root->folder ? sysroot_has(root, NAMESERVICE)
	                    : contains(root, "/sys/module/apparmor/parameters/enabled", "Y");
}

/* Without an idnx.conf to read, nothing is lost yet. */
void doctor_apparmor(struct doctor *doctor)
{
	if (!has_apparmor(&doctor->root)) {
		found(&doctor->findings, LEVEL_OK, "AppArmor is off");
	} else if (!sysroot_has(&doctor->root, NAMESERVICE)) {
		found(&doctor->findings, LEVEL_OK, "AppArmor has no profile of a nameservice");
	} else if (contains(&doctor->root, SNIPPET, "idnx.conf r,")) {
		found(&doctor->findings, LEVEL_OK, "AppArmor: " SNIPPET);
	} else {
		found(&doctor->findings,
		      sysroot_has(&doctor->root, IDNX_CONF) ? LEVEL_FAIL : LEVEL_WARN,
		      "AppArmor keeps confined programs from " IDNX_CONF
		      ": it has no " SNIPPET);
		remedy_run(&doctor->findings, "Run", "mkdir -p %s" NAMESERVICE ".d && "
		       "echo '@{etc_ro}/idnx.conf r,' >%s" SNIPPET "%s",
		       doctor->prefix, doctor->prefix,
		       doctor->root.folder ? "" : " && systemctl reload apparmor");
	}
}

/* --- nscd ----------------------------------------------------------------- */

/* glibc's socket, and its place when /var/run is not a link to /run. */
static const char *const sockets[] = { "/var/run/nscd/socket", "/run/nscd/socket" };

/* Returns the process that listens there; 0 if its number is unknown here, -1 if none does. */
static pid_t listener(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct ucred peer = { .pid = -1 };
	socklen_t length = sizeof peer;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd == -1)
		return -1;
	strcpy(address.sun_path, path);
	if (connect(fd, (struct sockaddr *)&address, sizeof address) == -1 ||
	    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == -1)
		peer.pid = -1;
	close(fd);
	return peer.pid;
}

/* Reads its name: "nscd", "nsncd" or another. */
static struct sysroot_file name_of(const struct sysroot *root, pid_t pid)
{
	char path[64];
	struct sysroot_file file;

	snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
	file = sysroot_read(root, path);
	file.octets[strcspn(file.octets, "\n")] = '\0';
	return file;
}

static bool is_before(struct timespec one, struct timespec other)
{
	return one.tv_sec < other.tv_sec ||
	       (one.tv_sec == other.tv_sec && one.tv_nsec < other.tv_nsec);
}

void doctor_changed(struct doctor *doctor, const struct stat *stat)
{
	if (is_before(doctor->changed, stat->st_ctim))
		doctor->changed = stat->st_ctim;
}

/* A daemon is as old as its socket.  It may not reread what it has read before a change. */
static void check_daemon(struct doctor *doctor, const char *socket, pid_t pid)
{
	struct sysroot_file file = name_of(&doctor->root, pid);
	const char *name = file.octets[0] ? file.octets : "nscd";
	struct stat stat;

	if (lstat(socket, &stat) == 0 && is_before(stat.st_mtim, doctor->changed)) {
		found(&doctor->findings, LEVEL_WARN, "%s answers for programs, and started "
		      "before the module or the hosts line was last changed", name);
		remedy_run(&doctor->findings, "Run", "systemctl restart %s",
		       doctor->manager.kind == MANAGER_NIXOS ? "nscd" : name);
	} else {
		found(&doctor->findings, LEVEL_OK, "%s answers for programs, and started "
		      "after the module and the hosts line were last changed", name);
	}
	free(file.octets);
}

void doctor_nscd(struct doctor *doctor)
{
	for (size_t i = 0; i < sizeof sockets / sizeof sockets[0]; i++) {
		pid_t pid = listener(sockets[i]);

		if (pid != -1) {
			check_daemon(doctor, sockets[i], pid);
			return;
		}
	}
	found(&doctor->findings, LEVEL_OK, "no nscd: programs ask the sources themselves");
}

/* --- The search list ------------------------------------------------------ */

/* Returns the last "search" or "domain" that begins a line, as in res_init.c; NULL if none. */
static const char *search_line(const char *text)
{
	const char *last = NULL;

	for (; text; text = strchr(text, '\n')) {
		text += *text == '\n';
		if ((strncmp(text, "search", 6) == 0 || strncmp(text, "domain", 6) == 0) &&
		    (text[6] == ' ' || text[6] == '\t'))
			last = text;
	}
	return last;
}

/* Recommends the line in ASCII; a domain that has no ASCII form is left out. */
static void recommend_search(struct doctor *doctor, const char *line, size_t length)
{
	char *text, ace[IDNX_HOST_NAME_SIZE];
	size_t word;
	FILE *corrected = words_open(&text);

	for (size_t i = 0; i < length; i += word) {
		i += strspn(line + i, " \t");
		word = strcspn(line + i, " \t\n");
		if (i < length && idnx_to_ascii(line + i, word, ace, sizeof ace, IDNX_LOOKUP)
		    .status == IDNX_OK)
			fprintf(corrected, "%s%s", i > 0 ? " " : "", ace);
	}
	words_close(corrected);
	remedy(&doctor->findings, "Write instead: %s", text);
	free(text);
}

void doctor_search(struct doctor *doctor)
{
	struct sysroot_file file = sysroot_read(&doctor->root, "/etc/resolv.conf");
	const char *line = search_line(file.octets);
	size_t length = line ? strcspn(line, "\n") : 0;

	if (file.error != 0 && file.error != ENOENT) {
		found(&doctor->findings, LEVEL_SKIP, "/etc/resolv.conf: %s",
		      sysroot_error_text(&file));
	} else if (length == 0) {
		found(&doctor->findings, LEVEL_OK, "/etc/resolv.conf has no search list");
	} else if (ascii_has_only(line, length)) {
		found(&doctor->findings, LEVEL_OK, "/etc/resolv.conf: %.*s", (int)length, line);
	} else {
		found(&doctor->findings, LEVEL_WARN, "/etc/resolv.conf: glibc sends these octets "
		      "as they are, not as ASCII: %.*s", (int)length, line);
		recommend_search(doctor, line, length);
	}
	free(file.octets);
}
