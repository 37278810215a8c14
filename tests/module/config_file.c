/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * config_file.c: which files are trusted, and what a lookup does if a file is not.
 *
 * A trusted file belongs to root.  A plain user becomes root of a user namespace, if the
 * kernel allows it.  The test defines read() and open(), which change a file while it is
 * read.  Fortified headers have their own bodies of these functions.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../common/test.h"
#include "verdict/config_status.h"
#include "config_parser.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static char folder[64];
static char path[96];  /* of the file that is read ... */
static char other[96]; /* ... and of a second one */

/* --- What happens meanwhile ------------------------------------------------ */

enum { NEVER, ONCE, EACH_TIME };

static struct {
	void (*in_read)(void);
	void (*in_open)(void);
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

static bool is_time(void)
{
	return meanwhile.times == EACH_TIME ||
	       (meanwhile.times == ONCE && meanwhile.opened == 1);
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
		if (meanwhile.in_open != NULL && is_time())
			meanwhile.in_open();
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
	if (meanwhile.in_read != NULL && is_time())
		meanwhile.in_read();
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

static void write_at(const char *where, int flags, const char *text, size_t length)
{
	int file = open(where, O_WRONLY | flags, 0644);

	assert_int_not_equal(file, -1);
	assert_int_equal(write(file, text, length), length);
	close(file);
}

static void write_file(const char *where, const char *text)
{
	write_at(where, O_CREAT | O_TRUNC, text, strlen(text));
}

#define GOOD "reverse = unicode\nace-names = check\n"

static void make_good(void)
{
	write_file(path, GOOD);
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
	write_at(path, O_CREAT | O_TRUNC, text, length);
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
	if (unlink(path) == -1)
		rmdir(path);
	unlink(other);
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

/* Checks in a child, which may lose what it needs. */
static void in_child(void (*lose)(void), void (*check_there)(void))
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		lose();
		check_there();
		_exit(0);
	}
	waitpid(child, &status, 0);
	if (status != 0)
		fail_msg("the child ended with %d", status);
}

static void lose_descriptors(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_NOFILE, &none);
}

/* Reports by exit status: cmocka's failures work only in the test's own process. */
static void expect(const char *name, enum config_status status, int error, bool missing)
{
	struct settings settings;
	struct config_result result = config_read(name, "", 0, &settings);

	if (result.status != status || result.error != error || result.missing != missing) {
		fprintf(stderr, "%s: %s, %s\n", name, config_status_text(result.status),
		        strerror(result.error));
		_exit(1);
	}
}

static void expect_missing(void)
{
	expect(path, CONFIG_OK, 0, true);
}

static void expect_no_descriptor(void)
{
	expect(path, CONFIG_UNREADABLE, EMFILE, false);
}

TEST(without_a_descriptor_it_is_known_whether_there_is_a_file)
{
	in_child(lose_descriptors, expect_missing);
	make_good();
	in_child(lose_descriptors, expect_no_descriptor);
}

/* --- Kinds of files -------------------------------------------------------- */

static void make_fifo(void)
{
	mkfifo(path, 0644);
}

static void make_folder(void)
{
	mkdir(path, 0755);
}

static void make_socket(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int file = socket(AF_UNIX, SOCK_STREAM, 0);

	strcpy(address.sun_path, path);
	assert_int_equal(bind(file, (const struct sockaddr *)&address, sizeof address), 0);
	close(file);
}

static void link_to(const char *target)
{
	assert_int_equal(symlink(target, path), 0);
}

static void link_to_device(void)
{
	link_to("/dev/zero");
}

static void link_to_full_device(void)
{
	link_to("/dev/full");
}

static void link_to_terminal(void)
{
	link_to("/dev/ptmx");
}

static void link_nowhere(void)
{
	link_to("nowhere");
}

static void link_to_itself(void)
{
	link_to(path);
}

static void link_to_good(void)
{
	write_file(other, GOOD);
	link_to(other);
}

static void link_to_folder(void)
{
	link_to("/");
}

static void link_through_file(void)
{
	write_file(other, GOOD);
	strcat(other, "/idnx.conf");
	link_to(other);
	*strrchr(other, '/') = '\0';
}

static void make_empty(void)
{
	write_file(path, "");
}

static void link_to_empty(void)
{
	write_file(other, "");
	link_to(other);
}

static void link_to_proc(void)
{
	link_to("/proc/self/status");
}

static const struct {
	const char *what;
	void (*make)(void);
	enum config_status status;
	int error;
} kinds[] = {
	{ "a regular file", make_good, CONFIG_OK, 0 },
	{ "a symbolic link to one", link_to_good, CONFIG_OK, 0 },
	{ "an empty file", make_empty, CONFIG_EMPTY, 0 },
	{ "a symbolic link to one", link_to_empty, CONFIG_EMPTY, 0 },
	{ "a FIFO without a writer", make_fifo, CONFIG_NOT_REGULAR, 0 },
	{ "a folder", make_folder, CONFIG_NOT_REGULAR, 0 },
	{ "a socket", make_socket, CONFIG_NOT_REGULAR, 0 },
	{ "a link to a folder", link_to_folder, CONFIG_NOT_REGULAR, 0 },
	{ "... to an endless device", link_to_device, CONFIG_NOT_REGULAR, 0 },
	{ "... to a neighbour of /dev/null", link_to_full_device, CONFIG_NOT_REGULAR, 0 },
	{ "... to a terminal", link_to_terminal, CONFIG_NOT_REGULAR, 0 },
	{ "... to nowhere", link_nowhere, CONFIG_UNREADABLE, ENOENT },
	{ "... to itself", link_to_itself, CONFIG_UNREADABLE, ELOOP },
	{ "... through a file", link_through_file, CONFIG_UNREADABLE, ENOTDIR },
	{ "... to a file of /proc, without a size", link_to_proc, CONFIG_EMPTY, 0 },
};

TEST(only_a_regular_file_is_believed)
{
	for (size_t i = 0; i < COUNT(kinds); i++) {
		kinds[i].make();
		check(kinds[i].what, path, kinds[i].status, kinds[i].error);
		after_each();
	}
}

TEST(a_file_is_no_folder)
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
		unlink(path);
		link_to("/etc/passwd");
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

/* Drops root's right to override what a mode says. */
static void lose_capabilities(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	if (syscall(SYS_capset, &header, none) == -1)
		_exit(2);
}

static void expect_denied(void)
{
	expect(path, CONFIG_UNREADABLE, EACCES, false);
}

TEST(a_file_that_may_not_be_read_is_not_missing)
{
	make_mode(0);
	in_child(lose_capabilities, expect_denied);
	chmod(path, 0644);
	chmod(folder, 0);
	in_child(lose_capabilities, expect_denied);
	unlink(path);
	in_child(lose_capabilities, expect_denied);
	chmod(folder, 0755);
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
	{ "a mistake", TEXT("reverse = unicode\n\nx = y\n"), CONFIG_UNKNOWN_KEY, 3 },
};

TEST(what_is_wrong_in_a_file_has_a_line)
{
	for (size_t i = 0; i < COUNT(contents); i++) {
		struct settings settings;
		struct config_result result;

		write_at(path, O_CREAT | O_TRUNC, contents[i].text, contents[i].length);
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
		write_file(path, texts[i]);
		check_defaults(path, false, false);
	}
}

/* In a namespace /dev/null does not belong to root, and all can write to it. */
TEST(a_masked_file_counts_as_missing)
{
	link_to("/dev/null");
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
	write_at(path, O_CREAT | O_TRUNC, text, 1000000);
	check("1 MB", path, CONFIG_TOO_LARGE, 0);
	memcpy(text, "#\n#\n", 4);
	write_at(path, O_CREAT | O_TRUNC, text, 60000);
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
		write_file(path, text);
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

static void cut(void)
{
	struct stat file;

	stat(path, &file);
	assert_int_equal(truncate(path, file.st_size * 2 / 3), 0);
}

static void cut_to_nothing(void)
{
	assert_int_equal(truncate(path, 0), 0);
}

/* Writes as cp(1) and a shell's ">" do. */
static void write_in_place(void)
{
	cut_to_nothing();
	write_at(path, 0, "reverse = unicode\n", 18);
}

static void mask(void)
{
	unlink(path);
	link_to("/dev/null");
}

static void grow(void)
{
	write_at(path, O_APPEND, "# more\n", 7);
}

static void overwrite(void)
{
	write_at(path, 0, "reverse = unicode\n", 18);
	wait_for_the_clock();
}

static void overwrite_secretly(void)
{
	overwrite();
	set_old_time();
}

/* Also links the file, so that its link count changes as if it were replaced. */
static void overwrite_and_link(void)
{
	overwrite();
	assert_true(link(path, other) == 0 || errno == EEXIST);
}

static void write_nonsense(void)
{
	write_at(path, 0, "nonsense", 8);
}

static void loosen(void)
{
	chmod(path, 0666);
}

static void replace(void)
{
	write_file(other, "reverse = ace\n");
	assert_int_equal(rename(other, path), 0);
}

static void take_away(void)
{
	unlink(path);
}

static void replace_by_folder(void)
{
	unlink(path);
	mkdir(path, 0755);
}

static const struct {
	const char *what;
	void (*in_read)(void);
	int times;
	enum config_status status;
	int opened;
} changes[] = {
	{ "nothing", NULL, NEVER, CONFIG_OK, 1 },
	{ "cut short", cut, ONCE, CONFIG_OK, 2 },
	{ "... again and again", cut, EACH_TIME, CONFIG_CHANGING, 2 },
	{ "... to nothing", cut_to_nothing, ONCE, CONFIG_EMPTY, 2 },
	{ "... and written again", write_in_place, ONCE, CONFIG_OK, 2 },
	{ "grown", grow, ONCE, CONFIG_OK, 2 },
	{ "... again and again", grow, EACH_TIME, CONFIG_CHANGING, 2 },
	{ "overwritten, as long as before", overwrite, ONCE, CONFIG_OK, 2 },
	{ "... again and again", overwrite, EACH_TIME, CONFIG_CHANGING, 2 },
	{ "... with the old time", overwrite_secretly, ONCE, CONFIG_OK, 2 },
	{ "... again and again", overwrite_secretly, EACH_TIME, CONFIG_CHANGING, 2 },
	{ "... and given another name", overwrite_and_link, ONCE, CONFIG_OK, 2 },
	{ "a mistake is made", write_nonsense, ONCE, CONFIG_UNKNOWN_KEY, 2 },
	{ "others may write from now on", loosen, ONCE, CONFIG_WRITABLE, 2 },
	{ "replaced", replace, ONCE, CONFIG_OK, 1 },
	{ "removed", take_away, ONCE, CONFIG_OK, 1 },
	{ "replaced by a folder", replace_by_folder, ONCE, CONFIG_OK, 1 },
	{ "masked", mask, ONCE, CONFIG_OK, 1 },
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
	meanwhile.in_read = grow;
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

static void make_good_until(void (*in_open)(void))
{
	start_meanwhile();
	make_good();
	meanwhile.in_open = in_open;
	meanwhile.times = ONCE;
}

TEST(a_file_may_go_and_come_before_it_is_opened)
{
	make_good_until(take_away);
	check_missing(path);

	make_good_until(replace_by_folder);
	check("it is a folder now", path, CONFIG_NOT_REGULAR, 0);
	after_each();

	make_good_until(cut_to_nothing);
	check("it is about to be written to", path, CONFIG_EMPTY, 0);
	after_each();

	make_good_until(mask);
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
	write_file(other, text);
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
	check_restricts("no folder", "/nowhere/idnx.conf", false, CONFIG_OK);
	for (size_t i = 0; i < COUNT(kinds); i++) {
		enum config_status status = kinds[i].status == CONFIG_EMPTY ? CONFIG_EMPTY
		                                                            : CONFIG_OK;
		bool expected = kinds[i].status == CONFIG_OK || kinds[i].status == CONFIG_EMPTY;

		kinds[i].make();
		check_restricts(kinds[i].what, path, expected, status);
		after_each();
	}
	link_to("/dev/null");
	check_restricts("a masked file", path, false, CONFIG_OK);
}

static void make_open_to_all(const char *text)
{
	write_file(path, text);
	chmod(path, 0666);
}

static void make_anothers(const char *text)
{
	write_file(path, text);
	if (chown(path, 1, 0) == -1)
		make_open_to_all(text);
}

/* It is rejected with its restriction, and without one it concerns no xn-- name. */
TEST(a_file_that_is_not_trusted_is_searched)
{
	static void (*const makers[])(const char *) = { make_open_to_all, make_anothers };

	for (size_t i = 0; i < COUNT(makers); i++) {
		makers[i]("protection = browser\n");
		check_restricts("not trusted", path, true, CONFIG_OK);
		after_each();
		makers[i]("deviations = map\n");
		check_restricts("not trusted", path, false, CONFIG_OK);
		after_each();
	}
	make_long(CONFIG_SIZE_MAX, '\n');
	check_restricts("64 KiB", path, true, CONFIG_OK);
	after_each();
	make_long(CONFIG_SIZE_MAX + 1, '\n');
	check_restricts("65 KiB", path, true, CONFIG_TOO_LARGE);
}

static void expect_restriction(bool expected, enum config_status status, int error)
{
	struct config_result result;

	if (config_restricts(path, &result) != expected || result.status != status ||
	    result.error != error)
		_exit(1);
}

static void expect_no_restriction(void)
{
	expect_restriction(false, CONFIG_OK, 0);
}

static void expect_that_it_is_unknown(void)
{
	expect_restriction(true, CONFIG_UNREADABLE, EMFILE);
}

/* That xn-- names are unrestricted there is what idnx.conf(5), TRUST, says. */
TEST(a_file_that_may_not_be_read_restricts_nothing)
{
	make_mode(0);
	in_child(lose_capabilities, expect_no_restriction);
}

TEST(a_file_that_cannot_be_read_now_may_restrict)
{
	in_child(lose_descriptors, expect_no_restriction);
	make_good();
	in_child(lose_descriptors, expect_that_it_is_unknown);
	meanwhile.error = EIO;
	check_restricts("input/output error", path, true, CONFIG_UNREADABLE);
}

static void truncate_it(void)
{
	assert_int_equal(truncate(path, 0), 0);
}

TEST(a_file_that_changes_may_restrict)
{
	write_file(path, "reverse = unicode\n");
	meanwhile.in_read = grow;
	meanwhile.times = EACH_TIME;
	meanwhile.octets = 5;
	check_restricts("it grows", path, true, CONFIG_CHANGING);
	assert_in_range(meanwhile.reads, 8, 20);
	start_meanwhile();
	write_file(path, "reverse = unicode\n");
	meanwhile.in_read = truncate_it;
	meanwhile.times = ONCE;
	meanwhile.octets = 5;
	check_restricts("it is about to be rewritten", path, true, CONFIG_EMPTY);
	start_meanwhile();
	write_file(path, "reverse = unicode\n");
	meanwhile.in_read = grow;
	meanwhile.times = ONCE;
	meanwhile.octets = 5;
	check_restricts("it has grown", path, false, CONFIG_OK);
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
	write_file(path, text);
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
	write_at(path, O_CREAT | O_TRUNC, octets, 2 + 2 * length);
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
		write_file(path, text);
		meanwhile.octets = 0;
		check_restricts("in a line of its own", path, true, CONFIG_OK);
		meanwhile.octets = 1;
		check_restricts("octet by octet", path, true, CONFIG_OK);
		text[length] = 'x';
		write_file(path, text);
		check_restricts("in another line", path, false, CONFIG_OK);
	}
}

/* --- Stack ------------------------------------------------------------------ */

#ifndef __SANITIZE_ADDRESS__ /* whose frames are larger */

#define STACK_SIZE 131072

static void *read_here(void *name)
{
	struct settings settings;

	if (name != NULL)
		config_read(name, "ü", strlen("ü"), &settings);
	return NULL;
}

/* Returns how much stack a thread uses that reads the file, or none if name is NULL. */
static size_t stack_used(char *name)
{
	unsigned char *stack = aligned_alloc(4096, STACK_SIZE);
	pthread_attr_t attributes;
	pthread_t thread;
	size_t unused = 0;

	memset(stack, 0xa5, STACK_SIZE);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stack, STACK_SIZE);
	assert_int_equal(pthread_create(&thread, &attributes, read_here, name), 0);
	pthread_join(thread, NULL);
	while (unused < STACK_SIZE && stack[unused] == 0xa5)
		unused++;
	free(stack);
	return STACK_SIZE - unused;
}

/* 12 KiB of its own, and the 16 KiB that idnx.h states for one call. */
TEST(it_needs_at_most_28_KiB_of_stack)
{
	size_t used;

	write_file(path, "[.\u1e9b\u0323.example]\n"); /* mapped, then reordered */
	used = stack_used(path) - stack_used(NULL);
	assert_true(used >= 4096 && used <= 28 * 1024);
	write_file(path, "protect = example \u1e9b\u0323.example\nscripts = Latin Greek\n");
	used = stack_used(path) - stack_used(NULL);
	assert_true(used >= 4096 && used <= 28 * 1024);
}
#endif

/* --- The namespace ---------------------------------------------------------- */

static bool say(const char *name, const char *text)
{
	int file = open(name, O_WRONLY);
	bool said = file != -1 && write(file, text, strlen(text)) == (ssize_t)strlen(text);

	close(file);
	return said;
}

/* Becomes root with regard to its own files; returns an error. */
static int become_root(void)
{
	char users[32], groups[32];

	if (geteuid() == 0)
		return 0;
	snprintf(users, sizeof users, "0 %u 1", geteuid());
	snprintf(groups, sizeof groups, "0 %u 1", getegid());
	if (unshare(CLONE_NEWUSER) == -1 || !say("/proc/self/uid_map", users) ||
	    !say("/proc/self/setgroups", "deny") || !say("/proc/self/gid_map", groups))
		return errno;
	return 0;
}

BEFORE_ALL
{
	int error = become_root();

	if (error != 0)
		test_skip_all("config_file", "no user namespace to be root in");
	umask(022);
	strcpy(folder, "/tmp/idnx-config.XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/idnx.conf", folder);
	snprintf(other, sizeof other, "%s/other", folder);
}

AFTER_ALL
{
	rmdir(folder);
}
