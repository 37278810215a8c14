/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Every row of IdnaTestV2.txt, with the flags that file assumes: ToUnicode, and
 * ToASCII without and with Transitional_Processing.  Its header is the
 * specification of what is read and compared here.
 */
#include <string.h>
#include <unistr.h>

#include "../../common/test.h"
#include "../../common/reference/explained.h"
#include "idnx.h"
#include "../../common/reference/unicode_file.h"

#define FLAGS                                                                            \
	(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |                     \
	 IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH)

#define TEXT_SIZE 2048

enum column {
	SOURCE,
	TO_UNICODE,
	TO_UNICODE_STATUS,
	TO_ASCII_N,
	TO_ASCII_N_STATUS,
	TO_ASCII_T,
	TO_ASCII_T_STATUS,
	COLUMNS,
};

/* "A blank value means the same as" this column's value. */
static const enum column same_as[COLUMNS] = {
	[TO_UNICODE] = SOURCE,
	[TO_ASCII_N] = TO_UNICODE,
	[TO_ASCII_N_STATUS] = TO_UNICODE_STATUS,
	[TO_ASCII_T] = TO_ASCII_N,
	[TO_ASCII_T_STATUS] = TO_ASCII_N_STATUS,
};

struct text {
	size_t length;
	char octets[TEXT_SIZE];
	bool ill_formed;
};

struct operation {
	struct idnx_result (*convert)(const char *, size_t, char *, size_t, unsigned);
	unsigned flags;
	enum column string, status;
	bool string_beside_error;
};

/*
 * A surrogate has no UTF-8.  The source gets the three octets that its form would have.
 * Each of them is ill-formed alone, so three U+FFFD are expected.
 */
static void append_surrogate(struct text *text, uint32_t surrogate, bool expected)
{
	static const char replacements[] = "\uFFFD\uFFFD\uFFFD";
	const unsigned char octets[] = {
		0xED,
		(unsigned char)(0x80 | (surrogate >> 6 & 0x3F)),
		(unsigned char)(0x80 | (surrogate & 0x3F)),
	};
	size_t length = expected ? strlen(replacements) : sizeof octets;

	memcpy(text->octets + text->length,
	       expected ? (const void *)replacements : (const void *)octets, length);
	text->length += length;
	text->ill_formed = true;
}

/* Reads \uXXXX or \x{XXXX} as a code point; moves field past it. */
static uint32_t escaped(const char **field)
{
	bool braces = strncmp(*field, "\\x{", 3) == 0;
	char digits[9];
	size_t length = braces ? strcspn(*field + 3, "}") : 4;

	assert_true(braces || strncmp(*field, "\\u", 2) == 0);
	assert_true(length < sizeof digits);
	memcpy(digits, *field + (braces ? 3 : 2), length);
	digits[length] = '\0';
	*field += length + (braces ? 4 : 2);
	return (uint32_t)strtoul(digits, NULL, 16);
}

static void unescape(const char *field, struct text *text, bool expected)
{
	*text = (struct text){ .length = 0 };
	if (strcmp(field, "\"\"") == 0)
		return;
	while (*field != '\0') {
		uint32_t code_point;

		assert_true(text->length + 16 < TEXT_SIZE);
		if (*field != '\\') {
			text->octets[text->length++] = *field++;
			continue;
		}
		code_point = escaped(&field);
		if (code_point >= 0xD800 && code_point <= 0xDFFF)
			append_surrogate(text, code_point, expected);
		else
			text->length += (size_t)u8_uctomb(
				(uint8_t *)text->octets + text->length, code_point, 6);
	}
}

/* set is "", "[]" or "[B5, B6]". */
static bool status_is_in(const char *set, enum idnx_status status)
{
	const char *code = idnx_status_code(status);
	const char *found = strstr(set, code);

	if (status == IDNX_OK)
		return strchr(set, '[') == NULL || strcmp(set, "[]") == 0;
	return found != NULL && strchr("[ ", found[-1]) != NULL &&
	       strchr(",]", found[strlen(code)]) != NULL;
}

static bool as_expected(const struct operation *operation, char *const field[COLUMNS])
{
	char dst[IDNX_NAME_SIZE];
	struct text source, string;
	struct idnx_result result;

	unescape(field[SOURCE], &source, false);
	unescape(field[operation->string], &string, true);
	result = operation->convert(source.octets, source.length, dst, sizeof dst,
	                            operation->flags);
	if (!(source.ill_formed ? result.status != IDNX_OK
	                        : status_is_in(field[operation->status], result.status)))
		return false;
	if (result.status != IDNX_OK && !operation->string_beside_error)
		return true;
	return result.length == string.length && dst[result.length] == '\0' &&
	       memcmp(dst, string.octets, string.length) == 0;
}

static void check_every_row(const struct operation *operation)
{
	struct unicode_file file;
	unsigned rows = 0, wrong = 0;

	unicode_file_open(&file, "IdnaTestV2.txt");
	while (unicode_file_row(&file)) {
		assert_true(file.fields == COLUMNS);
		for (enum column c = SOURCE + 1; c < COLUMNS; c++)
			if (*file.field[c] == '\0' && c != TO_UNICODE_STATUS)
				file.field[c] = file.field[same_as[c]];
		rows++;
		if (as_expected(operation, file.field))
			continue;
		if (wrong++ < 20)
			print_message("# %s: expected %s %s\n", file.field[SOURCE],
			              file.field[operation->string],
			              file.field[operation->status]);
	}
	unicode_file_close(&file);
	print_message("# %u of %u rows differ\n", wrong, rows);
	assert_true(rows > 0 && wrong == 0);
}

TEST(to_unicode_gives_every_row_its_string_and_status)
{
	check_every_row(&(struct operation){
		.convert = idnx_to_unicode,
		.flags = FLAGS,
		.string = TO_UNICODE,
		.status = TO_UNICODE_STATUS,
		.string_beside_error = true,
	});
}

TEST(to_ascii_gives_every_row_its_string_or_status)
{
	check_every_row(&(struct operation){
		.convert = idnx_to_ascii,
		.flags = FLAGS,
		.string = TO_ASCII_N,
		.status = TO_ASCII_N_STATUS,
	});
}

TEST(transitional_to_ascii_gives_every_row_its_string_or_status)
{
	check_every_row(&(struct operation){
		.convert = idnx_to_ascii,
		.flags = FLAGS | IDNX_TRANSITIONAL_PROCESSING,
		.string = TO_ASCII_T,
		.status = TO_ASCII_T_STATUS,
	});
}

/* Uses the file's flags, a lookup's flags, and two other sets for each row. */
TEST(every_row_is_explained)
{
	struct unicode_file file;
	unsigned rows = 0, wrong = 0;

	unicode_file_open(&file, "IdnaTestV2.txt");
	for (; unicode_file_row(&file); rows += 2) {
		const unsigned sets[] = { FLAGS, IDNX_LOOKUP, rows & EVERY_FLAG,
		                          (rows + 1) & EVERY_FLAG };
		struct text source;

		unescape(file.field[SOURCE], &source, false);
		for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
			wrong += !explained(source.octets, source.length, sets[i]);
	}
	unicode_file_close(&file);
	assert_true(rows > EVERY_FLAG && wrong == 0);
}

BEFORE_ALL
{
	static const char *const files[] = {"IdnaTestV2.txt", NULL};

	unicode_files_or_skip("idna_test_v2", files);
}
