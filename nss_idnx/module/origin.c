/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Tells whether the nsswitch.conf that the module reads is the one whose "hosts:" line glibc
 * uses.  It is not in a process that has changed its root: glibc keeps the line it has read
 * before.  And before 2.33 glibc reads the file only once: an edited file says nothing about
 * running processes.
 *
 * So the first lookup, even of an ASCII name, remembers which directory "/" is, and, with a
 * glibc that reads the file once, which file that was.  If this is unknown, the file counts
 * as a different one, and the walk ends by NSS_STATUS_RETURN.
 */
#include <errno.h>
#include <features.h>
#include <netdb.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

#if !__GLIBC_PREREQ(2, 33)
#include <gnu/libc-version.h>
#endif

#include "lookup.h"
#include "same_file.h"

/* As found by the first lookup; valid once remembered is KNOWN. */
static struct stat root, conf;
static atomic_uint remembered;

enum {
	UNKNOWN,
	WRITING, /* by one thread; to the others they are not known */
	NEVER,   /* they could not be found */
	KNOWN,
};

/*
 * Since 2.33 glibc checks before each lookup whether the file has changed, but not "/".  A
 * module built with such a glibc needs its stat(), so no earlier glibc can load it.
 */
static bool is_read_again(void)
{
#if __GLIBC_PREREQ(2, 33)
	return true;
#else
	return strverscmp(gnu_get_libc_version(), "2.33") >= 0;
#endif
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
	if (!atomic_compare_exchange_strong(&remembered, &unknown, known ? WRITING : NEVER) ||
	    !known)
		return;
	root = root_now;
	conf = conf_now;
	atomic_store(&remembered, KNOWN);
}

bool origin_is(int file)
{
	struct stat now;

	if (atomic_load(&remembered) != KNOWN || stat("/", &now) != 0 ||
	    !same_file(&now, &root))
		return false;
	return is_read_again() || (fstat(file, &now) == 0 && same_contents(&now, &conf) &&
	                           same_time(now.st_ctim, conf.st_ctim));
}
