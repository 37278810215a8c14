/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_check(), for any octets and criteria: a fault is at the first octet of a character, and fewer
 * criteria find no other fault.  (tests/engine/conformance/scripts.c compares it with the
 * definitions of UTS #39.)
 * idnx_read(), idnx_reads_as(): a name reads as itself and as each domain it is in.
 * idnx_contains(): a look-alike of a word is found after any labels, and an ASCII name has none.
 * idnx_display(): what it shows passes, or is ASCII, and is shown again as it is.
 */
#include "common/fuzz.h"
#include "idnx.h"

static bool begins_character(const char *src, size_t src_len, size_t octet)
{
	return octet < src_len && ((unsigned char)src[octet] & 0xC0) != 0x80;
}

static void check_finding(const char *src, size_t src_len, struct idnx_finding finding)
{
	unsigned label = 1;

	if (finding.status == IDNX_OK || finding.label == 0) {
		promise(finding.label == 0 && finding.first == 0 && finding.second == 0,
		        "what has no fault has no place");
		return;
	}
	promise(finding.first <= finding.second && finding.second <= src_len,
	        "a fault is in the name");
	for (size_t i = 0; i < finding.second; i++)
		label += src[i] == '.';
	promise(label == finding.label, "and in its label");
	if (finding.status == IDNX_BAD_UTF8 || finding.status == IDNX_TOO_LONG)
		return;
	promise(begins_character(src, src_len, finding.first) &&
	                begins_character(src, src_len, finding.second),
	        "a character begins there");
}

static bool passes(const char *src, size_t src_len, struct idnx_criteria criteria)
{
	struct idnx_finding finding = idnx_check(src, src_len, &criteria);

	check_finding(src, src_len, finding);
	return finding.status == IDNX_OK;
}

/* Checks that each stricter repertoire, level and criterion allows no more names. */
static void check_narrower(const char *src, size_t src_len, struct idnx_criteria criteria)
{
	bool passed = passes(src, src_len, criteria);
	struct idnx_criteria wider = criteria;

	for (int repertoire = 0; repertoire < (int)criteria.repertoire; repertoire++) {
		wider.repertoire = (enum idnx_repertoire)repertoire;
		promise(!passed || passes(src, src_len, wider),
		        "a wider repertoire allows more");
	}
	for (int level = 0; level < (int)criteria.level; level++) {
		wider.level = (enum idnx_restriction_level)level;
		promise(!passed || passes(src, src_len, wider), "a wider level allows more");
	}
	wider.look_alikes = 0;
	wider.scripts = (struct idnx_script_set){ { 0 } };
	promise(!passed || passes(src, src_len, wider), "less is asked, and met");
}

static void check_criteria(const char *src, size_t src_len, unsigned choice)
{
	static const char *const scripts[] = { "Latin", "Cyrillic", "Han", "Arabic" };
	struct idnx_criteria criteria = { .look_alikes = choice & 1 };
	struct idnx_finding finding;

	criteria.level = (choice >> 1) % (IDNX_LEVEL_ASCII_ONLY + 1);
	criteria.repertoire = (choice >> 4) % (IDNX_REPERTOIRE_IDENTIFIERS + 1);
	if (choice >= 0xC0)
		promise(idnx_script_set_add(&criteria.scripts, scripts[choice & 3],
		                            strlen(scripts[choice & 3])) == 0,
		        "a script has its name");
	check_narrower(src, src_len, criteria);
	finding = idnx_check(src, src_len, &(struct idnx_criteria){ .look_alikes = 0 });
	promise(finding.status == IDNX_OK || finding.status == IDNX_BAD_UTF8 ||
	                finding.status == IDNX_TOO_LONG,
	        "where nothing is asked there is no fault");
	criteria.level = IDNX_LEVEL_ASCII_ONLY + 1;
	promise(idnx_check(src, src_len, &criteria).status == IDNX_BAD_FLAGS,
	        "there is no such level");
}

/* --- Readings ------------------------------------------------------------------ */

static bool has_octet(const char *src, size_t src_len)
{
	return src_len > 1 || (src_len == 1 && src[0] != '.');
}

/* Checks that any labels in front of a spoof do not hide it. */
static void check_spoof(const char *src, size_t src_len)
{
	static const char spoof[] = ".www.\u0430\u0440\u0440\u04CF\u0435.m\u00FCller.de";
	char name[IDNX_INPUT_MAX];
	struct idnx_reading reading;

	if (src_len > sizeof name - sizeof spoof)
		return;
	if (src_len > 0)
		memcpy(name, src, src_len);
	memcpy(name + src_len, spoof, sizeof spoof);
	if (idnx_read(name, src_len + sizeof spoof - 1, &reading) != IDNX_OK)
		return;
	promise(idnx_reads_as(&reading, "apple.m\u00FCller.de", 16),
	        "labels before it do not hide what a name reads as");
	promise(!idnx_reads_as(&reading, "pple.m\u00FCller.de", 15) &&
	                !idnx_reads_as(&reading, "apple.muller.d\u00E9", 16),
	        "and nothing else");
	promise(idnx_contains(&reading, name, src_len + sizeof spoof - 1, "apple", 5),
	        "nor what a label contains");
}

static void check_words(const struct idnx_reading *reading, const char *src, size_t src_len)
{
	size_t middle = src_len / 2;

	promise(!idnx_contains(reading, src, src_len, "", 0), "no name contains an empty word");
	if (idnx_contains(reading, src, src_len, src, src_len) ||
	    idnx_contains(reading, src, src_len, src + middle, src_len - middle))
		promise(!is_ascii(src, src_len), "ASCII is no disguise");
}

static void check_reading(const char *src, size_t src_len)
{
	struct idnx_reading reading;
	enum idnx_status status = idnx_read(src, src_len, &reading);
	size_t begin = 0;

	promise(status == IDNX_OK || reading.length == 0, "a failure leaves nothing");
	promise(reading.length <= IDNX_READING_MAX, "a reading has room");
	check_words(&reading, src, src_len);
	if (status != IDNX_OK || src_len > IDNX_READING_MAX / 7)
		return;
	promise((idnx_reads_as(&reading, src, src_len) != 0) == has_octet(src, src_len),
	        "a name reads as itself, and not as the empty one");
	while (begin < src_len && src[begin] != '.')
		begin++;
	if (begin < src_len && has_octet(src + begin + 1, src_len - begin - 1))
		promise(idnx_reads_as(&reading, src + begin + 1, src_len - begin - 1),
		        "a name reads as what it is below");
}

/* --- Showing a name -------------------------------------------------------------- */

/* Shows the name in less room, as if all of that were dst. */
static void check_less_room(const char *src, size_t src_len, const char *shown, size_t dst_size)
{
	char *dst = untouched(dst_size);
	enum idnx_status status = idnx_display(src, src_len, dst, dst_size);

	if (status == IDNX_OK)
		promise(strcmp(dst, shown) == 0, "less room shows the same");
	else
		promise(status == IDNX_NO_SPACE && (dst_size == 0 || dst[0] == '\0'),
		        "or it does not suffice");
	free(dst);
}

static void check_display(const char *src, size_t src_len, unsigned choice)
{
	static const struct idnx_criteria browser = { .level = IDNX_LEVEL_HIGHLY_RESTRICTIVE,
		                                      .repertoire = IDNX_REPERTOIRE_IDENTIFIERS,
		                                      .look_alikes = 1 };
	char dst[IDNX_NAME_SIZE], again[IDNX_NAME_SIZE];
	enum idnx_status status = idnx_display(src, src_len, dst, sizeof dst);
	size_t length = strlen(dst);

	promise(status == IDNX_OK || length == 0, "what fails shows nothing");
	if (status != IDNX_OK)
		return;
	promise(is_ascii(dst, length) || passes(dst, length, browser), "what is shown passes");
	memcpy(again, dst, sizeof dst);
	promise(idnx_display(again, length, again, sizeof again) == IDNX_OK &&
	                strcmp(again, dst) == 0,
	        "and is shown again as it is");
	check_less_room(src, src_len, dst, choice % (length + 2));
}

/* --- Scripts ---------------------------------------------------------------------- */

static void check_names(struct input input)
{
	uint32_t code_point = (uint32_t)take_octet(&input) << 16 | take_number(&input);
	unsigned index = 0;

	while (idnx_script_name(code_point, index) != NULL)
		index++;
	promise((index > 0) == (code_point <= 0x10FFFF), "every code point is of a script");
	promise(idnx_script_name(code_point, index + 1) == NULL, "and the last is the last");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	unsigned choice = take_octet(&input);
	char *src = copy_of(input.next, input.left);

	check_criteria(src, input.left, choice);
	check_reading(src, input.left);
	check_spoof(src, input.left);
	check_display(src, input.left, choice);
	check_names(input);
	free(src);
	return 0;
}
