/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives a file the owner, the mode and the extended attributes of another one: access
 * control lists (system.posix_acl_access), SELinux's label (security.selinux), and what
 * users and programs keep there (xattr(7)).
 */
#include "enable.h"

#include <linux/limits.h>
#include <linux/xattr.h>
#include <sys/xattr.h>

/* These sign the octets of the old file (evm(7)); the kernel renews them. */
static bool is_of_contents(const char *name)
{
	return strcmp(name, XATTR_NAME_IMA) == 0 || strcmp(name, XATTR_NAME_EVM) == 0;
}

/*
 * Writes nothing if it is equal already: a container may be able to read a label, but not
 * set it.
 */
static bool copy_one(int old, int new, const char *name)
{
	static char wanted[XATTR_SIZE_MAX], present[XATTR_SIZE_MAX];
	ssize_t size = fgetxattr(old, name, wanted, sizeof wanted);

	if (size < 0)
		return false;
	if (fgetxattr(new, name, present, sizeof present) == size &&
	    memcmp(wanted, present, (size_t)size) == 0)
		return true;
	return fsetxattr(new, name, wanted, (size_t)size, 0) == 0;
}

static bool copy_extended(int old, int new)
{
	static char names[XATTR_LIST_MAX];
	ssize_t size = flistxattr(old, names, sizeof names);

	if (size < 0)
		return errno == ENOTSUP;
	for (const char *name = names; name < names + size; name += strlen(name) + 1)
		if (!is_of_contents(name) && !copy_one(old, new, name))
			return false;
	return true;
}

/*
 * First goes the list that a new file inherits from its directory's default.  The order matters: a
 * change of owner clears mode bits, and the list is part of the mode.
 */
bool attributes_copy(int old, int new)
{
	struct stat wanted;

	if (fremovexattr(new, XATTR_NAME_POSIX_ACL_ACCESS) != 0 && errno != ENODATA &&
	    errno != ENOTSUP)
		return false;
	if (old == -1)
		return fchmod(new, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH) == 0;
	return fstat(old, &wanted) == 0 && fchown(new, wanted.st_uid, wanted.st_gid) == 0 &&
	       fchmod(new, wanted.st_mode & ALLPERMS) == 0 && copy_extended(old, new);
}
