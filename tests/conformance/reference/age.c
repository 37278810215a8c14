/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* DerivedAge.txt, and how many of the newest code points a suite reaches. */

#include "age.h"
#include "property.h"

#include <stdlib.h>
#include <string.h>

#define NEWEST 180

static uint8_t ages[UNICODE_CODE_POINTS];
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
		all += ages[c] == NEWEST;
		seen += ages[c] == NEWEST && reached[c];
	}
	printf("# note: %s reaches %u of %u code points of age 18.0\n", suite, seen, all);
}
