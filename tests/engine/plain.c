/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ascii.c has plain C for processors without SSE2 and NEON.  Compiled here under other names, it
 * gives the library's results.
 */
#undef __SSE2__
#undef __ARM_NEON
#define ascii_convert    plain_ascii_convert
#define ascii_copy_small plain_ascii_copy_small
#define ascii_narrow     plain_ascii_narrow /* the same for all */
#include <ascii.c>

#include "../common/test.h"
#undef ascii_convert
#undef ascii_copy_small

enum ascii_name ascii_convert(const char *src, size_t length, char lower[ASCII_SIZE],
                              unsigned flags);
void ascii_copy_small(char *dst, const char *src, size_t length);

#define ROUNDS 300000

static size_t random_ascii(char *name)
{
	static const char characters[] = "abcxyzXYZ019--..__ /\x7F\x80\xFF",
			  borders[] = "@[`{/:";
	size_t length = (size_t)rand() % (ASCII_SIZE + 4);
	size_t kinds = 4 + (size_t)rand() % (sizeof characters - 4);

	for (size_t i = 0; i < length; i++)
		name[i] = characters[(size_t)rand() % kinds];
	if (length && rand() % 16 == 0)
		name[(size_t)rand() % length] = borders[(size_t)rand() % sizeof borders];
	return length;
}

TEST(ascii_names_convert_alike)
{
	char name[ASCII_SIZE + 4], lower[ASCII_SIZE], plain[ASCII_SIZE];
	unsigned kinds[ASCII_ORDINARY + 1] = { 0 };

	for (int round = 0; round < ROUNDS; round++) {
		size_t length = random_ascii(name);
		unsigned flags = (unsigned)rand() & 0x3FF;
		enum ascii_name kind = ascii_convert(name, length, lower, flags);

		assert_int_equal(kind, plain_ascii_convert(name, length, plain, flags));
		if (kind != ASCII_NO)
			assert_memory_equal(lower, plain, length);
		kinds[kind]++;
	}
	for (size_t kind = 0; kind <= ASCII_ORDINARY; kind++)
		assert_true(kinds[kind] >= ROUNDS / 200);
}

/* All octets, at every place of a block, in texts of every length. */
TEST(octets_are_copied_in_lower_case_and_no_others)
{
	char octets[256 + 80], small[80 + 1], plain[80 + 1];

	for (size_t i = 0; i < sizeof octets; i++)
		octets[i] = (char)i;
	for (size_t first = 0; first < 256; first++)
		for (size_t length = 0; length <= 80; length++) {
			small[length] = plain[length] = '#';
			ascii_copy_small(small, octets + first, length);
			plain_ascii_copy_small(plain, octets + first, length);
			assert_memory_equal(small, plain, length + 1);
			for (size_t i = 0; i < length; i++)
				assert_int_equal((unsigned char)small[i],
				                 ascii_lower((first + i) % 256));
		}
}
