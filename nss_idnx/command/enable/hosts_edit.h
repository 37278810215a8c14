/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * How enable and disable change the text of an nsswitch.conf: one line of it is changed,
 * added or removed.
 */
#ifndef HOSTS_EDIT_H
#define HOSTS_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "nsswitch.h"

/* Twenty times the largest known, comments included. */
#define NSSWITCH_SIZE_MAX (64 * 1024)

/* More than enable ever adds. */
#define HOSTS_EDIT_ADDED 256

enum hosts_verdict {
	HOSTS_CHANGED,
	HOSTS_UNCHANGED, /* nothing is to be done */
	HOSTS_REFUSED,
};

struct hosts_edit {
	enum hosts_verdict verdict;
	const char *message; /* a predicate about the line; NULL if there is none */
	bool is_unfinished;  /* the message says what is left to do in the line, or why it stays */
	const char *remedy;  /* for HOSTS_REFUSED, in words; NULL: the recommended line */
	unsigned line;       /* of the message or of old, from 1; 0: the text */
	bool is_whole;       /* old or new is the whole file, which is removed or created */
	struct span old;     /* in the text; if empty, the new line goes here */
	size_t length;       /* of the new line with its newline; 0 if there is none */
	char octets[NSSWITCH_SIZE_MAX + HOSTS_EDIT_ADDED];
};

/* Returns the new line. */
struct span hosts_edit_new(const struct hosts_edit *edit);

/* Takes at most NSSWITCH_SIZE_MAX octets of text; its next is NULL if there is no file. */
void hosts_enable(struct span text, struct hosts_edit *edit);

/*
 * Takes in before the text before hosts_enable() changed it, to restore the line; its next
 * is NULL if unknown.
 */
void hosts_disable(struct span text, struct span before, struct hosts_edit *edit);

#endif
