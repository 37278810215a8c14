/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entries of policy/log.c, by name: read from the journal, or from a file as syslog writes
 * it.  All texts last as long as the run.
 */
#ifndef LOG_ENTRIES_H
#define LOG_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>

#include "idnx.h"

/* A time as a file has it; the longest of RFC 3339 has 35 octets. */
#define LOGGED_TIME_SIZE 40

struct logged {
	char ace[IDNX_HOST_NAME_SIZE];
	unsigned long long count;
	char *programs, *rules, *users; /* separated by blanks; users NULL: a file has none */
	char first[LOGGED_TIME_SIZE], last[LOGGED_TIME_SIZE];
};

struct entries {
	struct logged **names; /* the most frequent first */
	void *tree;            /* the same, by ASCII form: tsearch(3) */
	size_t count;
	unsigned long long entries, lost;
	char *losers; /* programs of which entries are lost, or NULL */
	char *since;  /* the time of the first entry, or NULL */
};

/* Returns what takes entries on this machine now: "systemd-journald", "syslog", or NULL. */
const char *entries_taker(void);

/* The first part of why there is no entry, or why a later one will be missing. */
#define ENTRIES_NO_TAKER "neither systemd-journald nor syslog runs"

/*
 * Adds what the journal has; returns 0, or the exit status of journalctl, which says why on standard
 * error, or where the shell's redirection leads.  JOURNAL_MISSING: there is no journalctl.
 */
#define JOURNAL_MISSING 127
int entries_add_journal(struct entries *all, const char *since, const char *redirection);

/* Adds what a file has; returns false and sets errno if that cannot be read. */
bool entries_add_file(struct entries *all, const char *path);

void entries_sort(struct entries *all);

#endif
