/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which libidn2s this machine has, and which of them programs get. */
#ifndef LIBIDN2_H
#define LIBIDN2_H

#include <limits.h>
#include <stdbool.h>

#include "elf_object.h"
#include "sysroot.h"

#define LIBIDN2 "libidn2.so.0"

/*
 * Where the package libidn2-idnx has idnx's for all programs of an architecture, and nobody
 * else puts one: where it is, the package is there to switch it off in time.
 */
#define LIBIDN2_FOLDERS "/usr/lib/"
#define LIBIDN2_FOLDER  "libidn2-idnx"

/* What switches it on; it sorts before those that name the folders of others. */
#define LIBIDN2_CONFS    "/etc/ld.so.conf.d"
#define LIBIDN2_CONF     "00-idnx-"
#define LIBIDN2_CONF_END ".conf"

struct libidn2 {
	char path[PATH_MAX];
	bool in_hwcaps; /* a glibc-hwcaps folder's, which win over all others (ld.so(8)) */
	struct sysroot_file file;
	struct elf_object object;
};

/* False where it is no shared object; the file is to be freed in any case. */
bool libidn2_read(struct libidn2 *library, const char *path);

/* For a PC there are three architectures, each with a few glibc-hwcaps. */
#define LIBIDN2_MAX 32

/* Those in the dynamic linker's cache; of an architecture the first is what programs get. */
struct libidn2_list {
	unsigned count;
	struct libidn2 all[LIBIDN2_MAX];
};

/* False where the list is not whole, as when there is no ldconfig that could tell. */
bool libidn2_list_read(struct libidn2_list *list);
void libidn2_list_free(struct libidn2_list *list);

bool libidn2_is_same(const struct libidn2 *library, const struct libidn2 *other);

/* What programs of this one's architecture get; NULL: none. */
const struct libidn2 *libidn2_winner(const struct libidn2_list *list,
                                     const struct libidn2 *library);

/*
 * Whether a program made for the other would miss something in the library, and what: a symbol,
 * or a version node, without a name.
 */
bool libidn2_lacks(const struct libidn2 *library, const struct libidn2 *other,
                   struct elf_symbol *missing);

#endif
