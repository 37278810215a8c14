/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reverse lookups through glibc, before the source "fake": the answers of every front end
 * and how often that source is asked, compared with a line without the module.
 */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "../common/child.h"
#include "../common/sources/fake.h"
#include "../common/locale.h"
#include "nss_idnx.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- A lookup, and its result as a text --------------------------------------------- */

struct address {
	int af;
	socklen_t length;
	unsigned char octets[16];
};

/* 192.0.2.last or 2001:db8::last */
static struct address address_of(int af, unsigned last)
{
	struct address address = { .af = af, .length = af == AF_INET ? 4 : 16 };

	inet_pton(af, af == AF_INET ? "192.0.2.0" : "2001:db8::", address.octets);
	address.octets[address.length - 1] = (unsigned char)last;
	return address;
}

struct result {
	char text[1024];
	unsigned asked;
};

static void say(struct result *result, int code, const struct hostent *host)
{
	size_t size = sizeof result->text;
	int used = snprintf(result->text, size, "%d, h_errno %d:", code, h_errno);

	if (host == NULL)
		return;
	used += snprintf(result->text + used, size - (size_t)used, " %s", host->h_name);
	for (char **alias = host->h_aliases; *alias != NULL; alias++)
		used += snprintf(result->text + used, size - (size_t)used, " %s", *alias);
}

static void by_gethostbyaddr(const struct address *address, struct result *result)
{
	const struct hostent *host = gethostbyaddr(address->octets, address->length,
	                                           address->af);

	say(result, host == NULL ? errno : 0, host);
}

static void by_gethostbyaddr_r(const struct address *address, struct result *result)
{
	char buffer[8192];
	struct hostent host, *found;
	int error = gethostbyaddr_r(address->octets, address->length, address->af, &host,
	                            buffer, sizeof buffer, &found, &h_errno);

	say(result, error, found);
}

static void by_getnameinfo(const struct address *address, struct result *result)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	char name[NI_MAXHOST] = "", *none = NULL;
	struct hostent host = { .h_name = name, .h_aliases = &none };
	int code;

	memcpy(&v4.sin_addr, address->octets, 4);
	memcpy(&v6.sin6_addr, address->octets, 16);
	if (address->af == AF_INET)
		code = getnameinfo((void *)&v4, sizeof v4, name, sizeof name, NULL, 0,
		                   NI_NAMEREQD);
	else
		code = getnameinfo((void *)&v6, sizeof v6, name, sizeof name, NULL, 0,
		                   NI_NAMEREQD);
	say(result, code, &host);
}

static void (*const fronts[])(const struct address *, struct result *) = {
	by_gethostbyaddr, by_gethostbyaddr_r, by_getnameinfo,
};

/* --- The line and what idnx.conf says ------------------------------------------------- */

static const char recommended[] = "idnx [!UNAVAIL=return] fake";
static const char bare[] = "idnx fake";
static const char without[] = "fake";
static const char asked_before_and_after[] = "fake idnx fake";

static const char unicode[] = "reverse = unicode\n";
static const char locale[] = "charset = locale\nreverse = unicode\n";

/* The addresses that "fake" knows. */
enum { FIRST = 1, LAST = 18 };

struct table {
	struct result of[COUNT(fronts)][2][LAST + 1];
};

static struct table *expected, *results; /* shared with the processes that fill them */

BEFORE_ALL
{
	expected = child_memory(sizeof *expected);
	results = child_memory(sizeof *results);
	make_locales();
}

static void ask(size_t front, int af, unsigned last, struct result *result)
{
	struct address address = address_of(af, last);

	h_errno = NETDB_SUCCESS;
	errno = 0;
	fake_asked();
	fronts[front](&address, result);
	result->asked = fake_asked();
}

struct filling {
	struct table *table;
	const char *line, *conf;
};

static int fill(const void *what)
{
	const struct filling *filling = what;

	fake_hosts(filling->line);
	fake_conf(filling->conf);
	for (size_t i = 0; i < COUNT(fronts); i++) {
		for (unsigned last = FIRST; last <= LAST; last++) {
			ask(i, AF_INET, last, &filling->table->of[i][0][last]);
			ask(i, AF_INET6, last, &filling->table->of[i][1][last]);
		}
	}
	return 0;
}

/* In a child: until 2.32 glibc keeps the line of its first lookup. */
static void ask_all(struct table *table, const char *line, const char *conf)
{
	const struct filling filling = { table, line, conf };

	assert_int_equal(child_run(fill, &filling), 0);
}

static void assert_same(size_t front, size_t family, unsigned last)
{
	const struct result *want = &expected->of[front][family][last];
	const struct result *got = &results->of[front][family][last];

	if (strcmp(want->text, got->text) != 0 || want->asked != got->asked)
		fail_msg("front end %zu, address %u: %s, %u questions instead of %s, %u", front,
		         last, got->text, got->asked, want->text, want->asked);
}

static void assert_all_same(void)
{
	for (size_t i = 0; i < COUNT(fronts); i++)
		for (unsigned last = FIRST; last <= LAST; last++)
			assert_same(i, 0, last), assert_same(i, 1, last);
}

/* Only a struct hostent has the first and the second alias. */
static void expect_name(unsigned last, const char *name, const char *aliases)
{
	for (size_t i = 0; i < COUNT(fronts) * 2; i++) {
		struct result *result = &expected->of[i / 2][i % 2][last];
		bool has_aliases = fronts[i / 2] != by_getnameinfo;

		snprintf(strchr(result->text, ':'), 900, ": %s%s", name,
		         has_aliases ? aliases : "");
	}
}

/* --- Through glibc -------------------------------------------------------------------- */

typedef enum nss_status gethostbyaddr2_function(const void *, socklen_t, int, struct hostent *,
                                                char *, size_t, int *, int *, int32_t *);

/* Calls a source's function as nscd does: the module's, or that of "fake". */
static enum nss_status ask_module(const char *library, const char *function, unsigned last,
                                  struct hostent *host, char *buffer, size_t buflen, int *error,
                                  int *host_error, int32_t *ttl)
{
	struct address address = address_of(AF_INET, last);
	void *handle = dlopen(library, RTLD_NOW), *symbol = dlsym(handle, function);
	gethostbyaddr2_function *entry_point;

	memcpy(&entry_point, &symbol, sizeof entry_point);
	return entry_point(address.octets, address.length, AF_INET, host, buffer, buflen, error,
	                   host_error, ttl);
}

static enum nss_status ask_idnx(unsigned last, struct hostent *host, char *buffer,
                                size_t buflen, int *error, int *host_error, int32_t *ttl)
{
	return ask_module("libnss_idnx.so.2", "_nss_idnx_gethostbyaddr2_r", last, host, buffer,
	                  buflen, error, host_error, ttl);
}

/*
 * Runs in a process that has never asked for an address; returns exit status 0 if all is
 * well.
 */
static int ask_without_keys(const void *conf)
{
	struct result result;
	pthread_key_t key;
	struct hostent host;
	char buffer[1024];
	int error = 77, host_error = 99;

	fake_hosts(bare);
	fake_conf(conf);
	while (pthread_key_create(&key, NULL) == 0)
		continue;
	if (ask_idnx(1, &host, buffer, sizeof buffer, &error, &host_error, NULL) !=
	            NSS_STATUS_UNAVAIL ||
	    error != 77 || host_error != 99)
		return 1;
	ask(0, AF_INET, 1, &result);
	if (result.asked != 1 || strstr(result.text, " xn--bcher-kva.example ") == NULL)
		return 2;
	pthread_key_delete(key - 1);
	ask(0, AF_INET, 1, &result);
	return result.asked == 1 && strstr(result.text, " bücher.example ") != NULL ? 0 : 3;
}

TEST(without_a_key_names_stay_ascii)
{
	assert_int_equal(child_run(ask_without_keys, unicode), 0);
}

/* By default the module takes none of the PTHREAD_KEYS_MAX that the program may want. */
static int count_keys(const void *conf)
{
	struct result result;
	pthread_key_t key;
	int count = 0;

	dlopen("libnss_idnx.so.2", RTLD_NOW); /* which takes one itself until 2.33 */
	fake_hosts(bare);
	fake_conf(conf);
	ask(0, AF_INET, 1, &result);
	ask(0, AF_INET, 2, &result);
	while (pthread_key_create(&key, NULL) == 0)
		count++;
	*(int *)results->of[0][0][0].text = count;
	return 0;
}

TEST(one_key_is_taken_and_only_on_demand)
{
	static const char *const confs[] = { NULL, "reverse = ace\n", unicode };
	int counts[COUNT(confs)];

	for (size_t i = 0; i < COUNT(confs); i++) {
		assert_int_equal(child_run(count_keys, confs[i]), 0);
		counts[i] = *(int *)results->of[0][0][0].text;
	}
	assert_int_equal(counts[1], counts[0]);
	assert_int_equal(counts[2], counts[0] - 1);
}

/* The negative control of all other tests. */
TEST(without_idnx_names_are_ascii_and_one_question_is_asked)
{
	const struct result *result = &expected->of[0][0][1];

	ask_all(expected, without, NULL);
	assert_string_equal(result->text, "0, h_errno 0: xn--bcher-kva.example "
	                                  "www.xn--bcher-kva.example books.example");
	assert_int_equal(result->asked, 1);
}

TEST(unless_idnx_conf_says_so_nothing_changes)
{
	static const char *const lines[] = { recommended, bare };
	static const char *const confs[] = {
		NULL, "", "reverse = ace\n", "canonical-name = unicode\n",
		"reverse = unicode\nnonsense\n", /* which fails closed for non-ASCII names only */
	};

	ask_all(expected, without, NULL);
	for (size_t i = 0; i < COUNT(lines) * COUNT(confs); i++) {
		ask_all(results, lines[i / COUNT(confs)], confs[i % COUNT(confs)]);
		assert_all_same();
	}
}

TEST(names_are_in_unicode_for_the_same_questions)
{
	static const char *const lines[] = { recommended, bare };

	ask_all(expected, without, NULL);
	expect_name(1, "bücher.example", " www.bücher.example books.example");
	expect_name(11, "ああああああああああああ.example", "");
	expect_name(12, "раypal.example", "");
	expect_name(13, "bücher.example", "");
	expect_name(14, "faß.example", "");
	expect_name(17, "ã··.example", "");
	expect_name(18, "ああああああああああああ.example", " bücher.example");
	for (size_t i = 0; i < COUNT(lines); i++) {
		ask_all(results, lines[i], unicode);
		assert_all_same();
	}
}

TEST(each_name_has_the_section_of_its_own)
{
	ask_all(expected, without, NULL);
	expect_name(1, "xn--bcher-kva.example", " www.bücher.example books.example");
	ask_all(results, recommended, "[.www.bücher.example]\nreverse = unicode\n");
	assert_all_same();
}

#define LATIN "b\xfc" "cher.example"

TEST(in_a_locale_names_are_in_its_charset)
{
	ask_all(expected, without, NULL);
	use_charset("ISO-8859-1");
	expect_name(1, LATIN, " www." LATIN " books.example");
	expect_name(13, LATIN, "");
	expect_name(14, "fa\xdf.example", "");
	expect_name(18, "xn--l8jaaaaaaaaaaa.example", " " LATIN);
	ask_all(results, recommended, locale);
	use_charset("C");
	assert_all_same();
	ask_all(expected, without, NULL);
	ask_all(results, recommended, locale);
	assert_all_same();
}

/*
 * Sources before the module are asked twice, by the caller's lookup and the module's; those
 * after it once.  Each further level of recursion would add two.
 */
TEST(the_lookup_within_is_one_level_deep)
{
	enum { NXDOMAIN = 2 };

	ask_all(results, asked_before_and_after, unicode);
	for (size_t i = 0; i < COUNT(fronts); i++)
		assert_int_equal(results->of[i][0][NXDOMAIN].asked, 3);
}

/* --- The entry points ----------------------------------------------------------------- */

TEST(nscd_asks_as_often_and_gets_a_ttl_of_zero)
{
	char buffer[1024];
	struct hostent host;
	int error = 77, host_error = 99;
	int32_t ttl = 55;

	fake_hosts(bare);
	fake_conf(unicode);
	fake_asked();
	assert_int_equal(ask_module("libnss_fake.so.2", "_nss_fake_gethostbyaddr2_r", 1, &host,
	                            buffer, sizeof buffer, &error, &host_error, &ttl),
	                 NSS_STATUS_SUCCESS);
	assert_int_equal(fake_asked(), 1);
	assert_int_equal(ttl, 60);
	assert_int_equal(ask_idnx(1, &host, buffer, sizeof buffer, &error, &host_error, &ttl),
	                 NSS_STATUS_SUCCESS);
	assert_int_equal(fake_asked(), 1);
	assert_int_equal(ttl, 0);
	assert_string_equal(host.h_name, "bücher.example");
}

TEST(an_address_not_for_idnx_changes_nothing_and_sends_no_query)
{
	static const char *const confs[] = {
		NULL, "reverse = ace\n", "reverse = unicode\nnonsense\n",
	};

	fake_hosts(bare);
	fake_asked();
	for (size_t i = 0; i < COUNT(confs); i++) {
		struct hostent host = { .h_length = 7 }, before = host;
		char buffer[64] = "";
		int error = 77, host_error = 99;
		int32_t ttl = 55;

		fake_conf(confs[i]);
		errno = 78;
		assert_int_equal(
			ask_idnx(1, &host, buffer, sizeof buffer, &error, &host_error, &ttl),
			NSS_STATUS_UNAVAIL);
		assert_memory_equal(&host, &before, sizeof host);
		assert_string_equal(buffer, "");
		assert_int_equal(error * 1000 + host_error, 77099);
		assert_int_equal(ttl * 1000 + errno, 55078);
		h_errno = NETDB_INTERNAL;
		ask_idnx(1, &host, buffer, sizeof buffer, &error, &h_errno, &ttl);
		assert_int_equal(h_errno, HOST_NOT_FOUND);
	}
	assert_int_equal(fake_asked(), 0);
}

TEST(without_a_file_it_costs_one_look_for_it)
{
	char buffer[64];
	struct hostent host;
	int error, host_error;

	fake_conf(NULL);
	atomic_store(&fake_conf_sought, 0);
	atomic_store(&fake_conf_opened, 0);
	ask_idnx(1, &host, buffer, sizeof buffer, &error, &host_error, NULL);
	assert_int_equal(fake_conf_sought, 1);
	assert_int_equal(fake_conf_opened, 0);
}

/* --- Threads, and what a thread lacks ------------------------------------------------- */

static void *ask_and_compare(void *different)
{
	struct address address = address_of(AF_INET, 1);
	struct result result;

	for (int i = 0; i < 300; i++) {
		by_gethostbyaddr_r(&address, &result);
		if (strstr(result.text, ": bücher.example www.bücher.example") == NULL)
			atomic_fetch_add((atomic_uint *)different, 1);
	}
	return NULL;
}

TEST(threads_are_not_mistaken_for_each_other)
{
	atomic_uint different = 0;
	pthread_t threads[4];

	fake_hosts(recommended);
	fake_conf(unicode);
	for (size_t i = 0; i < COUNT(threads); i++)
		pthread_create(&threads[i], NULL, ask_and_compare, &different);
	for (size_t i = 0; i < COUNT(threads); i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(different, 0);
}

TEST(the_cancellation_state_stays)
{
	static const int states[] = { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
	struct result result;
	int left;

	fake_hosts(recommended);
	fake_conf(locale);
	for (size_t i = 0; i < COUNT(states); i++) {
		pthread_setcancelstate(states[i], &left);
		ask(0, AF_INET, 1, &result);
		pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &left);
		assert_int_equal(left, states[i]);
	}
}
