/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Unicode's files on scripts and decimal digits: see script.h. */

#include "script.h"

#include <stdlib.h>
#include <string.h>

#define LISTS_MAX 8192

const char *const script_files[] = {
	"PropertyValueAliases.txt", "Scripts.txt",     "ScriptExtensions.txt",
	"IdentifierType.txt",       "UnicodeData.txt", NULL,
};

static struct script {
	char name[8], long_name[40];
	const char *alone[2]; /* a list of it */
} scripts[SCRIPTS_MAX];
static size_t script_count;
static const char *recommended[SCRIPTS_MAX + 1];

static const char *lists[LISTS_MAX]; /* each ended by NULL */
static size_t lists_used;

static const char *const *extensions[UNICODE_CODE_POINTS];
static uint32_t zeros[UNICODE_CODE_POINTS];

/* --- Names ---------------------------------------------------------------- */

static void give_up(const char *what, const char *value)
{
	fprintf(stderr, "%s: %s\n", what, value);
	exit(EXIT_FAILURE);
}

/* Finds a script by its short or its long name. */
static struct script *find(const char *name)
{
	for (size_t i = 0; i < script_count; i++)
		if (strcmp(scripts[i].name, name) == 0 ||
		    strcmp(scripts[i].long_name, name) == 0)
			return &scripts[i];
	give_up("no script", name);
	return NULL;
}

static void read_names(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "PropertyValueAliases.txt");
	while (unicode_file_row(&file)) {
		struct script *script = &scripts[script_count];

		if (strcmp(file.field[0], "sc") != 0)
			continue;
		if (script_count == SCRIPTS_MAX ||
		    strlen(file.field[1]) >= sizeof script->name ||
		    strlen(file.field[2]) >= sizeof script->long_name)
			give_up("too many or too long", file.field[1]);
		strcpy(script->name, file.field[1]);
		strcpy(script->long_name, file.field[2]);
		script->alone[0] = script->name;
		script_count++;
	}
	unicode_file_close(&file);
}

const char *script_long_name(const char *script)
{
	return find(script)->long_name;
}

/* --- Scripts -------------------------------------------------------------- */

static void set_extensions(const char *range, const char *const *list)
{
	uint32_t first, last;

	unicode_range(range, &first, &last);
	for (uint32_t c = first; c <= last; c++)
		extensions[c] = list;
}

/* Reads "Beng Deva": a list of two. */
static const char *const *read_list(char *value)
{
	const char **list = &lists[lists_used], *name;

	while ((name = strsep(&value, " ")) != NULL) {
		lists[lists_used++] = find(name)->name;
		if (lists_used == LISTS_MAX)
			give_up("too many lists", name);
	}
	lists_used++;
	return list;
}

/* Reads Scripts.txt, whose first row, "@missing", covers all code points. */
static void read_scripts(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "Scripts.txt");
	while (unicode_file_row(&file))
		set_extensions(file.field[0], find(file.field[1])->alone);
	unicode_file_close(&file);

	unicode_file_open(&file, "ScriptExtensions.txt");
	while (unicode_file_row(&file))
		if (strcmp(file.field[1], "<script>") != 0)
			set_extensions(file.field[0], read_list(file.field[1]));
	unicode_file_close(&file);
}

const char *const *script_extensions(uint32_t code_point)
{
	return extensions[code_point];
}

/* --- Recommended scripts -------------------------------------------------- */

static void recommend_script_of(uint32_t code_point)
{
	const char *const *list = extensions[code_point];
	size_t i = 0;

	if (list[1] != NULL || strcmp(list[0], "Zyyy") == 0 || strcmp(list[0], "Zinh") == 0)
		return;
	while (recommended[i] != NULL && strcmp(recommended[i], list[0]) != 0)
		i++;
	recommended[i] = list[0];
}

static void read_types(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "IdentifierType.txt");
	while (unicode_file_row(&file)) {
		uint32_t first, last;

		unicode_range(file.field[0], &first, &last);
		if (strcmp(file.field[1], "Recommended") == 0)
			for (uint32_t c = first; c <= last; c++)
				recommend_script_of(c);
	}
	unicode_file_close(&file);
}

const char *const *script_recommended(void)
{
	return recommended;
}

/* --- Digits --------------------------------------------------------------- */

/* Reads field 6, the value of a decimal digit. */
static void read_digits(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "UnicodeData.txt");
	while (unicode_file_row(&file)) {
		uint32_t first, last;

		unicode_range(file.field[0], &first, &last);
		if (strcmp(file.field[2], "Nd") == 0)
			zeros[first] = first - (uint32_t)atoi(file.field[6]);
	}
	unicode_file_close(&file);
}

uint32_t script_zero(uint32_t code_point)
{
	return zeros[code_point];
}

void script_read(void)
{
	read_names();
	read_scripts();
	read_types();
	read_digits();
}
