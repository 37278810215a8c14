/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Random labels of one to three scripts, mostly those that UTS #39 names, with digits and
 * characters that several scripts share.
 */
#ifndef REFERENCE_RANDOM_SCRIPTS_H
#define REFERENCE_RANDOM_SCRIPTS_H

#include <stddef.h>
#include <stdint.h>

#include "random.h"

#define RANDOM_SCRIPTS_MAX 8

/* Makes scalar values except U+0000 and U+002E; returns how many, 1 to RANDOM_SCRIPTS_MAX. */
size_t random_scripts(struct random *from, uint32_t label[RANDOM_SCRIPTS_MAX]);

#endif
