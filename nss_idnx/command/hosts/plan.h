/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What is wrong with the hosts: line of an nsswitch.conf, and the line that should stand there.
 * enable writes that line, doctor shows the faults, and resolve says whether idnx is asked.
 */
#ifndef HOSTS_PLAN_H
#define HOSTS_PLAN_H

#include <stdbool.h>

#include "nsswitch.h"

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
 * Returns a fault that keeps names from idnx or lets them pass by it; is_called: the one that ends the
 * search after idnx.  NULL: there is none.
 */
const struct hosts_fault *hosts_plan_failure(const struct hosts_plan *plan, bool is_called);

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

#endif
