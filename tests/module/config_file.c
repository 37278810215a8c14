/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * config_file.c: which files are trusted, what a lookup does if a file is not, and whether an
 * xn-- name has to be checked.  Rows are in config_file.tsv.
 *
 * The test defines read() and open(), which change a file while it is
 * read.  Fortified headers have their own bodies of these functions.
 */
#undef _FORTIFY_SOURCE

#include <linux/capability.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include "../common/child.h"
#include "../common/conf_file.h"
#include "../common/stack.h"
#include "../common/table.h"
#include "config_parser.h"
#include "policy.h"

#define TABLE "tests/module/config_file.tsv"

/* --- What happens meanwhile ------------------------------------------------ */

static struct {
	const char *in_read, *in_open; /* what happens: letters of happen() */
	bool each_time;                /* in every opening, not in the first only */
	atomic_int opened, reads;      /* by all threads of a test */
	atomic_int flags;              /* of the last open() */
	size_t octets;                 /* the most that a read() returns; 0: all */
	int ends;                      /* the first read() that returns 0; 0: none */
	int error;                     /* that read() fails with */
} meanwhile;

static void happen(const char *letters);

static void happen_in_time(const char *letters)
{
	if (letters != NULL && (meanwhile.each_time || meanwhile.opened == 1))
		happen(letters);
}

int open(const char *name, int flags, ...)
{
	va_list arguments;
	mode_t mode;

	va_start(arguments, flags);
	mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
	va_end(arguments);
	if (strcmp(name, path) == 0 && (flags & O_NONBLOCK) != 0) {
		meanwhile.opened++;
		meanwhile.flags = flags;
		happen_in_time(meanwhile.in_open);
	}
	return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

/* clang's open() with fortification, from glibc 2.40 on. */
int __open64_2(const char *name, int flags);

int __open64_2(const char *name, int flags)
{
	return open(name, flags, 0);
}

ssize_t read(int file, void *buffer, size_t size)
{
	ssize_t count;

	if (meanwhile.error != 0) {
		errno = meanwhile.error;
		return -1;
	}
	if (meanwhile.octets != 0 && meanwhile.octets < size)
		size = meanwhile.octets;
	meanwhile.reads++;
	if (meanwhile.ends != 0 && meanwhile.reads >= meanwhile.ends)
		return 0;
	count = (ssize_t)syscall(SYS_read, file, buffer, size);
	happen_in_time(meanwhile.in_read);
	return count;
}

/* Other compilers' read() with fortification. */
ssize_t __read_chk(int file, void *buffer, size_t size, size_t buffer_size);

ssize_t __read_chk(int file, void *buffer, size_t size, size_t buffer_size)
{
	assert_true(size <= buffer_size);
	return read(file, buffer, size);
}

/* --- Files ---------------------------------------------------------------- */

#define GOOD "reverse = unicode\nace-names = check\n"

static void make_good(void)
{
	conf_write(path, GOOD);
}

static void set_old_time(void)
{
	const struct timespec old[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };

	utimensat(AT_FDCWD, path, old, 0);
}

/* Makes a file of length octets, with blank lines after the first two. */
static void make_long(size_t length)
{
	char *text = malloc(length);

	memset(text, '\n', length);
	memcpy(text, GOOD, strlen(GOOD));
	conf_write_at(path, O_CREAT | O_TRUNC, text, length);
	free(text);
	set_old_time();
}

BEFORE_EACH
{
	memset(&meanwhile, 0, sizeof meanwhile);
}

AFTER_EACH
{
	conf_remove();
}

static const char asked[] = "ü.example";

/* As a lookup does. */
static struct config_result read_by_piece(struct settings *settings)
{
	struct match match;

	match_begin(&match, asked, strlen(asked));
	return config_read(path, &match, settings);
}

/* As a handle of libidnx does. */
static struct config_result read_as_text(struct settings *settings)
{
	static char text[CONFIG_SIZE_MAX + 1];
	struct match match;
	size_t length;
	struct config_result result = config_load(path, text, &length);

	if (result.status != CONFIG_OK || result.missing || result.masked) {
		config_preset(settings);
		return result;
	}
	match_begin(&match, asked, strlen(asked));
	return config_parse(text, length, &match, settings);
}

enum { SAID = 256 };

static void say_error(char *said, const struct config_result *result)
{
	strcat(said, config_status_text(result->status));
	if (result->error != 0)
		strcat(strcat(said, ": "), strerror(result->error));
	if (result->line != 0)
		sprintf(said + strlen(said), ", line %u", result->line);
}

/* "read" is GOOD; other texts set nothing here, as without a file. */
static void say_read_by(struct config_result (*read)(struct settings *settings), char *said)
{
	struct settings settings;
	const struct config_result result = read(&settings);
	bool is_default = config_flags(&settings) == IDNX_LOOKUP &&
	                  !settings.values[CONFIG_REVERSE] &&
	                  strcmp(settings.charset, "UTF-8") == 0;

	if (result.status != CONFIG_OK)
		say_error(said, &result);
	else
		strcpy(said, result.missing  ? "missing"
		             : result.masked ? "masked"
		             : is_default    ? "defaults"
		                             : "read");
	if (!is_default != (strcmp(said, "read") == 0))
		strcat(said, ", but has settings");
	if (meanwhile.opened > 1)
		sprintf(said + strlen(said), ", opened %d times", meanwhile.opened);
}

static void say_read(char *said)
{
	say_read_by(read_by_piece, said);
}

static void say_text(char *said)
{
	say_read_by(read_as_text, said);
}

/* An xn-- name fails exactly if any other internationalized name does. */
static void say_ace(char *said)
{
	char ace[IDNX_HOST_NAME_SIZE];
	const struct decision decision = policy_to_ascii(path, "xn--tda.example", ace);

	strcpy(said, "resolves");
	if (decision.action == POLICY_NO_CONFIG)
		say_error(strcpy(said, ""), &decision.config);
	if (meanwhile.opened > 1)
		sprintf(said + strlen(said), ", opened %d times", meanwhile.opened);
}

static bool is_error(const char *said)
{
	static const char *const good[] = { "read", "defaults", "missing", "masked" };

	for (size_t i = 0; i < LENGTH(good); i++)
		if (strncmp(said, good[i], strlen(good[i])) == 0)
			return false;
	return true;
}

/* --- While it is read ------------------------------------------------------- */

/* Waits for the next tick, at most 10 ms: two changes in one tick have the same time. */
static void wait_for_the_clock(void)
{
	nanosleep(&(const struct timespec){ .tv_nsec = 20000000 }, NULL);
}

static void truncate_to(off_t part, off_t of)
{
	struct stat file;

	stat(path, &file);
	assert_int_equal(truncate(path, file.st_size * part / of), 0);
}

static void replace(void)
{
	conf_write(other_path, "reverse = ace\n");
	assert_int_equal(rename(other_path, path), 0);
}

static void happen_once(char letter)
{
	if (letter == 'c') /* cut short */
		truncate_to(2, 3);
	else if (letter == '0')
		truncate_to(0, 1);
	else if (letter == 'w') /* overwritten, as cp(1) and a shell's ">" do after '0' */
		conf_write_at(path, 0, "reverse = unicode\n", 18);
	else if (letter == 'n')
		conf_write_at(path, 0, "nonsense", 8);
	else if (letter == 'g')
		conf_write_at(path, O_APPEND, "# more\n", 7);
	else if (letter == '.')
		wait_for_the_clock();
	else if (letter == 't')
		set_old_time();
	else if (letter == 'l') /* linked: its link count changes as if it were replaced */
		assert_true(link(path, other_path) == 0 || errno == EEXIST);
	else if (letter == 'm')
		chmod(path, 0666);
	else if (letter == 'r')
		replace();
	else
		conf_make(letter == 'f'   ? "directory"
		          : letter == '-' ? "none"
		                          : "-> /dev/null");
}

static void happen(const char *letters)
{
	for (; *letters != '\0'; letters++)
		happen_once(*letters);
}

/* --- Rows ------------------------------------------------------------------- */

/* What is said of a file; shared with a process that has lost what it needs. */
static struct saying {
	void (*say)(char *said);
	char said[SAID];
} * saying;

/* Checks that errno and the descriptors stay as they are. */
static int say(const void *unused)
{
	int descriptor = dup(0), after;

	(void)unused;
	close(descriptor);
	errno = ENOTTY;
	saying->say(saying->said);
	if (errno != ENOTTY)
		return 2;
	after = dup(0);
	close(after);
	return after == descriptor ? 0 : 3;
}

/* Drops root's right to override what a mode says, or the right to open files. */
static int lose_and_say(const void *loss)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	if (strcmp(loss, "no descriptors") == 0)
		setrlimit(RLIMIT_NOFILE, &(const struct rlimit){ 0, 0 });
	else if (syscall(SYS_capset, &header, none) == -1)
		return 4;
	return say(loss);
}

static const char *said_of(const char *loss, void (*function)(char *said))
{
	memset(saying, 0, sizeof *saying);
	meanwhile.opened = 0;
	saying->say = function;
	assert_int_equal(*loss == '\0' ? say(loss) : child_run(lose_and_say, loss), 0);
	return saying->said;
}

/*
 * Makes the file, and the one that a link leads to.  before: nothing, a mode, an owner, a size,
 * an error of read(), or what happens ("open - once": when it is opened, letters, how often).
 */
static void make_row(const char *how, const char *before)
{
	static char letters[16];
	char when[16] = "", times[16] = "";
	unsigned long number = 0;

	memset(&meanwhile, 0, sizeof meanwhile);
	conf_make(how);
	if (strncmp(how, "-> ", 3) == 0)
		conf_write(other_path, GOOD);
	if (sscanf(before, "%15s %15s %15s", when, letters, times) == 3) {
		set_old_time();
		wait_for_the_clock();
		*(strcmp(when, "open") == 0 ? &meanwhile.in_open
		                            : &meanwhile.in_read) = letters;
		meanwhile.octets = strcmp(when, "slow") == 0 ? 5 : 0;
		meanwhile.each_time = strcmp(times, "each") == 0;
	} else if (sscanf(before, "mode %lo", &number) == 1) {
		assert_int_equal(chmod(path, (mode_t)number), 0);
	} else if (sscanf(before, "directory %lo", &number) == 1) {
		chmod(directory, (mode_t)number);
	} else if (sscanf(before, "size %lu", &number) == 1) {
		assert_int_equal(truncate(path, (off_t)number), 0);
	} else if (sscanf(before, "error %lu", &number) == 1) {
		meanwhile.error = (int)number;
	}
}

/* Columns: the file, what is before, the loss, what is read, why. */
static void check_row(char *column[])
{
	static void (*const sayings[])(char *said) = { say_read, say_text, say_ace };

	for (size_t i = 0; i < LENGTH(sayings); i++) {
		const char *said;

		make_row(column[0], column[1]);
		said = said_of(column[2], sayings[i]);
		if (sayings[i] != say_ace || is_error(column[3]))
			assert_string_equal(said, column[3]);
		else
			assert_memory_equal(said, "resolves", strlen("resolves"));
		chmod(directory, 0755);
		conf_remove();
	}
}

#define ROWS(test) TABLE_TEST(test, TABLE, check_row)

ROWS(only_a_regular_file_is_believed);
ROWS(only_root_may_write_to_it);
ROWS(what_may_not_or_cannot_be_read_is_not_missing);
ROWS(a_file_has_at_most_64_KiB_and_is_no_endless_line);
ROWS(what_is_wrong_has_a_line_and_a_comment_sets_nothing);
ROWS(a_file_that_changes_is_read_once_more);
ROWS(a_file_may_go_and_come_before_it_is_opened);
ROWS(any_error_fails_xn_names_too);
TABLE_END(TABLE);

/* --- No rows ---------------------------------------------------------------- */

static void assert_read(const char *expected)
{
	assert_string_equal(said_of("", say_read), expected);
}

TEST(no_directory_is_no_file_and_a_file_is_no_directory)
{
	char below[128];
	struct settings settings;

	assert_true(config_read("/nowhere/idnx.conf", NULL, &settings).missing);
	assert_true(config_read("", NULL, &settings).missing);
	assert_true(config_is_missing("/nowhere/idnx.conf"));
	assert_false(config_mentions("/nowhere/idnx.conf", CONFIG_REVERSE));
	make_good();
	snprintf(below, sizeof below, "%s/idnx.conf", path);
	assert_int_equal(config_read(below, NULL, &settings).error, ENOTDIR);
}

/* A namespace of a plain user shows all others as one owner. */
TEST(only_root_may_own_it)
{
	static const uid_t others[] = { 1, 65534 };

	make_good();
	for (size_t i = 0; i < LENGTH(others); i++) {
		if (chown(path, others[i], 0) == -1)
			skip();
		assert_read("its owner is not root");
		assert_string_equal(said_of("", say_ace), "its owner is not root");
	}
}

static int read_unmapped(const void *unused)
{
	struct settings settings;

	(void)unused;
	return unshare(CLONE_NEWUSER) == -1 ? 77
	                                    : (int)config_read(path, NULL, &settings).status;
}

TEST(a_namespace_that_does_not_map_root_has_its_file)
{
	int status;

	make_good();
	status = child_run(read_unmapped, NULL);
	if (WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(status, CONFIG_OK);
}

/* A time_t of 32 bits, before glibc 2.34, has no such time. */
TEST(its_time_may_be_after_2038)
{
	const struct timespec late[2] = { { .tv_sec = 2500000000 }, { .tv_sec = 2500000000 } };
	struct settings settings;

	if (sizeof(long) < 8 && !__GLIBC_PREREQ(2, 34))
		skip();
	make_good();
	assert_int_equal(utimensat(AT_FDCWD, path, late, 0), 0);
	assert_int_equal(config_read(path, NULL, &settings).status, CONFIG_OK);
}

/*
 * Writes sections on both sides of each border between reads.  The last section must be
 * found, with its line and its settings.
 */
TEST(a_line_may_cross_the_border_of_what_is_read)
{
	for (size_t length = CONF_LINE_MAX - 40; length < CONF_LINE_MAX; length++) {
		char text[CONF_LINE_MAX + 64];
		struct settings settings;

		memset(text, '#', sizeof text);
		strcpy(text + length, "\n[.ü.example]\nreverse = unicode\n");
		conf_write(path, text);
		assert_int_equal(read_by_piece(&settings).status, CONFIG_OK);
		assert_int_equal(settings.section_line, 2);
		assert_int_equal(settings.values[CONFIG_REVERSE], 1);
	}
}

TEST(a_file_that_grows_for_ever_is_left_soon)
{
	make_long(10000);
	meanwhile.in_read = "g";
	meanwhile.each_time = true;
	meanwhile.octets = 5;
	assert_read("written to while it is read, opened 2 times");
	/* In pieces of 5 octets: first 10,000 octets and a piece, then the grown file. */
	assert_int_equal(meanwhile.reads, 2001 + (10000 + 2001 * 7) / 5 + 1);
}

/*
 * O_CLOEXEC: a program started meanwhile does not inherit the file.  O_NOCTTY: a terminal
 * does not become the caller's.
 */
TEST(the_open_file_is_not_inherited)
{
	struct settings settings;

	make_good();
	config_read(path, NULL, &settings);
	assert_int_equal(meanwhile.opened, 1);
	assert_true(meanwhile.flags & O_CLOEXEC);
	assert_true(meanwhile.flags & O_NOCTTY);
}

/* Reads as from a slow file system: as many calls as there are octets, and no more. */
TEST(a_slow_file_is_read_to_its_end)
{
	make_long(CONFIG_SIZE_MAX);
	meanwhile.octets = 1;
	assert_read("read");
	assert_int_equal(meanwhile.reads, CONFIG_SIZE_MAX + 1);
}

TEST(a_file_that_ends_before_its_size_is_not_whole)
{
	make_long(10000);
	meanwhile.octets = 5000;
	meanwhile.ends = 2;
	assert_read("written to while it is read, opened 2 times");
	meanwhile.reads = 0;
	assert_string_equal(said_of("", say_text),
	                    "written to while it is read, opened 2 times");
}

/* --- Threads ---------------------------------------------------------------- */

#define THREADS 64

/*
 * Writes one of two versions.  Their first and last lines, 20,000 octets apart, belong
 * together.
 */
static void write_version(bool second)
{
	char text[20100];

	memset(text, '#', sizeof text);
	for (size_t i = 79; i < sizeof text; i += 80)
		text[i] = '\n';
	memcpy(text, second ? "reverse = unicode #" : "reverse = ace #", second ? 19 : 15);
	strcpy(text + 20000,
	       second ? "canonical-name = unicode\n" : "canonical-name = ace\n\n");
	conf_write(other_path, text);
	assert_int_equal(rename(other_path, path), 0);
}

static atomic_bool is_over;
static atomic_uint versions[2], mixes, failures;

static void *read_and_read(void *argument)
{
	while (!is_over) {
		struct settings settings;
		struct config_result result = config_read(path, NULL, &settings);

		if (result.status != CONFIG_OK || result.missing)
			failures++;
		else if (settings.values[CONFIG_REVERSE] !=
		         settings.values[CONFIG_CANONICAL_NAME])
			mixes++;
		else
			versions[settings.values[CONFIG_REVERSE]]++;
	}
	return argument;
}

TEST(replaced_each_millisecond_it_is_read_whole_by_64_threads)
{
	pthread_t threads[THREADS];

	write_version(false);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, read_and_read, NULL), 0);
	for (int i = 0; i < 250; i++) {
		write_version(i % 2 == 0);
		nanosleep(&(const struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	is_over = true;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(mixes, 0);
	assert_int_equal(failures, 0);
	assert_true(versions[false] > 100 && versions[true] > 100);
}

static void *read_one_setting(void *argument)
{
	while (!is_over) {
		struct settings settings;

		if (config_read(path, NULL, &settings).status == CONFIG_OK)
			versions[settings.values[CONFIG_REVERSE]]++;
	}
	return argument;
}

/* The writer truncates the file and writes the same octets again at once, as cp(1) does. */
TEST(a_file_rewritten_in_place_is_never_read_as_empty)
{
	pthread_t thread;

	make_good();
	is_over = false;
	versions[false] = 0;
	versions[true] = 0;
	assert_int_equal(pthread_create(&thread, NULL, read_one_setting, NULL), 0);
	for (int i = 0; i < 5000 || versions[true] == 0; i++)
		make_good();
	is_over = true;
	pthread_join(thread, NULL);
	assert_int_equal(versions[false], 0);
}

/* Not on the stack: AddressSanitizer does not know that it is unwound. */
static void *read_cancelled(void *is_reached)
{
	static struct settings settings;

	pthread_cancel(pthread_self());
	config_read(path, NULL, &settings);
	*(bool *)is_reached = true;
	pthread_testcancel();
	return NULL;
}

TEST(a_cancelled_thread_ends_after_it)
{
	bool is_reached = false;
	pthread_t thread;
	void *result;

	make_good();
	assert_int_equal(pthread_create(&thread, NULL, read_cancelled, &is_reached), 0);
	pthread_join(thread, &result);
	assert_true(is_reached);
	assert_ptr_equal(result, PTHREAD_CANCELED);
}

/* --- A key, whatever else is in the file --------------------------------------- */

TEST(a_key_is_found_in_any_place)
{
	for (size_t length = 1; length < CONF_LINE_MAX - 32; length += 1 + length % 7) {
		char text[CONF_LINE_MAX];

		memset(text, 'x', length);
		strcpy(text + length, "\n script-policy = off");
		conf_write(path, text);
		meanwhile.octets = length % 97;
		assert_true(config_mentions(path, CONFIG_SCRIPT_POLICY));
		assert_false(config_mentions(path, CONFIG_REVERSE));
		text[length] = '#';
		conf_write(path, text);
		assert_false(config_mentions(path, CONFIG_SCRIPT_POLICY));
	}
}

/* --- Stack ------------------------------------------------------------------ */

#ifndef SANITIZED /* whose frames are larger */

static void *read_here(void *name)
{
	struct settings settings;
	struct match match;

	match_begin(&match, "ü", strlen("ü"));
	if (name != NULL)
		config_read(name, &match, &settings);
	return NULL;
}

/* 12 KiB of its own, and the 16 KiB that idnx.h states for one call. */
TEST(it_needs_at_most_28_KiB_of_stack)
{
	size_t used;

	conf_write(path, "[.\u1e9b\u0323.example]\n"); /* mapped, then reordered */
	used = stack_used_by(read_here, path) - stack_used_by(read_here, NULL);
	assert_true(used >= 4096 && used <= 28 * 1024);
	conf_write(path, "protect = example \u1e9b\u0323.example\nscripts = Latin Greek\n");
	used = stack_used_by(read_here, path) - stack_used_by(read_here, NULL);
	assert_true(used >= 4096 && used <= 28 * 1024);
}
#endif

BEFORE_ALL
{
	conf_begin("config_file");
	saying = child_memory(sizeof *saying);
}
