/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Opens and reads files below a root.  Symbolic links in an image of a system are meant for
 * that system: /etc/nsswitch.conf -> /etc/authselect/nsswitch.conf is the image's file, not
 * this machine's. openat2(2) follows them accordingly, since Linux 5.6.
 */
#include "machine.h"

#include <fcntl.h>
#include <sys/syscall.h>

/* Part of the kernel's ABI: <linux/openat2.h> is newer than glibc 2.31. */
struct how {
	uint64_t flags, mode, resolve;
};
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#define IN_ROOT 0x10 /* RESOLVE_IN_ROOT */

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

struct sysroot sysroot_of(const char *folder)
{
	struct sysroot root = { folder, -1 };

	if (!folder || strcmp(folder, "/") == 0)
		return root;
	root.fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	/* Some kernels lack openat2(), and some sandboxes forbid it. */
	if (root.fd == -1 || !sysroot_has(&root, "/"))
		die_io(errno == ENOSYS ? "--root needs openat2(2), new in Linux 5.6" : folder);
	return root;
}

bool sysroot_has(const struct sysroot *root, const char *path)
{
	int fd = sysroot_open(root, path, O_PATH);

	if (fd != -1)
		close(fd);
	return fd != -1;
}

bool sysroot_link(const struct sysroot *root, const char *path, char *target, size_t size)
{
	int fd = sysroot_open(root, path, O_PATH | O_NOFOLLOW);
	ssize_t length;

	if (fd == -1)
		return false;
	length = readlinkat(fd, "", target, size - 1); /* fails if it is not one */
	close(fd);
	if (length == -1)
		return false;
	target[length] = '\0';
	return true;
}

static bool read_path(int fd, char path[static PATH_MAX])
{
	char link[64];
	ssize_t length;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	length = readlink(link, path, PATH_MAX - 1);
	path[length > 0 ? length : 0] = '\0';
	return length > 0;
}

bool sysroot_real_path(const struct sysroot *root, const char *path, char real[static PATH_MAX])
{
	int fd = sysroot_open(root, path, O_PATH);
	char folder[PATH_MAX] = "";
	size_t above;
	bool known = fd != -1 && read_path(fd, real) &&
	             (root->fd == -1 || read_path(root->fd, folder));

	if (fd != -1)
		close(fd);
	above = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
	if (!known || strncmp(real, folder, above) != 0 || real[above] != '/')
		return false;
	memmove(real, real + above, strlen(real + above) + 1);
	return true;
}

/* Makes room for at least one octet more than the file has. */
static void enlarge(struct sysroot_file *file, size_t *size)
{
	if (file->length + 1 < *size)
		return;
	*size = *size * 2 + 4096;
	file->octets = realloc(file->octets, *size);
	if (!file->octets)
		die_io("memory");
}

/* fstat() does not tell the length of files in /proc and /sys. */
static int read_all(struct sysroot_file *file, int fd)
{
	size_t size = 0;
	ssize_t got;

	do {
		enlarge(file, &size);
		got = read(fd, file->octets + file->length, size - file->length - 1);
		if (got < 0)
			return errno;
		file->length += (size_t)got;
		if (file->length > SYSROOT_FILE_MAX)
			return SYSROOT_TOO_LARGE;
	} while (got > 0);
	return 0;
}

static int read_open(struct sysroot_file *file, int fd)
{
	if (fstat(fd, &file->stat) == -1)
		return errno;
	return S_ISREG(file->stat.st_mode) ? read_all(file, fd) : SYSROOT_NOT_REGULAR;
}

struct sysroot_file sysroot_read(const struct sysroot *root, const char *path)
{
	struct sysroot_file file = { .length = 0 };
	int fd = sysroot_open(root, path, O_RDONLY);
	size_t size = 0;

	file.error = fd == -1 ? errno : read_open(&file, fd);
	if (fd != -1)
		close(fd);
	if (file.error != 0)
		file.length = 0;
	if (!file.octets)
		enlarge(&file, &size);
	file.octets[file.length] = '\0';
	return file;
}

const char *sysroot_error_text(const struct sysroot_file *file)
{
	switch (file->error) {
	case SYSROOT_NOT_REGULAR:
		return "it is not a regular file";
	case SYSROOT_TOO_LARGE:
		return "it is larger than 64 MiB";
	default:
		return strerror(file->error);
	}
}
