/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which setting rejects a name: a line of idnx.conf, or an argument of --set. */
#ifndef SETTING_H
#define SETTING_H

#include "policy.h"
#include "span.h"

struct setting {
	char *text;    /* "protection = browser"; for "protect", with only the name concerned */
	unsigned line; /* or the number of the --set */
	char *section; /* "[.example.de]"; NULL: above all sections */
};

/* Returns whether the decision is by a criterion, which a setting asks for. */
bool setting_rejects(const struct decision *decision);

/*
 * Returns that setting for a name in its Unicode form, under the text of an idnx.conf.
 * Without memory the run ends with EXIT_IO.
 */
struct setting setting_find(const char *conf, const struct decision *decision,
                            struct span unicode);

void setting_free(struct setting *setting);

#endif
