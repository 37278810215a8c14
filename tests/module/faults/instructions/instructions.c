/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * instructions.bats runs this under callgrind.  Converts names of one repeated piece, of
 * 1,024, 2,048, 4,096 and 8,192 octets; callgrind counts each in a part of its own, "PIECE,
 * OCTETS".  Fails if a name of more than IDNX_INPUT_MAX octets is not rejected for its
 * length.  With an idnx.conf, counts what that costs a reverse lookup.
 */
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "config.h"
#include "idnx.h"

/* What is slow in other engines: context rules, marks to be reordered, labels, digits. */
static const struct {
	const char *what, *octets;
} parts[] = {
	{ "Arabic-Indic digits", "\u0660" },
	{ "katakana middle dots", "\u30fb" },
	{ "middle dots among ideographs", "\u6f22\u30fb" },
	{ "Hebrew with marks", "\u05d0\u0308" },
	{ "non-joiners", "\u0915\u094d\u200c" },
	{ "letters", "\u00fc" },
	{ "labels", "\u00fc." },
	{ "ACE labels", "xn--tda.\u00fc." },
	{ "marks to be put in order", "\u0345\u0300" },
	{ "mathematical letters", "\U0001d5ba" },
	{ "characters that are ignored", "\u00ad" },
	{ "ligatures of 18 letters", "\ufdfa" },
};

static int count_search(const char *path)
{
	bool found;

	CALLGRIND_ZERO_STATS;
	found = config_mentions(path, CONFIG_REVERSE);
	CALLGRIND_DUMP_STATS_AT("reverse, 0");
	return found;
}

int main(int argc, char **argv)
{
	static char name[2 * IDNX_INPUT_MAX + 64], dst[IDNX_NAME_SIZE];
	struct idnx_result result;
	char title[80];

	if (argc > 1)
		return count_search(argv[1]);
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		size_t size = strlen(parts[i].octets), length = 0;

		for (; length < 2 * IDNX_INPUT_MAX; length += size)
			memcpy(name + length, parts[i].octets, size);
		for (length = 1024; length <= 2 * IDNX_INPUT_MAX; length *= 2) {
			size_t whole = length / size * size;

			snprintf(title, sizeof title, "%s, %zu", parts[i].what, length);
			CALLGRIND_ZERO_STATS;
			result = idnx_to_ascii(name, whole, dst, sizeof dst, IDNX_LOOKUP);
			CALLGRIND_DUMP_STATS_AT(title);
			if (whole > IDNX_INPUT_MAX && result.status != IDNX_TOO_LONG)
				return 1;
		}
	}
	return 0;
}
