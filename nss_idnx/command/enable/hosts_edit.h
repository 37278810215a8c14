/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What enable and disable do to the text of an nsswitch.conf: one line of it becomes
 * another, or comes, or goes.
 */
#ifndef HOSTS_EDIT_H
#define HOSTS_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "nsswitch.h"

/* Twenty times the longest seen, comments included. */
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
	const char *message; /* a sentence without its subject, the line; NULL: none */
	bool is_unfinished;  /* the message says what is left to do in the line, or why it stays */
	const char *remedy;  /* for a HOSTS_REFUSED: in words; NULL: the line as it should be */
	unsigned line;       /* the line of the message, or old; 1..; 0: the text */
	bool is_whole;       /* old or new is the whole file, which goes or comes */
	struct span old;     /* in the text; empty: the new line comes before this place */
	size_t length;       /* of the new line, with its newline; 0: there is none */
	char octets[NSSWITCH_SIZE_MAX + HOSTS_EDIT_ADDED];
};

/* The new line. */
struct span hosts_edit_new(const struct hosts_edit *edit);

/* The text has at most NSSWITCH_SIZE_MAX octets; its next is NULL where there is no file. */
void hosts_enable(struct span text, struct hosts_edit *edit);

/*
 * before is the text before hosts_enable() changed it, so that the line can become again
 * what it was; its next is NULL where nobody knows.
 */
void hosts_disable(struct span text, struct span before, struct hosts_edit *edit);

#endif
