/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Tells whether the nsswitch.conf that the module reads is the one whose line "hosts:" glibc
 * walks along.  It is not in a process that has changed its root: glibc keeps to the line it
 * has read before.  And before 2.33 glibc reads the file once: an edited one says nothing of
 * the processes that run.
 *
 * So the first lookup, be it of an ASCII name, remembers which folder "/" is, and where glibc
 * reads but once, which file it was.  What cannot be told counts as another one: the walk then
 * ends by NSS_STATUS_RETURN.
 */
#include <errno.h>
#include <gnu/libc-version.h>
#include <netdb.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

#include "lookup.h"
#include "same_file.h"

/* As the first lookup has found them: read where remembered is KNOWN. */
static struct stat root, conf;
static atomic_uint remembered;

enum {
	UNKNOWN,
	NEVER, /* it could not be told; or for an instant, while they are being written */
	KNOWN,
};

/* Since 2.33 glibc looks before each lookup whether the file has changed, but for "/". */
static bool is_read_again(void)
{
	return strverscmp(gnu_get_libc_version(), "2.33") >= 0;
}

void origin_remember(void)
{
	struct stat root_now, conf_now = { .st_dev = 0 };
	unsigned unknown = UNKNOWN;
	int error = errno;
	bool known;

	if (atomic_load(&remembered) != UNKNOWN)
		return;
	known = stat("/", &root_now) == 0 &&
	        (is_read_again() || stat(_PATH_NSSWITCH_CONF, &conf_now) == 0);
	errno = error;
	if (!atomic_compare_exchange_strong(&remembered, &unknown, NEVER) || !known)
		return;
	root = root_now;
	conf = conf_now;
	atomic_store(&remembered, KNOWN);
}

static bool unchanged(const struct stat *a, const struct stat *b)
{
	return same_file(a, b) && a->st_size == b->st_size &&
	       same_time(a->st_mtim, b->st_mtim) && same_time(a->st_ctim, b->st_ctim);
}

bool origin_is(int file)
{
	struct stat now;

	if (atomic_load(&remembered) != KNOWN || stat("/", &now) != 0 || !same_file(&now, &root))
		return false;
	return is_read_again() || (fstat(file, &now) == 0 && unchanged(&now, &conf));
}
