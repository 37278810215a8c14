/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What stands between a change of the hosts line and nsswitch.conf: a program that writes the
 * file, or how it is there.  The remedies of doctor and enable come from here, so that they are
 * the same.
 */
#ifndef MANAGER_H
#define MANAGER_H

#include <limits.h>
#include <stdbool.h>

#include "remedy.h"
#include "span.h"
#include "sysroot.h"

#define NSSWITCH_CONF "/etc/nsswitch.conf"

enum manager_kind {
	MANAGER_NOBODY,     /* the administrator does, with an editor or idnx enable */
	MANAGER_READ_ONLY,  /* the same, but the file system is mounted read-only */
	MANAGER_MOUNT,      /* the same, but the file is a mount of its own */
	MANAGER_USR_ETC,    /* the same, but the file is still the one in /usr/etc */
	MANAGER_LINK,       /* somebody else: it is a symbolic link */
	MANAGER_AUTHSELECT,
	MANAGER_NIXOS,
};

struct manager {
	enum manager_kind kind;
	char file[PATH_MAX];  /* which is read, from the root on; "": a link leads nowhere */
	char mount[PATH_MAX]; /* of MANAGER_READ_ONLY: where it is mounted */
	bool is_bind;         /* of MANAGER_READ_ONLY: the mount is, not the file system */
	bool is_read_only;    /* of MANAGER_MOUNT */
};

struct manager manager_find(const struct sysroot *root);

/* Whether idnx enable leaves the file to somebody. */
bool manager_writes(const struct manager *manager);

/* A sentence without its subject, the file. */
const char *manager_text(const struct manager *manager);

/* Whether authselect's profile has idnx; its id is the caller's to free. */
bool manager_profile(const struct sysroot *root, char **id);

struct wanted {
	const char *line;  /* the sources that "hosts:" should have */
	unsigned number;   /* of the line "hosts:" that counts, 0: there is none */
	bool is_disable;
	bool by_enable;    /* idnx enable, or disable, makes it so where nobody is in the way */
};

/* How the line comes into nsswitch.conf and stays there. */
struct remedy manager_remedy(const struct manager *manager, const struct sysroot *root,
                             const struct wanted *wanted);

#endif
