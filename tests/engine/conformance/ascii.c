/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libcore has a fast path for pure-ASCII names.  A soft hyphen, which Map removes, forces the
 * full path.  Both paths must give the same result.
 */
#include <stdbool.h>
#include <string.h>

#include "../../common/test.h"
#include "idnx.h"
#include "../../common/reference/random.h"

#define NAMES       400000
#define NAME_MAX    200
#define SOFT_HYPHEN "\xC2\xAD"

struct ascii_name {
	size_t length;
	char octets[NAME_MAX];
};

/* Makes a run of 'a' of any length, with a few characters that have rules. */
static void random_ascii_name(struct random *from, struct ascii_name *name)
{
	static const char octets[] = "aaabxn---....09_ZX~ \x7F";
	static const uint32_t limits[] = {8, 20, 70, NAME_MAX};
	uint32_t changes = random_below(from, 12);

	name->length = random_below(from, limits[random_below(from, 4)]);
	memset(name->octets, 'a', name->length);
	for (uint32_t at = 0; name->length > 0 && changes > 0; changes--) {
		/* Often the next place, to get "xn--" and ".-". */
		at = random_below(from, 3) ? at + 1 : random_below(from, NAME_MAX);
		name->octets[at % name->length] =
			octets[random_below(from, (uint32_t)sizeof octets - 1)];
	}
	if (name->length > 4 && random_below(from, 8) == 0)
		memcpy(name->octets + random_below(from, (uint32_t)name->length - 3), "xn--",
		       4);
}

static size_t with_soft_hyphen(const struct ascii_name *name, size_t at, char dst[NAME_MAX + 2])
{
	memcpy(dst, name->octets, at);
	memcpy(dst + at, SOFT_HYPHEN, 2);
	memcpy(dst + at + 2, name->octets + at, name->length - at);
	return name->length + 2;
}

typedef struct idnx_result conversion(const char *, size_t, char *, size_t, unsigned);

struct ending {
	struct idnx_result result;
	char string[IDNX_NAME_SIZE];
};

static void reach(struct ending *ending, conversion *convert, const char *src, size_t src_len,
                  unsigned flags)
{
	ending->string[0] = '\0';
	ending->result = convert(src, src_len, ending->string, sizeof ending->string, flags);
}

/* Numbers and "localhost" are rejected only in names that contain a non-ASCII character. */
static bool same(const struct ending *shorter, const struct ending *whole)
{
	if (whole->result.status == IDNX_NUMBER || whole->result.status == IDNX_LOCALHOST)
		return shorter->result.status == IDNX_OK;
	return shorter->result.status == whole->result.status &&
	       shorter->result.label == whole->result.label &&
	       shorter->result.length == whole->result.length &&
	       strcmp(shorter->string, whole->string) == 0;
}

TEST(ascii_names_end_as_they_do_with_a_soft_hyphen)
{
	static conversion *const conversions[] = {idnx_to_ascii, idnx_to_unicode};
	struct random random_state = {.state = 1034};
	unsigned valid = 0, wrong = 0;

	for (unsigned i = 0; i < NAMES; i++) {
		static struct ending shorter, whole;
		struct ascii_name name;
		char other[NAME_MAX + 2];
		unsigned flags = random_below(&random_state, IDNX_HOST_NO_ADDRESS << 1);
		conversion *either = conversions[i % 2];
		uint32_t at;

		random_ascii_name(&random_state, &name);
		at = random_below(&random_state, (uint32_t)name.length + 1);
		reach(&shorter, either, name.octets, name.length, flags);
		reach(&whole, either, other, with_soft_hyphen(&name, at, other), flags);
		valid += shorter.result.status == IDNX_OK;
		if (!same(&shorter, &whole) && wrong++ < 20)
			print_message("# flags %02X, %.*s: %s, not %s\n", flags,
			              (int)name.length, name.octets,
			              idnx_status_code(shorter.result.status),
			              idnx_status_code(whole.result.status));
	}
	print_message("# note: %u of %u ASCII names are valid\n", valid, NAMES);
	assert_true(valid >= 1 && valid <= NAMES - 1);
	assert_int_equal(wrong, 0);
}
