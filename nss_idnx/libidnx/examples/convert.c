/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Prints the ASCII form of each name, or the reason why it has none. */
#include <idnx.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++) {
		char ace[IDNX_HOST_NAME_SIZE];
		struct idnx_result result = idnx_to_ascii(argv[i], strlen(argv[i]), ace,
		                                          sizeof ace, IDNX_LOOKUP);

		if (result.status == IDNX_OK) {
			puts(ace);
			continue;
		}
		failed = 1;
		fprintf(stderr, "%s: label %u %s (%s)\n", argv[i], result.label,
		        idnx_status_text(result.status), idnx_status_code(result.status));
	}
	return failed;
}
