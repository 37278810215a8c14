/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Names in any text, read in pieces of any size: both uses of --in-text answer as if they had
 * read all at once.  to-unicode gives back a text without "n--", and check only whole lines.
 */
#include "common/written.h"
#include "hosts/force.h"

static struct input rest;
static size_t piece;

/* The rules are of no machine, and so none is looked at. */
const struct sysroot sysroot_live;

const struct force *force_of(const struct sysroot *root)
{
	(void)root;
	abort();
}

/* In input.c's place. */
size_t input_read(char *octets, size_t size)
{
	size_t length = rest.left < piece ? rest.left : piece;

	length = length < size ? length : size;
	memcpy(octets, rest.next, length);
	rest.next += length;
	rest.left -= length;
	return length;
}

/* In sysroot.c's place. */
const struct sysroot sysroot_live;

static struct written answer_to(struct input text, size_t pieces,
                                const struct rule_set *rule_set)
{
	static char *none = NULL;
	const struct options options = { .names = &none };

	rest = text;
	piece = pieces;
	collect(&standard_output);
	verdict_in_text(&options, rule_set);
	return collected(&standard_output);
}

static bool has_hint(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + 2 < size; i++)
		if ((data[i] | 0x20) == 'n' && data[i + 1] == '-' && data[i + 2] == '-')
			return true;
	return false;
}

static bool are_lines_of(const char *lines, size_t length, const uint8_t *data, size_t size)
{
	for (const char *end; length > 0; lines = end) {
		end = (const char *)memchr(lines, '\n', length) + 1;
		size_t line = (size_t)(end - lines - 1);
		const uint8_t *found = memmem(data, size, lines, line);

		if (found == NULL)
			return false;
		size -= (size_t)(found - data) + line;
		data = found + line;
		length -= line + 1;
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char conf[] = "protection = browser\nprotect = example.com\n";
	static const struct rule_set uses[] = {
		{ .convert = idnx_to_unicode, .flags = IDNX_LOOKUP },
		{ .convert = idnx_to_unicode, .flags = IDNX_LOOKUP & ~IDNX_CHECK_JOINERS },
		{ .rules = conf },
	};
	struct input input = { data, size };
	size_t pieces = take_octet(&input) + 1;

	for (size_t i = 0; i < 3; i++) {
		struct written whole = answer_to(input, SIZE_MAX, &uses[i]);
		struct written parts = answer_to(input, pieces, &uses[i]);

		promise(whole.length == parts.length &&
		                memcmp(whole.text, parts.text, whole.length) == 0,
		        "pieces make no difference");
		if (i < 2 && !has_hint(input.next, input.left))
			promise(whole.length == input.left &&
			                memcmp(whole.text, input.next, whole.length) == 0,
			        "a text without names stays as it is");
		if (i == 2)
			promise(are_lines_of(whole.text, whole.length, input.next, input.left),
			        "what check writes are lines");
		free(whole.text);
		free(parts.text);
	}
	return 0;
}
