/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * DerivedAge.txt, and how much of what is new a suite reaches: it tells each code
 * point it sees, and at the end the count of those of the newest age becomes a note.
 */
#ifndef REFERENCE_AGE_H
#define REFERENCE_AGE_H

#include "unicode_file.h"

#define AGE_VERSION_SIZE 16

void age_read(void);

/* "18.0.0", of the first line of the file: "# DerivedAge-18.0.0.txt". */
void age_read_version(char version[static AGE_VERSION_SIZE]);

unsigned age_of(uint32_t code_point); /* 181 for 18.1; 0 where unassigned */
void age_reached(uint32_t code_point);
void age_report(const char *suite);

#endif
