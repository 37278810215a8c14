/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Whether programs get what idnx.conf says, or why not: found out once in a run. */
#ifndef HOSTS_FORCE_H
#define HOSTS_FORCE_H

#include "config.h"
#include "system.h"

/* What keeps names from idnx, or from what they need after it. */
struct obstacle {
	const char *culprit; /* "hosts-line", "module", "source" or "nscd" */
	char *text;          /* "idnx is not called, because ..."; NULL: there is none */
	struct remedy fix;
};

struct force {
	struct sysroot root;
	struct hosts_file nsswitch;
	struct config_result config;
	struct settings settings; /* the global ones */
	bool hides_owners;        /* a user namespace does not map them */
	bool is_set;              /* idnx.conf sets protection, in a section at least */
	bool protects;            /* ... and does not only report */
	bool has_exceptions;      /* sections, or names that it excludes */
	bool logs;                /* rejected names, or under "report" those that would be */
	bool is_weaker;           /* it sets none, though this machine's, another one, does */

	struct module_state module; /* even if the line does not name it */
	struct closed closed;       /* what programs of other users cannot read */

	struct obstacle none;   /* no program gets to idnx, */
	bool is_for_all;        /* ... and finds an ASCII name */
	struct obstacle bypass; /* the same, or those of other users or that ask nscd do not */
	struct obstacle lost;   /* idnx is called, but only names of /etc/hosts are found */
	struct obstacle nscd;   /* it is without idnx, or answers what idnx.conf rejects */
	bool has_nscd;
	struct obstacle doubt; /* the module may not work */
};

/* Finds it, once: a run looks at one system. */
const struct force *force_of(const struct sysroot *root);

/* Returns "not in force: ...", or "in force, but ...", and sets the fix; NULL: all is well. */
char *force_limit(const struct force *force, struct remedy *fix);

/* Returns why the module at a path of another system may not work: it cannot be called here. */
struct obstacle force_doubt(const struct sysroot *root, const char *path);

/* Does what config_read() does, and also finds an error in a section that the names of that alone meet. */
struct config_result force_read_config(const struct sysroot *root, struct settings *settings,
                                       struct sysroot_file *file);

/* Returns whether an idnx.conf sets a key of protection, in any section. */
bool force_sets_protection(const struct config_result *config);

/* Returns the value of "protection" that these settings come to. */
const char *force_protection(const struct settings *settings);

/* --- processes.c: which follow other rules than a program that is started now ------------- */

enum process_kind { PROCESS_OLD, PROCESS_ELSEWHERE, PROCESS_CONFINED, PROCESS_KINDS };

struct processes {
	const char *what; /* "with another ..." */
	unsigned count;
	char *names;   /* of the services of systemd to which they belong, for sh(1); or NULL */
	char *numbers; /* of those that belong to no service, likewise */
};

/* Looks at all processes of this machine once, and returns those of each kind.  Only root sees all. */
const struct processes *processes_with_other_rules(const struct force *force);

/* Returns how many this user cannot look into, after that. */
unsigned processes_unseen(void);

/* Returns those in Go that use libc; they follow the same rules. */
struct processes processes_in_go(void);

/* Returns "2 processes (a.service 12) with another ...". */
char *processes_text(const struct processes *found);

#endif
