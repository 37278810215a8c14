/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* hosts_action.c: how the module reads its own action from texts of nsswitch.conf. */

#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../common/test.h"
#include "../common/sources/fake.h"
#include "lookup.h"

/* The statuses that end the walk; after others it continues, or the text is unclear. */
enum ends { NEITHER, NOTFOUND, TRYAGAIN, BOTH };

struct row {
	const char *what;
	const char *text;
	enum ends ends;
};

static const struct row actions[] = {
	{ "the recommended line", "hosts: files idnx [!UNAVAIL=return] dns", BOTH },
	{ "the bare line", "hosts: files idnx dns", NEITHER },
	{ "idnx is the last source", "hosts: files idnx", BOTH },
	{ "the last, whatever it says", "hosts: idnx [NOTFOUND=continue]", BOTH },
	{ "one status", "hosts: idnx [NOTFOUND=return] dns", NOTFOUND },
	{ "the other status", "hosts: idnx [TRYAGAIN=return] dns", TRYAGAIN },
	{ "both in one bracket",
	  "hosts: idnx [NOTFOUND=return TRYAGAIN=return] dns", BOTH },
	{ "neither status", "hosts: idnx [SUCCESS=return UNAVAIL=return] dns", NEITHER },
	{ "all but one", "hosts: idnx [!NOTFOUND=return] dns", TRYAGAIN },
	{ "all but the other", "hosts: idnx [!TRYAGAIN=return] dns", NOTFOUND },
	{ "the later criterion wins",
	  "hosts: idnx [!UNAVAIL=return NOTFOUND=continue] dns", TRYAGAIN },
	{ "... in the other order", "hosts: idnx [NOTFOUND=continue !UNAVAIL=return] dns",
	  BOTH },
	{ "continue for all others", "hosts: idnx [!UNAVAIL=continue] dns", NEITHER },
	{ "merge does not end a walk", "hosts: idnx [!UNAVAIL=merge] dns", NEITHER },
	{ "... nor is it a mistake",
	  "hosts: x [!UNAVAIL=merge] idnx [!UNAVAIL=return] dns", BOTH },
	{ "another source's action", "hosts: x [!UNAVAIL=return] idnx dns", NEITHER },
	{ "the next source's action",
	  "hosts: idnx dns [!UNAVAIL=return] files", NEITHER },
};

static const struct row spellings[] = {
	{ "statuses and actions in any case", "hosts: idnx [!unAvail=Return] dns", BOTH },
	{ "tabs for blanks", "hosts:\tfiles\tidnx\t[!UNAVAIL=return]\tdns", BOTH },
	{ "no blank around the bracket", "hosts: files idnx[!UNAVAIL=return]dns", BOTH },
	{ "blanks within it", "hosts: idnx [ !UNAVAIL = return ] dns", BOTH },
	{ "blanks at the line's begin", "  hosts: idnx [!UNAVAIL=return] dns", BOTH },
	{ "a blank before the colon", "hosts : idnx [!UNAVAIL=return] dns", BOTH },
	{ "several colons", "hosts:::idnx [!UNAVAIL=return] dns", BOTH },
	{ "colons and blanks in turn", "hosts: : :idnx [!UNAVAIL=return] dns", BOTH },
	{ "no colon", "hosts idnx [!UNAVAIL=return] dns", BOTH },
	{ "a carriage return is a blank", "hosts: idnx [!UNAVAIL=return] dns\r", BOTH },
};

static const struct row mistakes[] = {
	{ "a blank after !", "hosts: idnx [! UNAVAIL=return] dns", NEITHER },
	{ "a comma", "hosts: idnx [NOTFOUND=return, TRYAGAIN=return] dns", NEITHER },
	{ "an empty bracket", "hosts: idnx [] dns", NEITHER },
	{ "an open bracket", "hosts: idnx [!UNAVAIL=return", NEITHER },
	{ "no action", "hosts: idnx [!UNAVAIL=] dns", NEITHER },
	{ "no =", "hosts: idnx [!UNAVAIL return] dns", NEITHER },
	{ "an unknown status", "hosts: idnx [!UNAVAILABLE=return] dns", NEITHER },
	{ "an unknown action", "hosts: idnx [!UNAVAIL=returns] dns", NEITHER },
	{ "a mistake in a later source",
	  "hosts: idnx [!UNAVAIL=return] dns [x]", NEITHER },
	{ "a mistake in an earlier one",
	  "hosts: files [x] idnx [!UNAVAIL=return]", NEITHER },
	{ "a second bracket ends the list",
	  "hosts: idnx [NOTFOUND=continue] [NOTFOUND=continue] dns", BOTH },
	{ "... before idnx", "hosts: files [!UNAVAIL=return] [x] idnx", NEITHER },
};

static const struct row lines[] = {
	{ "no text", "", NEITHER },
	{ "no such line", "passwd: files\n", NEITHER },
	{ "the database in another case",
	  "Hosts: idnx [!UNAVAIL=return] dns\n", NEITHER },
	{ "a longer database's name", "hosts2: idnx [!UNAVAIL=return] dns\n", NEITHER },
	{ "no idnx in it", "hosts: files dns\n", NEITHER },
	{ "a source in another case", "hosts: IDNX [!UNAVAIL=return] dns\n", NEITHER },
	{ "a longer source's name", "hosts: idnx2 [!UNAVAIL=return] dns\n", NEITHER },
	{ "a shorter source's name", "hosts: idn [!UNAVAIL=return] dns\n", NEITHER },
	{ "no source in it", "hosts:\n", NEITHER },
	{ "idnx in another line", "networks: idnx [!UNAVAIL=return] dns\n", NEITHER },
	{ "among other lines",
	  "passwd: files\n\nhosts: idnx [!UNAVAIL=return] dns\nrpc: db\n", BOTH },
	{ "the last line counts",
	  "hosts: idnx dns\nhosts: idnx [!UNAVAIL=return] dns\n", BOTH },
	{ "... though it is worse",
	  "hosts: idnx [!UNAVAIL=return] dns\nhosts: idnx dns\n", NEITHER },
	{ "... or empty", "hosts: idnx [!UNAVAIL=return] dns\nhosts:\n", NEITHER },
	{ "... or has no idnx", "hosts: idnx\nhosts: dns\n", NEITHER },
	{ "commented out",
	  "hosts: idnx dns\n#hosts: idnx [!UNAVAIL=return] dns\n", NEITHER },
	{ "... with a blank",
	  "hosts: idnx dns\n# hosts: idnx [!UNAVAIL=return] dns\n", NEITHER },
	{ "idnx twice, both end", "hosts: idnx [!UNAVAIL=return] dns idnx\n", BOTH },
	{ "idnx twice, one goes on", "hosts: idnx dns idnx\n", NEITHER },
	/* 2.31 reads # as a comment, 2.33 as a source. */
	{ "a comment after all", "hosts: idnx [!UNAVAIL=return] dns # x\n", BOTH },
	{ "is a comment a source?", "hosts: idnx # x\n", NEITHER },
	{ "a comment of brackets", "hosts: idnx # [!UNAVAIL=return] dns\n", NEITHER },
	{ "a comment in a bracket", "hosts: idnx [!UNAVAIL=return # x\n", NEITHER },
	{ "a comment touches idnx", "hosts: idnx# x\n", NEITHER },
	/* 2.31 reads a last line without a newline, 2.33 does not. */
	{ "no newline", "hosts: idnx [!UNAVAIL=return] dns", NEITHER },
	{ "no newline after another",
	  "hosts: idnx\nhosts: idnx [!UNAVAIL=return] dns", NEITHER },
	{ "no newline at another line",
	  "hosts: idnx [!UNAVAIL=return] dns\nrpc: db", BOTH },
};

static void check(const struct row *rows, size_t count, const char *end)
{
	for (size_t i = 0; i < count; i++) {
		char text[256];
		bool notfound, tryagain;

		snprintf(text, sizeof text, "%s%s", rows[i].text, end);
		notfound = hosts_action_is_final_in(text, strlen(text), NSS_STATUS_NOTFOUND);
		tryagain = hosts_action_is_final_in(text, strlen(text), NSS_STATUS_TRYAGAIN);
		if (notfound != ((rows[i].ends & NOTFOUND) != 0) ||
		    tryagain != ((rows[i].ends & TRYAGAIN) != 0))
			fail_msg("%s: %d, %d", rows[i].what, notfound, tryagain);
	}
}

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

TEST(an_action_is_that_of_idnx_for_the_status)
{
	check(actions, COUNT(actions), "\n");
}

TEST(it_may_be_spelled_as_glibc_allows)
{
	check(spellings, COUNT(spellings), "\n");
}

TEST(a_mistake_is_unclear)
{
	check(mistakes, COUNT(mistakes), "\n");
}

TEST(the_last_line_of_hosts_counts)
{
	check(lines, COUNT(lines), "");
}

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

static void compare(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int notfound = sources_asked(rows[i].text, "nxdomain.example");
		int tryagain = sources_asked(rows[i].text, "again.xn--bcher-kva.example");

		/* 0: a source before idnx has ended the walk. */
		if (notfound > 0 && (notfound == 1) != ((rows[i].ends & NOTFOUND) != 0))
			fail_msg("%s: NOTFOUND, glibc asks %d", rows[i].what, notfound);
		if (tryagain > 0 && (tryagain == 1) != ((rows[i].ends & TRYAGAIN) != 0))
			fail_msg("%s: TRYAGAIN, glibc asks %d", rows[i].what, tryagain);
	}
}

TEST(glibc_itself_ends_the_walk_in_the_same_rows)
{
	assert_int_equal(sources_asked("hosts: idnx dns", "nxdomain.example"), 2);
	compare(actions, COUNT(actions));
	compare(spellings, COUNT(spellings));
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
