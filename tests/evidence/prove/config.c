/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * config.c, which reads the text of idnx.conf.  Stubs replace the functions of libcore and
 * libc.  They check that their arguments can be read, and return anything their contract
 * allows: a form of any length and any octets, any result of a comparison.
 *
 * The parser as a whole is proved function by function: the file, its lines, what they hold,
 * and the words of a value.  Each proof shows, for any text, that what the function reads and
 * passes on is a part of it.  The functions it calls are replaced by checks of that, and have
 * proofs of their own.  Only begin_section() has none: it copies settings, and reads no text.
 */
#include "../../../nss_idnx/policy/config.c"
#include "prove.h"

enum {
	FILE_OCTETS = 8,
	KEY_OCTETS = 20,
	PIECE = 16,
	LIST = 6,
	CHARSET_OCTETS = 72,
	STRING_MAX = 80
};

/* --- What config.c calls ---------------------------------------------------- */

struct idnx_result idnx_to_unicode(const char *src, size_t src_len, char *dst, size_t dst_size,
                                   unsigned flags)
{
	struct idnx_result result = { (enum idnx_status)any_size(IDNX_OK, IDNX_BAD_FLAGS), 0, 0 };

	(void)flags;
	prove(__CPROVER_r_ok(src, src_len), "a name or suffix can be read");
	prove(__CPROVER_w_ok(dst, dst_size), "its form has room");
	/* dst already has arbitrary octets, which stand for those written. */
	result.length = any_size(0, dst_size - 1);
	return result;
}

int memcmp(const void *a, const void *b, size_t length)
{
	prove(__CPROVER_r_ok(a, length) && __CPROVER_r_ok(b, length), "both can be read");
	return nondet_int();
}

/* Moves nothing: the octets of a form are arbitrary before and after. */
void *memmove(void *dst, const void *src, size_t length)
{
	prove(__CPROVER_r_ok(src, length) && __CPROVER_w_ok(dst, length), "both are there");
	return dst;
}

/* Returns any occurrence, or NULL although there is one. */
void *memchr(const void *octets, int c, size_t length)
{
	const char *found = octets;

	prove(__CPROVER_r_ok(octets, length), "what is searched can be read");
	if (length == 0 || nondet_bool())
		return NULL;
	found += any_size(0, length - 1);
	assume(*found == (char)c);
	return (void *)found;
}

/* Copies nothing: the octets of a charset are arbitrary before and after. */
void *memcpy(void *dst, const void *src, size_t length)
{
	prove(__CPROVER_r_ok(src, length) && length < CONFIG_CHARSET_SIZE, "a charset fits");
	return dst;
}

/* Returns where the first NUL is. */
size_t strlen(const char *string)
{
	size_t length = any_size(0, STRING_MAX);

	assume(__CPROVER_r_ok(string, length + 1) && string[length] == '\0');
	assume(__CPROVER_forall {
		size_t i;
		(0 <= i && i < STRING_MAX) == > (i >= length || string[i] != '\0')
	});
	return length;
}

int idnx_script_set_add(struct idnx_script_set *set, const char *name, size_t length)
{
	prove(__CPROVER_w_ok(set, sizeof *set), "a set has room");
	prove(__CPROVER_r_ok(name, length), "a script can be read");
	return nondet_int();
}

enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading)
{
	prove(__CPROVER_r_ok(src, src_len), "a form can be read");
	prove(__CPROVER_w_ok(reading, sizeof *reading), "its reading has room");
	return (enum idnx_status)any_size(IDNX_OK, IDNX_BAD_FLAGS);
}

enum idnx_likeness idnx_reads_as(const struct idnx_reading *reading, const char *src,
                                 size_t src_len)
{
	prove(__CPROVER_r_ok(reading, sizeof *reading), "a reading can be read");
	prove(__CPROVER_r_ok(src, src_len), "and what it is compared with");
	return (enum idnx_likeness)any_size(IDNX_UNLIKE, IDNX_LIKE_IN_DISGUISE);
}

int idnx_contains(const struct idnx_reading *reading, const char *name, size_t name_len,
                  const char *word, size_t word_len)
{
	prove(__CPROVER_r_ok(reading, sizeof *reading), "a reading can be read");
	prove(__CPROVER_r_ok(name, name_len) && __CPROVER_r_ok(word, word_len),
	      "and its name and the word");
	return nondet_int();
}

/* --- Replacements ------------------------------------------------------------- */

/* The part of the text that a function is given. */
static struct span given;

static void prove_part(struct span part)
{
	prove(part.next >= given.next && part.next <= part.end && part.end <= given.end,
	      "a part of what is given");
}

static void prove_trimmed(struct span part)
{
	prove_part(part);
	prove(span_is_empty(part) ||
	              (!ascii_is_space(part.next[0]) && !ascii_is_space(part.end[-1])),
	      "trimmed");
}

enum config_status any_line(struct config_parser *parser, struct span line)
{
	prove_part(line);
	return nondet_bool() ? CONFIG_OK : blame(parser, line, CONFIG_SYNTAX);
}

enum config_status any_content(struct config_parser *parser, struct span line)
{
	prove_trimmed(line);
	prove(!span_is_empty(line), "a section or a setting");
	return any_line(parser, line);
}

enum config_key any_key(struct span name)
{
	prove_trimmed(name);
	return (enum config_key)any_size(0, CONFIG_KEYS);
}

enum config_status any_value(struct config_parser *parser, enum config_key key,
                             struct span value)
{
	prove(key < CONFIG_KEYS, "a key");
	prove_trimmed(value);
	return any_line(parser, value);
}

enum config_status any_form(struct config_parser *parser, struct span suffix, char *form,
                            size_t *length)
{
	prove(__CPROVER_w_ok(form, CONFIG_SUFFIX_SIZE), "a form has room");
	*length = any_size(0, CONFIG_SUFFIX_SIZE - 1);
	return any_line(parser, suffix);
}

enum config_status any_name(struct config_parser *parser, struct span word)
{
	prove(!span_is_empty(word), "a word");
	return any_line(parser, word);
}

void any_set(struct config_parser *parser, enum config_key key, unsigned value)
{
	(void)parser;
	prove(key < CONFIG_KEYS && value < CONFIG_VALUES_MAX, "a value");
}

bool any_charset(struct span value)
{
	prove_part(value);
	return !span_is_empty(value) && span_length(value) < CONFIG_CHARSET_SIZE;
}

void any_use(struct config_parser *parser, const char *form, size_t length)
{
	(void)parser;
	prove(length < CONFIG_SUFFIX_SIZE, "a form within its storage");
	prove(__CPROVER_r_ok(form, length), "a form can be read");
}

bool any_answer(struct config_parser *parser, const char *form, size_t length)
{
	any_use(parser, form, length);
	return nondet_bool();
}

bool any_kind(struct config_parser *parser)
{
	(void)parser;
	return nondet_bool();
}

bool any_word(const char *word, size_t length)
{
	prove(__CPROVER_r_ok(word, length), "a word can be read");
	return nondet_bool();
}

/* --- Proofs ----------------------------------------------------------------- */

/* Puts the text at the beginning or the end of its storage: a read beside it is out of bounds. */
static const char *any_text(char *storage, size_t size, size_t length)
{
	for (size_t i = 0; i < size; i++)
		storage[i] = (char)nondet_int();
	return nondet_bool() ? storage : storage + size - length;
}

/*
 * Returns any part of a line, for a parser in any state outside all sections.  The settings of
 * a section differ only in their address.
 */
static struct span any_part(char *storage, size_t size, struct config_parser *parser)
{
	size_t length = any_size(0, size);
	const char *text = any_text(storage, size, length);

	given = (struct span){ text, text + length };
	parser->line_text = text;
	parser->settings = &parser->all;
	assume(parser->form_length <= CONFIG_SUFFIX_SIZE);
	assume(parser->protected_count <= CONFIG_PROTECTED_MAX);
	return (struct span){ text, text + length + FAULT };
}

/*
 * bound: any 8 octets
 * unwind: 9, the octets and one round for the end
 * instead: any_line() of read_line()
 */
void a_file_is_split_into_lines_within_its_text(void)
{
	static char storage[FILE_OCTETS];
	size_t length = any_size(0, FILE_OCTETS);
	const char *text = any_text(storage, sizeof storage, length);
	struct config_parser parser;
	bool is_end = nondet_bool();
	size_t taken;

	given = (struct span){ text, text + length };
	config_begin(&parser, "", 0);
	taken = config_lines(&parser, text, length + FAULT, is_end);
	prove(taken <= length && (!is_end || taken == length), "what is taken is there");
}

/*
 * bound: lines of up to 16 octets
 * unwind: 17, the octets and one round for the end
 * instead: any_content() of read_section(), any_content() of read_setting()
 */
void a_line_is_read_within_its_text(void)
{
	static char storage[PIECE];
	struct config_parser parser;

	(void)read_line(&parser, any_part(storage, sizeof storage, &parser));
}

/*
 * bound: lines of 1 to 16 octets, any form
 * unwind: 17, the octets and one round for the end
 * instead: any_form() of form_suffix(), any_use() of begin_section()
 */
void a_section_is_read_within_its_line(void)
{
	static char storage[PIECE];
	struct config_parser parser;
	struct span line = any_part(storage, sizeof storage, &parser);

	assume(!span_is_empty(given));
	(void)read_section(&parser, line);
}

/*
 * bound: lines of 1 to 8 octets, any key
 * unwind: 9, the octets and one round for the end
 * instead: any_key() of key_named(), any_value() of read_list_or_value()
 */
void a_setting_is_read_within_its_line(void)
{
	static char storage[FILE_OCTETS];
	struct config_parser parser;
	struct span line = any_part(storage, sizeof storage, &parser);

	assume(!span_is_empty(given));
	(void)read_setting(&parser, line);
}

/*
 * bound: lists of up to 6 octets, any forms
 * unwind: 7, the octets and one round for the end
 * instead: any_form() of form_suffix(), any_answer() of is_below()
 */
void a_list_of_suffixes_is_read_within_its_line(void)
{
	static char storage[LIST];
	struct config_parser parser;

	(void)read_exclude(&parser, any_part(storage, sizeof storage, &parser));
}

/*
 * bound: lists of up to 6 octets
 * unwind: 7, the octets and one round for the end
 */
void a_list_of_scripts_is_read_within_its_line(void)
{
	static char storage[LIST];
	struct config_parser parser;

	(void)read_scripts(&parser, any_part(storage, sizeof storage, &parser));
}

/*
 * bound: lists of up to 6 octets, any forms
 * unwind: 7, the octets and one round for the end
 * instead: any_name() of read_protected()
 */
void a_list_of_names_is_read_within_its_line(void)
{
	static char storage[LIST];
	struct config_parser parser;

	(void)read_protect(&parser, any_part(storage, sizeof storage, &parser));
}

/*
 * bound: names of 1 to 6 octets, any form
 * unwind: 7, the octets and one round for the end
 * instead: any_form() of form_suffix(), any_use() of note_protected()
 */
void a_protected_name_is_read_within_its_line(void)
{
	static char storage[LIST];
	struct config_parser parser;
	struct span word = any_part(storage, sizeof storage, &parser);

	assume(!span_is_empty(given));
	(void)read_protected(&parser, word);
	prove(parser.protected_count <= CONFIG_PROTECTED_MAX, "no more than there may be");
}

/*
 * bound: any form
 * unwind: 1, no loop
 * instead: any_answer() of is_below(), any_kind() of is_single_label()
 * instead: any_word() of is_word()
 */
void a_protected_name_is_compared_within_its_form(void)
{
	struct config_parser parser;
	size_t length = any_size(0, CONFIG_SUFFIX_SIZE - 1);

	parser.settings = &parser.all;
	assume(parser.form_length <= CONFIG_SUFFIX_SIZE);
	note_protected(&parser, any_octets(length), length + FAULT);
}

/*
 * bound: values of up to 6 octets, any key
 * unwind: 7, more than a key has values
 * instead: any_set() of set()
 */
void a_value_is_read_within_its_line(void)
{
	static char storage[LIST];
	struct config_parser parser;

	(void)read_value(&parser, (enum config_key)any_size(0, CONFIG_KEYS - 1),
	                 any_part(storage, sizeof storage, &parser));
}

/*
 * bound: values of up to 72 octets
 * unwind: 73, the octets and one round for the end
 * instead: any_charset() of is_charset()
 */
void a_charset_is_read_within_its_line_and_storage(void)
{
	static char storage[CHARSET_OCTETS];
	struct config_parser parser;

	(void)read_charset(&parser, any_part(storage, sizeof storage, &parser));
}

/*
 * bound: values of up to 16 octets
 * unwind: 17, the octets and one round for the end
 */
void a_charset_is_searched_within_its_line(void)
{
	static char storage[PIECE];
	struct config_parser parser;

	prove(!is_charset(any_part(storage, sizeof storage, &parser)) || !span_is_empty(given),
	      "not empty");
}

/*
 * bound: words of up to 16 octets
 * unwind: 17, the octets and one round for the end
 */
void a_word_is_counted_within_its_text(void)
{
	static char storage[PIECE];
	size_t length = any_size(0, PIECE);
	const char *text = any_text(storage, sizeof storage, length);

	prove(!is_word(text, length + FAULT) || length >= WORD_LENGTH_MIN, "long enough");
}

static const char octets[512];

/*
 * bound: suffixes and names of up to 512 octets
 * unwind: 1, no loop
 */
void a_suffix_is_compared_within_its_form(void)
{
	struct config_parser parser;
	char form[CONFIG_SUFFIX_SIZE];
	size_t length;
	struct span suffix = { octets, octets + any_size(0, sizeof octets) };

	config_begin(&parser, octets, any_size(0, sizeof octets) + FAULT);
	parser.line_text = octets;
	if (form_suffix(&parser, suffix, form, &length) != CONFIG_OK)
		return;
	prove(length < CONFIG_SUFFIX_SIZE, "a form within its storage");
	(void)is_below(&parser, form, length);
	prove(parser.form_length <= CONFIG_SUFFIX_SIZE, "and that of the name");
}

/*
 * bound: any 20 octets
 * unwind: 21, the octets, more than there are keys
 */
void a_key_is_compared_within_its_text(void)
{
	static char storage[KEY_OCTETS];
	size_t length = any_size(0, KEY_OCTETS);
	const char *text = any_text(storage, sizeof storage, length);

	prove(key_named((struct span){ text, text + length + FAULT }) <= CONFIG_KEYS, "a key");
}

/*
 * bound: any 20 octets
 * unwind: 21, the octets and one round for the end
 */
void what_is_trimmed_stays_within_its_text(void)
{
	static char storage[KEY_OCTETS];
	size_t length = any_size(0, KEY_OCTETS);
	const char *text = any_text(storage, sizeof storage, length);
	struct span span = span_trim((struct span){ text, text + length + FAULT });

	prove(span.next >= text && span.next <= span.end && span.end <= text + length,
	      "within");
	prove(span_is_empty(span) ||
	              (!ascii_is_space(span.next[0]) && !ascii_is_space(span.end[-1])),
	      "trimmed");
}

/*
 * bound: any 16 octets, whatever came before
 * unwind: 17, the octets and one round for the end
 */
void protection_is_searched_within_a_piece(void)
{
	static char storage[PIECE];
	struct config_scan scan = { .length = nondet_size() };
	size_t length = any_size(0, PIECE);
	const char *piece = any_text(storage, sizeof storage, length);

	assume(scan.length <= sizeof scan.word);
	(void)config_find_protection(&scan, piece, length + FAULT);
	prove(scan.length <= sizeof scan.word, "a part of a key");
}
