/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Random labels of any code points of Unicode, of those kinds and lengths where a
 * quick way through Punycode, normalization or mapping gives over to another one.
 */
#ifndef REFERENCE_RANDOM_LABEL_H
#define REFERENCE_RANDOM_LABEL_H

#include <stddef.h>
#include <stdint.h>

#include "random.h"

#define RANDOM_LABEL_MAX 80

/* Collects the kinds of code points; uts46_read() comes before it. */
void random_label_prepare(void);

/* Scalar values but U+0000; their number, at most RANDOM_LABEL_MAX. */
size_t random_label(struct random *from, uint32_t label[RANDOM_LABEL_MAX]);

#endif
