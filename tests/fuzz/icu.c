/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ICU: any name of characters it knows gives ICU's result, or one of the known reasons
 * explains the difference (tests/common/reference/icu.h).
 */
#include <unistr.h>

#include "../common/reference/icu.h"
#include "common/fuzz.h"

/* Longer names are not valid in DNS; ICU accepts any, and takes time quadratic in it. */
#define NAME_MAX_OCTETS 256

static void check(struct icu_comparison *c, bool to_ascii)
{
	c->to_ascii = to_ascii;
	promise(icu_compare(c) || icu_explain(c) < ICU_REASONS,
	        "ICU agrees, or a reason is known");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct icu_comparison c;
	struct input input = { data, size };

	c.flags = take_octet(&input) % (IDNX_VERIFY_DNS_LENGTH << 1);
	if (input.left > NAME_MAX_OCTETS || (u8_check)(input.next, input.left) != NULL ||
	    (input.left > 0 && memchr(input.next, '\0', input.left) != NULL))
		return 0;
	random_name_from_utf8(&c.name, (const char *)input.next, input.left);
	if (!icu_knows(&c.name))
		return 0;
	check(&c, true);
	check(&c, false);
	return 0;
}
