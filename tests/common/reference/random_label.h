/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Random labels of any code points, of the kinds and lengths at which Punycode, normalization
 * or mapping changes from one path to another.
 */
#ifndef REFERENCE_RANDOM_LABEL_H
#define REFERENCE_RANDOM_LABEL_H

#include <stddef.h>
#include <stdint.h>

#include "random.h"

#define RANDOM_LABEL_MAX 80

/* Collects the kinds of code points; call uts46_read() first. */
void random_label_prepare(void);

/* Makes scalar values except U+0000; returns their number, at most RANDOM_LABEL_MAX. */
size_t random_label(struct random *from, uint32_t label[RANDOM_LABEL_MAX]);

#endif
