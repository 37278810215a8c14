/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The module in glibc, before the source "fake": every front end that calls it, with every
 * kind of answer.  A name gives exactly what its ASCII form gives without the module, an
 * address the same names or those in Unicode, and that source is asked as often.  Rows are in
 * resolve.tsv.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

#include "../common/child.h"
#include "../common/front.h"
#include "../common/locale.h"
#include "../common/sources/fake.h"
#include "../common/table.h"
#include "nss_idnx.h"

#define TABLE "tests/module/resolve.tsv"

/* --- A lookup, and its result as a text -------------------------------------- */

struct result {
	struct seen seen;
	int code;                  /* of getaddrinfo() */
	unsigned asked, asked_raw; /* how often the source "fake" was asked */
	unsigned opened, sought;   /* how often idnx.conf was */
};

enum function {
	GETHOSTBYNAME,
	GETHOSTBYNAME2,
	GETHOSTBYNAME_R,
	GETHOSTBYNAME2_R,
	GETADDRINFO,
	GETHOSTBYADDR,
	GETHOSTBYADDR_R,
	GETNAMEINFO,
};

static const struct front {
	const char *what;
	enum function function;
	int family, flags;
	bool loses; /* on the bare line: EAI_AGAIN and EAI_NODATA */
	bool once;  /* calls the module once */
} front_ends[] = {
	{ "gethostbyname", GETHOSTBYNAME, AF_INET, 0, false, true },
	{ "gethostbyname2, INET", GETHOSTBYNAME2, AF_INET, 0, false, true },
	{ "gethostbyname2, INET6", GETHOSTBYNAME2, AF_INET6, 0, false, true },
	{ "gethostbyname_r", GETHOSTBYNAME_R, AF_INET, 0, false, true },
	{ "gethostbyname2_r, INET", GETHOSTBYNAME2_R, AF_INET, 0, false, true },
	{ "gethostbyname2_r, INET6", GETHOSTBYNAME2_R, AF_INET6, 0, false, true },
	{ "gethostbyname2_r, UNIX", GETHOSTBYNAME2_R, AF_UNIX, 0, false, false },
	{ "UNSPEC", GETADDRINFO, AF_UNSPEC, 0, false, true },
	{ "UNSPEC, canonical name", GETADDRINFO, AF_UNSPEC, AI_CANONNAME, false, true },
	{ "INET", GETADDRINFO, AF_INET, 0, false, true },
	{ "INET, canonical name", GETADDRINFO, AF_INET, AI_CANONNAME, true, true },
	{ "INET6", GETADDRINFO, AF_INET6, 0, true, true },
	{ "INET6, canonical name", GETADDRINFO, AF_INET6, AI_CANONNAME, true, true },
	{ "INET6, mapped", GETADDRINFO, AF_INET6, AI_V4MAPPED, true, false },
	{ "INET6, mapped and all", GETADDRINFO, AF_INET6, AI_V4MAPPED | AI_ALL, true, false },
	{ "INET6, mapped, all, canonical name", GETADDRINFO, AF_INET6,
	  AI_V4MAPPED | AI_ALL | AI_CANONNAME, true, false },
	/* From here on for addresses. */
	{ "gethostbyaddr, INET", GETHOSTBYADDR, AF_INET, 0, false, true },
	{ "gethostbyaddr, INET6", GETHOSTBYADDR, AF_INET6, 0, false, true },
	{ "gethostbyaddr_r, INET", GETHOSTBYADDR_R, AF_INET, 0, false, true },
	{ "gethostbyaddr_r, INET6", GETHOSTBYADDR_R, AF_INET6, 0, false, true },
	{ "getnameinfo, INET", GETNAMEINFO, AF_INET, NI_NAMEREQD, false, true },
	{ "getnameinfo, INET6", GETNAMEINFO, AF_INET6, NI_NAMEREQD, false, true },
};

enum { ADDRESS_FRONTS = 16, ALL_FRONTS = LENGTH(front_ends) };

static void see_codes(struct seen *seen, int code, int error)
{
	char text[64];

	snprintf(text, sizeof text, "%d, errno %d, h_errno %d:", code, error, h_errno);
	see(seen, text);
}

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

/* Sees the names alone: 192.0.2.last or 2001:db8::last. */
static void ask_names(const struct front *front, const char *last, struct result *result)
{
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	bool is_v4 = front->family == AF_INET;
	unsigned char *octets = is_v4 ? (void *)&v4.sin_addr : (void *)&v6.sin6_addr;
	socklen_t length = is_v4 ? 4 : 16;
	char buffer[8192], name[NI_MAXHOST] = "", *none = NULL;
	struct hostent host = { .h_name = name, .h_aliases = &none }, *found = NULL;
	int error = 0;

	inet_pton(front->family, is_v4 ? "192.0.2.0" : "2001:db8::", octets);
	octets[length - 1] = (unsigned char)atoi(last);
	if (front->function == GETHOSTBYADDR)
		found = gethostbyaddr(octets, length, front->family);
	else if (front->function == GETHOSTBYADDR_R)
		error = gethostbyaddr_r(octets, length, front->family, &host, buffer,
		                        sizeof buffer, &found, &h_errno);
	else if ((error = getnameinfo(is_v4 ? (void *)&v4 : (void *)&v6,
	                              is_v4 ? sizeof v4 : sizeof v6, name, sizeof name, NULL, 0,
	                              front->flags)) == 0)
		found = &host;
	see_codes(&result->seen, error, found == NULL ? errno : 0);
	if (found == NULL)
		return;
	see(&result->seen, found->h_name);
	for (char **alias = found->h_aliases; *alias != NULL; alias++)
		see(&result->seen, *alias);
}

static void ask_front(const struct front *front, const char *asked, struct result *result)
{
	*result = (struct result){ .code = 0 };
	fake_asked();
	atomic_store(&fake_asked_raw, 0);
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
	errno = 0;
	h_errno = NETDB_SUCCESS;
	if (front->function >= GETHOSTBYADDR)
		ask_names(front, asked, result);
	else if (front->function == GETADDRINFO)
		ask_addrinfo(front, asked, result);
	else
		ask_hostent(front, asked, result);
	result->asked = fake_asked();
	result->asked_raw = fake_asked_raw;
	result->opened = fake_conf_opened;
	result->sought = fake_conf_sought;
}

/* --- Rows, on one line ------------------------------------------------------------ */

static const char without[] = "fake";
static const char *const lines[] = { "idnx [!UNAVAIL=return] fake", "idnx fake", "idnx" };

enum { RECOMMENDED, BARE, ALONE };

/* Columns of a name's row, and the most rows. */
enum { CONF, NAME, AS, OPENED, SOUGHT, ROWS_MAX = 64 };

static char *rows[ROWS_MAX][TABLE_COLUMNS];
static size_t count;

struct table {
	struct result of[ALL_FRONTS][ROWS_MAX];
};

static struct table *expected, *results; /* shared with the processes that fill them */

BEFORE_ALL
{
	expected = child_memory(sizeof *expected);
	results = child_memory(sizeof *results);
	make_locales();
}

static void take_row(char *column[])
{
	assert_true(count < ROWS_MAX);
	for (size_t i = 0; i < TABLE_COLUMNS; i++)
		rows[count][i] = strdup(column[i]);
	count++;
}

static void take_rows(const char *test)
{
	count = 0;
	table_test(TABLE, test, take_row);
}

struct filling {
	struct table *table;
	const char *line;
	int column;            /* of names, or ... */
	const char *addresses; /* under this idnx.conf */
};

static void set_conf(const char *text)
{
	fake_conf(strcmp(text, "-") == 0 ? NULL : text);
}

enum { LAST = 18 /* address that "fake" knows */ };

static int fill(const void *what)
{
	const struct filling *filling = what;
	struct table *table = filling->table;

	fake_hosts(filling->line);
	for (unsigned i = 0; filling->addresses == NULL && i < count * ADDRESS_FRONTS; i++) {
		char *const *row = rows[i / ADDRESS_FRONTS];
		struct result *result = &table->of[i % ADDRESS_FRONTS][i / ADDRESS_FRONTS];

		set_conf(row[CONF]);
		/* gethostbyname() keeps the buffer it once enlarged. */
		ask_front(&front_ends[i % ADDRESS_FRONTS], row[filling->column], result);
		ask_front(&front_ends[i % ADDRESS_FRONTS], row[filling->column], result);
	}
	if (filling->addresses != NULL)
		set_conf(filling->addresses);
	for (unsigned last = 1; filling->addresses != NULL && last <= LAST; last++) {
		char text[16];

		snprintf(text, sizeof text, "%u", last);
		for (size_t front = ADDRESS_FRONTS; front < ALL_FRONTS; front++)
			ask_front(&front_ends[front], text, &table->of[front][last]);
	}
	return 0;
}

/* In a child: until 2.32 glibc keeps the line of its first lookup. */
static void ask_all(struct table *table, const char *line, int column, const char *addresses)
{
	const struct filling filling = { table, line, column, addresses };

	assert_int_equal(child_run(fill, &filling), 0);
}

static void assert_same_text(size_t front, const char *asked, const struct result *want,
                             const struct result *got)
{
	if (strcmp(got->seen.text, want->seen.text) != 0)
		fail_msg("%s, %s: %s instead of %s", front_ends[front].what, asked,
		         got->seen.text, want->seen.text);
}

static void assert_same(size_t front, const char *asked, const struct result *want,
                        const struct result *got)
{
	assert_same_text(front, asked, want, got);
	if (got->asked != want->asked)
		fail_msg("%s, %s: %u questions instead of %u", front_ends[front].what, asked,
		         got->asked, want->asked);
	assert_int_equal(got->asked_raw, 0);
}

/* --- Names ------------------------------------------------------------------------ */

/* Returns getaddrinfo()'s code on the bare line in place of this one. */
static int bare_code(const struct front *front, int code)
{
	if (code != EAI_AGAIN && code != EAI_NODATA && code != EAI_SYSTEM)
		return code;
	if (front->loses)
		return EAI_NONAME;
	return code == EAI_SYSTEM && front->family == AF_UNSPEC ? EAI_AGAIN : code;
}

static bool is_ascii(const char *name)
{
	while ((signed char)*name > 0)
		name++;
	return *name == '\0';
}

/* On the bare line only the kind of failure of a name that is not ASCII may differ. */
static void check_name(size_t line, size_t front, size_t row)
{
	const struct result *want = &expected->of[front][row], *got = &results->of[front][row];
	const char *name = rows[row][NAME];
	int code = line == BARE && !is_ascii(name) ? bare_code(&front_ends[front], want->code)
	                                           : want->code;

	if (front_ends[front].once && *rows[row][OPENED] != '\0') {
		assert_int_equal(got->opened, atoi(rows[row][OPENED]));
		assert_int_equal(got->sought, atoi(rows[row][SOUGHT]));
	}
	if (code == want->code) {
		assert_same(front, name, want, got);
		return;
	}
	assert_int_equal(got->asked_raw, 0);
	assert_int_equal(got->code, code);
	/* After EAI_SYSTEM for INET6 glibc would not ask for INET. */
	if (want->code != EAI_SYSTEM)
		assert_int_equal(got->asked, want->asked);
}

/* --- Keys, in a process that has asked for no name yet ------------------------------- */

static const char unicode[] = "reverse = unicode\n";

/* Asks the module that glibc has loaded as nscd does, for the names of 192.0.2.1. */
static enum nss_status ask_idnx(int *error, int *host_error)
{
	__typeof__(&_nss_idnx_gethostbyaddr2_r) entry_point;
	void *symbol = dlsym(dlopen("libnss_idnx.so.2", RTLD_NOW),
	                     "_nss_idnx_gethostbyaddr2_r");
	struct hostent host;
	char buffer[1024];

	memcpy(&entry_point, &symbol, sizeof entry_point);
	return entry_point("\xc0\0\2\1", 4, AF_INET, &host, buffer, sizeof buffer, error,
	                   host_error, NULL);
}

/*
 * Runs in a process that has never asked for an address; returns exit status 0 if all is
 * well.
 */
static int ask_without_keys(const void *conf)
{
	pthread_key_t key;
	int error = 77, host_error = 99;

	fake_hosts(lines[BARE]);
	fake_conf(conf);
	while (pthread_key_create(&key, NULL) == 0)
		continue;
	if (ask_idnx(&error, &host_error) != NSS_STATUS_UNAVAIL || error != 77 ||
	    host_error != 99)
		return 1;
	fake_asked();
	if (strstr(ask(REVERSE, "192.0.2.1").text, "xn--bcher-kva.example ") == NULL ||
	    fake_asked() != 1)
		return 2;
	pthread_key_delete(key - 1);
	return strstr(ask(REVERSE, "192.0.2.1").text, "bücher.example ") == NULL ||
	       fake_asked() != 1;
}

TEST(without_a_key_names_stay_ascii)
{
	assert_int_equal(child_run(ask_without_keys, unicode), 0);
}

/* For addresses the module takes none of the PTHREAD_KEYS_MAX by default. */
static int count_keys(const void *conf)
{
	pthread_key_t key;

	dlopen("libnss_idnx.so.2", RTLD_NOW); /* which takes one itself until 2.33 */
	fake_hosts(lines[BARE]);
	fake_conf(conf);
	ask(REVERSE, "192.0.2.1");
	ask(REVERSE, "192.0.2.2");
	results->of[0][0].asked = 0;
	while (pthread_key_create(&key, NULL) == 0)
		results->of[0][0].asked++;
	return 0;
}

TEST(one_key_is_taken_and_only_on_demand)
{
	static const char *const confs[] = { NULL, "reverse = ace\n", unicode };
	unsigned counts[LENGTH(confs)];

	for (size_t i = 0; i < LENGTH(confs); i++) {
		assert_int_equal(child_run(count_keys, confs[i]), 0);
		counts[i] = results->of[0][0].asked;
	}
	assert_int_equal(counts[1], counts[0]);
	assert_int_equal(counts[2], counts[0] - 1);
}

/* --- Names ---------------------------------------------------------------------------- */

TEST(a_name_is_told_what_its_ascii_form_is_told_without_idnx)
{
	take_rows(__func__);
	ask_all(expected, without, AS, NULL);
	for (size_t line = RECOMMENDED; line <= BARE; line++) {
		ask_all(results, lines[line], NAME, NULL);
		for (size_t i = 0; i < ADDRESS_FRONTS * count; i++)
			check_name(line, i / count, i % count);
	}
}

/* The negative control. */
TEST(without_idnx_a_raw_name_reaches_the_next_source)
{
	count = 0;
	take_row((char *[TABLE_COLUMNS]){ "-", "both.bücher.example", "", "", "", "", "", "" });
	ask_all(results, without, NAME, NULL);
	for (size_t i = 0; i < ADDRESS_FRONTS; i++) {
		const struct result *got = &results->of[i][0];
		bool is_v6 = front_ends[i].family == AF_INET6;
		const char *wrong = strstr(got->seen.text, is_v6 ? "2001:db8::3" : "192.0.2.3");

		assert_true(got->asked_raw > 0);
		assert_true(wrong != NULL || front_ends[i].family == AF_UNIX);
	}
}

/* What EAI_AGAIN becomes depends on the line; AF_UNIX fails in another way. */
TEST(a_rejected_name_is_told_that_and_sends_no_query)
{
	take_rows(__func__);
	ask_all(expected, without, AS, NULL);
	for (size_t line = RECOMMENDED; line <= ALONE; line++) {
		ask_all(results, lines[line], NAME, NULL);
		for (size_t i = 0; i < ADDRESS_FRONTS * count; i++) {
			size_t front = i / count, row = i % count;
			const struct result *got = &results->of[front][row];

			assert_int_equal(got->asked, 0);
			if (front_ends[front].family != AF_UNIX &&
			    (line == RECOMMENDED ||
			     strcmp(rows[row][AS], "nxdomain.example") == 0))
				assert_same_text(front, rows[row][NAME],
				                 &expected->of[front][row], got);
		}
	}
}

/* getaddrinfo() would attribute it to the module, and fail with EAI_SYSTEM. */
TEST(a_failure_of_an_earlier_source_is_not_attributed_to_idnx)
{
	const struct addrinfo hints = { .ai_family = AF_INET6 };
	struct addrinfo *list;

	fake_hosts(lines[RECOMMENDED]);
	h_errno = NETDB_INTERNAL;
	assert_int_equal(getaddrinfo("v6.xn--bcher-kva.example", NULL, &hints, &list), 0);
	freeaddrinfo(list);
}

/* The only code not passed on: glibc would enlarge its buffer for ever. */
TEST(an_erange_that_is_not_about_the_buffer_becomes_einval)
{
	static struct result result;

	fake_hosts(lines[RECOMMENDED]);
	for (size_t i = 0; i < ADDRESS_FRONTS; i++) {
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
	fake_hosts(lines[RECOMMENDED]);
	fake_asked();
	ask(0, "v4.bücher.example");
	assert_int_equal(fake_asked_r, 1);
	assert_int_equal(fake_asked(), 1);
	ask(1, "v6.bücher.example");
	assert_int_equal(fake_asked_2_r, 1);
	assert_int_equal(fake_asked(), 1);
}

/* --- Addresses -------------------------------------------------------------------- */

/* Only a struct hostent has more than the first of the names. */
static void expect_names(const char *names, unsigned last)
{
	for (size_t front = ADDRESS_FRONTS; front < ALL_FRONTS; front++) {
		bool has_aliases = front_ends[front].function != GETNAMEINFO;
		char *text = strstr(expected->of[front][last].seen.text, ": ");

		sprintf(text, ": %.*s ",
		        (int)(has_aliases ? strlen(names) : strcspn(names, " ")), names);
	}
}

/* Columns: idnx.conf, charset, "address names|address names|..." that differ. */
static void check_addresses(char *column[])
{
	char *rest = column[2], *names;

	ask_all(expected, without, 0, "-");
	while ((names = strsep(&rest, "|")) != NULL && *names != '\0') {
		unsigned last = (unsigned)strtoul(names, &names, 10);

		expect_names(names + 1, last);
	}
	use_charset(column[1]);
	for (size_t line = RECOMMENDED; line <= BARE; line++) {
		ask_all(results, lines[line], 0, column[0]);
		for (size_t front = ADDRESS_FRONTS; front < ALL_FRONTS; front++)
			for (unsigned last = 1; last <= LAST; last++)
				assert_same(front, column[0], &expected->of[front][last],
				            &results->of[front][last]);
	}
	use_charset("C");
}

TABLE_TEST(an_address_has_the_names_that_it_has_without_idnx_or_those_in_unicode, TABLE,
           check_addresses);
TABLE_END(TABLE);

/*
 * Sources before the module are asked twice, by the caller's lookup and the module's; those
 * after it once.  Each further level of recursion would add two.
 */
TEST(without_idnx_one_question_is_asked_and_the_lookup_within_is_one_level_deep)
{
	ask_all(expected, without, 0, unicode);
	ask_all(results, "fake idnx fake", 0, unicode);
	for (size_t front = ADDRESS_FRONTS; front < ALL_FRONTS; front++) {
		assert_int_equal(expected->of[front][1].asked, 1);
		assert_non_null(strstr(expected->of[front][1].seen.text, ": xn--bcher-kva."));
		assert_int_equal(results->of[front][2].asked, 3); /* an NXDOMAIN */
	}
}

/* --- Addresses: threads and cancellation ---------------------------------------------- */

static void *ask_and_compare(void *different)
{
	for (int i = 0; i < 300; i++)
		if (strstr(ask(REVERSE, "192.0.2.1").text,
		           "bücher.example alias books.example alias www.bücher.example") ==
		    NULL)
			atomic_fetch_add((atomic_uint *)different, 1);
	return NULL;
}

TEST(threads_are_not_mistaken_for_each_other)
{
	atomic_uint different = 0;
	pthread_t threads[4];

	fake_hosts(lines[RECOMMENDED]);
	fake_conf(unicode);
	for (size_t i = 0; i < LENGTH(threads); i++)
		pthread_create(&threads[i], NULL, ask_and_compare, &different);
	for (size_t i = 0; i < LENGTH(threads); i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(different, 0);
}

TEST(the_cancellation_state_stays)
{
	static const int states[] = { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
	int left;

	fake_hosts(lines[RECOMMENDED]);
	fake_conf("charset = locale\nreverse = unicode\n");
	for (size_t i = 0; i < LENGTH(states); i++) {
		pthread_setcancelstate(states[i], &left);
		ask(REVERSE, "192.0.2.1");
		pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &left);
		assert_int_equal(left, states[i]);
	}
}
