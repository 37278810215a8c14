/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds what prevents a change of the hosts line in nsswitch.conf: a program that generates
 * the file, or the way it exists.  doctor and enable both take their remedies from here.
 */
#ifndef MANAGER_H
#define MANAGER_H

#include <limits.h>
#include <stdbool.h>

#include "remedy.h"
#include "span.h"
#include "sysroot.h"

#define NSSWITCH_CONF "/etc/nsswitch.conf"
#define NSSWITCH_USR_CONF "/usr/etc/nsswitch.conf" /* read if that is missing */

/* The piece that is idnx's, between files and what queries the network. */
#define NSSWITCH_PIECES "/etc/nsswitch.conf.d"
#define NSSWITCH_PIECE  "45-idnx.conf"

enum manager_kind {
	MANAGER_NOBODY,     /* by the administrator, with an editor or idnx enable */
	MANAGER_IMMUTABLE,  /* likewise, but chattr(1) has made the file immutable */
	MANAGER_READ_ONLY,  /* likewise, but the file system is mounted read-only */
	MANAGER_MOUNT,      /* likewise, but the file is a mount of its own */
	MANAGER_USR_ETC,    /* likewise, but the file is still the one in /usr/etc */
	MANAGER_LINK,       /* by another program: it is a symbolic link */
	MANAGER_PIECES,     /* by openSUSE's nsswitch-config(8), from pieces in a folder */
	MANAGER_AUTHSELECT,
	MANAGER_NIXOS,
};

struct manager {
	enum manager_kind kind;
	char file[PATH_MAX];  /* of the file read, below the root; "" if a link dangles */
	bool is_read_only;    /* for MANAGER_MOUNT */
};

struct manager manager_find(const struct sysroot *root);

/* Returns whether idnx enable leaves the file to another program. */
bool manager_writes(const struct manager *manager);

/* Returns a predicate about the file. */
const char *manager_text(const struct manager *manager);

/* Returns whether authselect, asked, says that it would write another file. */
bool manager_undoes(void);

/* Returns the remedy for a piece that is there, or gone: nsswitch.conf is made of the pieces. */
struct remedy manager_put_together(const struct sysroot *root);

struct wanted {
	const char *line;  /* the recommended sources for "hosts:" */
	unsigned number;   /* of the "hosts:" line that is in effect; 0 if there is none */
	bool is_disable;
	bool by_enable;    /* if nothing prevents it, idnx enable or disable makes the change */
};

/* Returns how the line gets into nsswitch.conf and stays there. */
struct remedy manager_remedy(const struct manager *manager, const struct sysroot *root,
                             const struct wanted *wanted);

#endif
