/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What idnx set and idnx allow consist of: a text of an idnx.conf becomes another one. */
#ifndef SET_H
#define SET_H

#include "verdict/verdict.h"

/*
 * Returns the text with the value of a key in the section of a suffix ("": globally).
 * All else stays, comments and order included.  A line of "protect" is added, as the lines of that
 * key add up.  Value NULL: without each line of the key.
 */
char *conf_with(const char *conf, const char *suffix, enum config_key key, const char *value);

/* Returns the text with that section; if it is new, with these lines, the last without newline. */
char *conf_with_section(const char *conf, const char *suffix, const char *lines);

/*
 * Returns the text with the smallest exception that lets a name pass.  Ends the run,
 * and says why, if nothing rejects the name, or nothing in an idnx.conf should let it pass.
 */
char *exception_for(const char *conf, const char *name);

#endif
