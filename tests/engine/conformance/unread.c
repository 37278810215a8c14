/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Callers that do not ask for look-alikes read nothing of look_alike_tables.c.  Here its
 * tables are on pages of their own (check.mk), which are unreadable.
 */
#include <signal.h>

#include <string.h>
#include <sys/mman.h>

#include "../../common/test.h"
#include "../../common/reference/random_name.h"
#include "idnx.h"
#include "confusable/look_alike.h"
#include "confusable/look_alike_tables.h"

#define NAMES 10000

/* The linker defines this start of the section; the tables are linked before end_of_pages. */
extern const char __start_look_alike_tables[];

#define SECTION __attribute__((section("look_alike_tables"), aligned(65536)))

SECTION static const char end_of_pages[] = "not of the tables";

static void protect(int protection)
{
	uintptr_t begin = (uintptr_t)__start_look_alike_tables;

	assert_int_equal(mprotect((void *)begin, (uintptr_t)end_of_pages - begin, protection),
	                 0);
}

/* --- The unreadable tables ------------------------------------------------ */

static const struct {
	const char *name;
	const void *table;
} tables[] = {
#define TABLE(name) { #name, name }
#define COUNT(name) { #name, &name }
	COUNT(look_alike_page_count),      TABLE(look_alike_repertoire_pages),
	TABLE(look_alike_repertoire_runs), TABLE(look_alike_prototype_pages),
	TABLE(look_alike_prototypes),      TABLE(look_alike_prototype_sequences),
	TABLE(look_alike_sequences),       TABLE(look_alike_shapes),
	COUNT(look_alike_shape_count),     TABLE(look_alike_readings),
	TABLE(look_alike_homes),           COUNT(look_alike_home_count),
	TABLE(look_alike_letters),         COUNT(look_alike_letter_count),
	TABLE(look_alike_script_names),    COUNT(look_alike_script_count),
};

static sigjmp_buf before_fault;

static void on_fault(int number)
{
	(void)number;
	siglongjmp(before_fault, 1);
}

static bool can_read(const void *table)
{
	if (sigsetjmp(before_fault, 1) != 0)
		return false;
	(void)*(const volatile char *)table;
	return true;
}

static bool can_look_up(void)
{
	size_t length;

	if (sigsetjmp(before_fault, 1) != 0)
		return false;
	return look_alike_prototype(0x430, &length) != NULL;
}

/* The negative control.  cmocka installs its own handler again after the test. */
TEST(a_lookup_in_a_table_is_detected)
{
	const struct sigaction action = { .sa_handler = on_fault };

	sigaction(SIGSEGV, &action, NULL);
	assert_true(can_look_up());
	protect(PROT_NONE);
	assert_false(can_look_up());
	for (size_t i = 0; i < LENGTH(tables); i++) {
		print_message("# %s\n", tables[i].name);
		assert_false(can_read(tables[i].table));
	}
	assert_true(can_read(end_of_pages));
	protect(PROT_READ);
	assert_true(can_look_up());
}

/* --- Conversions that do not read them ------------------------------------ */

static void explained(void *context, const struct idnx_explanation *explanation)
{
	size_t *steps = context;

	*steps += explanation->step != IDNX_STEP_KEPT;
}

/* Whether both conversions succeed. */
static bool convert(const char *name, size_t length, unsigned flags, size_t *steps)
{
	static char dst[IDNX_NAME_SIZE];
	enum idnx_status ascii, unicode;

	idnx_explain(name, length, dst, sizeof dst, flags, explained, steps);
	ascii = idnx_to_ascii(name, length, dst, sizeof dst, flags).status;
	unicode = idnx_to_unicode(name, length, dst, sizeof dst, flags).status;
	return ascii == IDNX_OK && unicode == IDNX_OK;
}

TEST(no_conversion_reads_the_tables)
{
	static const unsigned flags[] = { IDNX_LOOKUP, 0, IDNX_LOOKUP | IDNX_CHECK_HYPHENS };
	struct random random = { 20261122 };
	static struct random_name name;
	unsigned converted = 0;
	size_t steps = 0;

	protect(PROT_NONE);
	for (unsigned i = 0; i < NAMES; i++) {
		random_name(&random, &name);
		converted += convert((const char *)name.utf8, name.utf8_length,
		                     flags[i % LENGTH(flags)], &steps);
	}
	protect(PROT_READ);
	print_message("# note: %u of %u names are valid, %zu steps\n", converted, NAMES, steps);
	assert_true(converted > NAMES / 10);
	assert_true(steps > NAMES);
}

TEST(no_restriction_level_reads_the_tables)
{
	static const char form[] = "b\u00FCcher.\u0430\u0440\u0440\u04CF\u0435.\u0967.example";

	protect(PROT_NONE);
	for (int level = IDNX_LEVEL_UNRESTRICTED; level <= IDNX_LEVEL_ASCII_ONLY; level++) {
		struct idnx_criteria criteria = { .level = (enum idnx_restriction_level)level };

		assert_int_equal(idnx_check(form, strlen(form), &criteria).status,
		                 level == IDNX_LEVEL_ASCII_ONLY ? IDNX_MIXED_SCRIPTS : IDNX_OK);
	}
	protect(PROT_READ);
}
