/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is wrong with the text of an nsswitch.conf for all of NSS, not for idnx alone. */
#ifndef NSSWITCH_FAULT_H
#define NSSWITCH_FAULT_H

#include "nsswitch.h"

struct nsswitch_fault {
	const char *message; /* a sentence without its subject, the line; NULL: none */
	unsigned line;       /* 1..; 0: there is no fault */
	const char *remedy;  /* words: what was meant, only its author knows */
};

/* The same for a line with two brackets after one source, where glibc reads no further. */
extern const char nsswitch_second_bracket_remedy[];

/* The first fault of the text. */
struct nsswitch_fault nsswitch_fault(struct span text);

#endif
