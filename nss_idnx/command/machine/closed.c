/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds what keeps programs of other users from a file: its mode, or as the kernel alone knows, a
 * directory on the way to it, an access control list or a security module.  A child process without
 * rights tries it.
 */
#include <fcntl.h>
#include <grp.h>
#include <sys/xattr.h>

#include "machine.h"

struct question {
	const struct sysroot *root;
	const char *path;
};

/* The user "nobody" of Linux, who has no groups here. */
#define NOBODY 65534

/*
 * Whoever is not root is such a user himself.  Where rights cannot be given up, nothing is known.  The
 * real user stays root, so that no process of nobody's can stop this one (kill(2)).
 */
static bool becomes_other(const struct sysroot *root)
{
	if (root->fd != -1 && (fchdir(root->fd) != 0 || chroot(".") != 0))
		return false;
	return geteuid() != 0 ||
	       (setgroups(0, NULL) == 0 && setgid(NOBODY) == 0 && seteuid(NOBODY) == 0);
}

/* The bits say more than a trial: who is of the group, as with gid 0, may not be let in either. */
static bool lets_all(const struct stat *file)
{
	mode_t bits = S_ISDIR(file->st_mode) ? 0111 : 0444;

	return (file->st_mode & bits) == bits;
}

/* Enters a directory, or opens a file. */
static bool is_closed(const char *name)
{
	struct stat file;

	if (stat(name, &file) == 0 && S_ISDIR(file.st_mode))
		return !lets_all(&file) || chdir(name) != 0;
	return open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY) == -1 && errno == EACCES;
}

/*
 * Walks as the kernel does, and writes the first path that cannot be entered, without symbolic links.
 * realpath() would take "x/.." away without a look at x, which may be closed.
 */
static void walk(char *path)
{
	char target[PATH_MAX], place[PATH_MAX], *next;
	ssize_t length;

	if (*path == '/' && is_closed("/")) {
		dprintf(STDOUT_FILENO, "/");
		_exit(0);
	}
	for (char *name = strtok_r(path, "/", &next); name; name = strtok_r(NULL, "/", &next)) {
		length = readlink(name, target, sizeof target - 1);
		target[length > 0 ? length : 0] = '\0';
		if (length > 0) {
			walk(target);
		} else if (is_closed(name) && getcwd(place, sizeof place)) {
			dprintf(STDOUT_FILENO, "%s/%s", place[1] ? place : "", name);
			_exit(0);
		}
	}
}

static void try_open(const void *argument)
{
	const struct question *question = argument;

	if (!becomes_other(question->root))
		_exit(1);
	if (open(question->path, O_RDONLY | O_NONBLOCK | O_NOCTTY) != -1 || errno == EACCES)
		walk(words_copy(question->path));
	_exit(0);
}

/* Of a mode that lets all: an access control list, acl(5), or a rule that cannot be asked for. */
static struct remedy fix_rule(const struct sysroot *root, const char *place, const char **rule)
{
	if (getxattr(sysroot_path(root, place), "system.posix_acl_access", NULL, 0) > 0) {
		*rule = ", with an access control list";
		return remedy_command("Run", "setfacl -b %s", sysroot_word(root, place));
	}
	*rule = ", which would let them";
	return remedy_words("Look at the rules of SELinux, AppArmor and its file system");
}

struct closed closed_find(const struct sysroot *root, const char *path)
{
	const struct question question = { root, path };
	struct stat file = { .st_mode = 0444 };
	const char *place = path, *rule = "";
	bool is_directory;
	struct remedy fix;
	int status = 0;

	sysroot_stat(root, path, &file);
	if (lets_all(&file))
		place = child_call(try_open, &question, &status);
	if (!place || *place != '/' || !sysroot_stat(root, place, &file))
		return (struct closed){ .is_unknown = !place || status != 0 };
	is_directory = S_ISDIR(file.st_mode);
	fix = lets_all(&file)
	              ? fix_rule(root, place, &rule)
	              : remedy_command("Run", "chmod %s %s", is_directory ? "a+x" : "644",
	                               sysroot_word(root, place));
	return (struct closed){
		words_format("%s %s%s (mode %03o%s)", is_directory ? "search" : "read",
		             root->prefix, place, file.st_mode & 07777U, rule),
		fix,
		false,
	};
}
