/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The interface of an engine of UTS #46 to make bench.  To add another one, link an object
 * that defines a struct engine and passes it to BENCH_ENGINE():
 *
 *     static const struct engine mine = { "mine", version, to_ascii, to_unicode };
 *     BENCH_ENGINE(mine);
 *
 *     make bench ENGINES='mine.o -lmine'
 *
 * All engines get the same work: UTS #46, nontransitional, with CheckHyphens,
 * CheckBidi, CheckJoiners, UseSTD3ASCIIRules and VerifyDnsLength.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include <stddef.h>

/* Octets in dst, with room for a NUL: more than any name here becomes. */
#define ENGINE_DST_SIZE 4097

/* The name is rejected; dst is unspecified. */
#define ENGINE_REJECTED (-1)

/*
 * Converts a name of length octets of UTF-8, which a NUL follows.  Returns the number of
 * octets in dst, or ENGINE_REJECTED.
 */
typedef int engine_conversion(const char *name, size_t length, char *dst);

struct engine {
	const char *name; /* at most 8 characters: the head of a column */
	const char *(*version)(void);
	engine_conversion *to_ascii;
	engine_conversion *to_unicode; /* NULL: it has none */
};

/* Where the linker collects the engines, in the order of their objects. */
#define BENCH_ENGINE(variable)                                                           \
	static const struct engine *const variable##_entry                               \
		__attribute__((used, section("engines"))) = &(variable)

#endif
