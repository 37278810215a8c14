/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libc.c writes no variable if the references are libc's own.  It is compiled again here with
 * other names, which makes its variables visible.  This program defines none of libc's
 * functions; forward.c tests a program that does.
 */

#define libc_prepare   prepare_alone
#define libc_functions functions_alone
#include "../common/test.h"
#include "../../nss_idnx/common/libc.c"

static bool is_sanitized(void)
{
	return !references_are_libcs() && dlsym(RTLD_DEFAULT, "__sanitizer_print_stack_trace");
}

TEST(libcs_pointers_are_in_read_only_memory_only)
{
	static const struct libc nothing;
	struct libc given;

	if (is_sanitized())
		skip(); /* its functions are the sanitizer's */
	libc_prepare();
	given = libc_functions();
	assert_memory_equal(&given, &references, sizeof given);
	assert_memory_equal(&found, &nothing, sizeof found);
	assert_int_equal(state, UNKNOWN);
}

TEST(a_pending_dlerror_and_errno_stay)
{
	if (is_sanitized())
		skip();
	assert_null(dlopen("/nonexistent", RTLD_NOW));
	errno = 77;
	libc_prepare();
	libc_functions();
	assert_int_equal(errno, 77);
	assert_non_null(dlerror());
}

TEST(an_object_is_libc_by_the_last_part_of_its_name)
{
	static const struct {
		const char *name;
		bool is;
	} rows[] = {
		{ LIBC_SO, true },
		{ "/lib/" LIBC_SO, true },
		{ "", false },
		{ "/lib/lib" LIBC_SO, false },
		{ "/lib/" LIBC_SO "/", false },
		{ "/lib/" LIBC_SO ".1", false },
		{ "/" LIBC_SO "/liba.so", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct object object = { rows[i].name, 0, 0 };

		if (is_libc(&object) != rows[i].is)
			fail_msg("%s", rows[i].name);
	}
}

TEST(the_object_of_an_address_is_found_from_its_begin_to_its_end)
{
	struct object program = { "?", 0, 0 }, libc = program;
	void *address;

	assert_true(find_object((void *)(uintptr_t)names, &program));
	assert_string_equal(program.name, "");
	assert_true(program.begin <= (uintptr_t)names && (uintptr_t)names < program.end);
	assert_non_null(address = dlsym(RTLD_DEFAULT, "lfind")); /* no sanitizer defines it */
	assert_true(find_object(address, &libc));
	assert_true(is_libc(&libc));
	assert_true(libc.begin <= (uintptr_t)address && (uintptr_t)address < libc.end);
	assert_true(libc.end <= program.begin || program.end <= libc.begin);
	assert_false(find_object(NULL, &libc));
}
