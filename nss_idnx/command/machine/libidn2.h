/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds the libidn2s of this machine, and which of them programs load. */
#ifndef LIBIDN2_H
#define LIBIDN2_H

#include <limits.h>
#include <stdbool.h>

#include "elf_object.h"
#include "sysroot.h"

#define LIBIDN2 "libidn2.so.0"

/*
 * The folders where the package libidn2-idnx, and nothing else, installs idnx's libidn2 for
 * all programs of an architecture.  A library there implies that the package is installed
 * to switch it off in time.
 */
#define LIBIDN2_FOLDERS "/usr/lib/"
#define LIBIDN2_FOLDER  "libidn2-idnx"

/* The file that switches it on; its name sorts before the files that name other folders. */
#define LIBIDN2_CONFS    "/etc/ld.so.conf.d"
#define LIBIDN2_CONF     "00-idnx-"
#define LIBIDN2_CONF_END ".conf"

struct libidn2 {
	char path[PATH_MAX];
	bool in_hwcaps; /* it is in a glibc-hwcaps folder, which takes precedence (ld.so(8)) */
	struct sysroot_file file;
	struct elf_object object;
};

/* Returns false if the file is not a shared object; the file is to be freed in any case. */
bool libidn2_read(struct libidn2 *library, const char *path);

/* A PC has three architectures, each with a few glibc-hwcaps. */
#define LIBIDN2_MAX 32

/* The dynamic linker's cache: programs load the first library of their architecture. */
struct libidn2_list {
	unsigned count;
	struct libidn2 all[LIBIDN2_MAX];
};

/* Returns false if the list is incomplete, for example without an ldconfig. */
bool libidn2_list_read(struct libidn2_list *list);
void libidn2_list_free(struct libidn2_list *list);

bool libidn2_is_same(const struct libidn2 *library, const struct libidn2 *other);

/* Returns what programs of this library's architecture load; NULL if there is none. */
const struct libidn2 *libidn2_winner(const struct libidn2_list *list,
                                     const struct libidn2 *library);

/*
 * Returns whether the library lacks something that a program built against the other needs,
 * and what: a symbol; all symbols of a version if it has no name; if it has no version either,
 * the two cannot be compared.
 */
bool libidn2_lacks(const struct libidn2 *library, const struct libidn2 *other,
                   struct elf_symbol *missing);

/* Returns "symbols of version IDN2_2.3.5", to be freed; NULL if they cannot be compared. */
char *libidn2_missing_text(const struct elf_symbol *missing);

#endif
