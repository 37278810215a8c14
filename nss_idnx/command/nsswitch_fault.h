/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Faults in the text of an nsswitch.conf that affect all of NSS, not only idnx. */
#ifndef NSSWITCH_FAULT_H
#define NSSWITCH_FAULT_H

#include "nsswitch.h"

struct nsswitch_fault {
	const char *message; /* a predicate about the line; NULL if there is no fault */
	unsigned line;       /* counted from 1; 0 if there is no fault */
	const char *remedy;  /* in words: only the author of the line knows what it should be */
};

/* The remedy for a line with two brackets after one source, where glibc stops reading. */
extern const char nsswitch_second_bracket_remedy[];

/* Returns the first fault of the text. */
struct nsswitch_fault nsswitch_fault(struct span text);

#endif
