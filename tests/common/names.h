/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* names.tsv: what becomes of a name, for all who convert names. */
#ifndef COMMON_NAMES_H
#define COMMON_NAMES_H

#include "table.h"

#define NAMES "tests/common/names.tsv"

/* The columns; the text of idnx.conf is names_conf(), the ASCII form "-" if there is none. */
enum { NAMES_NAME, NAMES_CONF, NAMES_STATUS, NAMES_ACE };

/* Returns NULL if there is no file. */
static inline const char *names_conf(char *column[])
{
	return strcmp(column[NAMES_CONF], "-") == 0 ? NULL : column[NAMES_CONF];
}

#endif
