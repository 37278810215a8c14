/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Internals of make bench-lookup. */
#ifndef LOOKUP_H
#define LOOKUP_H

#include <stdbool.h>
#include <stddef.h>

/* Prints a line: what, its value, its bound, and whether it exceeds that. */
void report(const char *what, double value, double bound, const char *unit);

/* Prints what failed, and ends the program. */
_Noreturn void fail(const char *what);

/* --- ask.c ---------------------------------------------------------------- */

/* The ways to ask for a name. */
struct way {
	const char *title;
	bool (*ask)(const char *name, int family); /* whether it has addresses */
	int family;
	/*
	 * Microseconds more than for the ASCII form, perhaps with those of one sort of the
	 * addresses after RFC 6724; 0: OWN_SHARE of the lookup, besides what asking libc
	 * again needs.
	 */
	double allowed;
	bool may_sort;
};

#define WAYS 8

#define OWN_SHARE 0.08

extern const struct way ways[WAYS];

/* --- worker.c ------------------------------------------------------------- */

/* A process of its own, whose /etc/nsswitch.conf is directory/name. */
struct worker {
	int to, from;
};

void worker_start(struct worker *worker, const char *directory, const char *name);

/* Returns nanoseconds for one lookup. */
double worker_ask(const struct worker *worker, const struct way *way, const char *name);

/* Returns KiB of memory private to the worker. */
double worker_private_dirty(const struct worker *worker);

#endif
