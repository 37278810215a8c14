/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The stack that a call uses, as promised by idnx.h.  The names lead deepest: combining marks out
 * of order, which are decomposed and sorted, and labels in Punycode, which are decoded and checked
 * again.
 */
#include <string.h>

#include "../common/stack.h"
#include "idnx.h"
#include "name.h"

/* From idnx.h, at any level of optimization. */
#ifdef __s390x__
#define MORE 1024
#else
#define MORE 0
#endif
#define OF_A_CALL     (16 * 1024 + MORE)
#define OF_EXPLAINING (24 * 1024 + MORE)

#define ROOM_OF_A_NAME (NAME_WORDS(NAME_CODE_POINTS) * sizeof(uint32_t))

/* As many octets of a name as one call can process. */
#define NAME_SIZE (2 * (IDNX_CODE_POINTS_MAX - 2))

struct text {
	char octets[NAME_SIZE];
	size_t length;
};

static struct text name;
static char dst[IDNX_NAME_SIZE];

/* --- The names -------------------------------------------------------------------- */

static void repeat(const char *what)
{
	size_t length = strlen(what);

	for (name.length = 0; name.length + length <= NAME_SIZE; name.length += length)
		memcpy(name.octets + name.length, what, length);
}

static const char *const repeated[] = {
	"\u0301\u0323",               /* marks out of order */
	"\u1100\u1161.",              /* syllables to be composed */
	"xn--bcher-kva.xn--mgbh0fb.", /* ACE labels */
	/* Labels of as many characters as idnx_read() accepts, right-to-left, with marks. */
	"\u05D0\u0301\u05D1\u0323\u05D2\u0301\u05D3\u0301\u05D4\u0323\u05D5\u0301.",
	/* Hangul syllables, each of which reads as several code points. */
	"\uCB8D\uCB8D\uCB8D\uCB8D\uCB8D\uCB8D\uCB8D\uCB8D\uCB8D\uCB8D.",
};

/* Decodes to as many characters as a label may have. */
static void one_long_ace_label(void)
{
	repeat("a");
	memcpy(name.octets, "xn--", 4);
	name.octets[NAME_SIZE / 2] = '-';
	name.length = IDNX_CODE_POINTS_MAX;
}

/* --- The calls -------------------------------------------------------------------- */

static volatile enum idnx_status status;

static void to_ascii(void)
{
	status = idnx_to_ascii(name.octets, name.length, dst, sizeof dst, IDNX_LOOKUP).status;
}

static void to_unicode(void)
{
	status = idnx_to_unicode(name.octets, name.length, dst, sizeof dst, IDNX_LOOKUP).status;
}

/* Also with each criterion alone, since the first fault ends a call. */
static void check(void)
{
	static const struct idnx_criteria criteria[] = {
		{ .level = IDNX_LEVEL_HIGHLY_RESTRICTIVE },
		{ .repertoire = IDNX_REPERTOIRE_IDENTIFIERS },
		{ .look_alikes = 1 },
		{ .scripts = { { 0, 0, 1 } } },
	};

	for (size_t i = 0; i < LENGTH(criteria); i++)
		status = idnx_check(name.octets, name.length, &criteria[i]).status;
}

static void display(void)
{
	status = idnx_display(name.octets, name.length, dst, sizeof dst);
}

static struct idnx_reading reading;

static void read_name(void)
{
	idnx_read(name.octets, name.length, &reading);
}

static void reads_as(void)
{
	idnx_reads_as(&reading, name.octets, name.length);
	idnx_contains(&reading, name.octets, name.length, name.octets, name.length);
	idnx_letter_pairs(name.octets, name.length, NULL, NULL);
}

static void do_nothing(void *context, const struct idnx_explanation *explanation)
{
	(void)context;
	(void)explanation;
}

static void explain(void)
{
	idnx_explain(name.octets, name.length, dst, sizeof dst, IDNX_LOOKUP, do_nothing, NULL);
}

/* --- The stack taken -------------------------------------------------------------- */

static void *run(void *call)
{
	if (call != NULL)
		(*(void (*const *)(void))call)();
	return NULL;
}

/*
 * Checks the most stack that any name uses; less than least means that all names failed
 * early.  Each call runs twice: in the first run the dynamic linker may look up memcpy(),
 * which uses stack of its own.
 */
static void check_most(const char *what, void (*call)(void), size_t least, size_t promised)
{
	size_t most = 0, of_a_thread = stack_used_by(run, NULL);

	for (size_t i = 0; i <= LENGTH(repeated); i++) {
		size_t taken;

		if (i < LENGTH(repeated))
			repeat(repeated[i]);
		else
			one_long_ace_label();
		call();
		taken = stack_used_by(run, &call) - of_a_thread;
		most = taken > most ? taken : most;
	}
	print_message("# %s takes %zu octets of stack, %zu are promised\n", what, most,
	              promised);
	assert_true(least <= most && most <= promised);
}

TEST(a_conversion_takes_no_more_than_promised)
{
#ifdef SANITIZED /* whose frames are larger */
	skip();
#endif
	check_most("idnx_to_ascii()", to_ascii, ROOM_OF_A_NAME, OF_A_CALL);
	check_most("idnx_to_unicode()", to_unicode, ROOM_OF_A_NAME, OF_A_CALL);
	check_most("idnx_check()", check, IDNX_CODE_POINTS_MAX, OF_A_CALL);
	check_most("idnx_display()", display, ROOM_OF_A_NAME, OF_A_CALL);
	check_most("idnx_read()", read_name, IDNX_READING_MAX, OF_A_CALL);
	check_most("idnx_reads_as()", reads_as, IDNX_READING_MAX, OF_A_CALL);
}

TEST(explaining_takes_no_more_than_promised)
{
#ifdef SANITIZED
	skip();
#endif
	check_most("idnx_explain()", explain, ROOM_OF_A_NAME, OF_EXPLAINING);
}
