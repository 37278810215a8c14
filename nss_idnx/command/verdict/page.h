/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A verdict as a page for a reader. */
#ifndef PAGE_H
#define PAGE_H

#include "explanation.h"

/* Writes the result, then label by label what led to it. */
void page_put(const struct explanation *explanation);

#endif
