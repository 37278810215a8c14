/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * DerivedAge.txt, and how many of the newest code points a suite reaches.  The suite
 * reports each code point it sees; at the end the count for the newest age becomes a note.
 */
#ifndef REFERENCE_AGE_H
#define REFERENCE_AGE_H

#include "unicode_file.h"

#define AGE_VERSION_SIZE 16

void age_read(void);

/* Reads "18.0.0" from the file's first line: "# DerivedAge-18.0.0.txt". */
void age_read_version(char version[static AGE_VERSION_SIZE]);

unsigned age_of(uint32_t code_point); /* 181 for 18.1; 0 where unassigned */
void age_reached(uint32_t code_point);
void age_report(const char *suite);

#endif
