/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 *     speed NAMES      uses that many names of each kind
 *
 * make check-speed runs this under callgrind or qemu: each kind of names in both directions,
 * each counted in a part of its own.  Prints the title of each part, then the compiler and a
 * hash of the names: counts are comparable only if both are the same.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

#include "../../common/reference/corpora.h"
#include "engine.h"

#define NAMES_MAX 5000

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* The only engine here is idnx. */
extern const struct engine *const __start_engines[];

/* FNV-1a. */
static uint64_t hash(uint64_t hash, const struct name *name)
{
	for (size_t i = 0; i <= name->length; i++)
		hash = (hash ^ (unsigned char)name->octets[i]) * UINT64_C(0x100000001B3);
	return hash;
}

/* Functions of their own: qemu's log shows which functions run, and nothing else. */
__attribute__((noinline)) static void begin_part(void)
{
	CALLGRIND_ZERO_STATS;
}

__attribute__((noinline)) static void end_part(void)
{
	__asm__ volatile("");
}

static void count(const char *title, const char *direction, engine_conversion *convert,
                  const struct name *names, size_t names_count)
{
	static char dst[ENGINE_DST_SIZE];
	char part[80];

	snprintf(part, sizeof part, "%s, %s", title, direction);
	begin_part();
	for (size_t i = 0; i < names_count; i++)
		convert(names[i].octets, names[i].length, dst);
	end_part();
	CALLGRIND_DUMP_STATS_AT(part);
	printf("part\t%s\n", part);
}

int main(int argc, char **argv)
{
	static struct name names[NAMES_MAX];
	size_t names_count = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	const struct engine *idnx = __start_engines[0];
	uint64_t all = UINT64_C(0xCBF29CE484222325);

	if (names_count == 0 || names_count > NAMES_MAX) {
		fprintf(stderr, "usage: speed NAMES\n");
		return 2;
	}
	for (size_t kind = 0; kind < CORPORA; kind++) {
		const char *title = corpus_title(kind);

		corpus_generate(kind, names, names_count);
		count(title, "ToASCII", idnx->to_ascii, names, names_count);
		count(title, "ToUnicode", idnx->to_unicode, names, names_count);
		for (size_t i = 0; i < names_count; i++)
			all = hash(all, &names[i]);
	}
	printf("compiler\t" COMPILER "\nhash of the names\t%016" PRIx64 "\n", all);
	return 0;
}
