/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_script_check(): of any octets, at each level, what the definitions of UTS #39 say
 * (tests/common/reference/) of every beginning of every label.
 */
#include <unistr.h>

#include "../common/reference/restriction.h"
#include "common/fuzz.h"
#include "idnx.h"

/* Enough for any label of a name; the definitions take the cube of it. */
#define SLOW_MAX 256

/* A label as far as it has been read. */
struct label {
	size_t length;
	uint32_t characters[SLOW_MAX];
	struct augmented_set sets[SLOW_MAX];
	size_t octets[SLOW_MAX]; /* where each begins */
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	unicode_files_or_skip("scripts", script_files);
	script_read();
	return 0;
}

static void add(struct label *label, uint32_t character, size_t octet)
{
	label->characters[label->length] = character;
	label->sets[label->length] = restriction_augment(character);
	label->octets[label->length++] = octet;
}

static bool allows(enum idnx_restriction_level level, const struct label *label, size_t count)
{
	return restriction_allows(level, label->characters, label->sets, count);
}

/* The first that the last one does not go together with, after those before it. */
static size_t first_beside(enum idnx_restriction_level level, struct label *label)
{
	size_t last = label->length - 1, first = 0;

	if (level == IDNX_LEVEL_ASCII_ONLY)
		return last;
	for (; first < last; first++) {
		uint32_t character = label->characters[first + 1];
		struct augmented_set set = label->sets[first + 1];
		bool allowed;

		label->characters[first + 1] = label->characters[last];
		label->sets[first + 1] = label->sets[last];
		allowed = allows(level, label, first + 2);
		label->characters[first + 1] = character;
		label->sets[first + 1] = set;
		if (!allowed)
			break;
	}
	return first;
}

static size_t first_digit(const struct label *label)
{
	size_t at = 0;

	while (script_zero(label->characters[at]) == 0)
		at++;
	return at;
}

/* Of the last character of the label. */
static enum idnx_status judge(enum idnx_restriction_level level, struct label *label,
                              size_t *first)
{
	if (level == IDNX_LEVEL_UNRESTRICTED)
		return IDNX_OK;
	if (!allows(level, label, label->length)) {
		*first = label->octets[first_beside(level, label)];
		return IDNX_MIXED_SCRIPTS;
	}
	if (restriction_mixes_numbers(label->characters, label->length)) {
		*first = label->octets[first_digit(label)];
		return IDNX_MIXED_NUMBERS;
	}
	return IDNX_OK;
}

static struct idnx_script_result expected(const uint8_t *src, size_t src_len,
                                          enum idnx_restriction_level level)
{
	static struct label label;
	struct idnx_script_result fault = { IDNX_BAD_UTF8, 1, 0, 0 };
	int length;

	label.length = 0;
	for (; fault.second < src_len; fault.second += (size_t)length) {
		ucs4_t character;

		fault.first = fault.second;
		length = u8_mbtoucr(&character, src + fault.second, src_len - fault.second);
		if (length <= 0 || character == 0)
			return fault;
		add(&label, character, fault.second);
		fault.status = judge(level, &label, &fault.first);
		if (fault.status != IDNX_OK)
			return fault;
		fault.status = IDNX_BAD_UTF8;
		if (character == '.') {
			label.length = 0;
			fault.label++;
		}
	}
	return (struct idnx_script_result){ IDNX_OK, 0, 0, 0 };
}

static bool is_same(const struct idnx_script_result *a, const struct idnx_script_result *b)
{
	return a->status == b->status && a->label == b->label && a->first == b->first &&
	       a->second == b->second;
}

static void check_names(struct input input)
{
	uint32_t code_point = (uint32_t)take_octet(&input) << 16 | take_number(&input);
	unsigned index = 0;

	while (idnx_script_name(code_point, index) != NULL)
		index++;
	promise((index > 0) == (code_point <= 0x10FFFF), "every code point is of a script");
	promise(idnx_script_name(code_point, index + 1) == NULL, "and the last is the last");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	unsigned level = take_octet(&input);
	struct idnx_script_result got, want = { IDNX_BAD_FLAGS, 0, 0, 0 };
	char *src = copy_of(input.next, input.left);

	if (level == 0xFF)
		level = IDNX_LEVEL_ASCII_ONLY + 1;
	else
		level %= IDNX_LEVEL_ASCII_ONLY + 1;
	got = idnx_script_check(src, input.left, level);
	if (level <= IDNX_LEVEL_ASCII_ONLY && input.left > IDNX_INPUT_MAX)
		want.status = IDNX_TOO_LONG;
	else if (level <= IDNX_LEVEL_ASCII_ONLY)
		want = input.left > SLOW_MAX ? got
		                             : expected((const uint8_t *)src, input.left, level);
	promise(is_same(&got, &want), "a label is judged by the definitions");
	check_names(input);
	free(src);
	return 0;
}
