/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_explain(), for any octets under any flags: the checks of
 * tests/common/reference/explained.h, and that all reported places lie within the name.
 */
#include "../common/reference/explained.h"
#include "common/conversion.h"

static void check_told(void *context, const struct idnx_explanation *told)
{
	const struct conversion *from = context;

	promise(told->octet <= from->src_len && told->octets <= from->src_len - told->octet,
	        "a character lies within src");
	promise(told->code_point <= told->octet, "there are no more of them than octets");
	promise(told->position <= IDNX_CODE_POINTS_MAX, "a label is no longer than a name");
	for (size_t i = 0; i < told->before_length; i++)
		promise(told->before[i] <= 0x10FFFF, "before are code points");
	for (size_t i = 0; i < told->after_length; i++)
		promise(told->after[i] <= 0x10FFFF, "after are code points");
	for (size_t i = 0; i < told->ascii_length; i++)
		promise((unsigned char)told->ascii[i] < 0x80, "and ASCII is ASCII");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct conversion from = take_conversion(data, size);
	char *dst = untouched(from.dst_size);
	size_t dst_size = from.dst_size;

	idnx_explain(from.src, from.src_len, dst, dst_size, from.flags, check_told, &from);
	if (from.flags <= EVERY_FLAG) {
		if (dst_size > IDNX_NAME_SIZE)
			dst_size = IDNX_NAME_SIZE;
		promise(explained_in(from.src, from.src_len, from.flags, dst_size),
		        "what is told leads to the result");
	}
	free(dst);
	free(from.src);
	return 0;
}
