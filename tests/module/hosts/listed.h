/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Whether idnx is in the line "hosts:" already, found without enable's own code. */
#ifndef HOSTS_LISTED_H
#define HOSTS_LISTED_H

#include <stdbool.h>

#include "nsswitch.h"

/* Reads the line that counts in the text, the last one. */
bool lists_idnx(struct span text);

#endif
