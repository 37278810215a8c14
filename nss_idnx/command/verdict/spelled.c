/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads internationalized names in any text, however it spells them:
 *
 *     b\303\274cher, b\195\188cher     octets of UTF-8: ssh, DNS
 *     b\xC3\xBCcher, b%C3%BC, b=C3=BC  nginx, URLs, mails
 *     b\u00FCcher, b&#252;cher         JSON, HTML
 *     (9)xn--tda80(3)com(0)            the log of a Windows name server
 *     bücher[.]example, bücher。example, b<U+00AD>ücher, bÃ¼cher (UTF-8 that was encoded twice)
 *
 * Only a word near one of these marks, an octet beyond ASCII or "n--" gets a closer look.
 */
#include <unictype.h>
#include <unistr.h>

#include "ascii_text.h"
#include "verdict.h"

/* --- Characters ------------------------------------------------------------------- */

/* A character that is meant, and how many octets spell it; 0: the text ends.  Fits two registers. */
struct character {
	uint32_t code_point; /* U+FFFD for what spells none */
	uint32_t length;
	bool is_escaped;
	bool is_misread; /* it was encoded twice */
};

/* An escape may itself be escaped, once: %25C3, \\xC3, &amp;#252; */
static const struct escape {
	const char *mark, *again, *kind;
	unsigned base;
	size_t least, most; /* digits */
	const char *end;
	bool is_octet; /* of UTF-8 */
} escapes[] = {
	{ "\\", "\\", "", 8, 3, 3, "", true },       { "\\", "\\", "", 10, 3, 3, "", true },
	{ "\\", "\\", "x", 16, 2, 2, "", true },     { "\\", "\\", "u", 16, 4, 4, "", false },
	{ "%", "25", "", 16, 2, 2, "", true },       { "=", "3D", "", 16, 2, 2, "", true },
	{ "&", "amp;", "#x", 16, 1, 6, ";", false }, { "&", "amp;", "#", 10, 1, 7, ";", false },
};

static bool take_text(struct span *text, const char *words)
{
	size_t length = strlen(words);

	if (span_length(*text) < length || memcmp(text->next, words, length) != 0)
		return false;
	text->next += length;
	return true;
}

/* Reads digits of a base up to 16, as in C; returns how many, at most so many. */
static size_t read_number(struct span text, unsigned base, size_t most, uint32_t *number)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;
	size_t length = 0;

	for (*number = 0; length < most && length < span_length(text); length++) {
		digit = memchr(digits, ascii_fold(text.next[length]), base);
		if (digit == NULL)
			break;
		*number = *number * base + (uint32_t)(digit - digits);
	}
	return length;
}

static bool take_digits(const struct escape *escape, struct span *text, uint32_t *number)
{
	struct span rest = *text;
	size_t digits;

	if (!take_text(&rest, escape->kind))
		return false;
	digits = read_number(rest, escape->base, escape->most, number);
	rest.next += digits;
	if (digits < escape->least || !take_text(&rest, escape->end))
		return false;
	*text = rest;
	return true;
}

static bool take_escape(const struct escape *escape, struct span *text, uint32_t *number)
{
	struct span once = *text, twice;

	if (!take_text(&once, escape->mark))
		return false;
	twice = once;
	if (take_text(&twice, escape->again) && take_digits(escape, &twice, number))
		once = twice;
	else if (!take_digits(escape, &once, number))
		return false;
	*text = once;
	return true;
}

/* What u8_mbtoucr() returns if more octets are needed. */
#define MORE (-2)

/* ASCII's own character for one that is in doubt, which no name has. */
#define SUBSTITUTE 0x1A

static bool is_letter_or_digit(uint32_t code_point)
{
	return code_point < 0x80 && code_point != '-' && ascii_is_ldh((char)code_point);
}

/*
 * Takes a character, in octets of UTF-8 if the escape has octets.  \046 and other ASCII differ by
 * the base, and are none of the name; "=22" is a quote, but "=42" may be a value.
 */
static bool take_escaped(const struct escape *escape, struct span *text, uint32_t *code_point)
{
	uint8_t octets[4];
	int length = MORE;

	if (!escape->is_octet && take_escape(escape, text, code_point))
		length = u8_uctomb(octets, *code_point, sizeof octets);
	for (size_t count = 0; escape->is_octet && length == MORE && count < 4; count++) {
		if (!take_escape(escape, text, code_point) || *code_point > 0xFF)
			return false;
		octets[count] = (uint8_t)*code_point;
		length = u8_mbtoucr(code_point, octets, count + 1);
	}
	if (*code_point == 0 ||
	    (*code_point < 0x80 && *escape->mark == '\\' && escape->base != 16))
		*code_point = SUBSTITUTE;
	return length > 0 && !(*escape->mark == '=' && is_letter_or_digit(*code_point));
}

/* Out of line: inline it takes the text to the stack, and the others' time. */
__attribute__((noinline)) static struct character read_escaped(struct span text)
{
	static const char *const dots[] = { "[.]", "(.)", "[dot]", "(dot)" };
	struct character character = { .is_escaped = true };
	struct span rest = text;

	for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++, rest = text)
		if (*text.next == *escapes[i].mark &&
		    take_escaped(&escapes[i], &rest, &character.code_point)) {
			character.length = (uint32_t)(rest.next - text.next);
			return character;
		}
	character.code_point = '.';
	for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
		if (take_text(&rest, dots[i])) {
			character.length = (uint32_t)strlen(dots[i]);
			return character;
		}
	return (struct character){ .code_point = (unsigned char)*text.next, .length = 1 };
}

static bool is_ascii_part(char c)
{
	return ascii_is_ldh(c) || c == '_';
}

static struct character read_once(struct span text)
{
	ucs4_t code_point;
	int length;

	if (span_is_empty(text))
		return (struct character){ .length = 0 };
	if ((unsigned char)*text.next < 0x80)
		return is_ascii_part(*text.next) || !strchr("\\%=&[(", *text.next)
		               ? (struct character){ .code_point = (unsigned char)*text.next,
			                             .length = 1 }
		               : read_escaped(text);
	length = u8_mbtoucr(&code_point, (const uint8_t *)text.next, span_length(text));
	if (length > 0)
		return (struct character){ .code_point = code_point,
			                   .length = (uint32_t)length };
	return (struct character){ .code_point = 0xFFFD, .length = 1 };
}

/* --- UTF-8 that was encoded twice ---------------------------------------------------- */

/* Returns the octet that Windows-1252, or else ISO 8859-1, reads as this; 0 if none. */
static uint8_t octet_of(uint32_t code_point)
{
	static const uint16_t windows[] = {
		0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
		0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
		0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
	};

	if (code_point >= 0x80 && code_point <= 0xFF)
		return (uint8_t)code_point;
	for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
		if (windows[i] == code_point && code_point != 0)
			return (uint8_t)(0x80 + i);
	return 0;
}

static bool is_part(uint32_t code_point);

/* Reads a character, and undoes that so often.  "ß" begins only letters of N'Ko. */
static struct character read_character(struct span text, int times)
{
	struct character first = read_once(text), next, meant = { .is_misread = true };
	uint8_t octets[4];
	int length = MORE;

	if (times == 0 || first.code_point < 0xC2 || first.code_point > 0xF4)
		return first; /* nearly all */
	first = next = read_character(text, times - 1);
	for (size_t count = 0; length == MORE && count < sizeof octets; count++) {
		octets[count] = octet_of(next.code_point);
		length = octets[0] == 0xDF ? 0
		                           : u8_mbtoucr(&meant.code_point, octets, count + 1);
		meant.length += next.length;
		text.next += next.length;
		if (length == MORE)
			next = read_character(text, times - 1);
	}
	return length > 0 && meant.code_point >= 0x80 && is_part(meant.code_point) ? meant
	                                                                           : first;
}

/* --- Words -------------------------------------------------------------------------- */

static bool is_in(uint32_t code_point, const uint32_t *set, size_t count)
{
	return u32_chr(set, count, code_point) != NULL;
}

#define IS_IN(code_point, ...)                                                        \
	is_in(code_point, (const uint32_t[]){ __VA_ARGS__ },                          \
	      sizeof(const uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t))

/* Returns whether a name may have it: letters, marks, numbers, joiners, dots within words, emoji. */
static bool is_part(uint32_t code_point)
{
	bool is_emoji = code_point >= 0x1F000 || (code_point >= 0x2600 && code_point <= 0x27BF);
	uint32_t kinds = UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_N |
	                 (is_emoji ? UC_CATEGORY_MASK_S : 0);

	if (code_point < 0x80)
		return is_ascii_part((char)code_point);
	return uc_is_general_category_withtable(code_point, kinds) ||
	       IS_IN(code_point, 0xB7, 0x5F3, 0x5F4, 0x200C, 0x200D, 0x30FB, 0xFF0D);
}

static bool is_dot(uint32_t code_point)
{
	return IS_IN(code_point, '.', 0x3002, 0xFF0E, 0xFF61);
}

/* Returns whether it is invisible, and UTS #46 leaves it out. */
static bool is_left_out(uint32_t code_point)
{
	return IS_IN(code_point, 0xAD, 0x200B, 0x2060, 0xFEFF);
}

/* Reads "(3)" before a label of three octets, or "(0)" after the last; returns its length. */
static size_t read_count(struct span text, uint32_t *count)
{
	size_t digits;

	if (!take_text(&text, "("))
		return 0;
	digits = read_number(text, 10, 2, count);
	text.next += digits;
	if (digits == 0 || text.next >= text.end || *text.next != ')')
		return 0;
	if (*count > 0 && (span_length(text) < *count + 2 || text.next[*count + 1] != '('))
		return 0;
	return digits + strlen("()");
}

/* Adds a character to the name; a name that is too long stays so. */
static void add(struct spelled *name, uint32_t code_point)
{
	size_t room = sizeof name->octets - 1 - name->length;
	int length = u8_uctomb((uint8_t *)name->octets + name->length, code_point,
	                       (ptrdiff_t)room);

	name->is_long |= length <= 0;
	name->length += length > 0 ? (size_t)length : 0;
	name->octets[name->length] = '\0';
}

/* Returns whether a character can belong to a word, or to one whose label follows. */
static bool is_of_word(uint32_t code_point)
{
	return is_part(code_point) || is_dot(code_point) || is_left_out(code_point);
}

/*
 * Takes "(3)", which begins the name, or a label of one that has begun so, or "(0)" at its end.
 * Nothing that could become part of the name is before it or after it.
 */
static bool take_count(struct spelled_text *text, struct spelled *name, bool *is_counted)
{
	bool is_first = name->length == 0;
	uint32_t count;
	size_t length = read_count(text->rest, &count);
	struct span rest = span_without_first(text->rest, length);

	if (length == 0 || is_first != !*is_counted || (is_first && count == 0) ||
	    (is_first && is_of_word(*text->before)) ||
	    (count == 0 && is_of_word(read_character(rest, 2).code_point)))
		return false;
	if (is_first)
		name->text.next = text->rest.next;
	text->rest.next += length;
	name->text.end = text->rest.next;
	*is_counted = count > 0;
	if (!is_first && count > 0)
		add(name, '.');
	return true;
}

/* Takes a part of the word, or what separates or precedes parts; false: the word ends before it. */
static bool take_part(struct spelled_text *text, struct spelled *name, struct character next,
                      bool *is_after_dot)
{
	bool is_first = name->length == 0;

	if (is_part(next.code_point) && !(is_first && next.code_point == '-')) {
		if (*is_after_dot)
			add(name, '.');
		add(name, next.code_point);
		*is_after_dot = false;
	} else if (is_dot(next.code_point) && !is_first && !*is_after_dot) {
		*is_after_dot = true;
	} else if (!is_left_out(next.code_point) || (is_first && next.code_point == 0xFEFF)) {
		return false; /* U+FEFF before it may be the byte order mark of the file */
	}
	name->is_escaped |= next.is_escaped;
	text->rest.next += next.length;
	if (!*is_after_dot)
		name->text.end = text->rest.next;
	return true;
}

void spelled_word(struct spelled_text *text, struct spelled *name)
{
	bool is_after_dot = false, is_counted = false;
	struct character next;

	name->text = (struct span){ text->rest.next, text->rest.next };
	name->length = 0;
	name->is_long = name->is_escaped = false;
	memcpy(name->before, text->before, sizeof name->before);
	do {
		name->is_escaped |= take_count(text, name, &is_counted);
		next = read_character(text->rest, 2);
	} while (take_part(text, name, next, &is_after_dot));
	name->is_long |= is_counted; /* it has no "(0)" */
	name->after = next.code_point;
	if (name->length == 0)
		text->rest.next += next.length;
	memmove(text->before + 1, text->before, sizeof text->before - sizeof *text->before);
	text->before[0] = name->length == 0 ? next.code_point : 'a';
}

bool spelled_is_word(struct span text)
{
	struct spelled_text rest = { .rest = text };
	struct spelled name;

	spelled_word(&rest, &name);
	return span_length(name.text) == span_length(text);
}

/* --- Names --------------------------------------------------------------------------- */

/*
 * Returns whether a name may be here: an octet beyond ASCII, "n--", %C3%, =C3=, \303\, \xC3\, \u,
 * &#, or one of them escaped.  Without branches, compilers make a few vector instructions of it.
 */
static inline unsigned char is_hint(const char *at)
{
	unsigned char c = (unsigned char)at[0], d = (unsigned char)at[1];
	bool is_lead = (unsigned char)((d | 0x20) - 'c') < 4;

	return (c >= 0x80) | (((c | 0x20) == 'n') & (d == '-') & (at[2] == '-')) |
	       (((c == '%') | (c == '=')) & is_lead & (at[3] == at[0])) |
	       ((c == '%') & (d == '2') & (at[2] == '5')) |
	       ((c == '=') & (d == '3') & (at[2] == 'D')) |
	       ((c == '\\') & ((d == 'u') | (d == '\\') | (at[4] == '\\'))) |
	       ((c == '&') & ((d == '#') | (at[4] == ';')));
}

#define BLOCK 64
#define AHEAD 4 /* octets that it reads after the first */

/* Vectors of gcc and clang, which a processor without them does in parts. */
typedef unsigned char octets __attribute__((vector_size(16)));

/* Finds out four times as fast that a block has none, since most have no such octet. */
static bool has_special(const char *block)
{
	octets found = { 0 }, c, next;
	uint64_t halves[2];

	for (size_t i = 0; i < BLOCK; i += sizeof c) {
		memcpy(&c, block + i, sizeof c);
		memcpy(&next, block + i + 1, sizeof next);
		found |= (c & 0x80) | (octets)(c == '%') | (octets)(c == '=') |
		         (octets)(c == '\\') | (octets)(c == '&') |
		         ((octets)((c | 0x20) == 'n') & (octets)(next == '-'));
	}
	memcpy(halves, &found, sizeof halves);
	return (halves[0] | halves[1]) != 0;
}

static bool has_hint(const char *block)
{
	unsigned char found = 0;

	for (int i = 0; i < BLOCK; i++)
		found |= is_hint(block + i);
	return found != 0;
}

/* Finds the first place for a closer look; the last octets get one always. */
static const char *find_hint(struct span text)
{
	const char *at = text.next;

	while (text.end - at > BLOCK + AHEAD && !(has_special(at) && has_hint(at)))
		at += BLOCK;
	while (text.end - at > AHEAD && !is_hint(at))
		at++;
	return at;
}

bool spelled_is_apart(char c)
{
	return (unsigned char)c <= ' ' || strchr("\"<>,|{}", c);
}

/* Goes to the beginning of the word, after a character that is part of no name and no escape. */
static void go_to(struct spelled_text *text, const char *hint)
{
	while (hint > text->rest.next && !spelled_is_apart(hint[-1]))
		hint--;
	if (hint > text->rest.next)
		memset(text->before, 0, sizeof text->before);
	text->rest.next = hint;
}

static bool is_international(const struct spelled *name)
{
	return name->length > 0 && !name->is_long &&
	       (!ascii_has_only(name->octets, name->length) || policy_is_ace(name->octets));
}

bool spelled_next(struct spelled_text *text, struct spelled *name)
{
	const char *hint;

	while ((hint = find_hint(text->rest)) < text->rest.end) {
		go_to(text, hint);
		while (text->rest.next <= hint) {
			spelled_word(text, name);
			if (is_international(name))
				return true;
		}
	}
	text->rest.next = text->rest.end;
	return false;
}

/* --- A text as a whole ---------------------------------------------------------------- */

/* Returns it without escapes; undoes as often that it was encoded again. */
static char *decode(struct span text, int times, bool *is_changed)
{
	char *plain = words_copy_of(text.next, span_length(text)), *end = plain;
	struct character next;

	*is_changed = false;
	for (; (next = read_character(text, times)).length > 0; text.next += next.length)
		if (next.is_escaped || next.is_misread) {
			end += u8_uctomb((uint8_t *)end, next.code_point, 4);
			*is_changed = true;
		} else {
			end = mempcpy(end, text.next, next.length);
		}
	*end = '\0';
	return plain;
}

char *spelled_plain(struct span text, bool *is_escaped)
{
	return decode(text, 0, is_escaped);
}

char *spelled_once(struct span name)
{
	char unicode[IDNX_NAME_SIZE];
	bool is_changed;
	char *once = decode(name, 2, &is_changed);

	if (!is_changed && policy_is_ace(once)) {
		free(once);
		idnx_to_unicode(name.next, span_length(name), unicode, sizeof unicode, 0);
		once = decode(span_of_text(unicode), 2, &is_changed);
	}
	if (is_changed)
		return once;
	free(once);
	return NULL;
}
