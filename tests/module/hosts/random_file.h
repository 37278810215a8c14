/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Random texts of nsswitch.conf: many are odd, some have mistakes. */
#ifndef HOSTS_RANDOM_FILE_H
#define HOSTS_RANDOM_FILE_H

#include <stddef.h>

#include "../../common/reference/random.h"

#define RANDOM_FILE_SIZE 4096

/* Returns its length; the text may be empty. */
size_t random_file(struct random *random, char text[static RANDOM_FILE_SIZE]);

#endif
