/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * config_file.c: which files are trusted, and what a lookup does if a file is not.
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
#include "verdict/config_status.h"
#include "config_parser.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* --- What happens meanwhile ------------------------------------------------ */

enum { NEVER, ONCE, EACH_TIME };

static struct {
	const char *in_read, *in_open; /* what happens: letters of happen() */
	int times;                /* ONCE: in the first opening only; EACH_TIME: in every one */
	atomic_int opened, reads; /* by all threads of a test */
	atomic_int flags;         /* of the last open() */
	size_t octets;            /* the most that a read() returns; 0: all */
	int ends;                 /* the first read() that returns 0; 0: none */
	int error;                /* that read() fails with */
} meanwhile;

static void start_meanwhile(void)
{
	memset(&meanwhile, 0, sizeof meanwhile);
}

static void happen(const char *letters);

static void happen_in_time(const char *letters)
{
	if (letters != NULL && (meanwhile.times == EACH_TIME ||
	                        (meanwhile.times == ONCE && meanwhile.opened == 1)))
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

static void make_mode(mode_t mode)
{
	make_good();
	chmod(path, mode);
}

/* Makes a file of length octets, all comments except the first line. */
static void make_long(size_t length, char last)
{
	char *text = malloc(length);

	memset(text, '#', length);
	for (size_t i = 80; i < length; i += 80)
		text[i] = '\n';
	memcpy(text, GOOD, strlen(GOOD));
	text[length - 1] = last;
	conf_write_at(path, O_CREAT | O_TRUNC, text, length);
	free(text);
}

static void make_sparse(off_t length)
{
	make_good();
	assert_int_equal(truncate(path, length), 0);
}

BEFORE_EACH
{
	start_meanwhile();
}

AFTER_EACH
{
	conf_remove();
}

/* Checks that errno and the descriptors stay as they are. */
static struct config_result read_named(const char *name, struct settings *settings)
{
	struct config_result result;
	int before = dup(0), after;

	close(before);
	errno = ENOTTY;
	result = config_read(name, "ü.example", strlen("ü.example"), settings);
	assert_int_equal(errno, ENOTTY);
	after = dup(0);
	close(after);
	assert_int_equal(before, after);
	return result;
}

static void check(const char *what, const char *name, enum config_status status, int error)
{
	struct settings settings;
	struct config_result result = read_named(name, &settings);

	if (result.status != status || result.error != error || result.missing)
		fail_msg("%s: %s, %s, line %u", what, config_status_text(result.status),
		         strerror(result.error), result.line);
	if (settings.unicode_reverse != (status == CONFIG_OK))
		fail_msg("%s: reverse is %d", what, settings.unicode_reverse);
}

/* --- None ----------------------------------------------------------------- */

static void check_defaults(const char *name, bool missing, bool masked)
{
	struct settings settings;
	struct config_result result = read_named(name, &settings);

	assert_int_equal(result.status, CONFIG_OK);
	assert_int_equal(result.missing, missing);
	assert_int_equal(result.masked, masked);
	assert_int_equal(settings.flags, IDNX_LOOKUP);
	assert_string_equal(settings.charset, "UTF-8");
}

static void check_missing(const char *name)
{
	check_defaults(name, true, false);
}

TEST(without_a_file_there_are_the_defaults)
{
	check_missing(path);
	check_missing("/nowhere/idnx.conf");
	check_missing("");
}

/* What a child sees that has lost what it needs. */
struct loss {
	bool of_descriptors; /* else of capabilities */
	bool (*is_expected)(const struct loss *loss);
	enum config_status status;
	int error;
	bool missing, restricts;
};

/* Drops root's right to override what a mode says, or the right to open files. */
static int lose(const void *what)
{
	const struct loss *loss = what;
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	if (loss->of_descriptors)
		setrlimit(RLIMIT_NOFILE, &(const struct rlimit){ 0, 0 });
	else if (syscall(SYS_capset, &header, none) == -1)
		return 2;
	return loss->is_expected(loss) ? 0 : 1;
}

static bool is_read(const struct loss *loss)
{
	struct settings settings;
	struct config_result result = config_read(path, "", 0, &settings);

	return result.status == loss->status && result.error == loss->error &&
	       result.missing == loss->missing;
}

static void read_in_child(bool of_descriptors, enum config_status status, int error)
{
	const struct loss loss = { of_descriptors, is_read, status, error,
		                   status == CONFIG_OK, false };

	assert_int_equal(child_run(lose, &loss), 0);
}

TEST(without_a_descriptor_it_is_known_whether_there_is_a_file)
{
	read_in_child(true, CONFIG_OK, 0);
	make_good();
	read_in_child(true, CONFIG_UNREADABLE, EMFILE);
}

/* --- Kinds of files -------------------------------------------------------- */

/* other: the text of a second file that a link leads to, or NULL. */
static const struct {
	const char *what, *how, *other;
	enum config_status status;
	int error;
} kinds[] = {
	{ "a regular file", GOOD, NULL, CONFIG_OK, 0 },
	{ "a symbolic link to one", "-> other", GOOD, CONFIG_OK, 0 },
	{ "an empty file", "", NULL, CONFIG_EMPTY, 0 },
	{ "a symbolic link to one", "-> other", "", CONFIG_EMPTY, 0 },
	{ "a FIFO without a writer", "fifo", NULL, CONFIG_NOT_REGULAR, 0 },
	{ "a directory", "directory", NULL, CONFIG_NOT_REGULAR, 0 },
	{ "a socket", "socket", NULL, CONFIG_NOT_REGULAR, 0 },
	{ "a link to a directory", "-> /", NULL, CONFIG_NOT_REGULAR, 0 },
	{ "... to an endless device", "-> /dev/zero", NULL, CONFIG_NOT_REGULAR, 0 },
	{ "... to a neighbour of /dev/null", "-> /dev/full", NULL, CONFIG_NOT_REGULAR, 0 },
	{ "... to a terminal", "-> /dev/ptmx", NULL, CONFIG_NOT_REGULAR, 0 },
	{ "... to nowhere", "-> nowhere", NULL, CONFIG_UNREADABLE, ENOENT },
	{ "... to itself", "-> idnx.conf", NULL, CONFIG_UNREADABLE, ELOOP },
	{ "... through a file", "-> other/idnx.conf", GOOD, CONFIG_UNREADABLE, ENOTDIR },
	{ "... to a file of /proc, without a size", "-> /proc/self/status", NULL, CONFIG_EMPTY,
	  0 },
};

static void make_kind(size_t i)
{
	conf_make(kinds[i].how);
	if (kinds[i].other != NULL)
		conf_write(other, kinds[i].other);
}

TEST(only_a_regular_file_is_believed)
{
	for (size_t i = 0; i < COUNT(kinds); i++) {
		make_kind(i);
		check(kinds[i].what, path, kinds[i].status, kinds[i].error);
	}
}

TEST(a_file_is_no_directory)
{
	char below[128];

	make_good();
	snprintf(below, sizeof below, "%s/idnx.conf", path);
	check("below a file", below, CONFIG_UNREADABLE, ENOTDIR);
}

/* --- Owner and mode -------------------------------------------------------- */

/* In a namespace another user is the machine's root. */
TEST(only_root_may_own_it)
{
	make_good();
	if (chown(path, 1, 0) == -1) {
		conf_make("-> /etc/passwd");
	}
	check("another owner", path, CONFIG_NOT_ROOTS, 0);
}

TEST(only_root_may_write_to_it)
{
	static const struct {
		mode_t mode;
		enum config_status status;
	} modes[] = {
		{ 0644, CONFIG_OK },       { 0600, CONFIG_OK },       { 0400, CONFIG_OK },
		{ 0444, CONFIG_OK },       { 0755, CONFIG_OK },       { 0664, CONFIG_WRITABLE },
		{ 0646, CONFIG_WRITABLE }, { 0666, CONFIG_WRITABLE }, { 0620, CONFIG_WRITABLE },
		{ 0602, CONFIG_WRITABLE }, { 0777, CONFIG_WRITABLE },
	};

	for (size_t i = 0; i < COUNT(modes); i++) {
		char what[16];

		snprintf(what, sizeof what, "mode %o", modes[i].mode);
		make_mode(modes[i].mode);
		check(what, path, modes[i].status, 0);
	}
}

TEST(a_file_that_may_not_be_read_is_not_missing)
{
	make_mode(0);
	read_in_child(false, CONFIG_UNREADABLE, EACCES);
	chmod(path, 0644);
	chmod(directory, 0);
	read_in_child(false, CONFIG_UNREADABLE, EACCES);
	unlink(path);
	read_in_child(false, CONFIG_UNREADABLE, EACCES);
	chmod(directory, 0755);
}

/* --- Sizes and contents ----------------------------------------------------- */

TEST(a_file_has_at_most_64_KiB)
{
	make_long(CONFIG_SIZE_MAX, '\n');
	check("64 KiB", path, CONFIG_OK, 0);
	make_long(CONFIG_SIZE_MAX, '#');
	check("... without a newline", path, CONFIG_OK, 0);
	make_long(CONFIG_SIZE_MAX + 1, '\n');
	check("64 KiB and an octet", path, CONFIG_TOO_LARGE, 0);
	make_sparse((off_t)1 << 30);
	check("1 GiB of nothing", path, CONFIG_TOO_LARGE, 0);
}

static const struct {
	const char *what;
	const char *text;
	size_t length;
	enum config_status status;
	unsigned line;
} contents[] = {
#define TEXT(text) text, sizeof text - 1
	{ "byte order mark", TEXT("\ufeffreverse = unicode\n"), CONFIG_OK, 0 },
	{ "CR LF", TEXT("\r\nreverse = unicode\r\n"), CONFIG_OK, 0 },
	{ "no newline", TEXT("reverse = unicode"), CONFIG_OK, 0 },
	{ "NUL", TEXT("reverse = unicode\n#\0\n"), CONFIG_CONTROL, 2 },
	{ "UTF-16", TEXT("\xff\xfe#\0\n\0"), CONFIG_CONTROL, 1 },
	{ "an error", TEXT("reverse = unicode\n\nx = y\n"), CONFIG_UNKNOWN_KEY, 3 },
};

TEST(what_is_wrong_in_a_file_has_a_line)
{
	for (size_t i = 0; i < COUNT(contents); i++) {
		struct settings settings;
		struct config_result result;

		conf_write_at(path, O_CREAT | O_TRUNC, contents[i].text, contents[i].length);
		result = read_named(path, &settings);
		if (result.status != contents[i].status || result.line != contents[i].line)
			fail_msg("%s: line %u: %s", contents[i].what, result.line,
			         config_status_text(result.status));
		assert_int_equal(settings.unicode_reverse, result.status == CONFIG_OK);
	}
}

/* An empty file may be incomplete; a file of only comments is complete. */
TEST(a_file_of_comments_or_a_newline_sets_nothing)
{
	static const char *const texts[] = { "\n", "# nothing", "# nothing\n\n", " " };

	for (size_t i = 0; i < COUNT(texts); i++) {
		conf_write(path, texts[i]);
		check_defaults(path, false, false);
	}
}

/* In a namespace /dev/null does not belong to root, and all can write to it. */
TEST(a_masked_file_counts_as_missing)
{
	conf_make("-> /dev/null");
	check_defaults(path, false, true);
	check_defaults("/dev/null", false, true);
}

/* A file of 1 MB; one of 60,000 octets, which is read in pieces; one of only zeros. */
TEST(a_line_is_not_endless)
{
	struct settings settings;
	struct config_result result;
	char *text = malloc(1000000);

	memset(text, 'x', 1000000);
	conf_write_at(path, O_CREAT | O_TRUNC, text, 1000000);
	check("1 MB", path, CONFIG_TOO_LARGE, 0);
	memcpy(text, "#\n#\n", 4);
	conf_write_at(path, O_CREAT | O_TRUNC, text, 60000);
	result = read_named(path, &settings);
	assert_int_equal(result.status, CONFIG_LONG_LINE);
	assert_int_equal(result.line, 3);
	make_sparse(CONFIG_SIZE_MAX);
	result = read_named(path, &settings);
	assert_int_equal(result.status, CONFIG_LONG_LINE);
	assert_int_equal(result.line, 3);
	free(text);
}

/*
 * Writes sections on both sides of each border between reads.  The last section must be
 * found, with its line and its settings.
 */
TEST(a_line_may_cross_the_border_of_what_is_read)
{
	for (size_t length = CONFIG_LINE_MAX - 40; length < CONFIG_LINE_MAX; length++) {
		char text[CONFIG_LINE_MAX + 64];
		struct settings settings;

		memset(text, '#', sizeof text);
		strcpy(text + length, "\n[.ü.example]\nreverse = unicode\n");
		conf_write(path, text);
		assert_int_equal(read_named(path, &settings).status, CONFIG_OK);
		assert_int_equal(settings.section_line, 2);
		assert_true(settings.unicode_reverse);
	}
}

/* --- While it is read ------------------------------------------------------- */

static void set_old_time(void)
{
	const struct timespec old[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };

	utimensat(AT_FDCWD, path, old, 0);
}

/* Waits for the next tick, at most 10 ms: two changes in one tick have the same time. */
static void wait_for_the_clock(void)
{
	nanosleep(&(const struct timespec){ .tv_nsec = 20000000 }, NULL);
}

static void make_old(void)
{
	make_long(10000, '\n');
	set_old_time();
	wait_for_the_clock();
}

static void truncate_to(off_t part, off_t of)
{
	struct stat file;

	stat(path, &file);
	assert_int_equal(truncate(path, file.st_size * part / of), 0);
}

static void replace(void)
{
	conf_write(other, "reverse = ace\n");
	assert_int_equal(rename(other, path), 0);
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
		assert_true(link(path, other) == 0 || errno == EEXIST);
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

static const struct {
	const char *what, *in_read;
	int times;
	enum config_status status;
	int opened;
} changes[] = {
	{ "nothing", NULL, NEVER, CONFIG_OK, 1 },
	{ "cut short", "c", ONCE, CONFIG_OK, 2 },
	{ "... again and again", "c", EACH_TIME, CONFIG_CHANGING, 2 },
	{ "... to nothing", "0", ONCE, CONFIG_EMPTY, 2 },
	{ "... and written again", "0w", ONCE, CONFIG_OK, 2 },
	{ "grown", "g", ONCE, CONFIG_OK, 2 },
	{ "... again and again", "g", EACH_TIME, CONFIG_CHANGING, 2 },
	{ "overwritten, as long as before", "w.", ONCE, CONFIG_OK, 2 },
	{ "... again and again", "w.", EACH_TIME, CONFIG_CHANGING, 2 },
	{ "... with the old time", "w.t", ONCE, CONFIG_OK, 2 },
	{ "... again and again", "w.t", EACH_TIME, CONFIG_CHANGING, 2 },
	{ "... and given another name", "w.l", ONCE, CONFIG_OK, 2 },
	{ "an error is made", "n", ONCE, CONFIG_UNKNOWN_KEY, 2 },
	{ "others may write from now on", "m", ONCE, CONFIG_WRITABLE, 2 },
	{ "replaced", "r", ONCE, CONFIG_OK, 1 },
	{ "removed", "-", ONCE, CONFIG_OK, 1 },
	{ "replaced by a directory", "f", ONCE, CONFIG_OK, 1 },
	{ "masked", "/", ONCE, CONFIG_OK, 1 },
};

TEST(a_file_that_changes_is_read_once_more)
{
	for (size_t i = 0; i < COUNT(changes); i++) {
		start_meanwhile();
		make_old();
		meanwhile.in_read = changes[i].in_read;
		meanwhile.times = changes[i].times;
		check(changes[i].what, path, changes[i].status, 0);
		if (meanwhile.opened != changes[i].opened)
			fail_msg("%s: opened %d times", changes[i].what, meanwhile.opened);
		after_each();
	}
}

TEST(a_file_that_grows_for_ever_is_left_soon)
{
	make_old();
	meanwhile.in_read = "g";
	meanwhile.times = EACH_TIME;
	meanwhile.octets = 5;
	check("5 octets less than grow", path, CONFIG_CHANGING, 0);
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
	config_read(path, "", 0, &settings);
	assert_int_equal(meanwhile.opened, 1);
	assert_true(meanwhile.flags & O_CLOEXEC);
	assert_true(meanwhile.flags & O_NOCTTY);
}

/* Reads as from a slow file system: as many calls as there are octets, and no more. */
TEST(a_slow_file_is_read_to_its_end)
{
	make_long(CONFIG_SIZE_MAX, '\n');
	meanwhile.octets = 1;
	check("1 octet at once", path, CONFIG_OK, 0);
	assert_int_equal(meanwhile.reads, CONFIG_SIZE_MAX + 1);
}

TEST(a_file_that_ends_before_its_size_is_not_whole)
{
	make_long(10000, '\n');
	meanwhile.ends = 3;
	check("2 of 3 reads", path, CONFIG_CHANGING, 0);
}

TEST(a_file_whose_medium_fails_is_unreadable)
{
	make_good();
	meanwhile.error = EIO;
	check("input/output error", path, CONFIG_UNREADABLE, EIO);
	meanwhile.error = EINTR;
	check("interrupted", path, CONFIG_UNREADABLE, EINTR);
}

static void make_good_until(const char *in_open)
{
	start_meanwhile();
	make_good();
	meanwhile.in_open = in_open;
	meanwhile.times = ONCE;
}

TEST(a_file_may_go_and_come_before_it_is_opened)
{
	make_good_until("-");
	check_missing(path);

	make_good_until("f");
	check("it is a directory now", path, CONFIG_NOT_REGULAR, 0);
	after_each();

	make_good_until("0");
	check("it is about to be written to", path, CONFIG_EMPTY, 0);
	after_each();

	make_good_until("/");
	check_defaults(path, false, true);
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
	conf_write(other, text);
	assert_int_equal(rename(other, path), 0);
}

static atomic_bool is_over;
static atomic_uint versions[2], mixes, failures;

static void *read_and_read(void *argument)
{
	while (!is_over) {
		struct settings settings;
		struct config_result result = config_read(path, "ü", strlen("ü"), &settings);

		if (result.status != CONFIG_OK || result.missing)
			failures++;
		else if (settings.unicode_reverse != settings.unicode_canonical_name)
			mixes++;
		else
			versions[settings.unicode_reverse]++;
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

		if (config_read(path, "ü", strlen("ü"), &settings).status == CONFIG_OK)
			versions[settings.unicode_reverse]++;
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
	config_read(path, "", 0, &settings);
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

/* --- For xn-- names --------------------------------------------------------- */

/* Checks that errno and the descriptors stay as they are. */
static void check_restricts(const char *what, const char *name, bool expected,
                            enum config_status status)
{
	struct config_result result;
	int before = dup(0), after;

	close(before);
	errno = ENOTTY;
	if (config_restricts(name, &result) != expected || result.status != status)
		fail_msg("%s: it %s, %s", what, expected ? "does not restrict" : "restricts",
		         config_status_text(result.status));
	assert_int_equal(errno, ENOTTY);
	after = dup(0);
	close(after);
	assert_int_equal(before, after);
}

/* What is no regular file, or not there, has no settings; what is empty may get some. */
TEST(only_a_regular_file_restricts)
{
	check_restricts("none", path, false, CONFIG_OK);
	check_restricts("no directory", "/nowhere/idnx.conf", false, CONFIG_OK);
	for (size_t i = 0; i < COUNT(kinds); i++) {
		enum config_status status = kinds[i].status == CONFIG_EMPTY ? CONFIG_EMPTY
		                                                            : CONFIG_OK;
		bool expected = kinds[i].status == CONFIG_OK || kinds[i].status == CONFIG_EMPTY;

		make_kind(i);
		check_restricts(kinds[i].what, path, expected, status);
	}
	conf_make("-> /dev/null");
	check_restricts("a masked file", path, false, CONFIG_OK);
}

/* It is rejected with its restriction, and without one it concerns no xn-- name. */
TEST(a_file_that_is_not_trusted_is_searched)
{
	for (size_t i = 0; i < 4; i++) {
		conf_make(i < 2 ? "protection = browser\n" : "deviations = map\n");
		if (i % 2 == 0 || chown(path, 1, 0) == -1)
			chmod(path, 0666);
		check_restricts("not trusted", path, i < 2, CONFIG_OK);
	}
	make_long(CONFIG_SIZE_MAX, '\n');
	check_restricts("64 KiB", path, true, CONFIG_OK);
	make_long(CONFIG_SIZE_MAX + 1, '\n');
	check_restricts("65 KiB", path, true, CONFIG_TOO_LARGE);
}

static bool is_restriction(const struct loss *loss)
{
	struct config_result result;

	return config_restricts(path, &result) == loss->restricts &&
	       result.status == loss->status && result.error == loss->error;
}

static void restrict_in_child(bool of_descriptors, bool expected, enum config_status status,
                              int error)
{
	const struct loss loss = { of_descriptors, is_restriction, status, error, false,
		                   expected };

	assert_int_equal(child_run(lose, &loss), 0);
}

/* That xn-- names are unrestricted there is what idnx.conf(5), ERRORS AND TRUST, says. */
TEST(a_file_that_may_not_be_read_restricts_nothing)
{
	make_mode(0);
	restrict_in_child(false, false, CONFIG_OK, 0);
}

TEST(a_file_that_cannot_be_read_now_may_restrict)
{
	restrict_in_child(true, false, CONFIG_OK, 0);
	make_good();
	restrict_in_child(true, true, CONFIG_UNREADABLE, EMFILE);
	meanwhile.error = EIO;
	check_restricts("input/output error", path, true, CONFIG_UNREADABLE);
}

TEST(a_file_that_changes_may_restrict)
{
	static const struct {
		const char *what, *in_read;
		int times;
		bool expected;
		enum config_status status;
	} rows[] = {
		{ "it grows", "g", EACH_TIME, true, CONFIG_CHANGING },
		{ "it is about to be rewritten", "0", ONCE, true, CONFIG_EMPTY },
		{ "it has grown", "g", ONCE, false, CONFIG_OK },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		start_meanwhile();
		conf_write(path, "reverse = unicode\n");
		meanwhile.in_read = rows[i].in_read;
		meanwhile.times = rows[i].times;
		meanwhile.octets = 5;
		check_restricts(rows[i].what, path, rows[i].expected, rows[i].status);
		if (i == 0)
			assert_in_range(meanwhile.reads, 8, 20);
	}
}

static const char *const keys[] = {
	"protection", "script-policy", "repertoire", "look-alikes", "scripts", "protect",
	"protected-words", "ace-names",
};

static const char *const other_keys[] = {
	"CheckHyphens", "UseSTD3ASCIIRules", "canonical-name", "exclude", "charset", "protec",
	"protectio", "protections", "xprotect", "",
};

static void check_line(bool expected, const char *before, const char *key, const char *after)
{
	char text[128];

	snprintf(text, sizeof text, "%s%s%s", before, key, after);
	conf_write(path, text);
	check_restricts(text, path, expected, CONFIG_OK);
}

TEST(each_key_of_protection_counts_and_no_other)
{
	for (size_t i = 0; i < COUNT(keys); i++) {
		check_line(true, "", keys[i], "=");
		check_line(true, "\xef\xbb\xbf", keys[i], "\t= off");
		check_line(true, "nonsense\n[.de]\n \t ", keys[i], " nonsense");
		check_line(true, "#\r\r", keys[i], "= x\r");
		check_line(false, "", keys[i], "\n= off");
		check_line(false, "# ", keys[i], " = off");
		check_line(false, "exclude = ", keys[i], " = off");
		check_line(false, "exclude=", keys[i], "=");
	}
	for (size_t i = 0; i < COUNT(other_keys); i++)
		check_line(false, "", other_keys[i], " = off");
}

/* Each character as two octets; the byte order mark first. */
static void write_utf16(const char *text, size_t low)
{
	char octets[256] = { 0 };
	size_t length = strlen(text);

	octets[low] = '\xff';
	octets[1 - low] = '\xfe';
	for (size_t i = 0; i < length; i++)
		octets[2 + 2 * i + low] = text[i];
	conf_write_at(path, O_CREAT | O_TRUNC, octets, 2 + 2 * length);
}

TEST(a_key_is_found_in_UTF_16)
{
	for (size_t low = 0; low < 2; low++) {
		write_utf16("# a comment\nprotection = browser\n", low);
		check_restricts("UTF-16", path, true, CONFIG_OK);
		check("UTF-16", path, CONFIG_CONTROL, 0);
		write_utf16("# a comment\ndeviations = map\n", low);
		check_restricts("UTF-16", path, false, CONFIG_OK);
	}
}

/* Tries each place where a read may end, and single octets. */
TEST(a_key_is_found_in_any_place)
{
	for (size_t length = 1; length < 2100;
	     length += length < 1000 || length > 1040 ? 19 : 1) {
		char text[2100 + 32];

		memset(text, 'x', length);
		strcpy(text + length, "\n script-policy = off");
		conf_write(path, text);
		meanwhile.octets = 0;
		check_restricts("in a line of its own", path, true, CONFIG_OK);
		meanwhile.octets = 1;
		check_restricts("octet by octet", path, true, CONFIG_OK);
		text[length] = 'x';
		conf_write(path, text);
		check_restricts("in another line", path, false, CONFIG_OK);
	}
}

/* --- Stack ------------------------------------------------------------------ */

#ifndef __SANITIZE_ADDRESS__ /* whose frames are larger */

static void *read_here(void *name)
{
	struct settings settings;

	if (name != NULL)
		config_read(name, "ü", strlen("ü"), &settings);
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
}
