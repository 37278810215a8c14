/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A program may define functions with the names of libcore's internal ones: the program and
 * the library each call their own.
 */
#include <string.h>

#include "../../common/test.h"
#include "idnx.h"

/*
 * Every function of their files: if these names were global in libidnx.a, the linker would
 * leave those files out without a message and use the functions here.
 */
#define OWN(name)                                                                         \
	void name(void);                                                                  \
	void name(void)                                                                   \
	{                                                                                 \
		fail_msg("libidnx.a calls its user's %s()", __func__);                    \
	}

OWN(bidi_check)
OWN(bidi_position)
OWN(host_check_label)
OWN(host_check_name)
OWN(joiner_check)
OWN(joiner_position)
OWN(map_name)
OWN(sort_keys)

TEST(libidnx_keeps_to_its_own_functions)
{
	static const struct {
		const char *what, *name, *ace;
	} rows[] = {
		{ "ASCII", "Example", "example" },
		{ "Latin", "bücher.example", "xn--bcher-kva.example" },
		{ "marks out of order", "q\u0301\u0323", "xn--q-xbb5h" },
		{ "Hebrew", "\u05D0", "xn--4db" },
		{ "a joiner", "\u0DC1\u0DCA\u200D\u0DBB\u0DD3", "xn--10cl1a0b660p" },
		{ "an ACE label", "ü.xn--tda", "xn--tda.xn--tda" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char dst[IDNX_HOST_NAME_SIZE];

		print_message("# %s\n", rows[i].what);
		idnx_to_ascii(rows[i].name, strlen(rows[i].name), dst, sizeof dst, IDNX_LOOKUP);
		assert_string_equal(dst, rows[i].ace);
		idnx_to_unicode(rows[i].ace, strlen(rows[i].ace), dst, sizeof dst, IDNX_LOOKUP);
		idnx_to_ascii(dst, strlen(dst), dst, sizeof dst, IDNX_LOOKUP);
		assert_string_equal(dst, rows[i].ace);
	}
}
