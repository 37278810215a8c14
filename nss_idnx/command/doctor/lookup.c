/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks a name up as any program does, without a network query, in a child process: a module
 * that crashes or hangs then is a finding and does not end the run.
 *
 * The proof that idnx did it: a name of /etc/hosts after a soft hyphen, which only idnx ignores
 * (UTS #46), has the same address as the name itself.  Without such a name, the proof is weaker:
 * a name that idnx rejects was not found, and libc has loaded the module for it.
 */
#include <dlfcn.h>
#include <link.h>
#include <netdb.h>
#include <sys/wait.h>

#include "doctor.h"
#include "policy.h"

#define SOFT_HYPHEN "\u00AD"

/* How the child ends; it writes what a reader wants to know of it. */
enum outcome {
	BY_MODULE = 0x60, /* the module's path */
	BY_NSCD,          /* nothing: libc has loaded no module */
	NOT_LOADED,       /* why it cannot be loaded */
	WRONG,            /* what came instead */
};

/* --- In the child --------------------------------------------------------- */

_Noreturn static void end(enum outcome outcome, const char *text)
{
	dprintf(STDOUT_FILENO, "%s", text);
	_exit((int)outcome);
}

/* Returns what is wrong with the answer; NULL if nothing is. */
static const char *fault_of(const char *name)
{
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *answer = NULL, *expected = NULL;
	int code = getaddrinfo(name, NULL, &hints, &answer);

	if (strcmp(name, MODULE_REJECTS) == 0)
		return code == EAI_NONAME ? NULL : code == 0 ? "found" : gai_strerror(code);
	if (code != 0)
		return gai_strerror(code);
	if (getaddrinfo(name + strlen(SOFT_HYPHEN), NULL, &hints, &expected) == 0 &&
	    answer->ai_addrlen == expected->ai_addrlen &&
	    memcmp(answer->ai_addr, expected->ai_addr, answer->ai_addrlen) == 0)
		return NULL;
	return "a wrong address";
}

/* After the lookup libc has loaded what it needs. */
static void look_up_name(const void *name)
{
	const char *fault;
	struct link_map *map;
	void *module;

	child_limit();
	fault = fault_of(name);
	module = dlopen(MODULE, RTLD_LAZY | RTLD_NOLOAD);
	if (module == NULL && dlopen(MODULE, RTLD_NOW) == NULL)
		end(NOT_LOADED, dlerror());
	if (fault != NULL)
		end(WRONG, fault);
	if (module == NULL || dlinfo(module, RTLD_DI_LINKMAP, &map) != 0)
		end(BY_NSCD, "");
	end(BY_MODULE, map->l_name);
}

/* --- What it means -------------------------------------------------------- */

/* Such a module ends every lookup of every program: what is installed then can wait. */
static void report_crash(struct doctor *doctor, const char *name, int status)
{
	doctor_fail(doctor,
	            remedy_command("Install the " MODULE " of idnx again, but first run",
	                           "idnx disable"),
	            "the lookup of %s %s", name, child_end_text(status));
}

static void report_fault(struct doctor *doctor, const char *name, enum outcome outcome,
                         const char *text)
{
	if (outcome == NOT_LOADED && doctor->module_failed)
		doctor_skip(doctor, "nothing can be looked up without the module");
	else if (outcome == NOT_LOADED)
		doctor_fail(doctor, package_remedy(&doctor->root, true),
		            "the module cannot be loaded: %s", text);
	else if (outcome == WRONG)
		doctor_fail(
			doctor,
			remedy_words(
				"Do what the lines above say; if this stays, install " MODULE
				" of idnx %s again",
				idnx_version()),
			"%s: %s, not what idnx says", name, text);
	else
		doctor_skip(doctor,
		            "nscd answers, and does not tell whether idnx has rejected %s: a "
		            "name of /etc/hosts would show it",
		            name);
}

static void report(struct doctor *doctor, const char *name, int status, const char *text)
{
	enum outcome outcome = (enum outcome)WEXITSTATUS(status);
	bool is_found = strcmp(name, MODULE_REJECTS) != 0;

	if (!WIFEXITED(status) || outcome < BY_MODULE || outcome > WRONG)
		report_crash(doctor, name, status);
	else if (outcome == BY_MODULE || (outcome == BY_NSCD && is_found))
		doctor_ok(doctor, "%s was %s %s", name,
		          is_found ? "found through" : "rejected by",
		          outcome == BY_NSCD ? "nscd" : text);
	else
		report_fault(doctor, name, outcome, text);
}

/* Chooses the first name of /etc/hosts that the configured idnx would find in another spelling. */
static char *choose_name(const struct doctor *doctor)
{
	struct hosts_entry entry = { .next = doctor->hosts.octets };
	char ace[IDNX_HOST_NAME_SIZE], *name;

	while (doctor->force->nsswitch.plan.files_first && etc_hosts_next(&entry)) {
		name = words_format(SOFT_HYPHEN "%.*s", (int)span_length(entry.name),
		                    entry.name.next);
		if (ascii_has_only_text(name + strlen(SOFT_HYPHEN)) &&
		    policy_to_ascii(doctor->force->config_path, name, ace).action ==
		            POLICY_CONVERTED &&
		    ascii_same_text(ace, name + strlen(SOFT_HYPHEN)))
			return name;
	}
	return words_copy(MODULE_REJECTS);
}

void doctor_lookup(struct doctor *doctor)
{
	int status = 0;
	char *name, *text;

	if (!doctor->force->nsswitch.plan.listed || doctor->config_failed) {
		doctor_skip(doctor, doctor->force->nsswitch.plan.listed
		                            ? "idnx answers nothing before " IDNX_CONF
		                              " is fixed"
		                            : "idnx is not in the line that glibc reads");
		return;
	}
	name = choose_name(doctor);
	text = child_call(look_up_name, name, &status);
	if (text == NULL)
		die_io("a process for the lookup");
	report(doctor, name, status, text);
}
