/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Normalization of any code points gives what Unicode's definitions give
 * (tests/common/reference/).  A second normalization changes nothing, and every reported
 * change is a real one.
 */
#include "../common/reference/normalization.h"
#include "common/fuzz.h"
#include "core.h"

struct text {
	size_t length;
	uint32_t code_points[NORMALIZATION_EXPANSION * IDNX_CODE_POINTS_MAX];
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char *const files[] = {
		"UnicodeData.txt", "DerivedNormalizationProps.txt", NULL,
	};

	(void)argc, (void)argv;
	unicode_files_or_skip("nfc", files);
	normalization_read();
	return 0;
}

static bool equal(const struct text *text, const uint32_t *code_points, size_t length)
{
	return text->length == length &&
	       memcmp(text->code_points, code_points, length * sizeof *code_points) == 0;
}

/* Two octets are a code point in the current plane; a surrogate selects another plane. */
static void take_text(struct input input, struct text *text)
{
	uint32_t plane = 0;

	text->length = 0;
	while (input.left >= 2 && text->length < IDNX_CODE_POINTS_MAX) {
		uint32_t number = take_number(&input);

		if (number >= 0xD800 && number <= 0xDFFF)
			plane = number % 3 << 16;
		else
			text->code_points[text->length++] = plane | number;
	}
}

static void put_name(struct name *name, const struct text *text)
{
	name->length = text->length;
	name->seen = 0;
	memcpy(name->code_points, text->code_points, text->length * sizeof *name->code_points);
	name_look_up(name, 0, text->length);
}

static struct label whole(const struct name *name)
{
	return (struct label){ name->code_points, name->traits, name->length, name->seen };
}

/* Checks that changes are parts of the text, in order, and change it; returns their number. */
static size_t check_changes(struct name *name)
{
	struct label label = whole(name);
	struct nfc_segment segment;
	size_t from = 0, length, changes = 0;

	for (; nfc_next_change(&label, from, &segment, name, &length); from = segment.end) {
		size_t count = segment.end - segment.begin;

		changes++;
		promise(from <= segment.begin && segment.begin < segment.end &&
		                segment.end <= name->length,
		        "a segment is a part of the text");
		promise(length != count ||
		                memcmp(name->segment, label.code_points + segment.begin,
		                       count * sizeof *name->segment) != 0,
		        "a change changes something");
	}
	return changes;
}

/* IDNX_TOO_LONG may come from a segment although the result would fit. */
static void check_normal(struct name *name, const struct text *text, const struct text *want)
{
	struct label label = whole(name);
	bool is_normal = equal(want, text->code_points, text->length);
	enum idnx_status check = nfc_check(&label, name), status;

	promise((check_changes(name) == 0) == is_normal, "a change is told where there is one");
	promise((check == IDNX_OK) == is_normal, "criterion 1 tells what is normalized");
	promise(nfc_first_doubtful(&label) < label.length || is_normal,
	        "what is not doubtful is normalized");
	status = nfc_normalize(name, 0);
	if (status == IDNX_TOO_LONG) {
		promise(NORMALIZATION_EXPANSION * text->length > IDNX_CODE_POINTS_MAX,
		        "what has room is not too long");
		return;
	}
	promise(status == IDNX_OK && equal(want, name->code_points, name->length),
	        "NFC is that of the definitions");
	for (size_t i = 0; i < name->length; i++)
		promise(name->traits[i] == ucd_traits(name->code_points[i]), "and its traits");
}

static void check_idempotence(struct name *name, const struct text *want)
{
	put_name(name, want);
	promise(nfc_normalize(name, 0) == IDNX_OK &&
	                equal(want, name->code_points, name->length),
	        "NFC of NFC is the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct text text, want;
	struct name *name = allocate(sizeof *name);
	uint32_t *words = allocate(NAME_WORDS(NAME_CODE_POINTS) * sizeof *words);

	name_take(name, words, NAME_CODE_POINTS);
	take_text((struct input){ data, size }, &text);
	want.length = normalization_nfc(text.code_points, text.length, want.code_points);
	put_name(name, &text);
	check_normal(name, &text, &want);
	if (want.length <= IDNX_CODE_POINTS_MAX)
		check_idempotence(name, &want);
	free(words);
	free(name);
	return 0;
}
