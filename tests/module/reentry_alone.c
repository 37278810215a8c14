/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * reentry.c without libpthread, as before glibc 2.34: compiled again with other names.
 * reverse.c and reentry.c test it as this machine's glibc has it.
 */

#define reentry_enter       alone_enter
#define reentry_enter_name  alone_enter_name
#define reentry_is_within   alone_is_within
#define reentry_leave       alone_leave
#define pthread_key_create  no_key_create
#define pthread_key_delete  no_key_delete
#define pthread_getspecific no_getspecific
#define pthread_setspecific no_setspecific
#include "../common/test.h"
#include "../../nss_idnx/reentry.c"

TEST(only_one_is_within)
{
	for (int i = 0; i < 3; i++) {
		assert_true(reentry_enter());
		assert_false(reentry_enter());
		assert_false(reentry_enter());
		reentry_leave();
	}
}

TEST(a_name_is_within_until_it_leaves)
{
	assert_false(reentry_is_within("xn--tda"));
	assert_true(reentry_enter_name("xn--tda"));
	assert_true(reentry_is_within("xn--tda"));
	assert_false(reentry_is_within("xn--4db"));
	assert_true(reentry_enter());
	assert_false(reentry_enter_name("xn--tda"));
	assert_false(reentry_is_within("xn--tda"));
	reentry_leave();
	assert_true(reentry_enter());
	reentry_leave();
}
