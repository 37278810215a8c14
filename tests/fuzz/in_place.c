/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Each function of the library that replaces libidn2: under any flags it rejects what the
 * module would reject, and on error it changes nothing.  And a line of "idnx run --trace", in which
 * no name has anything that a terminal obeys.
 */
#include <locale.h>
#include <strings.h>

#include "../../nss_idnx/companions/libidn2/libidn2.h"
#include "../common/sources/fake.h"
#include "common/written.h"
#include "policy.h"

/* More than the longest name that is read. */
#define OCTETS_MAX 4200

/* The idnx.conf of an input; tests/fuzz/config.c tests any other. */
static const char *const confs[] = {
	NULL,
	"nonsense",
	"script-policy = highly-restrictive\nCheckHyphens = true\n[.de]\ndeviations = map\n",
	"exclude = .example\n",
	"charset = ISO-8859-1\n",
	"charset = KLINGON\n",
	"protection = browser\nprotect = paypal.com b\u00FCcher.example\nprotected-words = bank\n",
	"protection = strict\nmode = report\nace-names = leave\n[.de]\nace-names = check\n",
};

/* Writes a file only if it changes. */
static void use_conf(size_t which)
{
	static size_t before;

	if (which != before)
		fake_conf(confs[which]);
	before = which;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

/* --- To ASCII ------------------------------------------------------------------- */

static int lookup_u8(const char *name, char **output, int flags)
{
	uint8_t *octets = (uint8_t *)*output;
	int code = idn2_lookup_u8((const uint8_t *)name, &octets, flags);

	*output = (char *)octets;
	return code;
}

static int (*const functions[])(const char *name, char **output, int flags) = {
	lookup_u8,
	idn2_lookup_ul,
	idn2_to_ascii_8z,
	idn2_to_ascii_lz,
};

/* The module skips excluded names; the library converts them by the defaults. */
static bool module_asks(const char *name, char ace[static IDNX_HOST_NAME_SIZE])
{
	enum policy_action verdict = policy_to_ascii(IDNX_CONF, name, ace).action;

	if (verdict != POLICY_EXCLUDED)
		return verdict == POLICY_CONVERTED;
	return idnx_to_ascii(name, strlen(name), ace, IDNX_HOST_NAME_SIZE, IDNX_LOOKUP).status ==
	       IDNX_OK;
}

/* Checks against the module, which passes ASCII names through: only letters are compared. */
static void check_module(const char *name, const char *ascii, int flags)
{
	char ace[IDNX_HOST_NAME_SIZE];
	bool exact = (flags & LIBIDN2_NO_TR46) == 0;

	if (is_ascii(name, strlen(name))) {
		promise(strcasecmp(name, ascii) == 0, "an ASCII name stays");
		return;
	}
	promise(module_asks(name, ace), "what the module rejects is rejected");
	promise((exact ? strcmp : strcasecmp)(ace, ascii) == 0, "the module asks for the same");
}

static char *to_ascii(const char *name, size_t which, int flags)
{
	static char untouched_text[] = "untouched";
	char *output = untouched_text;
	int code = functions[which](name, &output, flags);

	promise(strcmp(idn2_strerror_name(code), "IDN2_UNKNOWN") != 0, "a known code");
	promise(code != LIBIDN2_2HYPHEN, "none after which a name goes on as it is");
	promise((code == 0) == (output != untouched_text), "untouched on an error alone");
	if (code != 0)
		return NULL;
	check_module(name, output, flags);
	promise(strlen(output) < IDNX_HOST_NAME_SIZE, "as long as a name");
	return output;
}

/* Checks that all functions under all flags give the same result, or none. */
static void check_to_ascii(const char *name, int flags)
{
	char *plain = to_ascii(name, 0, LIBIDN2_NONTRANSITIONAL);

	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
		char *other = to_ascii(name, i, flags);

		promise(other == NULL || (plain != NULL && strcasecmp(plain, other) == 0),
		        "no flag and no function allows more");
		free(other);
	}
	free(plain);
}

/* --- To Unicode ----------------------------------------------------------------- */

static void check_shown(const char *name)
{
	char *shown = NULL, ace[IDNX_HOST_NAME_SIZE];

	if (idn2_to_unicode_lzlz(name, &shown, 0) != 0)
		return;
	promise(is_ascii(shown, strlen(shown)) || module_asks(shown, ace),
	        "only a name is shown");
	promise(idn2_to_unicode_8zlz(name, NULL, 0) == 0, "in whatever charset it came");
	free(shown);
}

static void check_cut(const uint32_t *name, size_t length, const uint32_t *whole, size_t space)
{
	uint32_t *out = allocate(space * sizeof *out);
	size_t needed = space;

	promise(idn2_to_unicode_44i(name, length, out, &needed, 0) == 0, "and as code points");
	promise(memcmp(out, whole, (needed < space ? needed : space) * sizeof *out) == 0,
	        "as much as fits");
	free(out);
}

static void check_to_unicode(const char *name, size_t space)
{
	char *utf8 = NULL, *again = NULL;
	uint32_t *points = NULL, *same = NULL;
	int code = idn2_to_unicode_8z8z(name, &utf8, 0);

	promise(idn2_to_unicode_8z4z(name, &points, 0) == code, "the same as code points");
	if (code != 0) {
		promise(utf8 == NULL && points == NULL, "untouched on an error");
		return;
	}
	if (is_ascii(name, strlen(name)) && strcasestr(name, "xn--") == NULL)
		promise(strcmp(utf8, name) == 0, "what needs no decoding stays");
	if (idn2_to_unicode_8z8z(utf8, &again, 0) == 0 &&
	    idn2_to_unicode_4z4z(points, &same, 0) == 0) {
		size_t length = 0;

		while (points[length] != 0)
			length++;
		promise(length <= 255, "as long as libidn2's");
		check_cut(points, length, same, space);
	}
	free(again);
	free(same);
	free(points);
	free(utf8);
}

/* --- Code points, Punycode -------------------------------------------------------- */

static void check_code_points(const uint32_t *points, size_t length, int flags)
{
	char label[64], *name = NULL;
	int code = idn2_to_ascii_4i2(points, length, &name, flags);

	promise(idn2_to_ascii_4z(points, NULL, flags) == code, "the same where a 0 ends them");
	memset(label, UNTOUCHED, sizeof label);
	promise((code == 0) == (name != NULL), "a name or an error");
	if (idn2_to_ascii_4i(points, length, label, flags) == 0)
		promise(name != NULL && strcmp(name, label) == 0, "a label is a name");
	else
		promise(is_untouched(label, sizeof label), "untouched on an error");
	free(name);
}

static void check_punycode(const uint32_t *points, size_t length, size_t space)
{
	char *punycode = untouched(space);
	size_t used = space, decoded = length;
	uint32_t *again = allocate(length * sizeof *again);

	if (_idn2_punycode_encode(length, points, &used, punycode) != 0)
		promise(idn2_punycode_encode(points, length, punycode, &used) != 0 &&
		                used == space && is_untouched(punycode, space),
		        "untouched, too");
	else if (_idn2_punycode_decode(used, punycode, &decoded, again) == 0)
		promise(decoded == length && memcmp(again, points, length * sizeof *again) == 0,
		        "Punycode comes back");
	free(again);
	free(punycode);
}

static void check_decoded(const char *punycode, size_t space)
{
	uint32_t *points = allocate(space * sizeof *points);
	size_t count = space;

	if (idn2_punycode_decode(punycode, strlen(punycode), points, &count) == 0)
		promise(count > 0 && count <= space, "as many as there is room for");
	else
		promise(count == space, "an error leaves the length");
	free(points);
}

/* --- Others --------------------------------------------------------------------- */

static void check_registered(const char *label)
{
	char *name = NULL;

	if (idn2_register_ul(label, NULL, &name, 0) == 0)
		promise(strcmp(name, label) == 0 && is_ascii(name, strlen(name)) &&
		                strlen(name) <= 63,
		        "only ASCII is registered");
	promise(name == NULL || idn2_register_u8(NULL, (const uint8_t *)label, NULL, 0) != 0,
	        "as a U-label");
	promise(idn2_check_version(label) == NULL ||
	                strverscmp(label, idn2_check_version(NULL)) <= 0,
	        "any version is compared");
	free(name);
}

/* --- A trace -------------------------------------------------------------------- */

static void check_trace(const char *name, unsigned choice)
{
	char line[4097], path[32], ace[IDNX_HOST_NAME_SIZE];
	int fd = memfd_create("trace", 0);
	struct written written = { .text = line };
	ssize_t length;

	policy_to_ascii(IDNX_CONF, "\u00E9", ace); /* a repeated name has no line */
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	setenv("IDNX_TRACE", path, 1);
	setenv("IDNX_TRACE_UTF8", choice & 1 ? "1" : "", 1);
	policy_to_ascii(IDNX_CONF, name, ace);
	length = pread(fd, line, sizeof line - 1, 0);
	promise(length >= 0 && length < (ssize_t)sizeof line - 1, "a line has an end");
	line[length] = '\0';
	written.length = (size_t)length;
	check_harmless(&written, "\n");
	promise(count_lines(&written) <= 1, "none, or a single one");
	promise(choice & 1 || is_ascii(line, written.length), "in ASCII but for UTF-8");
	unsetenv("IDNX_TRACE");
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	int flags = (int)take_octet(&input);
	size_t space = take_octet(&input), conf = take_octet(&input), count;
	uint32_t *points;
	char *name;

	if (input.left > OCTETS_MAX)
		return 0;
	count = input.left / sizeof *points;
	points = allocate((count + 1) * sizeof *points);
	if (count > 0)
		memcpy(points, input.next, count * sizeof *points);
	points[count] = 0;
	name = allocate(input.left + 1);
	if (input.left > 0)
		memcpy(name, input.next, input.left);
	name[input.left] = '\0';

	use_conf(conf % (sizeof confs / sizeof confs[0]));
	check_to_ascii(name, flags);
	check_to_unicode(name, space);
	check_shown(name);
	check_code_points(points, count, flags);
	check_punycode(points, count, space);
	check_decoded(name, space);
	check_registered(name);
	check_trace(name, (unsigned)flags);
	free(points);
	free(name);
	return 0;
}
