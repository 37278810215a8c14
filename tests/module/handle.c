/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_policy.h: a handle says of each name what a lookup says, names the setting, notices a
 * change of the file, and makes no system call in between.
 */
#include <dlfcn.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "../common/child.h"
#include "../common/conf_file.h"
#include "../common/table.h"
#include "idnx_policy.h"
#include "policy.h"

/* Puts a new file in the place of the old one, as an administrator should. */
static void put(const char *text)
{
	conf_write(other_path, text);
	assert_int_equal(rename(other_path, path), 0);
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

/*
 * Columns: name; what becomes of it; the status, unless that is OK, the line and the setting; its
 * ASCII form.
 */
static void check_verdict(char *column[])
{
	static const char *const actions[] = {
		[IDNX_POLICY_CONVERTED] = "converted",
		[IDNX_POLICY_UNCHANGED] = "unchanged",
		[IDNX_POLICY_EXCLUDED] = "excluded",
		[IDNX_POLICY_REJECTED] = "rejected",
	};
	struct idnx_verdict verdict;

	put(CONF);
	verdict = ask_once(path, column[0]);
	assert_string_equal(actions[verdict.action], column[1]);
	assert_string_equal(verdict.status != IDNX_OK ? idnx_status_code(verdict.status) : "",
	                    column[2]);
	assert_int_equal(verdict.line, strtoul(column[3], NULL, 10));
	assert_string_equal(verdict.setting, column[4]);
	assert_string_equal(verdict.ace, column[5]);
}

TABLE_TEST(a_verdict_names_the_rule_the_setting_and_its_line, "tests/module/policy.tsv",
           check_verdict);

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

#define FAULTY "\nprotecton = browser\n"

/* The module's verdict, and what is left of it for a caller of the library. */
static void compare(const char *name)
{
	static const enum idnx_action actions[] = {
		[POLICY_CONVERTED] = IDNX_POLICY_CONVERTED,
		[POLICY_UNCHANGED] = IDNX_POLICY_UNCHANGED,
		[POLICY_EXCLUDED] = IDNX_POLICY_EXCLUDED,
		[POLICY_REJECTED] = IDNX_POLICY_REJECTED,
		[POLICY_NO_CONFIG] = IDNX_POLICY_NO_CONFIG,
		[POLICY_NO_CHARSET] = IDNX_POLICY_NO_CHARSET,
	};
	char ace[IDNX_HOST_NAME_SIZE] = "";
	struct decision decision = policy_to_ascii(path, name, ace);
	struct idnx_verdict verdict = ask_once(path, name);

	assert_int_equal(verdict.action, actions[decision.action]);
	if (decision.action == POLICY_REJECTED) {
		assert_int_equal(verdict.status, decision.result.status);
		assert_int_equal(verdict.label, decision.result.label);
		assert_int_equal(verdict.line, policy_line(&decision));
	}
	if (decision.action == POLICY_CONVERTED)
		assert_string_equal(verdict.ace, ace);
	if (decision.action == POLICY_NO_CONFIG)
		assert_int_equal(verdict.line, decision.config.line);
}

static void compare_row(char *column[])
{
	conf_make(names_conf(column) != NULL ? names_conf(column) : "none");
	compare(column[NAMES_NAME]);
}

/* config_file.tsv has files of other kinds, for what reads them. */
TEST(it_says_what_a_lookup_says)
{
	table_rows(NAMES, NULL, compare_row);
	conf_make("directory");
	compare("bücher.example");
	conf_remove();
}

TEST(a_file_that_others_may_write_concerns_xn_names_if_it_has_protection)
{
	put("protection = browser\n");
	assert_int_equal(chmod(path, 0666), 0);
	compare("xn--80ak6aa92e.com");
	compare("example.org");
	put("mode = report\n");
	compare("xn--80ak6aa92e.com");
	conf_remove();
}

TEST(a_file_is_read_to_its_end)
{
	static const char nul[] = "mode = report\n\0\nprotecton = browser\n";
	static const char setting[] = "protection = browser";
	static char text[CONFIG_SIZE_MAX + 1];

	conf_write_at(path, O_CREAT | O_TRUNC, nul, sizeof nul - 1);
	compare("bücher.example");
	memset(text, '\n', CONFIG_SIZE_MAX);
	strcpy(text + CONFIG_SIZE_MAX - strlen(setting), setting);
	put(text);
	compare("раypal.example");
}

TEST(an_error_has_its_line)
{
	struct idnx_verdict verdict;

	put(FAULTY);
	verdict = ask_once(path, "bücher.example");
	assert_int_equal(verdict.action, IDNX_POLICY_NO_CONFIG);
	assert_int_equal(verdict.line, 2);
	assert_string_equal(verdict.setting, "protecton = browser");
}

/* Columns: a text; what is wrong with it, or ""; what becomes of bücher.example. */
TEST(a_text_is_a_policy_and_says_what_is_wrong_with_it)
{
	static const struct {
		const char *text, *error;
		enum idnx_action action;
	} rows[] = {
		{ "", "", IDNX_POLICY_CONVERTED },
		{ "exclude = .example\n", "", IDNX_POLICY_EXCLUDED },
		{ "scripts = Greek", "", IDNX_POLICY_REJECTED },
		{ "protecton = browser\n", "unknown key", IDNX_POLICY_NO_CONFIG },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct idnx_policy *policy = idnx_policy_parse(rows[i].text,
		                                               strlen(rows[i].text));
		struct idnx_file file;

		assert_non_null(policy);
		assert_int_equal(ask(policy, "bücher.example").action, rows[i].action);
		idnx_policy_file(policy, &file);
		assert_string_equal(file.error != NULL ? file.error : "", rows[i].error);
		assert_int_equal(file.line, rows[i].error[0] != '\0');
		idnx_policy_close(policy);
	}
}

TEST(a_text_may_not_be_larger_than_a_file)
{
	static char text[CONFIG_SIZE_MAX + 1];
	struct idnx_policy *policy;

	memset(text, '\n', sizeof text);
	policy = idnx_policy_parse(text, sizeof text);
	assert_non_null(policy);
	assert_int_equal(ask(policy, "ü.example").action, IDNX_POLICY_NO_CONFIG);
	idnx_policy_close(policy);
}

/* --- Changes ---------------------------------------------------------------------- */

/* Seconds by which the clock is ahead: a handle looks at its file once a second. */
static atomic_long ahead;

static int (*libc_clock_gettime)(clockid_t clock, struct timespec *now);

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int result = libc_clock_gettime(clock, now);

	now->tv_sec += ahead;
	return result;
}

TEST(a_change_counts_after_a_second)
{
	struct idnx_policy *policy;

	conf_remove();
	policy = idnx_policy_open(path);
	assert_int_equal(ask(policy, "раypal.example").action, IDNX_POLICY_CONVERTED);
	put("protection = browser\n");
	ahead++;
	assert_int_equal(ask(policy, "раypal.example").action, IDNX_POLICY_REJECTED);
	put("protection = off\n");
	ahead++;
	assert_int_equal(ask(policy, "раypal.example").action, IDNX_POLICY_CONVERTED);
	idnx_policy_close(policy);
}

/* Checks state and line of the file a second later, and whether a look-alike is rejected. */
static unsigned expect(struct idnx_policy *policy, enum idnx_file_state state, unsigned line,
                       enum idnx_action action)
{
	struct idnx_file file;

	ahead++;
	idnx_policy_file(policy, &file);
	assert_int_equal(file.state, state);
	assert_int_equal(file.line, line);
	assert_string_equal(file.setting, line == 2 ? "protecton = browser" : "");
	assert_int_equal(ask(policy, "xn--80ak6aa92e.com").action, action);
	return file.changes;
}

TEST(settings_stay_in_force_while_the_file_is_faulty_or_missing)
{
	struct idnx_policy *policy;
	unsigned changes;

	put(FAULTY);
	policy = idnx_policy_open(path);
	expect(policy, IDNX_FILE_FAULTY, 2, IDNX_POLICY_NO_CONFIG);
	conf_remove();
	expect(policy, IDNX_FILE_MISSING, 0, IDNX_POLICY_UNCHANGED);
	put("protection = browser\n");
	changes = expect(policy, IDNX_FILE_READ, 0, IDNX_POLICY_REJECTED);
	assert_int_equal(expect(policy, IDNX_FILE_READ, 0, IDNX_POLICY_REJECTED), changes);
	put(FAULTY);
	assert_int_not_equal(expect(policy, IDNX_FILE_KEPT, 2, IDNX_POLICY_REJECTED), changes);
	put("");
	expect(policy, IDNX_FILE_KEPT, 0, IDNX_POLICY_REJECTED);
	conf_remove();
	expect(policy, IDNX_FILE_KEPT, 0, IDNX_POLICY_REJECTED);
	put("protection = off\n");
	expect(policy, IDNX_FILE_READ, 0, IDNX_POLICY_UNCHANGED);
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

static int read_the_clock(const void *unused)
{
	(void)unused;
	allow_no_call();
	coarse();
	syscall(SYS_exit, 0);
	return 0;
}

/* Begins with the second, so that none ends within it. */
static int ask_within_a_second(const void *what)
{
	static const char *const names[] = { "example.org", "bücher.example", "раypal.example",
		                             "xn--80ak6aa92e.com", "℀" };
	struct idnx_policy *policy = *(struct idnx_policy *const *)what;
	struct idnx_verdict verdict;
	time_t before = coarse();

	while (coarse() == before)
		continue;
	idnx_policy_check(policy, "example.org", &verdict);
	allow_no_call();
	for (size_t i = 0; i < 100 * LENGTH(names); i++)
		idnx_policy_check(policy, names[i % LENGTH(names)], &verdict);
	syscall(SYS_exit, 0); /* exit_group() is not allowed */
	return 0;
}

TEST(an_unchanged_file_takes_no_system_call)
{
	struct idnx_policy *policy;

	if (child_run(read_the_clock, NULL) != 0)
		skip(); /* an emulator, or a kernel that has to be asked for the time */
	put(CONF);
	policy = idnx_policy_open(path);
	assert_int_equal(child_run(ask_within_a_second, &policy), 0);
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
	/* On a busy machine it perhaps looks always at the same of the two. */
	for (unsigned i = 0; i < 15 || rejected == 0 || rejected == verdicts; i++) {
		put(i % 2 ? "\nprotect = bank.example\n" : "reverse = unicode\n");
		ahead++;
		nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
	}
	is_over = true;
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	idnx_policy_close(policy);
	print_message("# %u verdicts, %u rejected\n", verdicts, rejected);
	assert_int_equal(wrong, 0);
}

static int ask_in_child(const void *what)
{
	struct idnx_policy *policy = *(struct idnx_policy *const *)what;
	struct idnx_verdict verdict;

	alarm(60);
	idnx_policy_check(policy, "bänk.example", &verdict);
	return verdict.action != IDNX_POLICY_REJECTED;
}

/* The threads hold the snapshot most of the time; a child fills another. */
static int ask_in_child_after_a_change(const void *what)
{
	put("reverse = unicode\n");
	ahead++;
	return ask_in_child(what) != 1;
}

TEST(a_child_of_a_busy_process_uses_its_handle)
{
	pthread_t threads[THREADS];
	struct idnx_policy *policy;

	put("\nprotect = bank.example\n");
	policy = idnx_policy_open(path);
	is_over = false;
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, keep_asking, policy), 0);
	for (unsigned i = 0; i < 300; i++)
		assert_int_equal(child_run(ask_in_child, &policy), 0);
	assert_int_equal(child_run(ask_in_child_after_a_change, &policy), 0);
	is_over = true;
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	idnx_policy_close(policy);
}

TEST(the_machine_has_a_policy_and_null_may_be_closed)
{
	struct idnx_policy *policy;

	policy = idnx_policy_open(NULL);
	assert_non_null(policy);
	idnx_policy_close(policy);
	idnx_policy_close(NULL);
}

BEFORE_ALL
{
	void *symbol = dlsym(RTLD_NEXT, "clock_gettime");

	memcpy(&libc_clock_gettime, &symbol, sizeof symbol);
	conf_begin("handle");
}
