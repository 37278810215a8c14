/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Prints the ASCII form of each name, or the reason why it has none. */
#include <idnx.h>
#include <stdio.h>
#include <string.h>

static int convert(const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];
	size_t length = strlen(name);
	struct idnx_result r;

	r = idnx_to_ascii(name, length, ace, sizeof ace, IDNX_LOOKUP);
	if (r.status == IDNX_OK) {
		puts(ace);
		return 0;
	}
	fprintf(stderr, "%s: label %u ", name, r.label);
	fprintf(stderr, "%s ", idnx_status_text(r.status));
	fprintf(stderr, "(%s)\n", idnx_status_code(r.status));
	return 1;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed |= convert(argv[i]);
	return failed;
}
