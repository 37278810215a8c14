/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is wrong with the text of an nsswitch.conf for all of NSS, not for idnx alone. */
#ifndef NSSWITCH_FAULT_H
#define NSSWITCH_FAULT_H

#include "nsswitch.h"

struct nsswitch_fault {
	const char *message; /* a sentence without its subject, the line; NULL: none */
	unsigned line;       /* 1..; 0: there is no fault */
};

/* The first fault of the text. */
struct nsswitch_fault nsswitch_fault(struct span text);

#endif
