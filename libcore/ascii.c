/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Converts ordinary ASCII names, for which all that UTS #46 does is fold capitals
 * to lower case.  The rules are applied to all octets at once: a name has fewer
 * than 64, so one word per kind of character holds its positions, and a shift by
 * one compares neighbours.
 *
 *     www.my-host.example      a name
 *     ...1.......1.......      dots
 *     1...1.......1......      starts = dots << 1 | 1
 */
#include "ascii.h"

#include <string.h>

#include "idnx.h"

#if defined __SSE2__
#include <emmintrin.h>
#elif defined __ARM_NEON && defined __aarch64__
#include <arm_neon.h>
#endif

#define INDEX_MASK(length) (UINT64_MAX >> (64 - (length)))

/* The positions of each kind of character in a name; bit 0 is the first octet. */
struct places {
	uint64_t dots, hyphens, underscores;
	uint64_t letters_digits;
};

/*
 * A block is as many octets as one register holds.  A test marks the octets that meet it;
 * mask() turns each mark into one bit.  The octets are ASCII, but for those of capitals().
 */
#if defined __SSE2__ /* part of the x86-64 architecture */

typedef __m128i ascii_block;

static ascii_block load(const void *src)
{
	return _mm_loadu_si128((const __m128i *)src);
}

static void store(char *dst, ascii_block octets)
{
	_mm_storeu_si128((__m128i *)(void *)dst, octets);
}

static ascii_block every(char c)
{
	return _mm_set1_epi8(c);
}

static ascii_block either(ascii_block a, ascii_block b)
{
	return _mm_or_si128(a, b);
}

static bool is_ascii(ascii_block octets)
{
	return !_mm_movemask_epi8(octets);
}

static ascii_block equal(ascii_block octets, char c)
{
	return _mm_cmpeq_epi8(octets, every(c));
}

static ascii_block in_range(ascii_block octets, char first, char last)
{
	ascii_block at_least = _mm_max_epu8(octets, every(first));

	return _mm_cmpeq_epi8(_mm_min_epu8(at_least, every(last)), octets);
}

static ascii_block capitals(ascii_block octets)
{
	return in_range(octets, 'A', 'Z');
}

static ascii_block make_small(ascii_block octets, ascii_block letters)
{
	return either(octets, _mm_and_si128(letters, every('a' - 'A')));
}

static uint64_t mask(ascii_block marked)
{
	return (unsigned)_mm_movemask_epi8(marked);
}

/* Copies whole blocks, without a branch on the length: most labels are one block. */
void ascii_narrow(char *dst, const uint32_t *src, size_t length)
{
	for (size_t i = 0; i < length; i += sizeof(ascii_block)) {
		ascii_block low = _mm_packs_epi32(load(src + i), load(src + i + 4));
		ascii_block high = _mm_packs_epi32(load(src + i + 8), load(src + i + 12));

		store(dst + i, _mm_packus_epi16(low, high));
	}
}

#elif defined __ARM_NEON && defined __aarch64__ /* part of the arm64 architecture */

typedef uint8x16_t ascii_block;

static ascii_block load(const char *src)
{
	return vld1q_u8((const uint8_t *)src);
}

static void store(char *dst, ascii_block octets)
{
	vst1q_u8((uint8_t *)dst, octets);
}

static ascii_block every(uint8_t c)
{
	return vdupq_n_u8(c);
}

static ascii_block either(ascii_block a, ascii_block b)
{
	return vorrq_u8(a, b);
}

static bool is_ascii(ascii_block octets)
{
	return vmaxvq_u8(octets) < 0x80;
}

static ascii_block equal(ascii_block octets, uint8_t c)
{
	return vceqq_u8(octets, every(c));
}

static ascii_block in_range(ascii_block octets, uint8_t first, uint8_t last)
{
	return vcleq_u8(vsubq_u8(octets, every(first)), every((uint8_t)(last - first)));
}

static ascii_block capitals(ascii_block octets)
{
	return in_range(octets, 'A', 'Z');
}

static ascii_block make_small(ascii_block octets, ascii_block letters)
{
	return either(octets, vandq_u8(letters, every('a' - 'A')));
}

static uint64_t mask(ascii_block marked)
{
	const ascii_block bits = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };

	marked = vandq_u8(marked, bits);
	return vaddv_u8(vget_low_u8(marked)) | (unsigned)vaddv_u8(vget_high_u8(marked)) << 8;
}

#else /* the mark of each octet in a word is its highest bit */

typedef uint64_t ascii_block;

/* Makes the first octet the lowest one. */
static ascii_block ordered(ascii_block octets)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	octets = __builtin_bswap64(octets);
#endif
	return octets;
}

static ascii_block load(const char *src)
{
	ascii_block octets;

	memcpy(&octets, src, sizeof octets);
	return ordered(octets);
}

static void store(char *dst, ascii_block octets)
{
	octets = ordered(octets);
	memcpy(dst, &octets, sizeof octets);
}

static ascii_block every(unsigned c)
{
	return UINT64_C(0x0101010101010101) * c;
}

static ascii_block either(ascii_block a, ascii_block b)
{
	return a | b;
}

static bool is_ascii(ascii_block octets)
{
	return !(octets & every(0x80));
}

static ascii_block equal(ascii_block octets, unsigned c)
{
	return (every(0x80) - (octets ^ every(c))) & every(0x80);
}

static ascii_block in_range(ascii_block octets, unsigned first, unsigned last)
{
	return (octets + every(0x80 - first)) & ~(octets + every(0x7F - last)) & every(0x80);
}

static ascii_block capitals(ascii_block octets)
{
	return in_range(octets & every(0x7F), 'A', 'Z') & ~octets;
}

static ascii_block make_small(ascii_block octets, ascii_block letters)
{
	return octets | letters / (0x80 / ('a' - 'A'));
}

/* The highest octet of the product has each mark once, in order. */
static uint64_t mask(ascii_block marked)
{
	return (marked >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

#endif

#ifndef __SSE2__

void ascii_narrow(char *dst, const uint32_t *src, size_t length)
{
	for (size_t i = 0; i < length; i++)
		dst[i] = (char)src[i];
}

#endif

#define BLOCK sizeof(ascii_block)

static void copy_block(char *dst, const char *src)
{
	ascii_block octets = load(src);

	store(dst, make_small(octets, capitals(octets)));
}

void ascii_copy_small(char *dst, const char *src, size_t length)
{
	size_t done = 0;

	for (; length - done >= BLOCK; done += BLOCK)
		copy_block(dst + done, src + done);
	if (length >= BLOCK) /* the last block ends with the text */
		copy_block(dst + length - BLOCK, src + length - BLOCK);
	else
		for (; done < length; done++)
			dst[done] = (char)ascii_lower((unsigned char)src[done]);
}

static bool scan_block(const char *src, size_t offset, struct places *places, char *lower)
{
	ascii_block octets = load(src + offset), digits, letters;

	if (!is_ascii(octets))
		return false;
	digits = in_range(octets, '0', '9');
	letters = in_range(either(octets, every('a' - 'A')), 'a', 'z');
	places->dots |= mask(equal(octets, '.')) << offset;
	places->hyphens |= mask(equal(octets, '-')) << offset;
	places->underscores |= mask(equal(octets, '_')) << offset;
	places->letters_digits |= mask(either(letters, digits)) << offset;
	store(lower + offset, make_small(octets, letters));
	return true;
}

/* Returns false at the first block that is not ASCII.  The last block ends with the name. */
static bool scan(const char *src, size_t length, struct places *places, char *lower)
{
	for (size_t offset = 0; offset + BLOCK < length; offset += BLOCK)
		if (!scan_block(src, offset, places, lower))
			return false;
	return scan_block(src, length - BLOCK, places, lower);
}

/* In a name of fewer than 64 octets, the only wrong length of a label is 0. */
static enum ascii_name check(const struct places *places, size_t length, unsigned flags)
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
	if (starts << 2 & hyphens & hyphens >> 1) /* perhaps xn--, or criterion 2 */
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
	return check(&places, length, flags);
}
