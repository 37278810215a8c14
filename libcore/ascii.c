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

#ifdef __SSE2__ /* part of the x86-64 architecture */
#include <emmintrin.h>
#endif

#define INDEX_MASK(length) (UINT64_MAX >> (64 - (length)))

/* The positions of each kind of character in a name; bit 0 is the first octet. */
struct places {
	uint64_t dots, hyphens, underscores;
	uint64_t letters_digits;
};

/*
 * A block is as many octets as one register holds: vectors save 40 % of an ASCII name's
 * instructions, and 6 % of an xn-- label's.  A test marks the octets that meet it; mask() turns
 * each mark into one bit.  The octets are ASCII, but for those of capitals().
 */
#if defined __SSE2__ || (defined __ARM_NEON && defined __aarch64__)

/* A vector of gcc and clang; the mark of an octet is 0xFF. */
typedef uint8_t ascii_block __attribute__((vector_size(16)));

static ascii_block every(uint8_t c)
{
	return (ascii_block){ 0 } + c;
}

static ascii_block equal(ascii_block octets, uint8_t c)
{
	return (ascii_block)(octets == every(c));
}

static ascii_block in_range(ascii_block octets, uint8_t first, uint8_t last)
{
	return (ascii_block)(octets - every(first) <= every((uint8_t)(last - first)));
}

static uint64_t mask(ascii_block marked)
{
#ifdef __SSE2__ /* part of the x86-64 architecture */
	return (unsigned)_mm_movemask_epi8((__m128i)marked);
#else
	const ascii_block bits = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
	uint64_t halves[2];

	marked &= bits;
	memcpy(halves, &marked, sizeof halves);
	for (int i = 0; i < 2; i++) /* the highest octet of the product is the sum of all */
		halves[i] = halves[i] * UINT64_C(0x0101010101010101) >> 56;
	return halves[0] | halves[1] << 8;
#endif
}

static bool is_ascii(ascii_block octets)
{
	return mask((ascii_block)(octets >= every(0x80))) == 0;
}

static ascii_block capitals(ascii_block octets)
{
	return in_range(octets, 'A', 'Z');
}

static ascii_block make_small(ascii_block octets, ascii_block letters)
{
	return octets | (letters & every('a' - 'A'));
}

#else /* the mark of each octet in a word is its highest bit */

typedef uint64_t ascii_block;

static ascii_block every(unsigned c)
{
	return UINT64_C(0x0101010101010101) * c;
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

/* The highest octet of the product has each mark once, that of the first octet lowest. */
static uint64_t mask(ascii_block marked)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return (marked >> 7) * UINT64_C(0x8040201008040201) >> 56;
#else
	return (marked >> 7) * UINT64_C(0x0102040810204080) >> 56;
#endif
}

#endif

static ascii_block load(const void *src)
{
	ascii_block octets;

	memcpy(&octets, src, sizeof octets);
	return octets;
}

static void store(char *dst, ascii_block octets)
{
	memcpy(dst, &octets, sizeof octets);
}

void ascii_narrow(char *dst, const uint32_t *src, size_t length)
{
	for (size_t i = 0; i < length; i++)
		dst[i] = (char)src[i];
}

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
	letters = in_range(octets | every('a' - 'A'), 'a', 'z');
	places->dots |= mask(equal(octets, '.')) << offset;
	places->hyphens |= mask(equal(octets, '-')) << offset;
	places->underscores |= mask(equal(octets, '_')) << offset;
	places->letters_digits |= mask(letters | digits) << offset;
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
	return judge(&places, length, flags);
}
