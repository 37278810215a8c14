/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The module in glibc, before the source "fake": every front end that calls it, with every
 * kind of answer.  A name gives exactly what its ASCII form gives without the module.
 */
#include <stdbool.h>

#include "../common/child.h"
#include "../common/front.h"
#include "../common/sources/fake.h"

/* --- A lookup, and its result as a text -------------------------------------- */

struct result {
	struct seen seen;
	int code;                  /* of getaddrinfo() */
	unsigned asked, asked_raw; /* how often the source "fake" was asked */
};

static void see_codes(struct seen *seen, int code, int error)
{
	char text[64];

	snprintf(text, sizeof text, "%d, errno %d, h_errno %d:", code, error, h_errno);
	see(seen, text);
}

enum function {
	GETHOSTBYNAME,
	GETHOSTBYNAME2,
	GETHOSTBYNAME_R,
	GETHOSTBYNAME2_R,
	GETADDRINFO,
};

static const struct front {
	const char *what;
	enum function function;
	int family, flags;
	bool loses; /* on the bare line: EAI_AGAIN and EAI_NODATA */
} front_ends[] = {
	{ "gethostbyname", GETHOSTBYNAME, AF_INET, 0, false },
	{ "gethostbyname2, INET", GETHOSTBYNAME2, AF_INET, 0, false },
	{ "gethostbyname2, INET6", GETHOSTBYNAME2, AF_INET6, 0, false },
	{ "gethostbyname_r", GETHOSTBYNAME_R, AF_INET, 0, false },
	{ "gethostbyname2_r, INET", GETHOSTBYNAME2_R, AF_INET, 0, false },
	{ "gethostbyname2_r, INET6", GETHOSTBYNAME2_R, AF_INET6, 0, false },
	{ "gethostbyname2_r, UNIX", GETHOSTBYNAME2_R, AF_UNIX, 0, false },
	{ "UNSPEC", GETADDRINFO, AF_UNSPEC, 0, false },
	{ "UNSPEC, canonical name", GETADDRINFO, AF_UNSPEC, AI_CANONNAME, false },
	{ "INET", GETADDRINFO, AF_INET, 0, false },
	{ "INET, canonical name", GETADDRINFO, AF_INET, AI_CANONNAME, true },
	{ "INET6", GETADDRINFO, AF_INET6, 0, true },
	{ "INET6, canonical name", GETADDRINFO, AF_INET6, AI_CANONNAME, true },
	{ "INET6, mapped", GETADDRINFO, AF_INET6, AI_V4MAPPED, true },
	{ "INET6, mapped and all", GETADDRINFO, AF_INET6, AI_V4MAPPED | AI_ALL, true },
	{ "INET6, mapped, all, canonical name", GETADDRINFO, AF_INET6,
	  AI_V4MAPPED | AI_ALL | AI_CANONNAME, true },
};

static void ask_hostent(const struct front *front, const char *name, struct result *result)
{
	char buffer[8192];
	struct hostent host, *found = NULL;
	int error = 0;

	if (front->function == GETHOSTBYNAME)
		found = gethostbyname(name);
	else if (front->function == GETHOSTBYNAME2)
		found = gethostbyname2(name, front->family);
	else if (front->function == GETHOSTBYNAME_R)
		error = gethostbyname_r(name, &host, buffer, sizeof buffer, &found, &h_errno);
	else
		error = gethostbyname2_r(name, front->family, &host, buffer, sizeof buffer,
		                         &found, &h_errno);
	see_codes(&result->seen, error, errno);
	if (found != NULL)
		see_host(&result->seen, found, 0);
}

static void ask_addrinfo(const struct front *front, const char *name, struct result *result)
{
	struct addrinfo hints = {
		.ai_family = front->family,
		.ai_flags = front->flags,
		.ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *list = NULL;

	result->code = getaddrinfo(name, NULL, &hints, &list);
	see_codes(&result->seen, result->code, result->code == EAI_SYSTEM ? errno : 0);
	if (list != NULL)
		see_list(&result->seen, list);
	freeaddrinfo(list);
}

static void ask_front(const struct front *front, const char *name, struct result *result)
{
	*result = (struct result){ .code = 0 };
	fake_asked();
	atomic_store(&fake_asked_raw, 0);
	errno = 0;
	h_errno = NETDB_SUCCESS;
	if (front->function == GETADDRINFO)
		ask_addrinfo(front, name, result);
	else
		ask_hostent(front, name, result);
	result->asked = fake_asked();
	result->asked_raw = fake_asked_raw;
}

/* --- Names ------------------------------------------------------------------- */

/* A name, and one that gives the same answer without the module. */
static const char *const pairs[][2] = {
	{ "v4.bücher.example", "v4.xn--bcher-kva.example" },
	{ "v6.bücher.example", "v6.xn--bcher-kva.example" },
	{ "both.bücher.example", "both.xn--bcher-kva.example" },
	{ "sixty.bücher.example", "sixty.xn--bcher-kva.example" },
	{ "alias.bücher.example", "alias.xn--bcher-kva.example" },
	{ "nodata.bücher.example", "nodata.xn--bcher-kva.example" },
	{ "nxdomain.bücher.example", "nxdomain.xn--bcher-kva.example" },
	{ "timeout.bücher.example", "timeout.xn--bcher-kva.example" },
	{ "again.bücher.example", "again.xn--bcher-kva.example" },
	{ "dangling.bücher.example", "dangling.xn--bcher-kva.example" },
	{ "formerr.bücher.example", "formerr.xn--bcher-kva.example" },
	{ "down.bücher.example", "down.xn--bcher-kva.example" },
	{ "emfile.bücher.example", "emfile.xn--bcher-kva.example" },
	{ "memory.bücher.example", "memory.xn--bcher-kva.example" },
	/*
	 * Other spellings: upper case, decomposed, full width, and full width that maps to
	 * ASCII.
	 */
	{ "BOTH.BÜCHER.EXAMPLE", "both.xn--bcher-kva.example" },
	{ "both.bu\xcc\x88" "cher.example", "both.xn--bcher-kva.example" },
	{ "ｂｏｔｈ．ｂücher。example", "both.xn--bcher-kva.example" },
	{ "ｅｘａｍｐｌｅ．ｃｏｍ", "example.com" },
	/* No name is special. */
	{ "bücher", "xn--bcher-kva" },
	{ "bücher.corp.local", "xn--bcher-kva.corp.local" },
	{ "-a.bücher.example", "-a.xn--bcher-kva.example" },
	{ "both.bücher.example.", "both.xn--bcher-kva.example." },
};

static const char *const rejected[] = {
	"\xff.example", "b\xc3.example", "a\xcc\x88-\xe2\x80\x8d.example",
	"ü..example", "ü b.example", "℀.example", "ü@b.example", "１２７.０.０.１",
	"①②⑦.⓪.⓪.①", "0x7f。1", "ｌocalhost", "a.ｌocalhost.", "xn--bücher.example",
	"\xcd\xb8.example",
};

static const char *const ascii[] = {
	"both.xn--bcher-kva.example", "sixty.xn--bcher-kva.example",
	"nxdomain.example", "nodata.xn--bcher-kva.example",
	"timeout.xn--bcher-kva.example", "r3---sn-apo3qvuoxuxbt-j5pe.googlevideo.com",
	"_dmarc.example", "jow-.github.io", "xn--0000h.example", "xn--a.example",
	"a b", "127.0.0.1", "::1", "localhost", "",
};

enum { NAMES_MAX = 32 };

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

_Static_assert(COUNT(pairs) <= NAMES_MAX && COUNT(rejected) <= NAMES_MAX &&
                       COUNT(ascii) <= NAMES_MAX,
               "struct table has room for all of them");

/* --- All front ends, some names, one line --------------------------------------- */

static const char without[] = "fake";
static const char bare[] = "idnx fake";
static const char recommended[] = "idnx [!UNAVAIL=return] fake";

struct table {
	struct result of[COUNT(front_ends)][NAMES_MAX];
};

static struct table *expected, *results; /* shared with the processes that fill them */

BEFORE_ALL
{
	expected = child_memory(sizeof *expected);
	results = child_memory(sizeof *results);
}

struct filling {
	struct table *table;
	const char *line, *const *names;
	size_t count, step;
};

static int fill(const void *what)
{
	const struct filling *filling = what;

	fake_hosts(filling->line);
	for (size_t i = 0; i < COUNT(front_ends); i++) {
		for (size_t j = 0; j < filling->count; j++) {
			const char *name = filling->names[j * filling->step];

			/* gethostbyname() keeps the buffer it once enlarged. */
			ask_front(&front_ends[i], name, &filling->table->of[i][j]);
			ask_front(&front_ends[i], name, &filling->table->of[i][j]);
		}
	}
	return 0;
}

/* Asks for every step-th name in a child: until 2.32 glibc keeps the line of its first lookup. */
static void ask_all(struct table *table, const char *line, const char *const *names,
                    size_t count, size_t step)
{
	const struct filling filling = { table, line, names, count, step };

	assert_int_equal(child_run(fill, &filling), 0);
}

static void assert_same_text(size_t front, const char *name, const struct result *want,
                             const struct result *got)
{
	if (strcmp(got->seen.text, want->seen.text) != 0)
		fail_msg("%s, %s: %s instead of %s", front_ends[front].what, name,
		         got->seen.text, want->seen.text);
}

static void assert_same(size_t front, const char *name, const struct result *want,
                        const struct result *got)
{
	assert_same_text(front, name, want, got);
	if (got->asked != want->asked)
		fail_msg("%s, %s: %u questions instead of %u", front_ends[front].what, name,
		         got->asked, want->asked);
	assert_int_equal(got->asked_raw, 0);
}

static void assert_all_same(const char *const *names, size_t count, size_t step)
{
	for (size_t i = 0; i < COUNT(front_ends); i++)
		for (size_t j = 0; j < count; j++)
			assert_same(i, names[j * step], &expected->of[i][j],
			            &results->of[i][j]);
}

/* --- Tests ---------------------------------------------------------------------- */

/* The negative control of all other tests. */
TEST(without_idnx_a_raw_name_reaches_the_next_source)
{
	static const char *const name = "both.bücher.example";

	ask_all(results, without, &name, 1, 1);
	for (size_t i = 0; i < COUNT(front_ends); i++) {
		const struct result *got = &results->of[i][0];
		const char *wrong = strstr(got->seen.text, "192.0.2.3");

		assert_true(got->asked_raw > 0);
		if (front_ends[i].family == AF_INET6)
			wrong = strstr(got->seen.text, "2001:db8::3");
		assert_true(wrong != NULL || front_ends[i].family == AF_UNIX);
	}
}

TEST(on_the_recommended_line_it_gives_what_its_ace_gives)
{
	ask_all(expected, without, &pairs[0][1], COUNT(pairs), 2);
	ask_all(results, recommended, &pairs[0][0], COUNT(pairs), 2);
	assert_all_same(&pairs[0][0], COUNT(pairs), 2);
}

/* Returns getaddrinfo()'s code on the bare line in place of this one. */
static int bare_code(const struct front *front, int code)
{
	if (code != EAI_AGAIN && code != EAI_NODATA && code != EAI_SYSTEM)
		return code;
	if (front->loses)
		return EAI_NONAME;
	return code == EAI_SYSTEM && front->family == AF_UNSPEC ? EAI_AGAIN : code;
}

TEST(on_the_bare_line_only_the_kind_of_failure_may_differ)
{
	ask_all(expected, without, &pairs[0][1], COUNT(pairs), 2);
	ask_all(results, bare, &pairs[0][0], COUNT(pairs), 2);
	for (size_t i = 0; i < COUNT(front_ends); i++) {
		for (size_t j = 0; j < COUNT(pairs); j++) {
			const struct result *want = &expected->of[i][j];
			const struct result *got = &results->of[i][j];
			int code = bare_code(&front_ends[i], want->code);

			assert_int_equal(got->asked_raw, 0);
			if (code == want->code) {
				assert_same(i, pairs[j][0], want, got);
				continue;
			}
			assert_int_equal(got->code, code);
			/* After EAI_SYSTEM for INET6 glibc would not ask for INET. */
			if (want->code != EAI_SYSTEM)
				assert_int_equal(got->asked, want->asked);
		}
	}
}

static void check_rejected(size_t front, size_t name)
{
	const struct result *got = &results->of[front][name];

	assert_int_equal(got->asked, 0);
	if (front_ends[front].family != AF_UNIX) /* it fails differently */
		assert_same_text(front, rejected[name], &expected->of[front][0], got);
}

TEST(a_rejected_name_does_not_exist_and_sends_no_query)
{
	static const char *const lines[] = { bare, recommended, "idnx" };
	static const char *const unknown = "nxdomain.example";

	ask_all(expected, without, &unknown, 1, 1);
	for (size_t k = 0; k < COUNT(lines); k++) {
		ask_all(results, lines[k], rejected, COUNT(rejected), 1);
		for (size_t i = 0; i < COUNT(front_ends) * COUNT(rejected); i++)
			check_rejected(i / COUNT(rejected), i % COUNT(rejected));
	}
}

TEST(an_ascii_name_is_as_without_the_module)
{
	static const char *const lines[] = { bare, recommended };

	ask_all(expected, without, ascii, COUNT(ascii), 1);
	for (size_t k = 0; k < COUNT(lines); k++) {
		ask_all(results, lines[k], ascii, COUNT(ascii), 1);
		assert_all_same(ascii, COUNT(ascii), 1);
	}
}

/* getaddrinfo() would attribute it to the module, and fail with EAI_SYSTEM. */
TEST(a_failure_of_an_earlier_source_is_not_attributed_to_idnx)
{
	const struct addrinfo hints = { .ai_family = AF_INET6 };
	struct addrinfo *list;

	fake_hosts(recommended);
	h_errno = NETDB_INTERNAL;
	assert_int_equal(getaddrinfo("v6.xn--bcher-kva.example", NULL, &hints, &list), 0);
	freeaddrinfo(list);
}

/* The only code not passed on: glibc would enlarge its buffer for ever. */
TEST(an_erange_that_is_not_about_the_buffer_becomes_einval)
{
	struct result result;

	fake_hosts(recommended);
	for (size_t i = 0; i < COUNT(front_ends); i++) {
		if (front_ends[i].function != GETADDRINFO)
			continue;
		ask_front(&front_ends[i], "range.bücher.example", &result);
		assert_int_equal(result.code, EAI_SYSTEM);
		assert_int_equal(errno, EINVAL);
	}
}

/* Some sources have no function but gethostbyname_r. */
TEST(the_next_source_is_asked_as_the_front_end_asks)
{
	static const char name[] = "v4.bücher.example";
	char buffer[1024];
	struct hostent host, *found;
	int error;

	fake_hosts(recommended);
	fake_asked();
	gethostbyname_r(name, &host, buffer, sizeof buffer, &found, &error);
	assert_int_equal(fake_asked_r, 1);
	assert_int_equal(fake_asked(), 1);
	gethostbyname2_r(name, AF_INET, &host, buffer, sizeof buffer, &found, &error);
	assert_int_equal(fake_asked_2_r, 1);
	assert_int_equal(fake_asked(), 1);
}
