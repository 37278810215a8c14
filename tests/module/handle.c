/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_policy.h: a handle says of each name what a lookup says, names the setting, notices a
 * change of the file, and makes no system call in between.
 */
#include <errno.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../common/test.h"
#include "idnx_policy.h"
#include "policy.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static char folder[64], path[96], draft[96];

/* Puts a new file in the place of the old one, as an administrator should. */
static void put_octets(const char *text, size_t length)
{
	FILE *file = fopen(draft, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(rename(draft, path), 0);
}

static void put(const char *text)
{
	put_octets(text, strlen(text));
}

static struct idnx_verdict ask(struct idnx_policy *policy, const char *name)
{
	struct idnx_verdict verdict;

	memset(&verdict, 0x5A, sizeof verdict);
	errno = 4711;
	idnx_policy_check(policy, name, &verdict);
	assert_int_equal(errno, 4711);
	return verdict;
}

static struct idnx_verdict ask_once(const char *conf_path, const char *name)
{
	struct idnx_policy *policy = idnx_policy_open(conf_path);
	struct idnx_verdict verdict;

	assert_non_null(policy);
	verdict = ask(policy, name);
	idnx_policy_close(policy);
	return verdict;
}

/* --- What it says ----------------------------------------------------------------- */

#define CONF                                              \
	"\xEF\xBB\xBFprotection = browser  # as browsers\n" \
	"protect = bank.example\n"                        \
	"exclude = .local\n"                              \
	"[.de]\n"                                         \
	"\tscripts = Latin\r\n"                           \
	"[.free.de]\n"                                    \
	"protection = off\n"                              \
	"[.test]\n"                                       \
	"mode = report\n"

TEST(a_verdict_names_the_rule_the_setting_and_its_line)
{
	static const struct {
		const char *name;
		enum idnx_action action;
		enum idnx_status status;
		unsigned line;
		const char *setting, *ace;
	} rows[] = {
		{ "Bücher.example", IDNX_POLICY_CONVERTED, IDNX_OK, 0, "",
		  "xn--bcher-kva.example" },
		{ "example.org", IDNX_POLICY_UNCHANGED, IDNX_OK, 0, "", "" },
		{ "xn--bcher-kva.example", IDNX_POLICY_UNCHANGED, IDNX_OK, 0, "", "" },
		{ "ü.local", IDNX_POLICY_EXCLUDED, IDNX_OK, 0, "", "" },
		{ "раypal.example", IDNX_POLICY_REJECTED, IDNX_MIXED_SCRIPTS, 1,
		  "protection = browser", "" },
		{ "xn--80ak6aa92e.com", IDNX_POLICY_REJECTED, IDNX_READS_AS_ASCII, 1,
		  "protection = browser", "" },
		{ "bänk.example", IDNX_POLICY_REJECTED, IDNX_READS_AS_PROTECTED, 2,
		  "protect = bank.example", "" },
		{ "сайт.de", IDNX_POLICY_REJECTED, IDNX_OTHER_SCRIPT, 5, "scripts = Latin",
		  "" },
		{ "℀.example", IDNX_POLICY_REJECTED, IDNX_HOST, 0, "", "" },
		{ "１２７.0.0.1", IDNX_POLICY_REJECTED, IDNX_NUMBER, 0, "", "" },
		{ "раypal.test", IDNX_POLICY_CONVERTED, IDNX_MIXED_SCRIPTS, 1,
		  "protection = browser", "xn--ypal-43d9g.test" },
		{ "xn--ypal-43d9g.test", IDNX_POLICY_UNCHANGED, IDNX_MIXED_SCRIPTS, 1,
		  "protection = browser", "" },
		{ "ü..test", IDNX_POLICY_REJECTED, IDNX_A4_2, 0, "", "" },
		{ "", IDNX_POLICY_UNCHANGED, IDNX_OK, 0, "", "" },
	};

	put(CONF);
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct idnx_verdict verdict = ask_once(path, rows[i].name);

		print_message("# %s\n", rows[i].name);
		assert_int_equal(verdict.action, rows[i].action);
		assert_int_equal(verdict.status, rows[i].status);
		assert_int_equal(verdict.line, rows[i].line);
		assert_string_equal(verdict.setting, rows[i].setting);
		assert_string_equal(verdict.ace, rows[i].ace);
	}
}

TEST(a_long_setting_is_cut)
{
	char text[512] = "protect = bank.example";
	struct idnx_verdict verdict;

	while (strlen(text) < 400)
		strcat(text, " other.example");
	put(strcat(text, "\n"));
	verdict = ask_once(path, "bänk.example");
	assert_int_equal(verdict.line, 1);
	assert_int_equal(strlen(verdict.setting), IDNX_SETTING_SIZE - 1);
	assert_memory_equal(verdict.setting, text, IDNX_SETTING_SIZE - 1);
}

/* --- As in lookups ------------------------------------------------------------------ */

static void make_missing(void)
{
	unlink(path);
}

static void make_dangling(void)
{
	unlink(path);
	assert_int_equal(symlink("/nonexistent", path), 0);
}

static void make_empty(void)
{
	put("");
}

static void make_good(void)
{
	put(CONF);
}

static void make_writable(void)
{
	put(CONF);
	chmod(path, 0666);
}

static void make_faulty(void)
{
	put("\nprotecton = browser\n");
}

static void make_faulty_beside_protection(void)
{
	put("protection = browser\nreverse = maybe\n");
}

static void make_nul(void)
{
	static const char text[] = "# \0\nprotection = browser\n";

	put_octets(text, sizeof text - 1);
}

static void make_nul_at_the_end(void)
{
	static const char text[] = "reverse = unicode\n\0";

	put_octets(text, sizeof text - 1);
}

static void make_large(void)
{
	static char text[CONFIG_SIZE_MAX + 2];

	memset(text, '#', CONFIG_SIZE_MAX + 1);
	put(text);
}

static void make_full(void)
{
	static char text[CONFIG_SIZE_MAX + 1];

	memset(text, '\n', CONFIG_SIZE_MAX);
	put(text);
}

static void make_folder(void)
{
	unlink(path);
	assert_int_equal(mkdir(path, 0755), 0);
}

static void make_null(void)
{
	unlink(path);
	assert_int_equal(symlink("/dev/null", path), 0);
}

static void make_charset(void)
{
	put("charset = no-such-charset\n");
}

/* The module's verdict, and what is left of it for a caller of the library. */
static void compare(const char *name)
{
	static const enum idnx_action actions[] = {
		[POLICY_CONVERTED] = IDNX_POLICY_CONVERTED,
		[POLICY_ASCII] = IDNX_POLICY_UNCHANGED,
		[POLICY_EXCLUDED] = IDNX_POLICY_EXCLUDED,
		[POLICY_REFUSED] = IDNX_POLICY_REJECTED,
		[POLICY_NO_CONFIG] = IDNX_POLICY_NO_CONFIG,
		[POLICY_NO_CONVERTER] = IDNX_POLICY_NO_CHARSET,
	};
	char ace[IDNX_HOST_NAME_SIZE] = "";
	struct decision decision = policy_to_ascii(path, name, ace);
	struct idnx_verdict verdict = ask_once(path, name);

	assert_int_equal(verdict.action, actions[decision.verdict]);
	if (decision.verdict == POLICY_REFUSED)
		assert_int_equal(verdict.status, decision.result.status);
	if (decision.verdict == POLICY_CONVERTED)
		assert_string_equal(verdict.ace, ace);
	if (decision.verdict == POLICY_NO_CONFIG)
		assert_int_equal(verdict.line, decision.config.line);
}

TEST(it_says_what_a_lookup_says_whatever_the_file_is)
{
	static const struct {
		const char *what;
		void (*make)(void);
	} files[] = {
		{ "missing", make_missing },
		{ "a dangling link", make_dangling },
		{ "empty", make_empty },
		{ "good", make_good },
		{ "writable by all", make_writable },
		{ "a mistake", make_faulty },
		{ "a mistake beside protection", make_faulty_beside_protection },
		{ "a NUL", make_nul },
		{ "a NUL at the end", make_nul_at_the_end },
		{ "too large", make_large },
		{ "as large as can be", make_full },
		{ "a folder", make_folder },
		{ "/dev/null", make_null },
		{ "no such charset", make_charset },
	};
	static const char *const names[] = {
		"example.org", "bücher.example", "xn--bcher-kva.example", "раypal.example",
		"xn--80ak6aa92e.com", "ü.local", "b\xFC" "cher.example", "x\\n--a", "",
	};

	for (size_t i = 0; i < COUNT(files); i++) {
		print_message("# %s\n", files[i].what);
		files[i].make();
		for (size_t j = 0; j < COUNT(names); j++)
			compare(names[j]);
		rmdir(path);
	}
}

TEST(a_mistake_has_its_line)
{
	struct idnx_verdict verdict;

	make_faulty();
	verdict = ask_once(path, "bücher.example");
	assert_int_equal(verdict.action, IDNX_POLICY_NO_CONFIG);
	assert_int_equal(verdict.line, 2);
	assert_string_equal(verdict.setting, "protecton = browser");
}

/* --- Changes ---------------------------------------------------------------------- */

static void wait_ms(long milliseconds)
{
	nanosleep(&(struct timespec){ milliseconds / 1000, milliseconds % 1000 * 1000000 },
	          NULL);
}

TEST(a_change_counts_after_a_second)
{
	struct idnx_policy *policy;

	make_missing();
	policy = idnx_policy_open(path);
	assert_int_equal(ask(policy, "раypal.example").action, IDNX_POLICY_CONVERTED);
	put("protection = browser\n");
	wait_ms(1010);
	assert_int_equal(ask(policy, "раypal.example").action, IDNX_POLICY_REJECTED);
	put("protecton = browser\n");
	wait_ms(1010);
	assert_int_equal(ask(policy, "раypal.example").action, IDNX_POLICY_NO_CONFIG);
	make_missing();
	wait_ms(1010);
	assert_int_equal(ask(policy, "раypal.example").action, IDNX_POLICY_CONVERTED);
	idnx_policy_close(policy);
}

static time_t coarse(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec;
}

/* After it only read(), write() and the end of the process are allowed. */
static void allow_no_call(void)
{
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
		_exit(2);
}

static void read_the_clock(struct idnx_policy *policy)
{
	(void)policy;
	allow_no_call();
	coarse();
}

/* Begins with the second, so that none ends within it. */
static void ask_within_a_second(struct idnx_policy *policy)
{
	static const char *const names[] = { "example.org", "bücher.example", "раypal.example",
		                             "xn--80ak6aa92e.com", "℀" };
	struct idnx_verdict verdict;
	time_t before = coarse();

	while (coarse() == before)
		continue;
	idnx_policy_check(policy, "example.org", &verdict);
	allow_no_call();
	for (size_t i = 0; i < 100 * COUNT(names); i++)
		idnx_policy_check(policy, names[i % COUNT(names)], &verdict);
}

/* Returns the signal that ended a child in which function ran; 0 if it came to its end. */
static int signal_of(void (*function)(struct idnx_policy *), struct idnx_policy *policy)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		function(policy);
		syscall(SYS_exit, 0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

TEST(an_unchanged_file_takes_no_system_call)
{
	struct idnx_policy *policy;

	if (signal_of(read_the_clock, NULL) != 0)
		skip(); /* an emulator, or a kernel that has to be asked for the time */
	put(CONF);
	policy = idnx_policy_open(path);
	assert_int_equal(signal_of(ask_within_a_second, policy), 0);
	idnx_policy_close(policy);
}

/* --- Threads ------------------------------------------------------------------------ */

#define THREADS 8

static atomic_bool is_over;
static atomic_uint verdicts, rejected, wrong;

static void *keep_asking(void *policy)
{
	while (!is_over) {
		struct idnx_verdict verdict;

		idnx_policy_check(policy, "bänk.example", &verdict);
		verdicts++;
		if (verdict.action == IDNX_POLICY_REJECTED &&
		    strcmp(verdict.setting, "protect = bank.example") == 0 && verdict.line == 2)
			rejected++;
		else if (verdict.action != IDNX_POLICY_CONVERTED)
			wrong++;
	}
	return NULL;
}

TEST(threads_share_a_handle_while_the_file_changes)
{
	pthread_t threads[THREADS];
	struct idnx_policy *policy;

	put("\nprotect = bank.example\n");
	policy = idnx_policy_open(path);
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, keep_asking, policy), 0);
	for (unsigned i = 0; i < 15; i++) {
		put(i % 2 ? "\nprotect = bank.example\n" : "reverse = unicode\n");
		wait_ms(200);
	}
	is_over = true;
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	idnx_policy_close(policy);
	print_message("# %u verdicts, %u rejected\n", verdicts, rejected);
	assert_int_equal(wrong, 0);
	assert_true(rejected > 0 && rejected < verdicts);
}

TEST(the_machine_has_a_policy_and_null_may_be_closed)
{
	struct idnx_policy *policy;

	policy = idnx_policy_open(NULL);
	assert_non_null(policy);
	idnx_policy_close(policy);
	idnx_policy_close(NULL);
}

/* --- Root --------------------------------------------------------------------------- */

static bool say(const char *where, const char *what)
{
	FILE *file = fopen(where, "w");
	bool said = file != NULL && fputs(what, file) != EOF;

	return file != NULL && fclose(file) == 0 && said;
}

/* A file is trusted only if it is root's: a plain user becomes root of a user namespace. */
static int become_root(void)
{
	char users[32], groups[32];

	if (geteuid() == 0)
		return 0;
	snprintf(users, sizeof users, "0 %u 1", geteuid());
	snprintf(groups, sizeof groups, "0 %u 1", getegid());
	return unshare(CLONE_NEWUSER) == 0 && say("/proc/self/uid_map", users) &&
	                       say("/proc/self/setgroups", "deny") &&
	                       say("/proc/self/gid_map", groups)
	               ? 0
	               : errno;
}

BEFORE_ALL
{
	int error = become_root();

	if (error != 0)
		test_skip_all("handle", "no user namespace to be root in");
	umask(022);
	strcpy(folder, "/tmp/idnx-handle.XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/idnx.conf", folder);
	snprintf(draft, sizeof draft, "%s/draft", folder);
}

AFTER_ALL
{
	unlink(path);
	rmdir(folder);
}
