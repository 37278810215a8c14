/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* hosts_action.c: how the module reads its own action from texts of nsswitch.conf. */

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../common/sources/fake.h"
#include "../common/table.h"
#include "lookup.h"

#define ROWS(test, check) TABLE_TEST(test, TABLE, check)
#define TABLE             "tests/module/hosts.tsv"

/* Columns: a text, and the statuses that end the walk; after others it goes on, or it is unclear. */
static bool ends(char *column[], const char *status)
{
	return strcmp(column[1], status) == 0 || strcmp(column[1], "both") == 0;
}

static void check_text(char *column[])
{
	const char *text = column[0];

	assert_int_equal(hosts_action_is_final_in(text, strlen(text), NSS_STATUS_NOTFOUND),
	                 ends(column, "NOTFOUND"));
	assert_int_equal(hosts_action_is_final_in(text, strlen(text), NSS_STATUS_TRYAGAIN),
	                 ends(column, "TRYAGAIN"));
}

static void check_line(char *column[])
{
	char text[256];

	snprintf(text, sizeof text, "%s\n", column[0]);
	check_text((char *[]){ text, column[1] });
}

ROWS(an_action_is_that_of_idnx_for_the_status, check_line);
ROWS(it_may_be_spelled_as_glibc_allows, check_line);
ROWS(a_mistake_is_unclear, check_line);
ROWS(the_last_line_of_hosts_counts, check_text);

TEST(nul_is_unclear)
{
	static const char text[] = "hosts: idnx\n\0\n";

	assert_true(hosts_action_is_final_in(text, strlen(text), NSS_STATUS_NOTFOUND));
	assert_false(hosts_action_is_final_in(text, sizeof text - 1, NSS_STATUS_NOTFOUND));
}

/*
 * Returns how many sources glibc asks, from idnx on.  The source "fake" replaces idnx and the
 * dns after it, so that both return the status that "fake" has for the name.  Runs in a
 * process of its own, since until 2.32 glibc keeps its first line.
 */
static int sources_asked(const char *text, const char *name)
{
	char line[512], *end = line, buffer[1024];
	struct hostent host, *found;
	int error, status;
	pid_t child = fork();

	if (child != 0) {
		waitpid(child, &status, 0);
		assert_true(WIFEXITED(status));
		return WEXITSTATUS(status);
	}
	text = strstr(text, "hosts") + strlen("hosts");
	text += strspn(text, ": \t");
	while (*text != '\0') {
		size_t length = strncmp(text, "idnx", 4) == 0  ? 4
		                : strncmp(text, "dns", 3) == 0 ? 3
		                                               : 0;

		if (length > 0)
			end = stpcpy(end, "fake");
		else
			*end++ = *text;
		text += length > 0 ? length : 1;
	}
	*end = '\0';
	if (__nss_configure_lookup("hosts", line) == 0)
		gethostbyname2_r(name, AF_INET, &host, buffer, sizeof buffer, &found, &error);
	_exit((int)fake_asked());
}

static void compare(char *column[])
{
	int notfound = sources_asked(column[0], "nxdomain.example");
	int tryagain = sources_asked(column[0], "again.xn--bcher-kva.example");

	/* 0: a source before idnx has ended the walk. */
	if (notfound > 0)
		assert_int_equal(notfound == 1, ends(column, "NOTFOUND"));
	if (tryagain > 0)
		assert_int_equal(tryagain == 1, ends(column, "TRYAGAIN"));
}

TEST(glibc_itself_ends_the_walk_in_the_same_rows)
{
	assert_int_equal(sources_asked("hosts: idnx dns", "nxdomain.example"), 2);
	table_rows(TABLE, "an_action_is_that_of_idnx_for_the_status", compare);
	table_rows(TABLE, "it_may_be_spelled_as_glibc_allows", compare);
}

/* Each prefix ends with its own allocation, so that a sanitizer detects an octet more. */
TEST(nothing_is_read_beyond_the_text)
{
	static const char text[] = "hosts: files idnx [!UNAVAIL=return] dns\n";

	for (size_t length = 0; length < sizeof text; length++) {
		char *prefix = malloc(length + 1);
		bool ends;

		memcpy(prefix + 1, text, length);
		ends = hosts_action_is_final_in(prefix + 1, length, NSS_STATUS_NOTFOUND);
		assert_int_equal(ends, length == sizeof text - 1);
		free(prefix);
	}
}
