/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Reads the samples of RFC 3492 section 7.1, one after the other: see samples.h. */

#include "samples.h"

static FILE *open_samples(void)
{
	FILE *file = fopen("tests/documents/rfc3492.tsv", "r");

	assert_non_null(file);
	return file;
}

static bool next_sample(FILE *file, struct sample *sample)
{
	size_t size = 0;
	char *fields;

	free(sample->line);
	sample->line = NULL;
	if (getline(&sample->line, &size, file) < 0)
		return false;
	if (*sample->line == '#')
		return next_sample(file, sample);
	fields = sample->line;
	sample->name = strsep(&fields, "\t");
	sample->text = text_of(strsep(&fields, "\t"));
	sample->punycode = strsep(&fields, "\n");
	print_message("# %s\n", sample->name);
	return true;
}

void for_each_sample(judge_sample *judge)
{
	struct sample sample = { .line = NULL };
	FILE *file = open_samples();
	unsigned count = 0;

	for (; next_sample(file, &sample); count++)
		judge(&sample);
	free(sample.line);
	fclose(file);
	assert_int_equal(count, 'S' - 'A' + 1);
}
