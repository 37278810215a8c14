/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What the proofs share: arbitrary values, and objects of an exact size, so that CBMC finds
 * each access beyond them.
 */
#ifndef PROVE_H
#define PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 * 1 in the second run of each proof, which must fail: the code is told that there is one
 * octet or word more than there is, or gets arguments that no caller passes.
 */
#ifndef FAULT
#define FAULT 0
#endif

/* The longest mapping of a code point: computed.c. */
#define MAPPING_MAX 18

#ifdef COMPUTE

#include <stdio.h>

/* A program that tries every value. */
#define prove(condition, reason) \
	((condition) ? (void)0 : (printf("# not so: %s\n", reason), exit(EXIT_FAILURE)))

void COMPUTE(void);

int main(void)
{
	COMPUTE();
	return EXIT_SUCCESS;
}

#else

#define assume(condition)        __CPROVER_assume(condition)
#define prove(condition, reason) __CPROVER_assert(condition, reason)

bool nondet_bool(void);
int nondet_int(void);
uint32_t nondet_uint32(void);
size_t nondet_size(void);

#define prove_read(place, size)  prove(__CPROVER_r_ok(place, size), #place " can be read")
#define prove_write(place, size) prove(__CPROVER_w_ok(place, size), #place " has room")

/* Gives an array arbitrary contents. */
#define any_contents(array) __CPROVER_havoc_object(array)

static inline size_t any_size(size_t least, size_t most)
{
	size_t size = nondet_size();

	assume(size >= least && size <= most);
	return size;
}

static inline uint32_t any_below(uint32_t end)
{
	uint32_t value = nondet_uint32();

	assume(value < end);
	return value;
}

/* Returns an object of that size with arbitrary contents. */
static inline void *any_octets(size_t size)
{
	void *octets = malloc(size);

	assume(octets != NULL);
	return octets;
}

#endif /* COMPUTE */

#endif
