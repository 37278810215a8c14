/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The ordinary ASCII name, to which all steps of UTS #46 do nothing but make its
 * capitals small.  The rules are asked of all octets at once: a name is shorter
 * than 64, so for each kind of character a word holds where it stands, and a
 * shift by one compares neighbours.
 *
 *     www.my-host.example      a name
 *     ...1.......1.......      dots
 *     1...1.......1......      starts = dots << 1 | 1
 */
#include "ascii.h"

#include <string.h>

#include "idnx.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define INDEX_MASK(length) (UINT64_MAX >> (64 - (length)))

/* Where in a name each kind of character stands; bit 0 is the first octet. */
struct places {
	uint64_t dots, hyphens, underscores;
	uint64_t letters_digits;
};

#ifdef __SSE2__

/* SSE2 is part of the x86-64 architecture. */
#define BLOCK ASCII_BLOCK

static __m128i load(const void *src)
{
	return _mm_loadu_si128((const __m128i *)src);
}

static __m128i in_range(__m128i octets, char first, char last)
{
	__m128i at_least = _mm_max_epu8(octets, _mm_set1_epi8(first));

	return _mm_cmpeq_epi8(_mm_min_epu8(at_least, _mm_set1_epi8(last)), octets);
}

static uint64_t mask(__m128i chosen, size_t offset)
{
	return (uint64_t)(unsigned)_mm_movemask_epi8(chosen) << offset;
}

static uint64_t equal(__m128i octets, char c, size_t offset)
{
	return mask(_mm_cmpeq_epi8(octets, _mm_set1_epi8(c)), offset);
}

static bool block_is_ascii(const char *src, size_t offset)
{
	return !_mm_movemask_epi8(load(src + offset));
}

static void scan_block(const char *src, size_t offset, struct places *places, char *lower)
{
	__m128i octets = load(src + offset);
	__m128i small = _mm_or_si128(octets, _mm_set1_epi8('a' - 'A'));
	__m128i letters = in_range(small, 'a', 'z'), digits = in_range(octets, '0', '9');

	places->dots |= equal(octets, '.', offset);
	places->hyphens |= equal(octets, '-', offset);
	places->underscores |= equal(octets, '_', offset);
	places->letters_digits |= mask(_mm_or_si128(letters, digits), offset);
	octets = _mm_or_si128(octets, _mm_and_si128(letters, _mm_set1_epi8('a' - 'A')));
	_mm_storeu_si128((__m128i *)(void *)(lower + offset), octets);
}

/* Without a branch for each length: most labels are one block. */
void ascii_narrow(char *dst, const uint32_t *src, size_t length)
{
	for (size_t i = 0; i < length; i += BLOCK) {
		__m128i low = _mm_packs_epi32(load(src + i), load(src + i + 4));
		__m128i high = _mm_packs_epi32(load(src + i + 8), load(src + i + 12));

		_mm_storeu_si128((__m128i *)(void *)(dst + i), _mm_packus_epi16(low, high));
	}
}

#else

#define BLOCK 1

static bool block_is_ascii(const char *src, size_t offset)
{
	return (unsigned char)src[offset] < 0x80;
}

static void scan_block(const char *src, size_t offset, struct places *places, char *lower)
{
	uint32_t c = ascii_lower((unsigned char)src[offset]);
	uint64_t place = UINT64_C(1) << offset;

	if (c - 'a' < 26 || c - '0' < 10)
		places->letters_digits |= place;
	else if (c == '.')
		places->dots |= place;
	else if (c == '-')
		places->hyphens |= place;
	else if (c == '_')
		places->underscores |= place;
	lower[offset] = (char)c;
}

void ascii_narrow(char *dst, const uint32_t *src, size_t length)
{
	for (size_t i = 0; i < length; i++)
		dst[i] = (char)src[i];
}

#endif

/* False at the first block that is not ASCII.  The last block ends with the name. */
static bool scan(const char *src, size_t length, struct places *places, char *lower)
{
	for (size_t offset = 0; offset + BLOCK < length; offset += BLOCK) {
		if (!block_is_ascii(src, offset))
			return false;
		scan_block(src, offset, places, lower);
	}
	if (!block_is_ascii(src, length - BLOCK))
		return false;
	scan_block(src, length - BLOCK, places, lower);
	return true;
}

/* Labels shorter than 64 octets need no look at their lengths, but for empty ones. */
static enum ascii_name judge(const struct places *places, size_t length, unsigned flags)
{
	uint64_t all = INDEX_MASK(length), last = UINT64_C(1) << (length - 1);
	uint64_t starts = places->dots << 1 | 1, ends = places->dots >> 1 | last;
	uint64_t hyphens = places->hyphens;
	uint64_t allowed = places->letters_digits | places->dots | hyphens;

	if (!(flags & IDNX_USE_STD3_ASCII_RULES))
		allowed |= places->underscores;
	if ((allowed & all) != all || starts & places->dots & all)
		return ASCII_NO;
	if (flags & IDNX_VERIFY_DNS_LENGTH && places->dots & last)
		return ASCII_NO;
	if (starts << 2 & hyphens & hyphens >> 1) /* xn-- perhaps, or criterion 2 */
		return ASCII_PERHAPS;
	if (flags & IDNX_CHECK_HYPHENS && hyphens & (starts | ends))
		return ASCII_NO;
	return ASCII_ORDINARY;
}

enum ascii_name ascii_convert(const char *src, size_t length, char lower[ASCII_SIZE],
                              unsigned flags)
{
	char padded[BLOCK] = { 0 };
	struct places places = { 0, 0, 0, 0 };

	if (length == 0 || length >= ASCII_SIZE)
		return ASCII_NO;
	if (length < BLOCK)
		src = memcpy(padded, src, length);
	if (!scan(src, length < BLOCK ? BLOCK : length, &places, lower))
		return ASCII_NO;
	return judge(&places, length, flags);
}
