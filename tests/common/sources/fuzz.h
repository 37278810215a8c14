/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libnss_fuzz.so.2: an NSS source "fuzz" that answers whatever octets say, as long as C
 * can live with it: what it says points to octets that are there, and lists are aligned.
 * Nothing else has to be right.  Each question gets the same answer again.
 */
#ifndef FUZZ_SOURCE_H
#define FUZZ_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#define SOURCE_EXPORT __attribute__((visibility("default")))

/* The octets of its answer. */
SOURCE_EXPORT extern const uint8_t *source_answer;
SOURCE_EXPORT extern size_t source_answer_length;

/* How often it has been asked. */
SOURCE_EXPORT extern unsigned source_asked;

/* Called while it is asked for an address; NULL: nothing is. */
SOURCE_EXPORT extern void (*source_asked_for_address)(void);

/* A string of its own, outside of any buffer. */
SOURCE_EXPORT extern char source_string[];

#endif
