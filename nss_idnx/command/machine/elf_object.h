/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Reads what the dynamic linker needs of a shared object, from untrusted octets. */
#ifndef ELF_OBJECT_H
#define ELF_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_object {
	const unsigned char *octets; /* of the file */
	size_t length;
	const struct elf_layout *layout; /* of its class */
	bool big_endian;
	uint64_t machine;                    /* EM_... */
	uint64_t dynamic, entries;           /* dynamic section: offset, length */
	uint64_t strings, strings_size;      /* its string table */
};

/* Returns false if the octets are not a shared object that could be loaded. */
bool elf_object_read(struct elf_object *object, const char *octets, size_t length);

/* Returns whether one process can load both. */
bool elf_object_fits(const struct elf_object *object, const struct elf_object *other);

/* Returns DT_SONAME, or NULL. */
const char *elf_object_soname(const struct elf_object *object);

/* Returns the index-th DT_NEEDED; NULL after the last one. */
const char *elf_object_needed(const struct elf_object *object, unsigned index);

/* Returns the index-th version node; the first is the soname.  NULL after the last one. */
const char *elf_object_version(const struct elf_object *object, unsigned index);

/* The defined symbols, as indices into the symbol table: from first to before end. */
struct elf_symbols {
	uint64_t first, end;
};

/* Returns false if they cannot be counted. */
bool elf_object_symbols(const struct elf_object *object, struct elf_symbols *symbols);

struct elf_symbol {
	const char *name, *version; /* NULL if there is none */
};

struct elf_symbol elf_object_symbol(const struct elf_object *object, uint64_t index);

#endif
