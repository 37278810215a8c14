/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which setting a name is refused by: a line of idnx.conf, or an argument of --set. */
#ifndef SETTING_H
#define SETTING_H

#include "policy.h"

struct setting {
	char *text;    /* "protection = browser"; of "protect" with the one name it is about */
	unsigned line; /* or which --set it is */
	char *section; /* "[.example.de]"; NULL: above all sections */
};

/* Whether the decision is one of a criterion, which a setting asks for. */
bool setting_refuses(const struct decision *decision);

/*
 * That setting, of a name in its Unicode form; set is the text of --set, or NULL.  Without
 * memory the run ends with EXIT_IO.
 */
struct setting setting_find(const struct decision *decision, const char *set,
                            const char *unicode, size_t length);

void setting_free(struct setting *setting);

#endif
