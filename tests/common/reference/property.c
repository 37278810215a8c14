/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A property's values, read from the file Unicode derives for it: see property.h. */

#include "property.h"

#include <stdlib.h>
#include <string.h>

int property_index(const char *const *names, const char *name)
{
	for (int i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -1;
}

/* Later rows win: "@missing" rows stand before the others, wide before narrow. */
void property_read(const char *name, const char *property, int (*value)(const char *),
                   uint8_t values[UNICODE_CODE_POINTS])
{
	struct unicode_file file;
	size_t column = property == NULL ? 1 : 2;

	unicode_file_open(&file, name);
	while (unicode_file_row(&file)) {
		uint32_t first, last;
		int number;

		if (property != NULL && strcmp(file.field[1], property) != 0)
			continue;
		unicode_range(file.field[0], &first, &last);
		number = file.fields > column ? value(file.field[column]) : -1;
		if (number < 0 || number > UINT8_MAX) {
			fprintf(stderr, "%s: %s has an unknown value\n", name, file.field[0]);
			exit(EXIT_FAILURE);
		}
		memset(values + first, number, last - first + 1);
	}
	unicode_file_close(&file);
}
