/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx enable and idnx disable, the programs, on the /etc/nsswitch.conf of a mount namespace:
 * which sources glibc asks before and after, and the file if the command is killed.
 */
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <netdb.h>
#include <nss.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>

#include "../common/child.h"
#include "../common/root.h"
#include "../common/table.h"
#include "hosts/listed.h"
#include "hosts/text.h"
#include "nsswitch.h"

#define KILLED 400 /* moments at most, the last of a run: sanitizers have thousands */

#define NOT_STARTED 127

#define PATH   "/etc/nsswitch.conf"
#define BACKUP PATH ".before-idnx"
#define NEW    PATH ".idnx-[0-9]*"

/* --- The command and its files -------------------------------------------- */

static char command[PATH_MAX];

/*
 * Runs before the namespaces are made: there, /proc/self/exe has the path outside a chroot.
 */
static void find_command(void)
{
	ssize_t length = readlink("/proc/self/exe", command, sizeof command / 2);

	command[length < 0 ? 0 : length] = '\0';
	for (int i = 0; i < 3 && length > 0; i++)
		*strrchr(command, '/') = '\0';
	strcat(command, "/idnx");
}

static int become_command(const void *subcommand)
{
	int null = open("/dev/null", O_RDWR);

	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	/*
	 * With --root the command does not look for the module, even if it is the same root.
	 */
	execl(command, "idnx", (const char *)subcommand, "--root=/", (char *)NULL);
	return NOT_STARTED;
}

/* Enable also ends with that where it has changed the line, but the module is missing. */
#define IS_LEFT 3

/* Returns its exit status. */
static int run(const char *subcommand)
{
	int status = child_run(become_command, subcommand);

	assert_true(WIFEXITED(status));
	assert_int_not_equal(WEXITSTATUS(status), NOT_STARTED);
	return WEXITSTATUS(status);
}

static void write_file(const struct text *text)
{
	FILE *file = fopen(PATH, "w");

	assert_non_null(file);
	fwrite(text->octets, 1, text->length, file);
	assert_int_equal(fclose(file), 0);
}

static struct text read_file(void)
{
	FILE *file = fopen(PATH, "r");
	struct text text;

	assert_non_null(file);
	text.length = fread(text.octets, 1, sizeof text.octets, file);
	fclose(file);
	return text;
}

static bool equal(const struct text *a, const struct text *b)
{
	return a->length == b->length && memcmp(a->octets, b->octets, a->length) == 0;
}

/* Removes the new files that killed runs have left; returns how many there were. */
static size_t forget_new(void)
{
	size_t count;
	glob_t all;

	glob(NEW, 0, NULL, &all);
	count = all.gl_pathc;
	for (size_t i = 0; i < count; i++)
		unlink(all.gl_pathv[i]);
	globfree(&all);
	return count;
}

static void forget_files(void)
{
	unlink(PATH);
	unlink(BACKUP);
	forget_new();
}

/* --- glibc's walk ------------------------------------------------------- */

/* Of sources/trace.c. */
extern char trace_asked[1024];
extern enum nss_status trace_status, trace_idnx;

/*
 * For an ASCII name, which passes through unchanged: the status that all other sources return.
 * For an unconverted name, which no other source knows: what idnx returns (outcome.c).
 */
enum {
	WALK_TRYAGAIN,
	WALK_UNAVAIL,
	WALK_NOTFOUND,
	WALK_SUCCESS,
	WALK_RAW_FOUND,
	WALK_RAW_REJECTED,
	WALKS,
};

/* The names of the sources that glibc asks, in upper case, each followed by a blank. */
struct walks {
	char asked[WALKS][1024];
};

/*
 * Moves this process into namespaces of its own, where /etc is an empty directory.  Returns
 * NULL, or why this is not possible.
 */
static const char *walk_prepare(void)
{
	if (!root_unshare(CLONE_NEWNS) ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("none", "/etc", "tmpfs", 0, NULL) != 0)
		return strerror(errno);
	if (access("/etc/passwd", F_OK) == 0)
		return "the machine's /etc is still there";
	/* A daemon there would answer instead of the sources. */
	if (mount("none", "/run/nscd", "tmpfs", 0, NULL) != 0 && errno != ENOENT)
		return strerror(errno);
	return NULL;
}

/*
 * Writes ASCII in upper case in any locale, except the word that identifies the line to
 * glibc.
 */
static void walk_write(const char *text, size_t length)
{
	static const char hosts[] = "hosts";
	FILE *file = fopen("/etc/nsswitch.conf", "w");

	for (size_t i = 0; i < length; i++) {
		size_t left = length - i, word = sizeof hosts - 1;

		if (left < word || memcmp(text + i, hosts, word) != 0) {
			fputc(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i],
			      file);
			continue;
		}
		fputs(hosts, file);
		i += word - 1;
	}
	if (fclose(file) != 0)
		abort();
}

static int walk_ask(const void *shared)
{
	static const struct {
		enum nss_status others, idnx;
	} statuses[WALKS] = {
		[WALK_TRYAGAIN] = { NSS_STATUS_TRYAGAIN, NSS_STATUS_UNAVAIL },
		[WALK_UNAVAIL] = { NSS_STATUS_UNAVAIL, NSS_STATUS_UNAVAIL },
		[WALK_NOTFOUND] = { NSS_STATUS_NOTFOUND, NSS_STATUS_UNAVAIL },
		[WALK_SUCCESS] = { NSS_STATUS_SUCCESS, NSS_STATUS_UNAVAIL },
		[WALK_RAW_FOUND] = { NSS_STATUS_NOTFOUND, NSS_STATUS_SUCCESS },
		[WALK_RAW_REJECTED] = { NSS_STATUS_NOTFOUND, NSS_STATUS_RETURN },
	};
	struct walks *walks = *(struct walks *const *)shared;
	struct hostent host, *found;
	char buffer[1024];
	int error;

	for (int i = 0; i < WALKS; i++) {
		trace_asked[0] = '\0';
		trace_status = statuses[i].others;
		trace_idnx = statuses[i].idnx;
		gethostbyname2_r("name.example", AF_INET, &host, buffer, sizeof buffer, &found,
		                 &error);
		strcpy(walks->asked[i], trace_asked);
	}
	return 0;
}

/*
 * Writes the text to /etc/nsswitch.conf, with the sources of trace.c, asks for a name in a child
 * (until 2.32 glibc reads the file only once), and removes the file.
 */
static void walk(const char *text, size_t length, struct walks *walks)
{
	static struct walks *shared;

	if (shared == NULL)
		shared = child_memory(sizeof *shared);
	walk_write(text, length);
	assert_int_equal(child_run(walk_ask, &shared), 0);
	*walks = *shared;
	unlink("/etc/nsswitch.conf");
}

/* --- What glibc asks ------------------------------------------------------ */

/*
 * Returns a text that means the same to every glibc: adds the default if there is no "hosts:"
 * line, and a missing last newline.
 */
static struct text meant(const struct text *text)
{
	struct span rest = { text->octets, text->octets + text->length };
	bool has_newline = true, found = false;
	struct text result = *text;
	struct nsswitch_line line;

	while (nsswitch_next_line(&rest, &line)) {
		if (!span_equals(line.database, "hosts"))
			continue;
		found = true;
		has_newline = line.has_newline;
	}
	if (!has_newline)
		result.octets[result.length++] = '\n';
	return found ? result : text_of("hosts: files dns\n");
}

static const char *first_outside(const char *asked)
{
	const char *dns = strstr(asked, "DNS "), *resolve = strstr(asked, "RESOLVE ");

	return dns == NULL || (resolve != NULL && resolve < dns) ? resolve : dns;
}

/* Whether only idnx was added, before the first of resolve and dns if they are reached. */
static bool is_as_wanted(const char *before, const char *after, bool with_files, bool success)
{
	const char *place = first_outside(before);
	char expected[2048];

	if (place == NULL) {
		snprintf(expected, sizeof expected, "%sIDNX ", before);
		return strcmp(after, before) == 0 || strcmp(after, expected) == 0;
	}
	snprintf(expected, sizeof expected, "%.*s%sIDNX %s", (int)(place - before), before,
	         with_files ? "FILES " : "", place);
	if (with_files && success)
		*strstr(expected, "IDNX ") = '\0';
	return strcmp(after, expected) == 0;
}

/* Whether no source gets an unconverted name after idnx. */
static bool ends_at_idnx(const struct walks *walks)
{
	bool ends = true;

	for (int i = WALK_RAW_FOUND; i < WALKS; i++) {
		const char *idnx = strstr(walks->asked[i], "IDNX ");

		ends = ends && (idnx == NULL || strcmp(idnx, "IDNX ") == 0);
	}
	return ends;
}

static void check_raw(const struct text *text)
{
	struct walks walks;

	walk(text->octets, text->length, &walks);
	if (!ends_at_idnx(&walks))
		fail_msg("raw: %s, %s\n%.*s", walks.asked[WALK_RAW_FOUND],
		         walks.asked[WALK_RAW_REJECTED], (int)text->length, text->octets);
}

/* If the text already had an idnx, old is the text without it. */
static void check_walks(const struct text *old, const struct text *new, bool had_idnx)
{
	struct text before = meant(old);
	/* "files idnx [!UNAVAIL=return] ", and perhaps a newline, but no whole line. */
	bool with_files = !had_idnx && new->length - old->length >= 29 &&
	                  new->length - old->length <= 30;
	struct walks asked_before, asked_after;

	walk(before.octets, before.length, &asked_before);
	walk(new->octets, new->length, &asked_after);
	for (int i = 0; i < WALK_RAW_FOUND; i++) {
		const char *b = asked_before.asked[i], *a = asked_after.asked[i];

		if (!is_as_wanted(b, a, with_files, i == WALK_SUCCESS))
			fail_msg("status %d: %s -> %s\n%.*s", i, b, a, (int)old->length,
			         old->octets);
	}
}

static bool has_idnx(const struct text *text)
{
	return lists_idnx((struct span){ text->octets, text->octets + text->length });
}

/* Whether enable changes the text. */
static bool compare(const struct text *old)
{
	struct text new, again;
	int status;

	write_file(old);
	status = run("enable");
	new = read_file();
	if (status != 0 && equal(old, &new))
		return false;
	assert_true(status == 0 || status == IS_LEFT);
	assert_int_equal(run("disable"), 0);
	again = read_file();
	check_raw(&new);
	if (equal(old, &new))
		return false;
	/* Disable does not bring back a corrected error. */
	assert_true(has_idnx(old) ? !has_idnx(&again) : equal(old, &again));
	check_walks(&again, &new, has_idnx(old));
	return true;
}

static unsigned changed;

/* Column 0 of all rows is a text.  walk_write() would take DNS for dns. */
static void check_row(char *column[])
{
	const struct text text = text_of(column[0]);

	changed += strstr(column[0], "DNS") == NULL && compare(&text);
	forget_files();
}

TEST(glibc_asks_what_it_asked_before_and_idnx)
{
	table_rows("tests/module/hosts.tsv", NULL, check_row);
	print_message("# note: glibc's walk compared for %u texts that enable changes\n",
	              changed);
	assert_true(changed > 100);
}

/* Whether glibc, with this bracket after idnx, asks dns for a name that idnx answered. */
static bool leaks(const char *bracket, struct text *text)
{
	struct walks walks;

	text->length = (size_t)snprintf(text->octets, sizeof text->octets,
	                                "hosts: files idnx %s dns\n", bracket);
	walk(text->octets, text->length, &walks);
	return !ends_at_idnx(&walks);
}

/* Tries each action for each status and for all others, alone and after the right action. */
TEST(once_enabled_no_action_of_idnx_leaks_raw_names)
{
	static const char *const statuses[] = { "SUCCESS", "NOTFOUND", "UNAVAIL", "TRYAGAIN" };
	static const char *const actions[] = { "return", "continue", "merge" };
	unsigned leaky = 0, all = 0;

	for (; all < 4 * 3 * 2 * 2; all++) {
		struct text old;
		char bracket[64];

		snprintf(bracket, sizeof bracket, "[%s%s%s=%s]",
		         all / 24 ? "!UNAVAIL=return " : "", all / 12 % 2 ? "!" : "",
		         statuses[all % 4], actions[all / 4 % 3]);
		leaky += leaks(bracket, &old);
		compare(&old);
		forget_files();
	}
	print_message("# note: of %u actions, %u passed raw names on before\n", all, leaky);
	assert_true(leaky >= all / 8 && leaky <= all / 2);
}

/* --- Being killed --------------------------------------------------------- */

/* Kills it at the given stop, two for each system call; returns how many there were. */
static unsigned run_until(const char *subcommand, unsigned stop)
{
	pid_t child = fork();
	unsigned stops = 0;
	int status;

	if (child == 0) {
		setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* leak detection traces, too */
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
			_exit(126);
		_exit(become_command(subcommand));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	while (WIFSTOPPED(status) && stops < stop) {
		stops++;
		ptrace(PTRACE_SYSCALL, child, NULL, NULL);
		assert_int_equal(waitpid(child, &status, 0), child);
	}
	if (WIFSTOPPED(status)) {
		kill(child, SIGKILL);
		waitpid(child, &status, 0);
	}
	return stops;
}

TEST(if_killed_it_leaves_the_old_or_the_new_file_complete)
{
	const struct text old = text_of("passwd: files\nhosts: files dns\nrpc: db");
	unsigned stops, killed, olds = 0, news = 0;
	struct text new, found;
	int status;

	write_file(&old);
	stops = run_until("enable", UINT_MAX);
	if (stops == 0)
		skip();
	new = read_file();
	assert_false(equal(&old, &new));
	killed = stops < KILLED ? stops : KILLED;
	for (unsigned i = 0; i < killed; i++) {
		forget_files();
		write_file(&old);
		run_until("enable", stops - i * stops / killed);
		assert_true(forget_new() <= 2); /* the new file, and a link to the old one */
		found = read_file();
		olds += equal(&found, &old);
		news += equal(&found, &new);
		assert_int_equal(olds + news, i + 1);
		status = run("enable");
		assert_true(status == 0 || status == IS_LEFT);
		found = read_file();
		assert_true(equal(&found, &new));
		assert_int_equal(forget_new(), 0);
		assert_int_equal(run("disable"), 0);
		found = read_file();
		assert_true(equal(&found, &old));
		assert_int_equal(access(BACKUP, F_OK), -1);
	}
	print_message("# note: killed at %u instants of %u, the old file was left %u times\n",
	              killed, stops, olds);
	assert_true(olds > 0 && news > 0);
	forget_files();
}

BEFORE_ALL
{
	const char *why;

	find_command();
	why = walk_prepare();
	if (why != NULL)
		test_skip_all("enable", why);
	if (access(command, X_OK) != 0)
		fail_msg("%s: %s", command, strerror(errno));
}
