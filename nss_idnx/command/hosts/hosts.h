/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The way of a name to idnx.conf: the hosts: line, which enable writes and doctor checks, that file,
 * and whether programs get what it says, which status, check and resolve tell.
 */
#ifndef HOSTS_H
#define HOSTS_H

#include "config.h"
#include "machine/machine.h"
#include "nsswitch.h"

/* --- plan.c: what is wrong with a hosts: line, and the line that should stand there -------- */

/* What the line must have. */
#define HOSTS_IDNX "idnx [!UNAVAIL=return]"

/* glibc's default since 2.33, with idnx.  The earlier one has files last, which hides UTF-8. */
#define HOSTS_DEFAULT "files " HOSTS_IDNX " dns"

enum hosts_fault_kind {
	/* Of the file.  Only the author of the line knows what it should be. */
	HOSTS_NUL,
	HOSTS_BRACKET,
	HOSTS_SECOND_BRACKET,
	/* Of the hosts: line: internationalized names fail, or more than these. */
	HOSTS_NO_LINE,
	HOSTS_NO_NEWLINE,
	HOSTS_NO_SOURCE,
	HOSTS_NO_IDNX,
	HOSTS_NEVER_ASKED,
	HOSTS_TOO_LATE,
	HOSTS_ENDS_SEARCH,
	HOSTS_LEAKS,
	/* Some names or programs fail. */
	HOSTS_LACKS_ACTION,
	HOSTS_SEVERAL,
	HOSTS_HIDDEN,
	HOSTS_SMALL_I,
	HOSTS_FAULTS,
};

struct hosts_fault {
	enum hosts_fault_kind kind;
	unsigned line;      /* 0: the whole file */
	struct span words;  /* the source at fault, in the text */
	bool is_failure;    /* internationalized names fail, or more than these */
	const char *remedy; /* in words; NULL: the new line has to be written */
};

struct hosts_plan {
	/* The last hosts: line takes effect.  Without one, line is where a new one goes. */
	unsigned line, lines;
	bool listed;         /* idnx is in the line, before any comment */
	bool asked;          /* ... and glibc reaches it */
	struct span network; /* the first of resolve and dns; empty: none */
	struct span end;     /* the first source that ends the search; empty: none */

	/* In the order of the line, each kind once; none: the line is as it should be. */
	unsigned count;
	struct hosts_fault faults[HOSTS_FAULTS];

	/* The change. */
	struct span old;  /* the line in the text; empty: the new line goes here */
	char *new;        /* with its newline; NULL: nothing to write; "": remove the line */
	bool is_writable; /* no other source changes, so nothing changes for ASCII names */
	bool is_removal;  /* idnx gets out of the line */
};

/*
 * Plans how idnx gets into the text; its next is NULL if there is no file.  A source that is missing,
 * if not empty, may be one of the network, misspelt.
 */
struct hosts_plan hosts_plan(struct span text, struct span missing);

/*
 * Plans how idnx gets out again; before is the text before idnx was put in, or its next is
 * NULL.  The faults are only those that keep the line from being understood.
 */
struct hosts_plan hosts_plan_without(struct span text, struct span before);

/*
 * Returns a fault that keeps names from idnx or lets them pass by it, or the one that ends the
 * search after idnx.  NULL: there is none.
 */
enum hosts_place { HOSTS_BEFORE_IDNX, HOSTS_AFTER_IDNX };
const struct hosts_fault *hosts_plan_failure(const struct hosts_plan *plan,
                                             enum hosts_place place);

/* Returns a predicate about the line, or for HOSTS_NO_LINE about the file. */
char *hosts_fault_text(const struct hosts_fault *fault);

/* Returns the sources of the line as it should be, or of glibc's default. */
char *hosts_plan_sources(const struct hosts_plan *plan);

/* --- edit.c: the sources of a line, and the line with idnx and without it ----------------- */

/* Returns the source with its bracket, as it is written. */
struct span source_text(const struct nsswitch_source *source);

/* Returns whether idnx must come before this source: resolve and dns query the network. */
bool source_is_network(const struct nsswitch_source *source);

/* Returns whether a name that this source does not know reaches no later source. */
bool source_is_terminal(const struct nsswitch_source *source);

/* Returns whether the list has the source; name NULL: one other than idnx. */
bool sources_have(struct span list, const char *name);

/* Returns the line with idnx.  *is_writable: nothing changes for ASCII names. */
char *hosts_line_with(const struct nsswitch_line *line, struct span missing, bool *is_writable);

/* Returns the line without idnx. */
char *hosts_line_without(struct span line);

/* --- system.c: the hosts: line of a system, and what has to be done about it --------------- */

struct hosts_file {
	struct sysroot root;
	struct manager manager;
	const char *path;         /* of the nsswitch.conf that glibc reads */
	struct sysroot_file file; /* error: ENOENT, or it cannot be read */
	char *sources; /* the hosts: line that glibc follows, or that there is none */
	char *missing; /* "dns is not installed: ...", of the first such source; or NULL */
	struct remedy missing_remedy;
	bool has_others;        /* sources that know more than this machine */
	struct hosts_plan plan; /* if it can be read, or is missing */
};

/* Reads the system's file; what it allocates lasts as long as the run. */
struct hosts_file hosts_file_read(const struct sysroot *root);

/* Returns the text; its next is NULL if there is no file. */
struct span hosts_file_text(const struct sysroot_file *file);

/* Returns whether there is a file that cannot be read. */
bool hosts_file_is_unread(const struct hosts_file *nsswitch);

/* Returns "/etc/nsswitch.conf line 7 has no idnx"; fault NULL: that the file cannot be read. */
char *hosts_file_fault_text(const struct hosts_file *nsswitch, const struct hosts_fault *fault);

/* Returns the one remedy for all faults, or for a manager that writes another line again. */
struct remedy hosts_file_remedy(const struct hosts_file *nsswitch);

/* --- conf_fault.c: what is wrong in an idnx.conf, and what to do ---------------------------- */

/*
 * Finds the first error of a text of length octets; also in a section for no name.  If there is none,
 * restricts and reports_everywhere of the result are of what the keys come to in each section.
 */
struct config_result config_check(const char *text, size_t length);

/* Does so for the file of a draft, whoever owns it. */
struct config_result config_check_draft(const struct sysroot_file *draft);

/* Returns what is wrong by a result for that text, as a phrase. */
char *config_fault_text(const char *text, const struct config_result *result);

/* Returns what to do about an error of the file or of a line. */
const char *config_fault_remedy(enum config_status status);

/* Writes what is wrong in a line, or 0: with the file, and ends the run. */
_Noreturn void config_fault_die(const char *path, unsigned line, const char *fault);

/* --- force.c: whether programs get what idnx.conf says, or why not: found out once in a run -- */

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
	bool hides_nscd;       /* only root can see whether it has the module */
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

enum process_kind {
	PROCESS_OLD,
	PROCESS_ELSEWHERE,
	PROCESS_CONFINED,
	PROCESS_UNSEEN, /* this user cannot look into them: only their count is known */
	PROCESS_KINDS = PROCESS_UNSEEN,
};

struct processes {
	const char *what; /* "with another ..." */
	unsigned count;
	char *names;   /* of the services of systemd to which they belong, for sh(1); or NULL */
	char *numbers; /* of those that belong to no service, likewise */
};

/* Looks at all processes of this machine once, and returns those of each kind.  Only root sees all. */
const struct processes *processes_with_other_rules(const struct force *force);

/* Returns those in Go that use libc; they follow the same rules. */
struct processes processes_in_go(void);

/* Returns "2 processes (a.service 12) with another ...". */
char *processes_text(const struct processes *found);

#endif
