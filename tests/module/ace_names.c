/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * "ace-names" through glibc, before the source "fake".  An ASCII name with an xn-- label
 * behaves as without the module, unless idnx.conf rejects the name that it stands for.  A name that the
 * module itself queries for is checked once.  Each finding opens idnx.conf once.
 */
#include "../common/test.h"
#include "../common/front.h"
#include "../common/sources/fake.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char name[] = "both.b\u00fccher.example";
static const char ace[] = "both.xn--bcher-kva.example";

#define CHECK "script-policy = "

/* How often idnx.conf was opened, and how often it was only looked for. */
struct looks {
	unsigned opened, sought;
};

static struct seen look(size_t front, const char *asked, const char *conf, struct looks *looks)
{
	struct seen seen;

	fake_conf(conf);
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
	fake_asked();
	seen = ask(front, asked);
	*looks = (struct looks){ fake_conf_opened, fake_conf_sought };
	return seen;
}

/*
 * The front ends' answers without the module.  The first test sets them for all other tests.
 */
static struct seen expected[FRONTS];

TEST(without_the_module_fake_answers)
{
	fake_hosts("fake");
	for (size_t front = 0; front < FRONTS; front++) {
		expected[front] = ask(front, ace);
		assert_non_null(strstr(expected[front].text, ace));
	}
	fake_hosts("idnx [!UNAVAIL=return] fake");
}

TEST(an_ascii_name_is_as_without_the_module)
{
	static const struct {
		const char *conf;
		struct looks looks;
	} rows[] = {
		{ NULL, { 1, 0 } },
		{ "nonsense", { 1, 0 } },
		{ "deviations = map\n", { 1, 0 } },
		{ "ace-names = leave\nscript-policy = ascii-only\n", { 2, 1 } },
		{ CHECK "single-script\n", { 2, 1 } },
	};

	for (size_t i = 0; i < COUNT(rows) * FRONTS; i++) {
		struct looks looks;
		struct seen seen = look(i % FRONTS, ace, rows[i / FRONTS].conf, &looks);

		assert_string_equal(seen.text, expected[i % FRONTS].text);
		assert_int_equal(looks.opened, rows[i / FRONTS].looks.opened);
		assert_int_equal(looks.sought, rows[i / FRONTS].looks.sought);
	}
}

TEST(one_without_an_a_label_reads_nothing)
{
	for (size_t front = 0; front < FRONTS; front++) {
		struct looks looks;
		struct seen seen = look(front, "example.com", CHECK "ascii-only\n", &looks);

		assert_non_null(strstr(seen.text, "192.0.2.1") != NULL
		                        ? strstr(seen.text, "192.0.2.1")
		                        : strstr(seen.text, "2001:db8::1"));
		assert_int_equal(looks.opened + looks.sought, 0);
	}
}

TEST(a_rejected_one_sends_no_query)
{
	static const char *const confs[] = { CHECK "ascii-only\n", CHECK "ascii-only\nnonsense",
		                             "" };
	static const char *const said[COUNT(confs)][FRONTS] = {
		{ "h1 ", "h1 ", "e-2/0 ", "e-2/0 " },
		{ "h2 ", "h2 ", "e-3/0 ", "e-3/0 " },
		{ "h2 ", "h2 ", "e-3/0 ", "e-3/0 " },
	};

	for (size_t i = 0; i < COUNT(confs) * FRONTS; i++) {
		struct looks looks;
		struct seen seen = look(i % FRONTS, ace, confs[i / FRONTS], &looks);

		assert_string_equal(seen.text, said[i / FRONTS][i % FRONTS]);
		assert_int_equal(fake_asked(), 0);
	}
}

/* idnx.conf is read once: for the name in Unicode, which the caller asked for. */
TEST(the_modules_own_query_is_not_checked_again)
{
	static const char *const confs[] = { CHECK "single-script\n", "ace-names = leave\n", "#" };

	for (size_t i = 0; i < COUNT(confs) * FRONTS; i++) {
		struct looks looks;
		struct seen seen = look(i % FRONTS, name, confs[i / FRONTS], &looks);

		assert_string_equal(seen.text, expected[i % FRONTS].text);
		assert_int_equal(looks.opened, 1);
		assert_int_equal(looks.sought, 1);
	}
}

/*
 * After the module's own query, the same name is checked again if a caller asks for it.
 */
TEST(afterwards_the_name_is_checked_again)
{
	for (size_t front = 0; front < FRONTS; front++) {
		struct looks looks;

		look(front, name, CHECK "single-script\n", &looks);
		look(front, ace, CHECK "single-script\n", &looks);
		assert_int_equal(looks.opened, 2);
	}
}
