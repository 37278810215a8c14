/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx.conf, of any text and any name: the settings are as config.h says; the text read in
 * pieces, as from a file, gives the same result; and the keys of protection have the values
 * that a naive reading of the lines gives.
 */
#include <unistr.h>

#include "common/fuzz.h"
#include "verdict/config_status.h"
#include "config_parser.h"

/* An input has the length of a name, the name, the size of the pieces, and the text. */
struct file {
	char *name, *text;
	size_t name_length, length, piece;

	char form[IDNX_NAME_SIZE]; /* of the name, without a root dot */
	size_t form_length;
	bool has_root_dot, is_too_long;
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
	file.is_too_long = result.status == IDNX_TOO_LONG;
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
	        "a mistake is in a line");
	promise((result->first > 0) == repeats && (!repeats || result->first < result->line),
	        "what is repeated was in a line before");
	promise((result->suffix != IDNX_OK) == (result->status == CONFIG_SUFFIX),
	        "what is no suffix has its reason");
	promise(result->word_length == 0 || result->status == CONFIG_SUFFIX ||
	                result->status == CONFIG_SCRIPT || result->status == CONFIG_TOO_MANY,
	        "a word is at fault in a list or a section");
	promise(result->word + result->word_length <= CONFIG_LINE_MAX, "it is in its line");
	promise(*config_status_text(result->status) != '\0', "each mistake has its words");
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

/* --- Read once more, naively ---------------------------------------------------- */

/* Copies a line of a valid file, without its comment and surrounding blanks. */
static char *copy_line(const struct file *file, unsigned number)
{
	const char *begin = file->text, *end = file->text + file->length;
	const char *stop;

	for (unsigned line = 1; line < number; line++)
		begin = (const char *)memchr(begin, '\n', (size_t)(end - begin)) + 1;
	if (number == 1 && file->length >= 3 && memcmp(begin, "\xef\xbb\xbf", 3) == 0)
		begin += 3;
	for (stop = begin; stop < end && *stop != '\n' && *stop != '#'; stop++)
		continue;
	while (begin < stop && strchr(" \t", *begin) != NULL)
		begin++;
	while (begin < stop && strchr(" \t\r", stop[-1]) != NULL)
		stop--;
	return strndup(begin, (size_t)(stop - begin));
}

/* Returns what follows "key =" in the line, or NULL. */
static const char *value_in(const char *line, const char *key)
{
	if (strncmp(line, key, strlen(key)) != 0)
		return NULL;
	line += strlen(key);
	line += strspn(line, " \t");
	if (*line != '=')
		return NULL;
	line++;
	return line + strspn(line, " \t");
}

/* Calls see for each line that sets the key, in the part that begins after this line. */
static unsigned visit(const struct file *file, unsigned after, const char *key,
                      void (*see)(void *, const char *, unsigned), void *context)
{
	unsigned count = 0, last = lines(file);

	for (unsigned number = after + 1; number <= last; number++) {
		char *line = copy_line(file, number);
		const char *value = value_in(line, key);
		bool is_section = line[0] == '[';

		count += value != NULL;
		if (value != NULL && see != NULL)
			see(context, value, number);
		free(line);
		if (is_section)
			break;
	}
	return count;
}

struct choice {
	const char *const *values;
	int chosen; /* a place in values, or -1 */
};

static void see_choice(void *context, const char *value, unsigned number)
{
	struct choice *choice = context;

	(void)number;
	for (int i = 0; choice->values[i] != NULL; i++)
		if (strcmp(value, choice->values[i]) == 0)
			choice->chosen = i;
}

static int choose(const struct file *file, unsigned after, const char *key,
                  const char *const *values)
{
	struct choice choice = { values, -1 };

	visit(file, after, key, see_choice, &choice);
	return choice.chosen;
}

static const char *const protections[] = { "off", "browser", "strict", NULL };
static const char *const levels[] = { "off", "moderately-restrictive", "highly-restrictive",
	                              "single-script", "ascii-only", NULL };
static const char *const repertoires[] = { "any", "idna2008", "identifiers", NULL };
static const char *const refusals[] = { "allow", "refuse", NULL };
static const char *const words[] = { "reject", "allow", NULL };
static const char *const ace_names[] = { "check", "leave", NULL };
static const char *const modes[] = { "enforce", "report", NULL };
static const char *const logs[] = { "off", "rejected", NULL };

/* set: by protection; NULL for a key that it does not set. */
static int expect(const struct file *file, unsigned section, const char *key,
                  const char *const *values, const int *set)
{
	const unsigned parts[] = { section, 0 };

	for (size_t i = section == 0; i < 2; i++) {
		int value = choose(file, parts[i], key, values);
		int protection = choose(file, parts[i], "protection", protections);

		if (value >= 0)
			return value;
		if (set != NULL && protection >= 0)
			return set[protection];
	}
	return 0;
}

/* Returns the part whose line counts: the section, if it has the key, else that for all names. */
static unsigned part_of(const struct file *file, unsigned section, const char *key)
{
	return section != 0 && visit(file, section, key, NULL, NULL) > 0 ? section : 0;
}

static void see_scripts(void *context, const char *value, unsigned number)
{
	(void)number;
	for (size_t length; *value != '\0'; value += strspn(value, " \t")) {
		length = strcspn(value, " \t");
		idnx_script_set_add(context, value, length);
		value += length;
	}
}

struct protection {
	const struct file *file;
	struct idnx_reading *reading; /* NULL: the name is too long */
	bool is_single_label, is_protected;
	unsigned line, contained_line;
};

static bool is_or_is_below(const struct file *file, const char *form, size_t length)
{
	size_t above = file->form_length - length;

	return length <= file->form_length && memcmp(file->form + above, form, length) == 0 &&
	       (above == 0 || file->form[above - 1] == '.');
}

static bool contains_word(const struct protection *protection, const char *word, size_t length)
{
	const struct file *file = protection->file;

	return protection->reading != NULL && u8_mbsnlen((const uint8_t *)word, length) >= 5 &&
	       idnx_contains(protection->reading, file->form, file->form_length, word, length);
}

static void see_name(struct protection *protection, const char *name, size_t length,
                     unsigned number)
{
	const struct file *file = protection->file;
	char form[IDNX_NAME_SIZE];
	struct idnx_result result = idnx_to_unicode(name, length, form, sizeof form,
	                                            IDNX_HOST_NAME);
	size_t first;

	result.length -= form[result.length - 1] == '.';
	form[result.length] = '\0';
	first = strcspn(form, ".");
	if (protection->is_single_label)
		result.length = first;
	if (is_or_is_below(file, form, result.length))
		protection->is_protected = true;
	else if (protection->line == 0 &&
	         (protection->reading == NULL ||
	          idnx_reads_as(protection->reading, form, result.length) ==
	                  IDNX_LIKE_IN_DISGUISE))
		protection->line = number;
	else if (protection->line == 0 && protection->contained_line == 0 &&
	         contains_word(protection, form, first))
		protection->contained_line = number;
}

static void see_names(void *context, const char *value, unsigned number)
{
	for (size_t length; *value != '\0'; value += strspn(value, " \t")) {
		size_t dot = value[0] == '.';

		length = strcspn(value, " \t");
		see_name(context, value + dot, length - dot, number);
		value += length;
	}
}

static void check_protected(const struct file *file, const struct settings *settings)
{
	struct idnx_reading *reading = allocate(sizeof *reading);
	struct protection protection = { .file = file };

	/* No host name has a longer form. */
	if (!file->is_too_long && file->form_length <= CONFIG_SUFFIX_SIZE &&
	    idnx_read(file->form, file->form_length, reading) == IDNX_OK)
		protection.reading = reading;
	protection.is_single_label = memchr(file->form, '.', file->form_length) == NULL;
	visit(file, part_of(file, settings->section_line, "protect"), "protect", see_names,
	      &protection);
	promise(settings->is_protected == protection.is_protected, "a protected name is one");
	promise(settings->protected_line == (protection.is_protected ? 0 : protection.line),
	        "what reads as one has its line");
	promise(settings->contained_line ==
	                (protection.is_protected ? 0 : protection.contained_line),
	        "what contains one has its line");
	free(reading);
}

static void check_protection(const struct file *file, const struct settings *settings)
{
	static const int set_levels[] = { 0, 2, 3 }, set_repertoires[] = { 0, 2, 2 },
	                 set_refusals[] = { 0, 1, 1 };
	const struct idnx_criteria *criteria = &settings->criteria;
	unsigned section = settings->section_line;
	struct idnx_script_set scripts = { { 0 } };

	promise((int)criteria->level ==
	                expect(file, section, "script-policy", levels, set_levels),
	        "script-policy");
	promise((int)criteria->repertoire ==
	                expect(file, section, "repertoire", repertoires, set_repertoires),
	        "repertoire");
	promise(criteria->look_alikes ==
	                expect(file, section, "look-alikes", refusals, set_refusals),
	        "look-alikes");
	promise(settings->allows_contained ==
	                expect(file, section, "protected-words", words, NULL),
	        "protected-words");
	promise(settings->leaves_ace_names ==
	                expect(file, section, "ace-names", ace_names, NULL),
	        "ace-names");
	promise(settings->reports == expect(file, section, "mode", modes, NULL), "mode");
	promise(settings->logs == expect(file, section, "log", logs, NULL), "log");
	visit(file, part_of(file, section, "scripts"), "scripts", see_scripts, &scripts);
	promise(memcmp(&scripts, &criteria->scripts, sizeof scripts) == 0, "scripts");
	check_protected(file, settings);
}

/* Whether a line begins with a key of protection, for any text, and as if it were not UTF-16. */
static bool begins_with_protection(const char *line, size_t length)
{
	static const char *const keys[] = { "protection", "script-policy", "repertoire",
		                            "look-alikes", "scripts", "protect",
		                            "protected-words", "ace-names" };
	char text[32] = "";
	size_t end = 0;

	for (size_t i = 0; i < length && end < sizeof text - 1; i++)
		if (line[i] != '\0' &&
		    (end > 0 || strchr(" \t\xef\xbb\xbf\xfe\xff", line[i]) == NULL))
			text[end++] = line[i];
	end = strcspn(text, " \t=");
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (text[end] != '\0' && end == strlen(keys[i]) &&
		    memcmp(text, keys[i], end) == 0)
			return true;
	return false;
}

static bool has_protection(const struct file *file)
{
	size_t begin = 0;

	for (size_t i = 0; i <= file->length; i++) {
		if (i < file->length && file->text[i] != '\n' && file->text[i] != '\r')
			continue;
		if (begins_with_protection(file->text + begin, i - begin))
			return true;
		begin = i + 1;
	}
	return false;
}

static void check_scan(const struct file *file)
{
	struct config_scan scan = { .length = 0 };
	bool found = false;

	for (size_t at = 0; at < file->length && !found; at += file->piece) {
		size_t rest = file->length - at;

		found = config_find_protection(&scan, file->text + at,
		                               rest < file->piece ? rest : file->piece);
	}
	promise(found == has_protection(file), "the keys are found beside mistakes");
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
	check_scan(&file);
	if (result.status == CONFIG_OK)
		check_protection(&file, &settings);
	else
		promise(equal(&settings, &defaults), "a mistake leaves the defaults");
	if (file.length <= CONFIG_SIZE_MAX)
		check_pieces(&file, &result, &settings);
	check_root_dot(&file, &settings);
	free(file.name);
	free(file.text);
	return 0;
}
