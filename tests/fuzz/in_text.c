/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Names in any text, read in pieces of any size: each use of --in-text answers as if it had read
 * all at once.  What to-ascii and to-unicode write stays as it is in a second run, and has no octet
 * of control that the text has not; to-ascii adds ASCII only; check writes only whole lines.
 */
#include "common/written.h"

static struct input rest;
static size_t piece;

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

/* They are of other subcommands. */
void input_open(struct command_input *names, char *const *arguments, bool null)
{
	(void)names, (void)arguments, (void)null;
	abort();
}

bool input_next(struct command_input *names, struct input_name *name)
{
	(void)names, (void)name;
	abort();
}

static struct written answer_to(struct input text, size_t pieces,
                                const struct rule_set *rule_set)
{
	static char *none = NULL;
	const struct options options = { .names = &none };

	rest = text;
	piece = pieces;
	collect(&standard_output);
	collect(&standard_error);
	verdict_in_text(&options, rule_set);
	discard(collected(&standard_error).text);
	return collected(&standard_output);
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

static size_t count(const char *text, size_t length, bool is_control)
{
	size_t found = 0;

	for (size_t i = 0; i < length; i++)
		found += is_control ? (unsigned char)text[i] < 0x20 || text[i] == 0x7F
		                    : (unsigned char)text[i] >= 0x80;
	return found;
}

static void check_form(struct input input, const struct rule_set *use, struct written form)
{
	struct input again = { (const uint8_t *)form.text, form.length };
	struct written second = answer_to(again, SIZE_MAX, use);
	const char *text = (const char *)input.next;

	promise(second.length == form.length &&
	                memcmp(second.text, form.text, form.length) == 0,
	        "a second run changes nothing");
	promise(count(form.text, form.length, true) == count(text, input.left, true),
	        "no control comes or goes");
	promise(use->convert == idnx_to_unicode ||
	                count(form.text, form.length, false) <= count(text, input.left, false),
	        "to-ascii adds ASCII only");
	free(second.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char conf[] = "protection = browser\nprotect = example.com\n";
	static const struct rule_set uses[] = {
		{ .convert = idnx_to_unicode, .flags = IDNX_LOOKUP },
		{ .convert = idnx_to_ascii, .flags = IDNX_LOOKUP },
		{ .conf = conf },
	};
	struct input input = { data, size };
	size_t pieces = take_octet(&input) + 1;

	for (size_t i = 0; i < 3; i++) {
		struct written whole = answer_to(input, SIZE_MAX, &uses[i]);
		struct written parts = answer_to(input, pieces, &uses[i]);

		promise(whole.length == parts.length &&
		                memcmp(whole.text, parts.text, whole.length) == 0,
		        "pieces make no difference");
		if (uses[i].convert)
			check_form(input, &uses[i], whole);
		else
			promise(are_lines_of(whole.text, whole.length, input.next, input.left),
			        "what check writes are lines");
		free(whole.text);
		free(parts.text);
	}
	return 0;
}
