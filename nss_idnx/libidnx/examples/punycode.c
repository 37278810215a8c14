/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Prints "bücher" in Punycode: a program that needs no table of Unicode's, and gets none. */
#include <idnx.h>
#include <stdio.h>

int main(void)
{
	static const uint32_t code_points[] = { 'b', 0xFC, 'c', 'h', 'e', 'r' };
	char punycode[64];
	struct idnx_result result = idnx_punycode_encode(
		code_points, sizeof code_points / sizeof *code_points, punycode,
		sizeof punycode);

	if (result.status != IDNX_OK)
		return 1;
	puts(punycode);
	return 0;
}
