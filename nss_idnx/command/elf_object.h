/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the dynamic linker reads of a shared object, from octets that may be anything. */
#ifndef ELF_OBJECT_H
#define ELF_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_object {
	const unsigned char *octets; /* the file's */
	size_t length;
	const struct elf_layout *layout; /* of its class */
	bool big_endian;
	uint64_t machine;                    /* EM_... */
	uint64_t dynamic, entries;           /* the dynamic section: where, how many */
	uint64_t strings, strings_size;      /* its string table */
};

/* False where the octets are no shared object that could be loaded. */
bool elf_object_read(struct elf_object *object, const char *octets, size_t length);

/* Whether one process can hold both. */
bool elf_object_fits(const struct elf_object *object, const struct elf_object *other);

/* DT_SONAME, or NULL. */
const char *elf_object_soname(const struct elf_object *object);

/* The DT_NEEDED ones in order; NULL from the last on. */
const char *elf_object_needed(const struct elf_object *object, unsigned index);

/* The version nodes it defines, the first of which is its soname; NULL from the last on. */
const char *elf_object_version(const struct elf_object *object, unsigned index);

/* Those it defines, as indices into its table of symbols: from first to before end. */
struct elf_symbols {
	uint64_t first, end;
};

/* False where they cannot be counted. */
bool elf_object_symbols(const struct elf_object *object, struct elf_symbols *symbols);

struct elf_symbol {
	const char *name, *version; /* NULL: there is none */
};

struct elf_symbol elf_object_symbol(const struct elf_object *object, uint64_t index);

#endif
