/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Compares with the real libidn2 what a program gets for "a?b", with each code point for ?.
 * As curl and wget do, it asks with NONTRANSITIONAL first, then with TRANSITIONAL.  Each
 * difference belongs to a named and counted class, and none leads to another host.  What is
 * decoded, or not, has no difference.
 */
#include "../../common/test.h"
#include "row.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <unistd.h>

struct library {
	void *handle;
	__typeof__(&idn2_to_ascii_4z) to_ascii_4z;
	__typeof__(&idn2_check_version) check_version;
	__typeof__(&idn2_to_unicode_44i) to_unicode_44i;
};

static struct library ours, real;

static void take(const struct library *library, const char *name, void *pointer)
{
	void *symbol = dlsym(library->handle, name);

	assert_non_null(symbol);
	memcpy(pointer, &symbol, sizeof symbol);
}

static bool load(struct library *library, const char *path)
{
	library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library->handle == NULL)
		return false;
	take(library, "idn2_to_ascii_4z", &library->to_ascii_4z);
	take(library, "idn2_check_version", &library->check_version);
	take(library, "idn2_to_unicode_44i", &library->to_unicode_44i);
	return true;
}

/* Loads both: ours by its path, the real one from the system. */
BEFORE_ALL
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	assert_true(length > 0);
	path[length] = '\0';
	strcpy(strstr(path, "tests/companions/libidn2"), "libidn2.so.0");
	load(&real, "libidn2.so.0"); /* first, since ours has the same soname */
	assert_true(load(&ours, path));
}

#define CAPITAL_SHARP_S 0x1E9E

enum difference {
	SAME,
	SAME_BY_FALLBACK, /* it rejects the name, then returns our answer on the second try */
	ONLY_OURS,        /* symbols, emoji, characters newer than its Unicode */
	BIDI,             /* its answer breaks the Bidi rule */
	JOINER,           /* its answer lacks a joiner */
	NOT_A_HOST,       /* its answer has ASCII that is in no host name */
	REMAPPED,         /* Unicode has changed the mapping since: of CAPITAL_SHARP_S */
	ONLY_ITS,
	OTHER,
	DIFFERENCES
};

static const char *const names[] = {
	[SAME] = "the same",
	[SAME_BY_FALLBACK] = "the same by its fallback",
	[ONLY_OURS] = "only ours has an answer",
	[BIDI] = "its answer breaks the Bidi rule",
	[JOINER] = "its answer lacks a joiner",
	[NOT_A_HOST] = "its answer is no host name",
	[REMAPPED] = "mapped in another way since",
	[ONLY_ITS] = "only libidn2 has an answer",
	[OTHER] = "another host",
};

struct answer {
	int code;
	char *name;
};

static struct answer ask(const struct library *library, const uint32_t *name, int flags)
{
	struct answer answer = { 0, NULL };

	answer.code = library->to_ascii_4z(name, &answer.name, flags);
	return answer;
}

static bool is_host(const char *name)
{
	return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.")] == '\0';
}

static bool is_same(const struct answer *a, const struct answer *b)
{
	return a->code == 0 && b->code == 0 && strcmp(a->name, b->name) == 0;
}

/* its: the answer to a program that tries again after an error. */
static enum difference classify(uint32_t c, const struct answer *mine, const struct answer *its,
                                bool by_fallback)
{
	if (is_same(mine, its))
		return by_fallback ? SAME_BY_FALLBACK : SAME;
	if (its->code != 0)
		return mine->code != 0 ? SAME : ONLY_OURS;
	if (mine->code == LIBIDN2_BIDI)
		return BIDI;
	if (mine->code == LIBIDN2_CONTEXTJ)
		return JOINER;
	if (!is_host(its->name))
		return NOT_A_HOST;
	if (c == CAPITAL_SHARP_S)
		return REMAPPED;
	return mine->code != 0 ? ONLY_ITS : OTHER;
}

static enum difference compare(uint32_t c)
{
	const uint32_t name[] = { 'a', c, 'b', 0 };
	struct answer mine = ask(&ours, name, LIBIDN2_NONTRANSITIONAL);
	struct answer its = ask(&real, name, LIBIDN2_NONTRANSITIONAL);
	bool by_fallback = its.code != 0;
	enum difference difference;

	if (by_fallback)
		its = ask(&real, name, LIBIDN2_TRANSITIONAL);
	difference = classify(c, &mine, &its, by_fallback);
	if (difference >= REMAPPED)
		print_message("# U+%04X: %s, %s\n", (unsigned)c,
		              mine.code == 0 ? mine.name : "rejected", its.name);
	free(mine.name);
	free(its.name);
	return difference;
}

TEST(each_code_point_leads_to_the_same_host_or_has_a_class)
{
	unsigned long counts[DIFFERENCES] = { 0 };

	if (real.handle == NULL) {
		print_message("# note: libidn2 is missing: install libidn2-0\n");
		skip();
	}
	assert_string_not_equal(real.check_version(NULL), ours.check_version(NULL));
	for (uint32_t c = 1; c <= 0x10FFFF; c++)
		if (c < 0xD800 || c > 0xDFFF)
			counts[compare(c)]++;
	for (size_t i = 0; i < DIFFERENCES; i++)
		print_message("# note: %9lu %s (libidn2 %s)\n", counts[i], names[i],
		              real.check_version(NULL));
	assert_int_equal(counts[ONLY_ITS] + counts[OTHER], 0);
	assert_true(counts[SAME] > 1000000);
}

/* --- To Unicode --------------------------------------------------------------- */

#define DECODED_NAMES 20000

/* Writes up to 9 labels, many of a length at a limit; returns the length, less than 1024. */
static size_t make_name(uint32_t *points)
{
	static const uint32_t fillers[] = { 'a', '0', '-', 0xFC, 0x65E5, 0x1D482, 0xD800 };
	static const size_t lengths[] = { 0, 1, 2, 5, 30, 59, 62, 63, 64, 100, 254, 255, 256 };
	size_t length = 0;

	for (int labels = rand() % 10; labels > 0 && length < 750; labels--) {
		size_t end = length + lengths[rand() % (int)LENGTH(lengths)];
		uint32_t filler = fillers[rand() % (int)LENGTH(fillers)];

		if (rand() % 2 == 0)
			length += code_points_of("xn--", points + length),
				end += strlen("xn--");
		for (; length < end; length++)
			points[length] = rand() % 9 > 0 ? filler : fillers[rand() % 3];
		points[length++] = '.';
	}
	return length - (length > 0 && rand() % 2 == 0);
}

static bool is_of_punycode(int code)
{
	return code <= LIBIDN2_PUNYCODE_BAD_INPUT && code >= LIBIDN2_PUNYCODE_OVERFLOW;
}

TEST(each_name_is_decoded_or_not_as_by_libidn2)
{
	static uint32_t name[1024], mine[1024], its[1024];
	unsigned long decoded = 0;

	if (real.handle == NULL)
		skip();
	srand(1);
	for (int i = 0; i < DECODED_NAMES; i++) {
		size_t length = make_name(name), my_length = LENGTH(mine),
		       its_length = LENGTH(its);
		int code = ours.to_unicode_44i(name, length, mine, &my_length, 0);
		int its_code = real.to_unicode_44i(name, length, its, &its_length, 0);

		if (code != its_code) /* one of several faults of Punycode */
			assert_true(is_of_punycode(code) && is_of_punycode(its_code));
		assert_int_equal(my_length, its_length);
		if (code == 0)
			assert_memory_equal(mine, its, my_length * sizeof *mine);
		decoded += code == 0;
	}
	assert_in_range(decoded, DECODED_NAMES / 10, DECODED_NAMES);
}
