/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Keeps a file that is about to be replaced, by a second name (link(2)) for the same file
 * with all its metadata.  A link needs no space and is complete or absent.  Nothing that
 * was kept is overwritten.
 */
#include "backup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hosts/plan.h"

struct backup_name {
	char text[NAME_MAX + 1];
};

/* Number 0 adds no number to the name. */
static struct backup_name backup_name(const struct file *file, unsigned number)
{
	struct backup_name name;
	int length = snprintf(name.text, sizeof name.text, "%s" BACKUP_SUFFIX, file->name);

	if (number > 0)
		snprintf(name.text + length, sizeof name.text - (size_t)length, ".%u", number);
	return name;
}

static bool link_as(int directory, const char *old, const char *new)
{
	return linkat(directory, old, directory, new, 0) == 0;
}

/* Renames the last backup to its number, the first one that is free. */
static bool renumber(const struct file *file)
{
	struct backup_name last = backup_name(file, 0);
	unsigned number = 1;

	while (!link_as(file->directory, last.text, backup_name(file, number).text)) {
		if (errno != EEXIST)
			return false;
		number++;
	}
	return unlinkat(file->directory, last.text, 0) == 0;
}

static bool is_kept(const struct file *file)
{
	static char octets[NSSWITCH_SIZE_MAX];
	struct file kept = { .octets = octets, .size = sizeof octets };
	bool same = backup_read(file, &kept) && kept.length == file->length &&
	            memcmp(kept.octets, file->octets, file->length) == 0;

	file_close(&kept);
	return same;
}

bool backup_keep(const struct file *file)
{
	struct backup_name last = backup_name(file, 0);

	if (link_as(file->directory, file->name, last.text))
		return true;
	if (errno != EEXIST)
		return false;
	if (is_kept(file) || (renumber(file) && link_as(file->directory, file->name, last.text)))
		return true;
	if (errno == EEXIST) /* it was created after renumber() */
		errno = EAGAIN;
	return false;
}

bool backup_read(const struct file *file, struct file *backup)
{
	struct backup_name last = backup_name(file, 0);
	bool done;

	backup->directory = file->directory;
	backup->name = last.text;
	done = file_read(backup) && (backup->descriptor == -1 ||
	                             file_is_ours(file, &backup->stat));
	backup->name = NULL;
	return done;
}

void backup_drop(const struct file *file)
{
	unlinkat(file->directory, backup_name(file, 0).text, 0);
}
