/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A main() for compilers without libFuzzer: gives the target every file in the folders that
 * are its arguments, and reports in TAP that it returned from each.
 */
#include <dirent.h>

#include "fuzz.h"

/* Does nothing if the target defines none. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	return 0;
}

static void replay_file(const char *folder, const char *name)
{
	static uint8_t data[1 << 20];
	char path[4096];
	uint8_t *input;
	size_t size;
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "rb");
	if (file == NULL) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	size = fread(data, 1, sizeof data, file);
	fclose(file);
	input = copy_of(data, size);
	/* A sanitizer's message does not name the input. */
	fprintf(stderr, "%s\n", path);
	LLVMFuzzerTestOneInput(input, size);
	free(input);
}

static unsigned replay_folder(const char *folder)
{
	DIR *files = opendir(folder);
	struct dirent *file;
	unsigned count = 0;

	if (files == NULL) {
		perror(folder);
		exit(EXIT_FAILURE);
	}
	while ((file = readdir(files)) != NULL) {
		if (file->d_name[0] == '.')
			continue;
		replay_file(folder, file->d_name);
		count++;
	}
	closedir(files);
	return count;
}

int main(int argc, char **argv)
{
	unsigned count = 0;

	LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 1; i < argc; i++)
		count += replay_folder(argv[i]);
	printf("1..1\n%sok 1 - no promise is broken by any of %u inputs\n",
	       count > 0 ? "" : "not ", count);
	return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
