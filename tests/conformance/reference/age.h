/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * DerivedAge.txt, and how much of what is new a suite reaches: it tells each code
 * point it sees, and at the end the count of those of age 18.0 becomes a note.
 */
#ifndef REFERENCE_AGE_H
#define REFERENCE_AGE_H

#include "unicode_file.h"

void age_read(void);
unsigned age_of(uint32_t code_point); /* 181 for 18.1; 0 where unassigned */
void age_reached(uint32_t code_point);
void age_report(const char *suite);

#endif
