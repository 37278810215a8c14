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
 * A token, which has no blank, is read as characters, and these are read as names.
 */
#include <uchar.h>
#include <unictype.h>
#include <unistr.h>

#include "ascii_text.h"
#include "verdict.h"

/* --- Escapes ---------------------------------------------------------------------- */

static const struct escape {
	const char *mark;
	unsigned base;
	size_t least, most; /* digits */
	const char *end;
	unsigned bits; /* of UTF-8, UTF-16, or UTF-32 */
} escapes[] = {
	/* Escaped once more, and as it is. */
	{ "\\\\", 8, 3, 3, "", 8 },       { "\\", 8, 3, 3, "", 8 },
	{ "\\\\", 10, 3, 3, "", 8 },      { "\\", 10, 3, 3, "", 8 },
	{ "\\\\x", 16, 2, 2, "", 8 },     { "\\x", 16, 2, 2, "", 8 },
	{ "\\\\u", 16, 4, 4, "", 16 },    { "\\u", 16, 4, 4, "", 16 },
	{ "%25", 16, 2, 2, "", 8 },       { "%", 16, 2, 2, "", 8 },
	{ "=3D", 16, 2, 2, "", 8 },       { "=", 16, 2, 2, "", 8 },
	{ "&amp;#x", 16, 1, 6, ";", 32 }, { "&#x", 16, 1, 6, ";", 32 },
	{ "&amp;#", 10, 1, 7, ";", 32 },  { "&#", 10, 1, 7, ";", 32 },
};

/* What u8_mbtoucr() and u16_mbtoucr() return if more units are needed. */
#define MORE (-2)

/* ASCII's own character for one that is in doubt, which no name has. */
#define SUBSTITUTE 0x1A

/* Takes digits of a base up to 16, as in C, at most so many; returns how many. */
static size_t take_number(struct span *text, unsigned base, size_t most, uint32_t *number)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;
	size_t length = 0;

	for (*number = 0; length < most && !span_is_empty(*text); length++, text->next++) {
		digit = memchr(digits, ascii_fold(*text->next), base);
		if (!digit)
			break;
		*number = *number * base + (uint32_t)(digit - digits);
	}
	return length;
}

static bool take_unit(const struct escape *escape, struct span *text, uint32_t *unit)
{
	return span_take(text, escape->mark) &&
	       take_number(text, escape->base, escape->most, unit) >= escape->least &&
	       span_take(text, escape->end) && (escape->bits > 8 || *unit <= 0xFF);
}

/* Takes the units of one character. */
static bool take_units(const struct escape *escape, struct span *text, uint32_t *code_point)
{
	uint8_t octets[4];
	uint16_t halves[4];
	uint32_t unit;
	int length = MORE;

	for (size_t count = 0; length == MORE && count < 4; count++) {
		if (!take_unit(escape, text, &unit))
			return false;
		octets[count] = (uint8_t)unit;
		halves[count] = (uint16_t)unit;
		length = escape->bits == 8    ? u8_mbtoucr(code_point, octets, count + 1)
		         : escape->bits == 16 ? u16_mbtoucr(code_point, halves, count + 1)
		                              : u32_mbtoucr(code_point, &unit, 1);
	}
	return length > 0;
}

/* \046 and other ASCII differ by the base; "=22" is a quote, but "=42" may be a value. */
static bool take_escape(const struct escape *escape, struct span *text, uint32_t *code_point)
{
	struct span rest = *text;

	if (!take_units(escape, &rest, code_point))
		return false;
	if (*code_point < 0x80 && *text->next == '=' && ascii_is_ldh((char)*code_point))
		return false;
	if (*code_point == 0 ||
	    (*code_point < 0x80 && *text->next == '\\' && escape->base != 16))
		*code_point = SUBSTITUTE;
	*text = rest;
	return true;
}

static bool take_any_escape(struct span *text, uint32_t *code_point)
{
	for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
		if (*text->next == *escapes[i].mark &&
		    take_escape(&escapes[i], text, code_point))
			return true;
	return false;
}

/* --- Characters ------------------------------------------------------------------- */

/* Returns whether it is invisible, and UTS #46 leaves it out. */
static bool is_left_out(uint32_t c)
{
	return c == 0xAD || c == 0x200B || c == 0x2060 || c == 0xFEFF;
}

static bool is_dot(uint32_t c)
{
	return c == '.' || c == 0x3002 || c == 0xFF0E || c == 0xFF61;
}

/* Returns whether a name may have it: letters, marks, numbers, joiners, dots within words, emoji. */
static bool is_part(uint32_t c)
{
	static const uint32_t others[] = { 0xB7, 0x5F3, 0x5F4, 0x200C, 0x200D, 0x30FB, 0xFF0D };
	bool is_emoji = c >= 0x1F000 || (c >= 0x2600 && c <= 0x27BF);
	uint32_t kinds = UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_N |
	                 (is_emoji ? UC_CATEGORY_MASK_S : 0);

	if (c < 0x80)
		return ascii_is_ldh((char)c) || c == '_';
	return uc_is_general_category_withtable(c, kinds) ||
	       u32_chr(others, sizeof others / sizeof *others, c);
}

/*
 * Takes "(3)" before a label of three octets as a dot, and the first one and "(0)" at the end as
 * nothing.  Such a text begins so.
 */
static bool take_count(struct span *text, bool is_first, uint32_t *code_point)
{
	struct span rest = *text;
	uint32_t count;

	if (!span_take(&rest, "(") || take_number(&rest, 10, 2, &count) == 0 ||
	    !span_take(&rest, ")"))
		return false;
	if (count == 0 ? !span_is_empty(rest)
	               : span_length(rest) <= count || rest.next[count] != '(')
		return false;
	*code_point = count == 0 || is_first ? 0xAD : '.';
	*text = rest;
	return true;
}

static bool take_dot(struct span *text, uint32_t *code_point)
{
	*code_point = '.';
	return span_take(text, "[.]") || span_take(text, "(.)") || span_take(text, "[dot]") ||
	       span_take(text, "(dot)");
}

static void take_plain(struct span *text, uint32_t *code_point)
{
	int length = u8_mbtoucr(code_point, (const uint8_t *)text->next, span_length(*text));

	if (length <= 0)
		*code_point = 0xFFFD;
	if (*code_point == 0)
		*code_point = SUBSTITUTE;
	text->next += length > 0 ? length : 1;
}

/* Returns the octet that Windows-1252, or else ISO 8859-1, reads as this; 0 if none. */
static uint8_t octet_of(uint32_t c)
{
	static const char32_t windows[] = U"€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

	if (c >= 0x80 && c <= 0xFF)
		return (uint8_t)c;
	for (size_t i = 0; i < 0x20; i++)
		if (windows[i] == c && c != 0)
			return (uint8_t)(0x80 + i);
	return 0;
}

/* Undoes that UTF-8 was read so, and encoded again.  "ß" begins only letters of N'Ko. */
static void undo_encoding(struct spelled *to)
{
	for (const struct spelled *from = to; from->code_point != 0; to++) {
		uint8_t octets[4];
		ucs4_t meant = 0;
		int length = MORE;
		size_t count = 0;

		for (; length == MORE && count < 4; count++) {
			octets[count] = octet_of(from[count].code_point);
			length = u8_mbtoucr(&meant, octets, count + 1);
		}
		*to = *from;
		if (length > 0 && meant >= 0x80 && octets[0] != 0xDF && is_part(meant)) {
			to->code_point = meant;
			to->is_changed = true;
			from += count;
		} else {
			from++;
		}
		to[1] = *from;
	}
}

/* That many are read by spelled_is_host() around a name. */
enum { BEFORE = 3, AROUND = BEFORE + 2 };

const struct spelled *spelled_read(struct span text, enum spelled_as as)
{
	struct spelled *all = words_room((span_length(text) + AROUND) * sizeof *all);
	struct spelled *next = all + BEFORE;
	const char *begin = text.next;
	bool is_counted = false;

	for (; !span_is_empty(text); next++) {
		uint32_t *c = &next->code_point;

		next->at = text.next;
		if ((next->at == begin || is_counted) && take_count(&text, !is_counted, c)) {
			is_counted = next->is_changed = true;
			continue;
		}
		next->is_changed = strchr("\\%=&[(", *text.next) &&
		                   (take_any_escape(&text, c) || take_dot(&text, c));
		if (!next->is_changed)
			take_plain(&text, c);
	}
	next->at = text.end;
	for (int i = 0; i < 2 && as == SPELLED_UNDONE; i++)
		undo_encoding(all + BEFORE);
	return all + BEFORE;
}

/* --- Names ------------------------------------------------------------------------ */

static void add(struct spelled_name *name, uint32_t code_point)
{
	size_t room = sizeof name->octets - 1 - name->length;
	int length = u8_uctomb((uint8_t *)name->octets + name->length, code_point,
	                       (ptrdiff_t)room);

	name->is_long |= length <= 0;
	name->length += length > 0 ? (size_t)length : 0;
	name->octets[name->length] = '\0';
}

/* U+FEFF before a name may be the byte order mark of the file. */
static const struct spelled *find_first(const struct spelled *rest)
{
	const struct spelled *first = rest;

	while (first->code_point != 0 &&
	       (first->code_point == '-' || !is_part(first->code_point)))
		first++;
	while (first > rest && is_left_out(first[-1].code_point) &&
	       first[-1].code_point != 0xFEFF)
		first--;
	return first;
}

bool spelled_next(const struct spelled **rest, struct spelled_name *name)
{
	const struct spelled *at = name->first = name->end = find_first(*rest);
	bool is_after_dot = false;

	name->length = 0;
	name->is_long = name->is_changed = false;
	for (;; at++) {
		if (is_part(at->code_point)) {
			if (is_after_dot)
				add(name, '.');
			add(name, at->code_point);
			is_after_dot = false;
		} else if (is_dot(at->code_point) && !is_after_dot) {
			is_after_dot = true;
		} else if (!is_left_out(at->code_point)) {
			break;
		}
		name->is_changed |= at->is_changed;
		if (!is_after_dot)
			name->end = at + 1;
	}
	name->text = (struct span){ name->first->at, name->end->at };
	*rest = at;
	return name->length > 0;
}

bool spelled_is_name(struct span text, struct spelled_name *name)
{
	const struct spelled *rest = spelled_read(text, SPELLED_UNDONE);

	return spelled_next(&rest, name) && span_is_same(name->text, text);
}

const char *spelled_once(struct span text)
{
	char unicode[IDNX_NAME_SIZE];
	struct spelled_name name;

	for (int i = 0; i < 2; i++) {
		if (spelled_is_name(text, &name) && name.is_changed)
			return words_copy(name.octets);
		idnx_to_unicode(text.next, span_length(text), unicode, sizeof unicode, 0);
		text = span_of_text(unicode);
	}
	return NULL;
}

/* --- Tokens ----------------------------------------------------------------------- */

bool spelled_is_apart(char c)
{
	return (unsigned char)c <= ' ' || c == '"' || c == '<' || c == '>' || c == ',' ||
	       c == '|' || c == '{' || c == '}';
}

#define BLOCK 64

/* Vectors of gcc and clang, which a processor without them does in parts. */
typedef unsigned char octets __attribute__((vector_size(16)));

/*
 * Most blocks have no octet beyond ASCII, no mark of an escape, and no "--"; "$" and "'" are rare.
 * Passing over these saves three quarters of the time of a log with names in 1 % of its lines.
 */
static bool has_mark(const char *block)
{
	octets found = { 0 }, c, next;
	uint64_t halves[2];

	for (size_t i = 0; i < BLOCK; i += sizeof c) {
		memcpy(&c, block + i, sizeof c);
		memcpy(&next, block + i + 1, sizeof next);
		found |= c | (octets)((c & 0xFC) == ('%' & 0xFC)) | (octets)(c == '=') |
		         (octets)(c == '\\') | ((octets)(c == '-') & (octets)(next == '-'));
	}
	memcpy(halves, &found, sizeof halves);
	return ((halves[0] | halves[1]) & UINT64_C(0x8080808080808080)) != 0;
}

/* Returns whether a name may be here: an octet beyond ASCII, an escape of that, or "n--". */
static bool is_hint(struct span text, const char *at)
{
	struct span rest = { at, text.end };
	uint32_t code_point;

	if (*at == '-')
		return at > text.next && ascii_fold(at[-1]) == 'n' && span_take(&rest, "--");
	if (*at == '\\' || *at == '%' || *at == '=' || *at == '&')
		return take_any_escape(&rest, &code_point) && code_point >= 0x80;
	return (unsigned char)*at >= 0x80;
}

static const char *find_hint(struct span text)
{
	const char *at = text.next;

	for (; at < text.end; at++) {
		if ((at - text.next) % BLOCK == 0)
			while (text.end - at > BLOCK && !has_mark(at))
				at += BLOCK;
		if (is_hint(text, at))
			break;
	}
	return at;
}

bool spelled_next_token(struct span *text, struct span *token)
{
	const char *hint = find_hint(*text);

	*token = (struct span){ hint, hint };
	while (token->next > text->next && !spelled_is_apart(token->next[-1]))
		token->next--;
	while (token->end < text->end && !spelled_is_apart(*token->end))
		token->end++;
	text->next = token->end;
	return hint < text->end;
}
