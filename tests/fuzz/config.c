/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx.conf, of any text and any name: the settings are as config.h says, and the text read in
 * pieces, as from a file, gives the same result.  The command finds an error that stops a name, in words.
 */
#include "common/written.h"
#include "config_parser.h"

/* An input has the length of a name, the name, the size of the pieces, and the text. */
struct file {
	char *name, *text;
	size_t name_length, length, piece;

	char form[IDNX_NAME_SIZE]; /* of the name, without a root dot */
	size_t form_length;
	bool has_root_dot;
};

static struct file take_file(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct file file = { .name_length = take_octet(&input) };
	struct idnx_result result;

	if (file.name_length > input.left)
		file.name_length = input.left;
	file.name = copy_of(input.next, file.name_length);
	input.next += file.name_length;
	input.left -= file.name_length;
	file.piece = 1 + take_octet(&input);
	file.text = allocate(input.left + 1); /* config_fault_text() reads up to a NUL */
	memcpy(file.text, input.next, input.left);
	file.text[input.left] = '\0';
	file.length = input.left;

	result = idnx_to_unicode(file.name, file.name_length, file.form, sizeof file.form, 0);
	file.form_length = result.length;
	file.has_root_dot = file.form_length > 0 && file.form[file.form_length - 1] == '.';
	file.form_length -= file.has_root_dot;
	return file;
}

static bool equal(const struct settings *a, const struct settings *b)
{
	return memcmp(a->values, b->values, sizeof a->values) == 0 &&
	       memcmp(a->lines, b->lines, sizeof a->lines) == 0 &&
	       memcmp(&a->scripts, &b->scripts, sizeof a->scripts) == 0 &&
	       a->listed.excluded == b->listed.excluded &&
	       memcmp(a->listed.protected_lines, b->listed.protected_lines,
	              sizeof a->listed.protected_lines) == 0 &&
	       strcmp(a->charset, b->charset) == 0 && a->suffix_length == b->suffix_length &&
	       a->section_line == b->section_line;
}

static bool is_same(const struct config_result *a, const struct config_result *b)
{
	return a->status == b->status && a->missing == b->missing && a->error == b->error &&
	       a->line == b->line && a->first == b->first && a->suffix == b->suffix &&
	       a->word == b->word && a->word_length == b->word_length &&
	       a->restricts == b->restricts && a->sets == b->sets &&
	       a->reports_everywhere == b->reports_everywhere;
}

static unsigned lines(const struct file *file)
{
	unsigned count = 1;

	for (size_t i = 0; i < file->length; i++)
		count += file->text[i] == '\n';
	return count;
}

/* --- What may be said -------------------------------------------------------- */

static void check_result(const struct file *file, const struct config_result *result)
{
	bool repeats = result->status == CONFIG_REPEATED_KEY ||
	               result->status == CONFIG_REPEATED_SECTION;

	promise(!result->missing && result->error == 0, "a text is there and can be read");
	promise((result->line > 0) == (result->status >= CONFIG_CONTROL) &&
	                result->line <= lines(file),
	        "an error is in a line");
	promise((result->first > 0) == repeats && (!repeats || result->first < result->line),
	        "what is repeated was in a line before");
	promise((result->suffix != IDNX_OK) == (result->status == CONFIG_SUFFIX),
	        "what is no suffix has its reason");
	promise((result->word_length == 0) == (result->status < CONFIG_SYNTAX ||
	                                       result->status == CONFIG_REPEATED_SECTION),
	        "what is not one of the whole line has a word");
	promise(result->word + result->word_length <= CONF_LINE_MAX, "it is in its line");
	promise(*config_status_text(result->status) != '\0', "each error has its words");
}

static void check_section(const struct file *file, const struct settings *settings)
{
	size_t length = file->form_length;

	promise((settings->section_line > 0) == (settings->suffix_length > 0) &&
	                settings->section_line <= lines(file),
	        "a section is in a line");
	promise(settings->suffix_length <= length, "a name is below its section");
	promise(settings->suffix_length == 0 || settings->suffix_length == length ||
	                file->form[length - settings->suffix_length - 1] == '.',
	        "and by whole labels");
}

static void check_settings(const struct settings *settings, const struct config_result *result)
{
	for (size_t key = 0; key < CONFIG_KEYS; key++)
		promise(settings->values[key] == 0 ||
		                config_keys[key].values[settings->values[key]][0] != '\0',
		        "a value is one of its key");
	promise(settings->listed.protected_lines[MATCH_SAME] == 0 ||
	                config_protects(settings) == IDNX_OK,
	        "a protected name reads as none and contains none");
	promise(memchr(settings->charset, '\0', CONFIG_CHARSET_SIZE) != NULL &&
	                settings->charset[0] != '\0',
	        "a charset has a name");
	promise(!settings->values[CONFIG_REVERSE] ||
	                config_sets(result, CONFIG_REVERSE, CONFIG_REVERSE),
	        "here is somewhere");
	promise(!result->reports_everywhere || settings->values[CONFIG_MODE],
	        "everywhere is here");
	promise(config_protection(settings) == CONFIG_PROTECTION_OFF || result->restricts,
	        "what restricts a name is in the file");
}

/* --- What must not matter ----------------------------------------------------- */

static struct config_result parse(const char *text, size_t length, const char *name,
                                  size_t name_length, struct settings *settings)
{
	struct match match;

	match_begin(&match, name, name_length);
	return config_parse(text, length, &match, settings);
}

/* Passes the lines to the parser as config_file.c does. */
static struct config_result parse_in_pieces(const struct file *file, struct settings *settings)
{
	struct match match;
	struct config_parser parser = { .match = &match };
	char *window = allocate(CONF_LINE_MAX + 1);
	size_t length = 0;

	match_begin(&match, file->name, file->name_length);
	config_begin(&parser);
	for (size_t at = 0, count; at < file->length; at += count) {
		count = file->length - at < file->piece ? file->length - at : file->piece;
		if (count > CONF_LINE_MAX + 1 - length)
			count = CONF_LINE_MAX + 1 - length;
		memcpy(window + length, file->text + at, count);
		length = conf_lines_take(window, length + count, config_lines, &parser);
		promise(length <= CONF_LINE_MAX, "what is left has room in the window");
	}
	config_lines(&parser, (struct span){ window, window + length });
	free(window);
	return config_end(&parser, settings);
}

static void check_pieces(const struct file *file, const struct config_result *whole,
                         const struct settings *settings)
{
	struct settings others;
	struct config_result result = parse_in_pieces(file, &others);

	promise(is_same(&result, whole) && equal(&others, settings), "pieces are the whole");
}

static void check_cut(const struct file *file, const struct config_result *whole)
{
	struct config_result result;
	struct settings settings;
	size_t end = 0;
	char *text;

	for (unsigned line = 0; line < whole->line && end < file->length; end++)
		line += file->text[end] == '\n';
	text = copy_of(file->text, end);
	result = parse(text, end, file->name, file->name_length, &settings);
	promise(is_same(&result, whole), "what follows the first error changes nothing");
	free(text);
}

static void check_root_dot(const struct file *file, const struct settings *settings)
{
	char *name = allocate(file->name_length + 1);
	struct settings others;

	if (file->name_length > 0)
		memcpy(name, file->name, file->name_length);
	name[file->name_length] = '.';
	parse(file->text, file->length, name, file->name_length + 1, &others);
	promise(equal(settings, &others) || file->has_root_dot, "a root dot is nothing");
	free(name);
}

/* --- In words ------------------------------------------------------------------ */

static void check_words(const struct file *file, const struct config_result *result)
{
	struct config_result first = config_check(file->text, file->length);

	promise(result->line == 0 || first.line > 0, "an error that stops a name is found");
	promise(first.line <= lines(file), "in a line of the file");
	promise(first.line == 0 || config_fault_remedy(first.status) != NULL,
	        "with what to do");
	promise(*config_fault_text(file->text, result) != '\0' &&
	                *config_fault_text(file->text, &first) != '\0',
	        "in words");
	words_release();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct file file = take_file(data, size);
	struct settings settings, defaults;
	struct config_result result = parse(file.text, file.length, file.name, file.name_length,
	                                    &settings);

	config_preset(&defaults);
	check_result(&file, &result);
	check_section(&file, &settings);
	check_settings(&settings, &result);
	if (result.status != CONFIG_OK)
		promise(equal(&settings, &defaults), "an error leaves the defaults");
	if (file.length <= CONFIG_SIZE_MAX) {
		check_pieces(&file, &result, &settings);
		check_words(&file, &result);
	}
	if (result.line > 0)
		check_cut(&file, &result);
	check_root_dot(&file, &settings);
	free(file.name);
	free(file.text);
	return 0;
}
