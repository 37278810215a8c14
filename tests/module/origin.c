/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * origin.c: whose nsswitch.conf is trusted.  It is compiled again here as with a glibc older
 * than 2.33, with other names, the test's own file and any glibc version at run time.
 * tests/module/system/reload.bats tests another root.
 */
#include <fcntl.h>
#include <netdb.h>
#include <unistd.h>

static char path[] = "/tmp/idnx-origin-XXXXXX", other[sizeof path + 1];

#undef __GLIBC_PREREQ
#define __GLIBC_PREREQ(major, minor) 0
#undef _PATH_NSSWITCH_CONF
#define _PATH_NSSWITCH_CONF  path
#define gnu_get_libc_version version_of_test
#define origin_remember      remember_alone
#define origin_is            is_alone
#include "../common/test.h"
#include "../../nss_idnx/module/origin.c"

static const char *version;

const char *version_of_test(void)
{
	return version;
}

static void write_file(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* Simulates a new process with this glibc version and its first lookup. */
static void begin(const char *glibc)
{
	version = glibc;
	atomic_store(&remembered, UNKNOWN);
	write_file(path, "hosts: idnx dns\n");
	errno = 77;
	origin_remember();
	assert_int_equal(errno, 77);
}

static bool is_believed(const char *name)
{
	int file = open(name, O_RDONLY | O_CLOEXEC);
	bool believed = origin_is(file);

	close(file);
	return believed;
}

static void edit_text(void)
{
	write_file(path, "hosts: idnx [!UNAVAIL=return] dns\n");
}

/* Changes the time of the file, not its text. */
static void edit_time(void)
{
	const struct timespec times[] = { { 1, 0 }, { 1, 0 } };

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void replace(void)
{
	write_file(other, "hosts: idnx dns\n");
	assert_int_equal(rename(other, path), 0);
}

static void (*const changes[])(void) = { edit_text, edit_time, replace };

#define CHANGES (sizeof changes / sizeof changes[0])

TEST(before_2_33_it_is_the_file_that_was_there_unchanged)
{
	static const char *const versions[] = { "2.31", "2.32", "2.9", "2.32.9000" };

	for (size_t i = 0; i < CHANGES * sizeof versions / sizeof versions[0]; i++) {
		begin(versions[i / CHANGES]);
		assert_true(is_believed(path));
		changes[i % CHANGES]();
		assert_false(is_believed(path));
		/* A later lookup does not start over. */
		origin_remember();
		assert_false(is_believed(path));
	}
}

TEST(since_2_33_it_is_the_file_as_it_is)
{
	static const char *const versions[] = { "2.33", "2.36", "2.41", "2.43.9000", "2.100",
		                                "3.0" };

	for (size_t i = 0; i < CHANGES * sizeof versions / sizeof versions[0]; i++) {
		begin(versions[i / CHANGES]);
		assert_true(is_believed(path));
		changes[i % CHANGES]();
		assert_true(is_believed(path));
	}
}

TEST(before_2_33_a_file_that_was_missing_is_not_trusted_later)
{
	version = "2.31";
	atomic_store(&remembered, UNKNOWN);
	unlink(path);
	origin_remember();
	write_file(path, "hosts: idnx dns\n");
	origin_remember();
	assert_false(is_believed(path));
}

TEST(another_root_is_not_trusted_by_any_version)
{
	for (unsigned i = 0; i < 2; i++) {
		begin(i == 0 ? "2.31" : "2.36");
		root.st_ino++;
		assert_false(is_believed(path));
		root.st_ino--;
		assert_true(is_believed(path));
		root.st_dev++;
		assert_false(is_believed(path));
	}
}

TEST(nothing_is_trusted_before_it_is_known)
{
	begin("2.36");
	atomic_store(&remembered, UNKNOWN);
	assert_false(is_believed(path));
	atomic_store(&remembered, NEVER);
	assert_false(is_believed(path));
	origin_remember();
	assert_false(is_believed(path));
}

TEST(before_2_33_an_unknown_file_is_not_trusted)
{
	begin("2.31");
	assert_false(origin_is(-1));
}

BEFORE_ALL
{
	int file = mkstemp(path);

	assert_true(file != -1);
	close(file);
	snprintf(other, sizeof other, "%s2", path);
}

AFTER_ALL
{
	unlink(path);
}
