/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* UTS #39 sections 5.1 to 5.3, slowly: see restriction.h. */

#include "restriction.h"

#include <stdlib.h>
#include <string.h>

/* --- Section 5.1 ---------------------------------------------------------- */

static bool has(const struct augmented_set *set, const char *name)
{
	for (size_t i = 0; i < set->count; i++)
		if (strcmp(set->names[i], name) == 0)
			return true;
	return set->all;
}

static void add(struct augmented_set *set, const char *name)
{
	if (has(set, name))
		return;
	if (set->count == AUGMENTED_MAX) {
		fprintf(stderr, "a character of too many scripts\n");
		exit(EXIT_FAILURE);
	}
	set->names[set->count++] = name;
}

struct augmented_set restriction_augment(uint32_t code_point)
{
	struct augmented_set set = { .all = false };

	for (const char *const *name = script_extensions(code_point); *name != NULL; name++)
		add(&set, *name);
	if (has(&set, "Hani")) {
		add(&set, "Hanb");
		add(&set, "Jpan");
		add(&set, "Kore");
	}
	if (has(&set, "Hira"))
		add(&set, "Jpan");
	if (has(&set, "Kana"))
		add(&set, "Jpan");
	if (has(&set, "Hang"))
		add(&set, "Kore");
	if (has(&set, "Bopo"))
		add(&set, "Hanb");
	set.all = has(&set, "Zyyy") || has(&set, "Zinh");
	return set;
}

/* Whether all sets have one name in common. */
static bool is_single_script(const struct augmented_set *sets, size_t count)
{
	size_t first = 0;

	while (first < count && sets[first].all)
		first++;
	if (first == count)
		return true;
	for (size_t i = 0; i < sets[first].count; i++) {
		size_t having = 0;

		for (size_t j = 0; j < count; j++)
			having += has(&sets[j], sets[first].names[i]);
		if (having == count)
			return true;
	}
	return false;
}

/* Whether every set has one of these names, a list ended by NULL. */
static bool is_covered(const struct augmented_set *sets, size_t count, const char *const *names)
{
	for (size_t i = 0; i < count; i++) {
		const char *const *name = names;

		while (*name != NULL && !has(&sets[i], *name))
			name++;
		if (*name == NULL)
			return false;
	}
	return true;
}

/* --- Section 5.2 ---------------------------------------------------------- */

static bool is_ascii(const uint32_t *characters, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (characters[i] >= 0x80)
			return false;
	return true;
}

static bool is_highly_restrictive(const struct augmented_set *sets, size_t count)
{
	static const char *const covers[][5] = {
		{ "Latn", "Hani", "Bopo", NULL },
		{ "Latn", "Hani", "Hira", "Kana", NULL },
		{ "Latn", "Hani", "Hang", NULL },
	};

	for (size_t i = 0; i < sizeof covers / sizeof *covers; i++)
		if (is_covered(sets, count, covers[i]))
			return true;
	return false;
}

static bool is_moderately_restrictive(const struct augmented_set *sets, size_t count)
{
	for (const char *const *other = script_recommended(); *other != NULL; other++) {
		const char *const cover[] = { "Latn", *other, NULL };

		if (strcmp(*other, "Cyrl") != 0 && strcmp(*other, "Grek") != 0 &&
		    is_covered(sets, count, cover))
			return true;
	}
	return false;
}

bool restriction_allows(enum idnx_restriction_level level, const uint32_t *characters,
                        const struct augmented_set *sets, size_t count)
{
	return level == IDNX_LEVEL_UNRESTRICTED || is_ascii(characters, count) ||
	       (level <= IDNX_LEVEL_SINGLE_SCRIPT && is_single_script(sets, count)) ||
	       (level <= IDNX_LEVEL_HIGHLY_RESTRICTIVE && is_highly_restrictive(sets, count)) ||
	       (level <= IDNX_LEVEL_MODERATELY_RESTRICTIVE &&
	        is_moderately_restrictive(sets, count));
}

/* --- Section 5.3 ---------------------------------------------------------- */

bool restriction_mixes_numbers(const uint32_t *characters, size_t count)
{
	uint32_t zero = 0;

	for (size_t i = 0; i < count; i++) {
		uint32_t other = script_zero(characters[i]);

		if (zero != 0 && other != 0 && other != zero)
			return true;
		if (zero == 0)
			zero = other;
	}
	return false;
}
