/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * config.c, which reads the text of idnx.conf: how it is split into lines, and what of a line
 * is compared.  Stubs replace the functions of libcore and libc.  They check that their
 * arguments can be read, and return anything their contract allows: a form of any length and
 * any octets, any result of a comparison.  read_line() as a whole is not proved.
 */
#include "../../../nss_idnx/policy/config.c"
#include "prove.h"

enum { FILE_OCTETS = 8, KEY_OCTETS = 20, PIECE = 16 };

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

/* Returns where a NUL is. */
size_t strlen(const char *string)
{
	size_t length = any_size(0, 80);

	assume(__CPROVER_r_ok(string, length + 1) && string[length] == '\0');
	return length;
}

enum config_status any_line(struct config_parser *parser, struct span line)
{
	prove(line.next <= line.end, "a line");
	prove(__CPROVER_r_ok(line.next, span_length(line)), "a line can be read");
	return nondet_bool() ? CONFIG_OK : blame(parser, line, CONFIG_SYNTAX);
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

	config_begin(&parser, "", 0);
	taken = config_lines(&parser, text, length + FAULT, is_end);
	prove(taken <= length && (!is_end || taken == length), "what is taken is there");
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
	if (form_suffix(&parser, suffix, form, &length) == CONFIG_OK)
		(void)is_below(&parser, form, length);
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

	prove(span.next >= text && span.next <= span.end && span.end <= text + length, "within");
	prove(span_is_empty(span) ||
	      (!ascii_is_space(span.next[0]) && !ascii_is_space(span.end[-1])), "trimmed");
}

/*
 * bound: any 16 octets, whatever came before
 * unwind: 17, the octets and one round for the end
 */
void ace_names_is_searched_within_a_piece(void)
{
	static char storage[PIECE];
	size_t length = any_size(0, PIECE), matched = nondet_size();
	const char *piece = any_text(storage, sizeof storage, length);

	assume(matched <= strlen("ace-names") || matched == SIZE_MAX);
	(void)config_find_ace_names(piece, length + FAULT, &matched);
	prove(matched <= strlen("ace-names") || matched == SIZE_MAX, "a part of the key");
}
