/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libnss_fuzz.so.2: an NSS source "fuzz" whose answer is made from any octets.  Pointers point
 * to existing octets and lists are aligned, as C requires; nothing else need be valid.  Each
 * question gets the same answer.
 */
#ifndef FUZZ_SOURCE_H
#define FUZZ_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#define SOURCE_EXPORT __attribute__((visibility("default")))

/* The octets of its answer. */
SOURCE_EXPORT extern const uint8_t *source_answer;
SOURCE_EXPORT extern size_t source_answer_length;

/* How often it was asked. */
SOURCE_EXPORT extern unsigned source_asked;

/* Called while the source is asked for an address; NULL: none. */
SOURCE_EXPORT extern void (*source_asked_for_address)(void);

/* A string of the source's own, outside of any buffer. */
SOURCE_EXPORT extern char source_string[];

#endif
