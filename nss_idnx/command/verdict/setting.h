/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which setting refuses a name: a line of idnx.conf, or an argument of --set. */
#ifndef SETTING_H
#define SETTING_H

#include "policy.h"

struct setting {
	char *text;    /* "protection = browser"; for "protect", with only the name concerned */
	unsigned line; /* or the number of the --set */
	char *section; /* "[.example.de]"; NULL: above all sections */
};

/* Returns whether the decision is by a criterion, which a setting asks for. */
bool setting_refuses(const struct decision *decision);

/*
 * Returns that setting for a name in its Unicode form; set is the text of --set, or NULL.
 * Without memory the run ends with EXIT_IO.
 */
struct setting setting_find(const struct decision *decision, const char *set,
                            const char *unicode, size_t length);

void setting_free(struct setting *setting);

#endif
