/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads shared objects of either class and byte order, as the System V ABI describes
 * them ("Object Files", "Dynamic Linking"), the way the dynamic linker does: by the
 * program headers, not the sections, which may be missing.
 *
 *     ELF header -> program headers -> PT_DYNAMIC: entries { tag, value }
 *                                      PT_LOAD: DT_STRTAB's address -> its place
 *
 *     DT_GNU_HASH: which symbols are defined      DT_SYMTAB: index -> name
 *     DT_VERSYM: index -> number of a version     DT_VERDEF: number -> name
 */
#include "elf_object.h"

#include <elf.h>
#include <string.h>

/* Offset and width of a structure's field: both differ between the classes. */
struct field {
	uint64_t offset;
	size_t width;
};

#define FIELD(type, member) { offsetof(type, member), sizeof(((type *)0)->member) }

/* The fields that are read, for one class. */
#define LAYOUT(bits) {                                                                   \
	.machine = FIELD(Elf##bits##_Ehdr, e_machine),                                   \
	.headers = FIELD(Elf##bits##_Ehdr, e_phoff),                                     \
	.header_size = FIELD(Elf##bits##_Ehdr, e_phentsize),                             \
	.header_count = FIELD(Elf##bits##_Ehdr, e_phnum),                                \
	.type = FIELD(Elf##bits##_Phdr, p_type),                                         \
	.offset = FIELD(Elf##bits##_Phdr, p_offset),                                     \
	.address = FIELD(Elf##bits##_Phdr, p_vaddr),                                     \
	.size = FIELD(Elf##bits##_Phdr, p_filesz),                                       \
	.tag = FIELD(Elf##bits##_Dyn, d_tag),                                            \
	.value = FIELD(Elf##bits##_Dyn, d_un.d_val),                                     \
	.entry_size = sizeof(Elf##bits##_Dyn),                                           \
	.symbol_name = FIELD(Elf##bits##_Sym, st_name),                                  \
	.symbol_size = sizeof(Elf##bits##_Sym),                                          \
	.word_size = bits / 8,                                                           \
}

static const struct elf_layout {
	struct field machine, headers, header_size, header_count;
	struct field type, offset, address, size;
	struct field tag, value;
	uint64_t entry_size;
	struct field symbol_name;
	uint64_t symbol_size, word_size;
} layouts[] = {
	[ELFCLASS32] = LAYOUT(32),
	[ELFCLASS64] = LAYOUT(64),
};

/* Fields that are the same in both classes. */
static const struct field word = { 0, sizeof(uint32_t) }, half = { 0, sizeof(uint16_t) };

/* Returns the field of the structure at place; 0 if it is outside the file. */
static uint64_t get(const struct elf_object *object, uint64_t place, struct field field)
{
	uint64_t start = place + field.offset, value = 0;

	if (place > object->length || start > object->length ||
	    field.width > object->length - start)
		return 0;
	for (size_t i = 0; i < field.width; i++) {
		size_t next = object->big_endian ? i : field.width - 1 - i;

		value = value << 8 | object->octets[start + next];
	}
	return value;
}

/* --- Program headers ------------------------------------------------------ */

/* Returns the offset of the index-th program header; 0 after the last one. */
static uint64_t header(const struct elf_object *object, uint64_t index)
{
	if (index >= get(object, 0, object->layout->header_count))
		return 0;
	return get(object, 0, object->layout->headers) +
	       index * get(object, 0, object->layout->header_size);
}

static bool find_dynamic(struct elf_object *object)
{
	const struct elf_layout *layout = object->layout;
	uint64_t place;

	for (uint64_t i = 0; (place = header(object, i)) != 0; i++) {
		if (get(object, place, layout->type) != PT_DYNAMIC)
			continue;
		object->dynamic = get(object, place, layout->offset);
		object->entries = get(object, place, layout->size) / layout->entry_size;
		return object->dynamic <= object->length &&
		       object->entries <= (object->length - object->dynamic) /
		                          layout->entry_size;
	}
	return false;
}

/* Returns the offset in the file of what will be loaded at address; 0 if there is none. */
static uint64_t place_of(const struct elf_object *object, uint64_t address)
{
	const struct elf_layout *layout = object->layout;
	uint64_t place;

	for (uint64_t i = 0; (place = header(object, i)) != 0; i++) {
		uint64_t start = get(object, place, layout->address);

		if (get(object, place, layout->type) == PT_LOAD && address >= start &&
		    address - start < get(object, place, layout->size))
			return address - start + get(object, place, layout->offset);
	}
	return 0;
}

/* --- The dynamic section -------------------------------------------------- */

/* Finds the value of the index-th entry that has the tag. */
static bool entry(const struct elf_object *object, uint64_t tag, unsigned index,
                  uint64_t *value)
{
	for (uint64_t i = 0; i < object->entries; i++) {
		uint64_t place = object->dynamic + i * object->layout->entry_size;
		uint64_t this = get(object, place, object->layout->tag);

		if (this == DT_NULL)
			return false;
		if (this == tag && index-- == 0) {
			*value = get(object, place, object->layout->value);
			return true;
		}
	}
	return false;
}

static bool find_strings(struct elf_object *object)
{
	uint64_t address;

	if (!entry(object, DT_STRTAB, 0, &address) ||
	    !entry(object, DT_STRSZ, 0, &object->strings_size))
		return false;
	object->strings = place_of(object, address);
	return object->strings != 0 && object->strings <= object->length &&
	       object->strings_size <= object->length - object->strings;
}

/* Returns the string at that offset of the string table; NULL if there is none. */
static const char *string_at(const struct elf_object *object, uint64_t at)
{
	const unsigned char *text;

	if (at >= object->strings_size)
		return NULL;
	text = object->octets + object->strings + at;
	return memchr(text, '\0', (size_t)(object->strings_size - at)) ? (const char *)text
	                                                               : NULL;
}

/* Returns the string that the index-th entry with the tag names; NULL if there is none. */
static const char *string(const struct elf_object *object, uint64_t tag, unsigned index)
{
	uint64_t at;

	return entry(object, tag, index, &at) ? string_at(object, at) : NULL;
}

/* Returns the offset of the table whose address the entry with the tag has; 0 if none. */
static uint64_t table(const struct elf_object *object, uint64_t tag)
{
	uint64_t address;

	return entry(object, tag, 0, &address) ? place_of(object, address) : 0;
}

/* --- A shared object ------------------------------------------------------ */

static bool identify(struct elf_object *object)
{
	const unsigned char *ident = object->octets;

	if (object->length < EI_NIDENT || memcmp(ident, ELFMAG, SELFMAG) != 0)
		return false;
	if (ident[EI_CLASS] != ELFCLASS32 && ident[EI_CLASS] != ELFCLASS64)
		return false;
	if (ident[EI_DATA] != ELFDATA2LSB && ident[EI_DATA] != ELFDATA2MSB)
		return false;
	object->layout = &layouts[ident[EI_CLASS]];
	object->big_endian = ident[EI_DATA] == ELFDATA2MSB;
	object->machine = get(object, 0, object->layout->machine);
	return true;
}

bool elf_object_read(struct elf_object *object, const char *octets, size_t length)
{
	*object = (struct elf_object){
		.octets = (const unsigned char *)octets,
		.length = length,
	};
	return identify(object) && find_dynamic(object) && find_strings(object);
}

bool elf_object_fits(const struct elf_object *object, const struct elf_object *other)
{
	return object->layout == other->layout && object->machine == other->machine &&
	       object->big_endian == other->big_endian;
}

const char *elf_object_soname(const struct elf_object *object)
{
	return string(object, DT_SONAME, 0);
}

const char *elf_object_needed(const struct elf_object *object, unsigned index)
{
	return string(object, DT_NEEDED, index);
}

/* --- What it defines ------------------------------------------------------ */

/* Elf32_Verdef and Elf64_Verdef are the same. */
static const struct field verdef_number = FIELD(Elf64_Verdef, vd_ndx),
                          verdef_name = FIELD(Elf64_Verdef, vd_aux),
                          verdef_next = FIELD(Elf64_Verdef, vd_next);

/* The first version node is the object itself, with its soname. */
const char *elf_object_version(const struct elf_object *object, unsigned index)
{
	uint64_t place = table(object, DT_VERDEF), next = 1;

	for (; place != 0 && next != 0 && index > 0; index--) {
		next = get(object, place, verdef_next);
		place += next;
	}
	if (place == 0 || next == 0)
		return NULL;
	return string_at(object, get(object, place + get(object, place, verdef_name), word));
}

/* Returns its name; NULL for a symbol without a version. */
static const char *version_of(const struct elf_object *object, uint64_t symbol)
{
	uint64_t versions = table(object, DT_VERSYM), place = table(object, DT_VERDEF), next;
	uint64_t number = get(object, versions + symbol * half.width, half) & 0x7FFF;

	if (versions == 0 || place == 0 || number == VER_NDX_GLOBAL)
		return NULL;
	for (; get(object, place, verdef_number) != number; place += next) {
		next = get(object, place, verdef_next);
		if (next == 0)
			return NULL;
	}
	return string_at(object, get(object, place + get(object, place, verdef_name), word));
}

/*
 * DT_GNU_HASH: the number of buckets, the index of the first symbol and the number of words in a
 * filter, which is not needed here; the filter; the buckets, each the first symbol of a chain; a
 * hash for each symbol, whose lowest bit ends the chain.  Undefined symbols are not in it.
 */
bool elf_object_symbols(const struct elf_object *object, struct elf_symbols *symbols)
{
	uint64_t hash = table(object, DT_GNU_HASH);
	uint64_t count = get(object, hash, word);
	uint64_t filter = get(object, hash + 8, word) * object->layout->word_size;
	uint64_t buckets = hash + 16 + filter, chain = buckets + count * word.width;

	symbols->first = get(object, hash + 4, word);
	symbols->end = 0;
	if (hash == 0 || chain > object->length)
		return false;
	for (uint64_t i = 0; i < count; i++) {
		uint64_t start = get(object, buckets + i * word.width, word);

		if (start > symbols->end)
			symbols->end = start;
	}
	if (symbols->end < symbols->first)
		return false;
	chain -= symbols->first * word.width;
	while (chain + symbols->end * word.width < object->length &&
	       (get(object, chain + symbols->end++ * word.width, word) & 1) == 0)
		;
	return true;
}

struct elf_symbol elf_object_symbol(const struct elf_object *object, uint64_t index)
{
	uint64_t place = table(object, DT_SYMTAB) + index * object->layout->symbol_size;

	return (struct elf_symbol){
		.name = string_at(object, get(object, place, object->layout->symbol_name)),
		.version = version_of(object, index),
	};
}
