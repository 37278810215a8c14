/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The file nsswitch.conf of a system: finds it, and changes one of its lines in one step,
 * with a backup.
 */
#include "nsswitch_file.h"

#include <fcntl.h>

#include "machine/machine.h"

#define NAME "nsswitch.conf"

/*
 * Below another root, "etc" must not be a symbolic link: its target could be a folder of
 * this system.
 */
static int open_folder(const char *root)
{
	int above, folder;

	if (root == NULL)
		return open("/etc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	above = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (above == -1)
		return -1;
	folder = openat(above, "etc", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	close(above);
	return folder;
}

/* Reads the file whose directory is open. */
static bool read_file(struct nsswitch_file *nsswitch, const char *name, int directory)
{
	struct file *file = &nsswitch->file, *before = &nsswitch->before;

	*file = (struct file){ .name = name,
	                       .directory = directory,
	                       .octets = nsswitch->octets,
	                       .size = sizeof nsswitch->octets,
	                       .descriptor = -1 };
	*before = (struct file){ .octets = nsswitch->before_octets,
	                         .size = sizeof nsswitch->before_octets,
	                         .descriptor = -1 };
	if (file->directory == -1 || !file_read(file))
		return false;
	if (!backup_read(file, before)) {
		file_close(before);
		before->descriptor = -1;
	}
	return true;
}

bool nsswitch_read(struct nsswitch_file *nsswitch, const char *root)
{
	snprintf(nsswitch->path, sizeof nsswitch->path, "%s/etc/" NAME,
	         root != NULL ? root : "");
	return read_file(nsswitch, NAME, open_folder(root));
}

bool nsswitch_read_piece(struct nsswitch_file *nsswitch, const char *root, bool create)
{
	static const char folder[] = "nsswitch.conf.d";
	int etc = open_folder(root), pieces = -1;

	snprintf(nsswitch->path, sizeof nsswitch->path, "%s" NSSWITCH_PIECES "/" NSSWITCH_PIECE,
	         root != NULL ? root : "");
	if (etc != -1 && create)
		mkdirat(etc, folder, 0755);
	if (etc != -1)
		pieces = openat(etc, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return read_file(nsswitch, NSSWITCH_PIECE, pieces);
}

struct span nsswitch_text(const struct file *file)
{
	struct span text = { NULL, NULL };

	if (file->descriptor != -1) {
		text.next = file->octets;
		text.end = file->octets + file->length;
	}
	return text;
}

/* --- Changing ------------------------------------------------------------- */

/* What the file becomes. */
static struct result {
	size_t length;
	char octets[NSSWITCH_SIZE_MAX + HOSTS_ADDED];
} result;

static void append(struct span piece)
{
	memcpy(result.octets + result.length, piece.next, span_length(piece));
	result.length += span_length(piece);
}

static void make_result(const struct file *file, const struct hosts_plan *plan)
{
	struct span text = nsswitch_text(file);

	result.length = 0;
	if (text.next)
		append((struct span){ text.next, plan->old.next });
	append(span_of_text(plan->new));
	if (text.next)
		append((struct span){ plan->old.end, text.end });
}

/* Returns whether the file is again as it was. */
static bool is_as_before(const struct file *before)
{
	return before->descriptor != -1 && before->length == result.length &&
	       memcmp(before->octets, result.octets, result.length) == 0;
}

/* The change in progress, which is cancelled wherever the run ends. */
static struct nsswitch_file *begun;

static void cancel_begun(void)
{
	if (begun != NULL)
		replace_cancel(&begun->file, begun->prepared);
	begun = NULL;
}

bool nsswitch_begin(struct nsswitch_file *nsswitch, const struct hosts_plan *plan)
{
	make_result(&nsswitch->file, plan);
	nsswitch->is_removed = plan->is_whole && *plan->new == '\0';
	if (nsswitch->is_removed)
		return faccessat(nsswitch->file.directory, ".", W_OK, AT_EACCESS) == 0;
	nsswitch->prepared = replace_prepare(&nsswitch->file, result.octets, result.length);
	if (nsswitch->prepared == -1)
		return false;
	begun = nsswitch;
	atexit(cancel_begun);
	return true;
}

static bool put_in_place(const struct nsswitch_file *nsswitch, bool keep)
{
	const struct file *file = &nsswitch->file;

	if (!replace_check(file) || (keep && file->descriptor != -1 && !backup_keep(file)))
		return false;
	begun = NULL;
	return replace_commit(file, nsswitch->prepared);
}

bool nsswitch_finish(const struct nsswitch_file *nsswitch, bool keep)
{
	const struct file *file = &nsswitch->file;

	if (nsswitch->is_removed) {
		if (unlinkat(file->directory, file->name, 0) != 0)
			return false;
	} else if (!put_in_place(nsswitch, keep)) {
		return false;
	}
	if (!keep && is_as_before(&nsswitch->before))
		backup_drop(file);
	/* A name is on disk when its folder is; EINVAL: the file system cannot sync one */
	return fsync(file->directory) == 0 || errno == EINVAL;
}
