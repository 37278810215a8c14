/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A main() for compilers without libFuzzer: gives the target each input of the archive that is
 * its argument (tests/fuzz/corpus), and reports in TAP that it returned from all.
 */
#include "fuzz.h"

/* Does nothing if the target defines none. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	return 0;
}

/* Decodes base64 up to a "=" or a blank, in its place; returns the number of octets. */
static size_t decode(char *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				     "0123456789+/";
	size_t length = 0, used = strspn(text, digits);
	uint32_t bits = 0;

	for (size_t i = 0; i < used; i++) {
		bits = bits << 6 | (uint32_t)(strchr(digits, text[i]) - digits);
		if (i % 4 > 0)
			text[length++] = (char)(bits >> (6 - 2 * (i % 4)));
	}
	return length;
}

int main(int argc, char **argv)
{
	FILE *archive = fopen(argc > 1 ? argv[1] : "", "r");
	unsigned expected = 0, count = 0;
	size_t size = 0;
	char *line = NULL;

	LLVMFuzzerInitialize(&argc, &argv);
	if (archive == NULL || fscanf(archive, "# %u inputs in base64\n", &expected) != 1)
		expected = 1;
	for (; archive != NULL && getline(&line, &size, archive) > 0; count++) {
		size_t length = decode(line);
		uint8_t *input = copy_of(line, length);

		/* A sanitizer's message does not name the input. */
		fprintf(stderr, "%s, line %u\n", argv[1], count + 2);
		LLVMFuzzerTestOneInput(input, length);
		free(input);
	}
	free(line);
	printf("1..1\n%sok 1 - no promise is broken by any of %u inputs\n",
	       count == expected ? "" : "not ", count);
	return count == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
