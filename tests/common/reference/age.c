/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Reads DerivedAge.txt and counts the newest code points that a suite reaches. */

#include "age.h"
#include "property.h"

#include <stdlib.h>
#include <string.h>

static uint8_t ages[UNICODE_CODE_POINTS];
static uint8_t newest;
static bool reached[UNICODE_CODE_POINTS];

static int age_value(const char *name)
{
	char *end;
	unsigned long major = strtoul(name, &end, 10);

	if (strcmp(name, "Unassigned") == 0)
		return 0;
	return *end == '.' ? (int)(major * 10 + strtoul(end + 1, NULL, 10)) : -1;
}

void age_read(void)
{
	property_read("DerivedAge.txt", NULL, age_value, ages);
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (ages[c] > newest)
			newest = ages[c];
}

void age_read_version(char version[static AGE_VERSION_SIZE])
{
	struct unicode_file file;
	unsigned char part[3];

	unicode_file_open(&file, "DerivedAge.txt");
	if (fscanf(file.stream, "# DerivedAge-%hhu.%hhu.%hhu.txt", &part[0], &part[1],
	           &part[2]) != 3) {
		fprintf(stderr, "DerivedAge.txt names no version\n");
		exit(EXIT_FAILURE);
	}
	unicode_file_close(&file);
	snprintf(version, AGE_VERSION_SIZE, "%d.%d.%d", part[0], part[1], part[2]);
}

unsigned age_of(uint32_t code_point)
{
	return ages[code_point];
}

void age_reached(uint32_t code_point)
{
	reached[code_point] = true;
}

void age_report(const char *suite)
{
	unsigned all = 0, seen = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		all += ages[c] == newest;
		seen += ages[c] == newest && reached[c];
	}
	printf("# note: %s reaches %u of %u code points of age %d.%d\n", suite, seen, all,
	       newest / 10, newest % 10);
}
