/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Unicode's own files, row by row: see unicode_file.h. */

#include "unicode_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ucd.h"

#define MISSING "# @missing:"

static void file_path(char *path, size_t size, const char *name)
{
	const char *directory = getenv("UNICODE_DIR");

	if (directory != NULL && *directory != '\0')
		snprintf(path, size, "%s/%s", directory, name);
	else
		snprintf(path, size, "build/unicode/%s/%s", ucd_version, name);
}

void unicode_files_or_skip(const char *program, const char *const *names)
{
	char path[4096];

	for (; *names != NULL; names++) {
		file_path(path, sizeof path, *names);
		if (access(path, R_OK) == 0)
			continue;
		printf("1..1\nok 1 - %s # SKIP %s is missing: run make unicode, or pass "
		       "UNICODE_DIR=directory\n",
		       program, path);
		exit(EXIT_SUCCESS);
	}
}

void unicode_file_open(struct unicode_file *file, const char *name)
{
	char path[4096];

	file_path(path, sizeof path, name);
	*file = (struct unicode_file){ .stream = fopen(path, "r") };
	if (file->stream == NULL) {
		perror(path);
		exit(EXIT_FAILURE);
	}
}

void unicode_file_close(struct unicode_file *file)
{
	free(file->line);
	fclose(file->stream);
}

static char *trim(char *text)
{
	size_t length;

	text += strspn(text, " \t\r\n");
	length = strlen(text);
	while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
		length--;
	text[length] = '\0';
	return text;
}

bool unicode_file_row(struct unicode_file *file)
{
	while (getline(&file->line, &file->line_size, file->stream) >= 0) {
		char *row = file->line;

		if (strncmp(row, MISSING, strlen(MISSING)) == 0)
			row += strlen(MISSING);
		row[strcspn(row, "#")] = '\0';
		row = trim(row);
		if (*row == '\0')
			continue;
		for (file->fields = 0; row != NULL; file->fields++) {
			if (file->fields == UNICODE_FIELDS_MAX) {
				fprintf(stderr, "a row of too many fields: %s\n", row);
				exit(EXIT_FAILURE);
			}
			file->field[file->fields] = trim(strsep(&row, ";"));
		}
		return true;
	}
	return false;
}

void unicode_range(const char *field, uint32_t *first, uint32_t *last)
{
	char *end;

	*first = *last = (uint32_t)strtoul(field, &end, 16);
	if (strncmp(end, "..", 2) == 0)
		*last = (uint32_t)strtoul(end + 2, &end, 16);
	if (end == field || *end != '\0' || *last < *first || *last >= UNICODE_CODE_POINTS) {
		fprintf(stderr, "not a range of code points: %s\n", field);
		exit(EXIT_FAILURE);
	}
}

size_t unicode_sequence(const char *field, uint32_t *out, size_t size)
{
	size_t length = 0;

	while (*field != '\0') {
		char *end;
		unsigned long code_point = strtoul(field, &end, 16);

		if (end == field || code_point >= UNICODE_CODE_POINTS || length == size) {
			fprintf(stderr, "not code points, or too many: %s\n", field);
			exit(EXIT_FAILURE);
		}
		out[length++] = (uint32_t)code_point;
		field = end + strspn(end, " ");
	}
	return length;
}

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
