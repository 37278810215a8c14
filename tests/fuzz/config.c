/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx.conf, of any text and any name: the settings are as config.h says, and the text read in
 * pieces, as from a file, gives the same result.
 */
#include "common/fuzz.h"
#include "verdict/config_status.h"
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
	file.text = copy_of(input.next, input.left);
	file.length = input.left;

	result = idnx_to_unicode(file.name, file.name_length, file.form, sizeof file.form, 0);
	file.form_length = result.length;
	file.has_root_dot = file.form_length > 0 && file.form[file.form_length - 1] == '.';
	file.form_length -= file.has_root_dot;
	return file;
}

static bool is_same_criteria(const struct idnx_criteria *a, const struct idnx_criteria *b)
{
	return a->level == b->level && a->repertoire == b->repertoire &&
	       a->look_alikes == b->look_alikes &&
	       memcmp(&a->scripts, &b->scripts, sizeof a->scripts) == 0;
}

static bool equal(const struct settings *a, const struct settings *b)
{
	return a->flags == b->flags && is_same_criteria(&a->criteria, &b->criteria) &&
	       a->excluded == b->excluded && a->leaves_ace_names == b->leaves_ace_names &&
	       a->is_protected == b->is_protected && a->protected_line == b->protected_line &&
	       a->contained_line == b->contained_line &&
	       a->allows_contained == b->allows_contained && a->reports == b->reports &&
	       a->reports_everywhere == b->reports_everywhere && a->logs == b->logs &&
	       a->unicode_canonical_name == b->unicode_canonical_name &&
	       a->unicode_reverse == b->unicode_reverse &&
	       a->unicode_reverse_somewhere == b->unicode_reverse_somewhere &&
	       strcmp(a->charset, b->charset) == 0 && a->suffix_length == b->suffix_length &&
	       a->section_line == b->section_line;
}

static bool is_same(const struct config_result *a, const struct config_result *b)
{
	return a->status == b->status && a->missing == b->missing && a->error == b->error &&
	       a->line == b->line && a->first == b->first && a->suffix == b->suffix &&
	       a->word == b->word && a->word_length == b->word_length;
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
	promise(result->word_length == 0 || result->status == CONFIG_SUFFIX ||
	                result->status == CONFIG_SCRIPT || result->status == CONFIG_TOO_MANY,
	        "a word is at fault in a list or a section");
	promise(result->word + result->word_length <= CONFIG_LINE_MAX, "it is in its line");
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

static void check_settings(const struct settings *settings)
{
	const unsigned always = IDNX_HOST_NAME,
		       may_be = IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |
	                        IDNX_USE_STD3_ASCII_RULES | IDNX_TRANSITIONAL_PROCESSING;

	promise((settings->flags & ~may_be) == always, "a host name stays one");
	promise((unsigned)settings->criteria.level <= IDNX_LEVEL_ASCII_ONLY, "a level is one");
	promise((unsigned)settings->criteria.repertoire <= IDNX_REPERTOIRE_IDENTIFIERS,
	        "a repertoire is one");
	promise(!settings->is_protected ||
	                (settings->protected_line == 0 && settings->contained_line == 0),
	        "a protected name reads as none and contains none");
	promise(memchr(settings->charset, '\0', CONFIG_CHARSET_SIZE) != NULL &&
	                settings->charset[0] != '\0',
	        "a charset has a name");
	promise(!settings->unicode_reverse || settings->unicode_reverse_somewhere,
	        "here is somewhere");
	promise(!settings->reports_everywhere || settings->reports, "everywhere is here");
}

/* --- What must not matter ----------------------------------------------------- */

/* Feeds the parser as config_file.c does: unread octets come again, followed by more. */
static struct config_result parse_in_pieces(const struct file *file, struct settings *settings)
{
	struct config_parser *parser = allocate(sizeof *parser);
	struct config_result result;
	size_t at = 0, end = 0;

	config_begin(parser, file->name, file->name_length);
	while (end < file->length) {
		char *window;

		end = file->length - end > file->piece ? end + file->piece : file->length;
		window = copy_of(file->text + at, end - at);
		at += config_lines(parser, window, end - at, false);
		promise(end - at <= CONFIG_LINE_MAX, "what is left has room in the window");
		free(window);
	}
	config_lines(parser, file->text + at, file->length - at, true);
	result = config_end(parser, settings);
	free(parser);
	return result;
}

static void check_pieces(const struct file *file, const struct config_result *whole,
                         const struct settings *settings)
{
	struct settings others;
	struct config_result result = parse_in_pieces(file, &others);

	promise(is_same(&result, whole) && equal(&others, settings), "pieces are the whole");
}

static bool finds_protection(const struct file *file, size_t pieces)
{
	struct config_scan scan = { .length = 0 };
	bool found = false;

	for (size_t at = 0, rest; at < file->length && !found; at += pieces) {
		char *piece;

		rest = file->length - at < pieces ? file->length - at : pieces;
		piece = copy_of(file->text + at, rest);
		found = config_find_protection(&scan, piece, rest);
		free(piece);
	}
	return found;
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
	result = config_parse(text, end, file->name, file->name_length, &settings);
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
	config_parse(file->text, file->length, name, file->name_length + 1, &others);
	promise(equal(settings, &others) || file->has_root_dot, "a root dot is nothing");
	free(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct file file = take_file(data, size);
	struct settings settings, defaults;
	struct config_result result = config_parse(file.text, file.length, file.name,
	                                           file.name_length, &settings);

	config_missing(&defaults);
	check_result(&file, &result);
	check_section(&file, &settings);
	check_settings(&settings);
	promise(finds_protection(&file, file.piece) == finds_protection(&file, file.length + 1),
	        "a key of protection is found in pieces, too");
	if (result.status != CONFIG_OK)
		promise(equal(&settings, &defaults), "an error leaves the defaults");
	if (file.length <= CONFIG_SIZE_MAX)
		check_pieces(&file, &result, &settings);
	if (result.line > 0)
		check_cut(&file, &result);
	check_root_dot(&file, &settings);
	free(file.name);
	free(file.text);
	return 0;
}
