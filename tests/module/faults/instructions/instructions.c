/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * instructions.bats runs this under callgrind.  Converts names of one repeated piece, of
 * 1,024, 2,048, 4,096 and 8,192 octets; callgrind counts each in a part of its own, "PIECE,
 * OCTETS".  Fails if a name of more than IDNX_INPUT_MAX octets is not rejected for its
 * length.  With an argument, reads an idnx.conf with 0, 16 and 512 protected names, counted
 * as "KIND, NAMES".
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

/* "The same domain": the protected names have the top-level domain of the lookup's name. */
static const struct {
	const char *what, *format;
} kinds[] = {
	{ "ASCII", " bank%u.example.com" },
	{ "ASCII of the same domain", " bank%u.example.org" },
	{ "not ASCII", " bücher%u.example.com" },
	{ "not ASCII of the same domain", " bücher%u.example.org" },
};

static int read_protected_names(const char *kind, const char *format, unsigned count)
{
	static const char name[] = "www.яндекс.org";
	static char text[CONFIG_SIZE_MAX];
	struct settings settings;
	size_t length = 0;
	char title[80];

	for (unsigned i = 0; i < count; i++) {
		if (i % 64 == 0)
			length += (size_t)sprintf(text + length, "\nprotect =");
		length += (size_t)sprintf(text + length, format, i);
	}
	snprintf(title, sizeof title, "%s, %u", kind, count);
	CALLGRIND_ZERO_STATS;
	if (config_parse(text, length, name, strlen(name), &settings).status != CONFIG_OK)
		return 1;
	CALLGRIND_DUMP_STATS_AT(title);
	return 0;
}

static int protect(void)
{
	static const unsigned counts[] = { 0, 16, 512 };
	int failed = 0;

	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		for (size_t j = 0; j < sizeof counts / sizeof counts[0]; j++)
			failed |= read_protected_names(kinds[i].what, kinds[i].format,
			                               counts[j]);
	return failed;
}

static int convert(void)
{
	static char name[2 * IDNX_INPUT_MAX + 64], dst[IDNX_NAME_SIZE];
	struct idnx_result result;
	char title[80];

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

int main(int argc, char **argv)
{
	(void)argv;
	return argc > 1 ? protect() : convert();
}
