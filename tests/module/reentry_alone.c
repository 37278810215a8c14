/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What ends the recursion where there is no libpthread, until glibc 2.33: reentry.c,
 * compiled once more with other names.  As it is here, reverse.c and reentry.c test it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define reentry_enter       alone_enter
#define reentry_leave       alone_leave
#define pthread_key_create  no_key_create
#define pthread_key_delete  no_key_delete
#define pthread_getspecific no_getspecific
#define pthread_setspecific no_setspecific
#include "../../nss_idnx/reentry.c"

static void only_one_is_within(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_true(reentry_enter());
		assert_false(reentry_enter());
		assert_false(reentry_enter());
		reentry_leave();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_one_is_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
