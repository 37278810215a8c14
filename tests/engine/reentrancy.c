/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * "Every function is re-entrant and async-signal-safe" (idnx.h): a signal handler that
 * converts another name does not disturb the conversion it interrupts.  errno and the locale
 * do not matter.
 */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>

#include "../common/test.h"
#include "idnx.h"

#define INTERRUPTS 200

static volatile sig_atomic_t interrupts, wrong_in_handler;

static bool converts(const char *src, const char *ascii, const char *unicode)
{
	char dst[128];

	return idnx_to_ascii(src, strlen(src), dst, sizeof dst, IDNX_LOOKUP).status ==
	               IDNX_OK &&
	       strcmp(dst, ascii) == 0 &&
	       idnx_to_unicode(src, strlen(src), dst, sizeof dst, 0).status == IDNX_OK &&
	       strcmp(dst, unicode) == 0;
}

static void convert_another(int number)
{
	(void)number;
	if (!converts("Faß.\u05D0", "xn--fa-hia.xn--4db", "faß.\u05D0"))
		wrong_in_handler = 1;
	interrupts = interrupts + 1;
}

TEST(an_interrupted_conversion_is_not_disturbed)
{
	const struct itimerval often = { .it_interval = { .tv_usec = 200 },
		                         .it_value = { .tv_usec = 200 } };
	const struct itimerval never = { .it_value = { .tv_usec = 0 } };
	unsigned wrong = 0;

	signal(SIGALRM, convert_another);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	while (interrupts < INTERRUPTS)
		wrong += !converts("xn--bcher-kva.U\u0308", "xn--bcher-kva.xn--tda",
		                   "bücher.ü");
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	assert_int_equal(wrong, 0);
	assert_int_equal(wrong_in_handler, 0);
}

TEST(errno_is_left_alone)
{
	char dst[4];

	errno = ENOTTY;
	assert_int_equal(idnx_to_ascii("ü", 2, dst, sizeof dst, 0).status, IDNX_NO_SPACE);
	assert_int_equal(idnx_to_unicode("\xFF", 1, dst, sizeof dst, 0).status, IDNX_BAD_UTF8);
	assert_int_equal(errno, ENOTTY);
}

/* In tr_TR, I is not the upper case of i to locale-dependent functions. */
TEST(the_locale_does_not_matter)
{
	static const char *const locales[] = { "C", "C.UTF-8", "tr_TR.UTF-8" };

	for (size_t i = 0; i < LENGTH(locales); i++) {
		if (setlocale(LC_ALL, locales[i]) == NULL)
			print_message("# this machine has no %s\n", locales[i]);
		assert_true(converts("BÜCHER.I", "xn--bcher-kva.i", "bücher.i"));
	}
}
