/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What every fuzz target has: an input that makes its choices, and promises that must hold
 * whatever they are.  A target is one LLVMFuzzerTestOneInput() (libFuzzer), for clang's own
 * main() or for replay.c.
 *
 * A target allocates each buffer at exactly its size, so that a sanitizer detects one octet
 * too many at either end.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Called once before any input, if a target defines it. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Aborts when a promise is broken; the input reproduces it. */
static inline void promise(bool kept, const char *what)
{
	if (kept)
		return;
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

/* The rest of an input; the first octets of it are choices. */
struct input {
	const uint8_t *next;
	size_t left;
};

static inline unsigned take_octet(struct input *input)
{
	if (input->left == 0)
		return 0;
	input->left--;
	return *input->next++;
}

static inline unsigned take_number(struct input *input)
{
	unsigned high = take_octet(input);

	return high << 8 | take_octet(input);
}

/* Never returns NULL, not even for no octets. */
static inline void *allocate(size_t size)
{
	void *place = malloc(size);

	if (place == NULL && size > 0)
		abort();
	return place;
}

static inline void *copy_of(const void *octets, size_t size)
{
	void *copy = allocate(size);

	if (size > 0)
		memcpy(copy, octets, size);
	return copy;
}

/* The value of octets that have not been written to. */
#define UNTOUCHED 0x55

static inline char *untouched(size_t size)
{
	char *place = allocate(size);

	if (size > 0)
		memset(place, UNTOUCHED, size);
	return place;
}

static inline bool is_untouched(const char *place, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (place[i] != UNTOUCHED)
			return false;
	return true;
}

static inline bool is_ascii(const char *octets, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)octets[i] >= 0x80)
			return false;
	return true;
}

#endif
