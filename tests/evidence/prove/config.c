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

/* --- What config.c calls ---------------------------------------------------- */

struct idnx_result idnx_to_unicode(const char *src, size_t src_len, char *dst, size_t dst_size,
                                   unsigned flags)
{
	struct idnx_result result = { (enum idnx_status)any_size(IDNX_OK, IDNX_BAD_FLAGS), 0, 0 };

	(void)flags;
	prove_read(src, src_len);
	prove_write(dst, dst_size);
	/* dst already has arbitrary octets, which stand for those written. */
	result.length = any_size(0, dst_size - 1);
	return result;
}

int memcmp(const void *a, const void *b, size_t length)
{
	prove_read(a, length);
	prove_read(b, length);
	return nondet_int();
}

/* Moves nothing: the octets of a form are arbitrary before and after. */
void *memmove(void *dst, const void *src, size_t length)
{
	prove_read(src, length);
	prove_write(dst, length);
	return dst;
}

/* Returns any occurrence, or NULL although there is one. */
void *memchr(const void *octets, int c, size_t length)
{
	const char *found = octets;

	prove_read(octets, length);
	if (length == 0 || nondet_bool())
		return NULL;
	found += any_size(0, length - 1);
	assume(*found == (char)c);
	return (void *)found;
}

/* Copies nothing: the octets of a charset are arbitrary before and after. */
void *memcpy(void *dst, const void *src, size_t length)
{
	prove_read(src, length);
	prove(length < CONFIG_CHARSET_SIZE, "a charset fits");
	return dst;
}

/* Returns where the first NUL is. */
size_t strlen(const char *string)
{
	size_t length = any_size(0, 80);

	assume(__CPROVER_r_ok(string, length + 1) && string[length] == '\0');
	/* clang-format would tear CBMC's sign for "implies" apart. */
	assume(__CPROVER_forall {
		size_t i;
		i >= length || i >= 80 || string[i] != '\0'
	});
	return length;
}

int idnx_script_set_add(struct idnx_script_set *set, const char *name, size_t length)
{
	prove_write(set, sizeof *set);
	prove_read(name, length);
	return nondet_int();
}

enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading)
{
	prove_read(src, src_len);
	prove_write(reading, sizeof *reading);
	return (enum idnx_status)any_size(IDNX_OK, IDNX_BAD_FLAGS);
}

enum idnx_likeness idnx_reads_as(const struct idnx_reading *reading, const char *src,
                                 size_t src_len)
{
	prove_read(reading, sizeof *reading);
	prove_read(src, src_len);
	return (enum idnx_likeness)any_size(IDNX_UNLIKE, IDNX_LIKE_IN_DISGUISE);
}

int idnx_contains(const struct idnx_reading *reading, const char *name, size_t name_len,
                  const char *word, size_t word_len)
{
	prove_read(reading, sizeof *reading);
	prove_read(name, name_len);
	prove_read(word, word_len);
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
	prove_write(form, CONFIG_SUFFIX_SIZE);
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
	prove_read(form, length);
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
	prove_read(word, length);
	return nondet_bool();
}

bool any_protection(struct span name)
{
	prove_read(name.next, span_length(name));
	return nondet_bool();
}

/* --- Proofs ----------------------------------------------------------------- */

/*
 * Returns any text of that many octets, at the beginning or the end of its storage: a read beside it
 * is out of bounds.
 */
#define any_text(least, most) text_in((char[most]){ 0 }, least, most)

static struct span text_in(char *storage, size_t least, size_t most)
{
	size_t length = any_size(least, most);

	for (size_t i = 0; i < most; i++)
		storage[i] = (char)nondet_int();
	given.next = nondet_bool() ? storage : storage + most - length;
	given.end = given.next + length;
	return (struct span){ given.next, given.end + FAULT };
}

/*
 * Makes the state of a parser, of any contents, one that it can have outside all sections; the
 * settings of a section differ only in their address.
 */
static void set_up(struct config_parser *parser)
{
	parser->line_text = given.next;
	parser->settings = &parser->all;
	assume(parser->form_length <= CONFIG_SUFFIX_SIZE);
	assume(parser->protected_count <= CONFIG_PROTECTED_MAX);
}

/* Any part of a line, for that parser. */
#define any_part(parser, least, most) part_of(parser, any_text(least, most))

static struct span part_of(struct config_parser *parser, struct span text)
{
	set_up(parser);
	return text;
}

/* 9 rounds: any 8 octets; any_line() for read_line() */
void a_file_is_split_into_lines_within_its_text(void)
{
	struct config_parser parser;
	struct span text = any_text(0, 8);
	bool is_end = nondet_bool();
	size_t taken;

	config_begin(&parser, "", 0);
	taken = config_lines(&parser, text.next, span_length(text), is_end);
	prove(taken <= span_length(given) && (!is_end || taken == span_length(given)),
	      "what is taken is there");
}

/*
 * 17 rounds: lines of up to 16 octets; any_content() for read_section(),
 * any_content() for read_setting()
 */
void a_line_is_read_within_its_text(void)
{
	struct config_parser parser;

	(void)read_line(&parser, any_part(&parser, 0, 16));
}

/*
 * 17 rounds: lines of 1 to 16 octets, any form; any_form() for form_suffix(),
 * any_use() for begin_section()
 */
void a_section_is_read_within_its_line(void)
{
	struct config_parser parser;

	(void)read_section(&parser, any_part(&parser, 1, 16));
}

/*
 * 9 rounds: lines of 1 to 8 octets, any key; any_key() for key_named(),
 * any_value() for read_list_or_value()
 */
void a_setting_is_read_within_its_line(void)
{
	struct config_parser parser;

	(void)read_setting(&parser, any_part(&parser, 1, 8));
}

/*
 * 7 rounds: lists of up to 6 octets, any forms; any_form() for form_suffix(),
 * any_answer() for is_below()
 */
void a_list_of_suffixes_is_read_within_its_line(void)
{
	struct config_parser parser;

	(void)read_exclude(&parser, any_part(&parser, 0, 6));
}

/* 7 rounds: lists of up to 6 octets */
void a_list_of_scripts_is_read_within_its_line(void)
{
	struct config_parser parser;

	(void)read_scripts(&parser, any_part(&parser, 0, 6));
}

/* 7 rounds: lists of up to 6 octets, any forms; any_name() for read_protected() */
void a_list_of_names_is_read_within_its_line(void)
{
	struct config_parser parser;

	(void)read_protect(&parser, any_part(&parser, 0, 6));
}

/*
 * 7 rounds: names of 1 to 6 octets, any form; any_form() for form_suffix(),
 * any_use() for note_protected()
 */
void a_protected_name_is_read_within_its_line(void)
{
	struct config_parser parser;

	(void)read_protected(&parser, any_part(&parser, 1, 6));
	prove(parser.protected_count <= CONFIG_PROTECTED_MAX, "no more than there may be");
}

/*
 * 1 round: any form; any_answer() for is_below(), any_kind() for is_single_label(),
 * any_word() for is_word()
 */
void a_protected_name_is_compared_within_its_form(void)
{
	struct config_parser parser;
	size_t length = any_size(0, CONFIG_SUFFIX_SIZE - 1);

	set_up(&parser);
	note_protected(&parser, any_octets(length), length + FAULT);
}

/* 7 rounds, more than a key has values: values of up to 3 octets, any key; any_set() for set() */
void a_value_is_read_within_its_line(void)
{
	struct config_parser parser;

	(void)read_value(&parser, (enum config_key)any_size(0, CONFIG_KEYS - 1),
	                 any_part(&parser, 0, 3));
}

/* 73 rounds: values of up to 72 octets; any_charset() for is_charset() */
void a_charset_is_read_within_its_line_and_storage(void)
{
	struct config_parser parser;

	(void)read_charset(&parser, any_part(&parser, 0, 72));
}

/* 17 rounds: values of up to 16 octets */
void a_charset_is_searched_within_its_line(void)
{
	prove(!is_charset(any_text(0, 16)) || !span_is_empty(given), "not empty");
}

/* 17 rounds: words of up to 16 octets */
void a_word_is_counted_within_its_text(void)
{
	struct span word = any_text(0, 16);

	prove(!is_word(word.next, span_length(word)) || span_length(given) >= WORD_LENGTH_MIN,
	      "long enough");
}

/* 1 round: suffixes and names of up to 512 octets */
void a_suffix_is_compared_within_its_form(void)
{
	struct config_parser parser;
	static const char octets[512];
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

/* 21 rounds, more than there are keys: any 20 octets */
void a_key_is_compared_within_its_text(void)
{
	prove(key_named(any_text(0, 20)) <= CONFIG_KEYS, "a key");
}

/* 21 round: any 20 octets */
void what_is_trimmed_stays_within_its_text(void)
{
	prove_trimmed(span_trim(any_text(0, 20)));
}

/* 17 rounds: any 16 octets, whatever came before; any_protection() for is_protection_key() */
void protection_is_searched_within_a_piece(void)
{
	struct config_scan scan = { .length = nondet_size() };
	struct span piece = any_text(0, 16);

	assume(scan.length <= sizeof scan.word);
	(void)config_find_protection(&scan, piece.next, span_length(piece));
	prove(scan.length <= sizeof scan.word, "a part of a key");
}
