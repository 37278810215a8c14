/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds idnx in the hosts line, without the code of enable. */
#ifndef HOSTS_LISTED_H
#define HOSTS_LISTED_H

#include <stdbool.h>

#include "nsswitch.h"

/* Reads the last hosts line, which overrides all others. */
bool lists_idnx(struct span text);

#endif
