/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Judges access by the permission bits for others (POSIX 4.7): search permission on each folder
 * of the path, read permission on the file.  The target of a symbolic link adds another path.
 */
#include "access.h"

#include <fcntl.h>

/* Returns whether the file at obstacle->path keeps other users out. */
static bool is_closed(const struct sysroot *root, struct obstacle *obstacle)
{
	int fd = sysroot_open(root, obstacle->path, O_PATH);
	struct stat stat;
	bool known;

	if (fd == -1)
		return false;
	known = fstat(fd, &stat) == 0;
	close(fd);
	if (!known)
		return false;
	obstacle->mode = stat.st_mode & 07777U;
	obstacle->is_folder = S_ISDIR(stat.st_mode);
	return (stat.st_mode & (obstacle->is_folder ? S_IXOTH : S_IROTH)) == 0;
}

/* Checks "/", "/etc", "/etc/idnx.conf" in turn. */
static bool is_path_closed(const struct sysroot *root, const char *path,
                           struct obstacle *obstacle)
{
	size_t length = 1;

	for (;;) {
		snprintf(obstacle->path, sizeof obstacle->path, "%.*s", (int)length, path);
		if (is_closed(root, obstacle))
			return true;
		if (path[length] == '\0')
			return false;
		length += path[length] == '/';
		length += strcspn(path + length, "/");
	}
}

bool access_find(const struct sysroot *root, const char *path, struct obstacle *obstacle)
{
	char real[PATH_MAX];

	return is_path_closed(root, path, obstacle) ||
	       (sysroot_real_path(root, path, real) && is_path_closed(root, real, obstacle));
}

void access_report(struct doctor *doctor, const struct obstacle *obstacle, const char *path,
                   const char *loss)
{
	char *word = shell_word(obstacle->path);

	if (obstacle->is_folder)
		found(&doctor->findings, LEVEL_FAIL,
		      "only root and its group may enter %s (mode %03o), where %s is: %s",
		      obstacle->path, obstacle->mode, path, loss);
	else
		found(&doctor->findings, LEVEL_FAIL, "not all can read %s (mode %03o): %s", path,
		      obstacle->mode, loss);
	remedy_run(&doctor->findings, "Run", "chmod %s %s%s",
	           obstacle->is_folder ? "a+x" : "644", doctor->prefix, word);
	free(word);
}
