/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads the files of this machine, or of an image of a system: openat2(2), new in Linux 5.6, follows
 * symbolic links of an image within it:
 * /etc/nsswitch.conf -> /etc/authselect/nsswitch.conf is the image's file, not this machine's.
 */
#include "machine.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/syscall.h>

/* Part of the kernel's ABI: <linux/openat2.h> is newer than glibc 2.31. */
struct how {
	uint64_t flags, mode, resolve;
};
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#define IN_ROOT 0x10 /* RESOLVE_IN_ROOT */

const struct sysroot sysroot_live = { NULL, "", "", "", -1 };

int sysroot_open(const struct sysroot *root, const char *path, int flags)
{
	struct how how = { .resolve = IN_ROOT };

	/* O_PATH allows no O_NONBLOCK, and needs none. */
	flags |= O_CLOEXEC | (flags & O_PATH ? 0 : O_NONBLOCK | O_NOCTTY);
	if (root->fd == -1)
		return open(path, flags);
	how.flags = (uint64_t)(unsigned)flags;
	return (int)syscall(SYS_openat2, root->fd, path, &how, sizeof how);
}

struct sysroot sysroot_of(const char *directory)
{
	struct sysroot root = sysroot_live;

	if (!directory)
		return root;
	root.directory = root.prefix = directory;
	root.word = shell_word(directory);
	root.option = words_format(" --root=%s", root.word);
	if (strcmp(directory, "/") == 0)
		return root;
	root.fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
	/* Some kernels lack openat2(), and some sandboxes forbid it. */
	if (root.fd == -1 || *sysroot_path(&root, "/") == '\0')
		die_io(errno == ENOSYS ? "--root needs openat2(2), new in Linux 5.6"
		                       : directory);
	if (!sysroot_has(&root, "/"))
		die_io("--root needs /proc");
	return root;
}

const char *sysroot_path(const struct sysroot *root, const char *path)
{
	static int fd = -1;

	if (root->fd == -1)
		return path;
	if (fd != -1)
		close(fd);
	fd = sysroot_open(root, path, O_PATH);
	return fd == -1 ? "" : words_format("/proc/self/fd/%d", fd);
}

char **sysroot_glob(const struct sysroot *root, const char *pattern)
{
	static char *none[] = { NULL };
	char *top = root->fd == -1 ? "" : words_format("/proc/self/fd/%d", root->fd);
	glob_t paths = { .gl_pathc = 0 };

	if (glob(words_format("%s%s", top, pattern), GLOB_BRACE, NULL, &paths) != 0)
		return none;
	for (size_t i = 0; i < paths.gl_pathc; i++)
		paths.gl_pathv[i] += strlen(top);
	return paths.gl_pathv;
}

bool sysroot_stat(const struct sysroot *root, const char *path, struct stat *status)
{
	return stat(sysroot_path(root, path), status) == 0;
}

bool sysroot_has(const struct sysroot *root, const char *path)
{
	return access(sysroot_path(root, path), F_OK) == 0;
}

char *sysroot_word(const struct sysroot *root, const char *path)
{
	char target[PATH_MAX];

	if (root->fd != -1 && realpath(sysroot_path(root, path), target))
		return shell_word(target);
	return shell_word(words_format("%s%s", root->prefix, path));
}

const char *sysroot_link(const struct sysroot *root, const char *path)
{
	char target[PATH_MAX];
	int fd = sysroot_open(root, path, O_PATH | O_NOFOLLOW);
	ssize_t length = readlinkat(fd, "", target, sizeof target);

	if (fd != -1)
		close(fd);
	return length > 0 ? words_copy_of((struct span){ target, target + length }) : "";
}

struct sysroot_file sysroot_read(const struct sysroot *root, const char *path)
{
	struct sysroot_file file = { .length = 0 };
	int fd = sysroot_open(root, path, O_RDONLY);
	bool is_open = fd != -1 && fstat(fd, &file.stat) == 0;
	bool is_regular = is_open && S_ISREG(file.stat.st_mode);

	if (is_regular)
		file.octets = words_read(fd, SYSROOT_FILE_MAX, &file.length);
	if (file.octets == NULL)
		file.error = is_open && !is_regular ? SYSROOT_NOT_REGULAR : errno;
	if (fd != -1)
		close(fd);
	if (file.octets == NULL) {
		file.octets = words_lasting(span_of_text(""));
		file.length = 0; /* of one that is too large */
	}
	return file;
}

bool sysroot_contains(const struct sysroot *root, const char *path, const char *text)
{
	struct sysroot_file file = sysroot_read(root, path);
	bool contained = memmem(file.octets, file.length, text, strlen(text)) != NULL;

	free(file.octets);
	return contained;
}

bool sysroot_has_copy(const struct sysroot *root, const char *path, const char *own_path)
{
	struct sysroot_file own = sysroot_read(&sysroot_live, own_path);
	struct sysroot_file other = sysroot_read(root, path);
	bool is_copy = other.error == own.error && other.length == own.length &&
	               memcmp(other.octets, own.octets, own.length) == 0;

	free(own.octets);
	free(other.octets);
	return is_copy;
}

void stop_file(const char *path, int error, struct remedy remedy)
{
	output_line(&standard_error, "%s: %s", path,
	            error == ESTALE ? "another program has changed it meanwhile"
	                            : strerror(error));
	if (remedy.words != NULL)
		remedy_write(&standard_error, 0, &remedy);
	else if (geteuid() != 0 && (error == EACCES || error == EPERM))
		output_text(&standard_error, "Run this again as root\n");
	else if (error == ENOSPC || error == EDQUOT)
		output_text(&standard_error,
		            "Make room on its file system, and run this again\n");
	output_flush();
	exit(error == ESTALE ? EXIT_TEMPORARY : EXIT_IO);
}
