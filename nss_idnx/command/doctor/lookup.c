/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks a name up as any program does, without a network query, in a child process: a module
 * that crashes or hangs then is a finding and does not end the run.
 *
 * The proof that idnx did it: a name of /etc/hosts, its first letter replaced by the full-width
 * one (UTS #46 maps U+FF49 to "i"), has the same address as the name itself.  To any source but
 * idnx these octets are an unknown name.  If /etc/hosts has no such name, the proof is weaker: a
 * name that idnx refuses was not found, and libc has loaded the module for it.
 */
#include "doctor.h"

#include <dlfcn.h>
#include <link.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "ascii_text.h"
#include "machine/machine.h"
#include "policy.h"

#define MODULE "libnss_idnx.so.2"

/* Takes milliseconds without a network; glibc waits this long for a server. */
#define PATIENCE_MS 5000

/* 127.0.0.1 in disguise (IDNX_NUMBER), which idnx refuses under any idnx.conf. */
#define REFUSED "①②⑦.⓪.⓪.①"

/* The child's report: it fits into a pipe, so that one write is enough. */
struct report {
	int code;         /* of getaddrinfo(), for the name or, without one, for REFUSED */
	bool same;        /* the name and its ASCII form have the same address */
	char module[1024]; /* where libc has loaded it from; "" if it has not */
	char reason[1024]; /* why it cannot be loaded, in the linker's words */
};

_Static_assert(sizeof(struct report) <= PIPE_BUF, "one write is enough");

/* --- In the child --------------------------------------------------------- */

static int look_up(const char *name, struct addrinfo **list)
{
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };

	return getaddrinfo(name, NULL, &hints, list);
}

static void ask_both(const char *name, const char *ace, struct report *report)
{
	struct addrinfo *answer = NULL, *expected = NULL;

	report->code = look_up(name, &answer);
	if (report->code == 0 && look_up(ace, &expected) == 0)
		report->same = answer->ai_addrlen == expected->ai_addrlen &&
		               memcmp(answer->ai_addr, expected->ai_addr,
		                      answer->ai_addrlen) == 0;
}

/* Runs after the lookup: libc has loaded for it what is loaded now. */
static void ask_linker(struct report *report)
{
	void *module = dlopen(MODULE, RTLD_LAZY | RTLD_NOLOAD);
	struct link_map *map;

	if (module && dlinfo(module, RTLD_DI_LINKMAP, &map) == 0)
		snprintf(report->module, sizeof report->module, "%s", map->l_name);
	else if (!dlopen(MODULE, RTLD_NOW))
		snprintf(report->reason, sizeof report->reason, "%s", dlerror());
}

/* Takes an empty name if there is none. */
_Noreturn static void child(int pipe, const char *name, const char *ace)
{
	static const struct rlimit no_core = { 0, 0 };
	struct report report = { .code = 0 };
	struct addrinfo *list;

	setrlimit(RLIMIT_CORE, &no_core);
	if (name[0])
		ask_both(name, ace, &report);
	else
		report.code = look_up(REFUSED, &list);
	ask_linker(&report);
	_exit(write(pipe, &report, sizeof report) == sizeof report ? 0 : 1);
}

/* --- The child from outside ------------------------------------------------ */

/*
 * Waits for the child and kills it if it does not end.  Returns waitpid()'s status; -1 if
 * killed.
 */
static int wait_for(pid_t pid, int pipe, struct report *report)
{
	struct pollfd end = { .fd = pipe, .events = POLLIN };
	bool late = poll(&end, 1, PATIENCE_MS) == 0;
	int status;

	if (late)
		kill(pid, SIGKILL);
	else if (read(pipe, report, sizeof *report) != sizeof *report)
		report->code = EAI_SYSTEM;
	while (waitpid(pid, &status, 0) == -1 && errno == EINTR)
		;
	return late ? -1 : status;
}

static int ask(const char *name, const char *ace, struct report *report)
{
	int ends[2], status;
	pid_t pid;

	output_flush(); /* or the child would write it, too */
	if (pipe(ends) == -1 || (pid = fork()) == -1)
		die_io("a process for the lookup");
	if (pid == 0)
		child(ends[1], name, ace);
	close(ends[1]);
	status = wait_for(pid, ends[0], report);
	close(ends[0]);
	return status;
}

/* --- Which name ----------------------------------------------------------- */

/* A name of /etc/hosts with one octet replaced by three. */
#define WIDE_SIZE (HOSTS_NAME_SIZE + 2)

/* U+FF21, U+FF41: the full-width letters in UTF-8, EF BC A1.. and EF BD 81.. */
static bool widen(const char ascii[static HOSTS_NAME_SIZE], char wide[static WIDE_SIZE])
{
	char letter = *ascii;
	bool upper = letter >= 'A' && letter <= 'Z', lower = letter >= 'a' && letter <= 'z';

	if (!upper && !lower)
		return false;
	wide[0] = '\xEF';
	wide[1] = upper ? '\xBC' : '\xBD';
	wide[2] = (char)(upper ? 0xA1 + letter - 'A' : 0x81 + letter - 'a');
	strcpy(wide + 3, ascii + 1);
	return true;
}

/* Chooses the first name of /etc/hosts that the configured idnx would find in disguise. */
static void choose(const struct doctor *doctor, char wide[static WIDE_SIZE], char *ace)
{
	struct hosts_name name = { .place = 0 };
	char text[HOSTS_NAME_SIZE];

	while (doctor->nsswitch.plan.files_first && hosts_next(&doctor->hosts, &name)) {
		if (!ascii_has_only(name.name, name.length) || !hosts_copy(&name, text) ||
		    !widen(text, wide))
			continue;
		if (policy_to_ascii(doctor->config_path, wide, ace).verdict ==
		    POLICY_CONVERTED && ascii_same_text(ace, text))
			return;
	}
	wide[0] = '\0';
}

/* --- What it means -------------------------------------------------------- */

/* Such a module ends every lookup of every program: what is installed then can wait. */
static void remedy_damage(struct doctor *doctor)
{
	remedy_run(&doctor->findings, "Install the " MODULE " of idnx again, but first run",
	           "idnx disable");
}

static bool has_crashed(struct doctor *doctor, const char *name, int status)
{
	if (status == 0)
		return false;
	if (status == -1)
		found(&doctor->findings, LEVEL_FAIL, "the lookup of %s took more than %d s",
		      name, PATIENCE_MS / 1000);
	else if (WIFSIGNALED(status))
		found(&doctor->findings, LEVEL_FAIL, "the lookup of %s ended the process: %s",
		      name, strsignal(WTERMSIG(status)));
	else
		found(&doctor->findings, LEVEL_FAIL,
		      "the lookup of %s ended the process with status %d", name,
		      WEXITSTATUS(status));
	remedy_damage(doctor);
	return true;
}

static void judge(struct doctor *doctor, const char *name, const struct report *report)
{
	bool refused = strcmp(name, REFUSED) == 0;
	bool good = refused ? report->code == EAI_NONAME : report->code == 0 && report->same;

	if (report->reason[0] && doctor->module_failed) {
		found(&doctor->findings, LEVEL_SKIP, "nothing can be looked up without the module");
	} else if (report->reason[0]) {
		found(&doctor->findings, LEVEL_FAIL, "the module cannot be loaded: %s",
		      report->reason);
		remedy_put(&doctor->findings, package_remedy(&doctor->root, true));
	} else if (!good) {
		found(&doctor->findings, LEVEL_FAIL, "%s: %s, not what idnx says", name,
		      report->code == 0 ? "a wrong address" : gai_strerror(report->code));
		remedy(&doctor->findings,
		       "Do what the lines above say, and run idnx doctor again; if this stays, "
		       "install the " MODULE " of idnx %s again", idnx_version());
	} else if (!report->module[0] && refused) {
		found(&doctor->findings, LEVEL_WARN,
		      "%s was refused, but nscd answers, and does not tell whether idnx refused it",
		      name);
		remedy(&doctor->findings, "Write into /etc/hosts: 192.0.2.1 idnx-doctor");
	} else {
		found(&doctor->findings, LEVEL_OK, refused ? "%s was refused by %s"
		      : "%s was found through %s", name,
		      report->module[0] ? report->module : "nscd");
	}
}

void doctor_lookup(struct doctor *doctor)
{
	char wide[WIDE_SIZE], ace[IDNX_HOST_NAME_SIZE];
	struct report report = { .code = 0 };
	const char *name;

	if (!doctor->nsswitch.plan.listed || doctor->config_failed) {
		found(&doctor->findings, LEVEL_SKIP, doctor->nsswitch.plan.listed
		      ? "idnx answers nothing before " IDNX_CONF " is fixed"
		      : "idnx is not in the line that glibc reads");
		return;
	}
	choose(doctor, wide, ace);
	name = wide[0] ? wide : REFUSED;
	if (!has_crashed(doctor, name, ask(wide, ace, &report)))
		judge(doctor, name, &report);
}
