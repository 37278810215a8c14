/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How far a long input is done, for whoever waits for it at a terminal. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

/*
 * Whether somebody wants to see it: standard error is a terminal, and neither is the
 * input, which would be typed there, nor the output, which says itself how far it is.
 */
bool progress_is_wanted(void);

/* Shows, once a second, how many names are done. */
void progress_show(unsigned long long names);

#endif
