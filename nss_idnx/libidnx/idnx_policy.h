/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libidnx: what a machine's idnx.conf(5) says of a name.  The answer is that of a lookup
 * with the NSS module, for programs that resolve names themselves: resolvers, proxies,
 * bindings of other languages.
 *
 *     struct idnx_policy *policy = idnx_policy_open(NULL);
 *     struct idnx_verdict verdict;
 *
 *     idnx_policy_check(policy, "Bücher.example", &verdict);
 *     if (verdict.action == IDNX_POLICY_CONVERTED)
 *         query(verdict.ace);
 *
 * All functions are safe for threads, also with one handle, and preserve errno.  A child may
 * use the handles that it inherits, whatever the threads of its parent did when it was forked:
 * there is no lock.  Only the iconv() of libc, for a charset other than UTF-8, has one.
 */
#ifndef IDNX_POLICY_H
#define IDNX_POLICY_H

#include "idnx.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

struct idnx_policy;

/*
 * Opens the policy of an idnx.conf; path NULL is the machine's.  A file that is missing
 * means the defaults, as in lookups.  One that is faulty, or that anyone but root can write,
 * is no failure here: each name then has IDNX_POLICY_NO_CONFIG.  A file that becomes faulty or
 * missing later leaves its settings in force.  Returns NULL if there is no memory.
 */
struct idnx_policy *idnx_policy_open(const char *path) IDNX_RESULT;

/*
 * Does the same with a text of that form, length octets, that is not a file and does not change.
 * "" means the defaults.  For a text with an error, idnx_policy_file() says which.
 */
struct idnx_policy *idnx_policy_parse(const char *text, size_t length) IDNX_RESULT
	IDNX_READS(1, 2);

/* Frees the handle, which no thread may use any more.  NULL is ignored. */
void idnx_policy_close(struct idnx_policy *policy);

enum idnx_action {
	IDNX_POLICY_CONVERTED = 0, /* query for ace */
	IDNX_POLICY_UNCHANGED = 1, /* ASCII, and no setting rejects it: query for it as it is */
	IDNX_POLICY_EXCLUDED = 2,  /* not to be converted: "exclude" has it */
	IDNX_POLICY_REJECTED = 3,  /* send no query: status says why */
	IDNX_POLICY_NO_CONFIG = 4, /* send no query: the file is faulty, idnx_policy_file() says
	                              why; try again later */
	IDNX_POLICY_NO_CHARSET = 5 /* send no query: iconv lacks the charset of idnx.conf */
};

/* Storage, in octets including the NUL, for the text of a setting; a longer one is cut. */
#define IDNX_SETTING_SIZE 128

struct idnx_verdict {
	enum idnx_action action;
	enum idnx_status status; /* IDNX_POLICY_REJECTED: the rule; with another action, the
	                            rule that would reject the name, but for "mode = report":
	                            query, and log the name; else IDNX_OK */
	unsigned label;          /* at fault, from 1 after mapping; 0: the whole name */
	unsigned line;           /* of the setting that rejects the name, or of the error in the
	                            file; 0: the rule holds without a setting, or no line is at
	                            fault */
	char setting[IDNX_SETTING_SIZE]; /* the text of that line, or "" */
	char ace[IDNX_HOST_NAME_SIZE];   /* IDNX_POLICY_CONVERTED: the ASCII form, else "" */
};

/*
 * Writes to verdict what becomes of a name, a C string in UTF-8 or the charset of idnx.conf.
 *
 * A change of the file takes effect within a second: the first call in each second asks
 * whether the file is the same, all others make no system call.  A thread that finds it
 * changed reads it, while the others go on with what it was.  A call takes up to 32 KiB of
 * stack, and a microsecond or two, also with 512 protected names; but up to 60 ms if name and
 * protected names are made to take long.
 */
void idnx_policy_check(struct idnx_policy *policy, const char *name,
                       struct idnx_verdict *verdict) IDNX_NONNULL((1, 2, 3));

enum idnx_file_state {
	IDNX_FILE_READ = 0,    /* its settings are in force */
	IDNX_FILE_MISSING = 1, /* there has been none: the defaults are */
	IDNX_FILE_FAULTY = 2,  /* nor one without an error: see IDNX_POLICY_NO_CONFIG */
	IDNX_FILE_KEPT = 3     /* faulty or missing, but the settings of before are in force */
};

struct idnx_file {
	enum idnx_file_state state;
	unsigned changes; /* another number after each change: verdicts of before are outdated */
	unsigned line;    /* with an error, else 0 */
	const char *error;               /* what is wrong, static; NULL: nothing */
	char setting[IDNX_SETTING_SIZE]; /* the text of that line, or "" */
};

/*
 * Writes to file what has become of idnx.conf, as of the last second: for programs that keep
 * verdicts, and for those that log an error.  Costs less than a verdict.
 */
void idnx_policy_file(struct idnx_policy *policy, struct idnx_file *file) IDNX_NONNULL((1, 2));

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
