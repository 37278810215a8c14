/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks the dynamic linker, which alone knows the outcome of LD_LIBRARY_PATH, RPATH and its
 * cache for a program and all its libraries: "ld.so --list" loads them and runs nothing.
 */
#include "machine.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <sys/xattr.h>

/* "libidn2.so.0 => /usr/lib/x86_64-linux-gnu/libidn2.so.0 (0x00007fcd46ebf000)" */
#define LISTED "\t" LIBIDN2 " => /"

/* "PROGRAM: /.../libidn2.so.0: version `IDN2_9.0.0' not found (required by PROGRAM)" */
#define LACKING "/" LIBIDN2 ": version `"

/* Returns what execvp() would run, as sh(1) finds it; "./NAME" for a word that sh has built in. */
static const char *find(const char *name)
{
	const char *which[CHILD_WORDS] = { "/bin/sh", "-c", "command -v -- \"$0\"", name };
	int status = -1;
	char *path = child_output(which, &status);

	return words_format("%s%.*s", path && strchr(path, '/') ? "" : "./",
	                    path ? (int)strcspn(path, "\n") : 0, path);
}

/* Capabilities give nothing to root, who has all of them already. */
static bool is_privileged(const char *path)
{
	struct stat file;

	if (stat(path, &file) == -1)
		return false;
	if (file.st_mode & S_ISUID && file.st_uid != geteuid())
		return true;
	if (file.st_mode & S_ISGID && file.st_mode & S_IXGRP && file.st_gid != getegid())
		return true;
	return geteuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0;
}

/* Reads what 32 and 64 bits have in common; returns false if it is not an ELF file. */
static bool read_header(const struct sysroot *root, const char *path, Elf32_Ehdr *header)
{
	size_t size = offsetof(Elf32_Ehdr, e_version);
	int fd = sysroot_open(root, path, O_RDONLY);
	ssize_t length;

	if (fd == -1)
		return false;
	length = read(fd, header, size);
	close(fd);
	errno = 0;
	return length == (ssize_t)size && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0;
}

bool object_fits(const struct sysroot *root, const char *path, const struct sysroot *other_root,
                 const char *other)
{
	Elf32_Ehdr one, two;

	return read_header(root, path, &one) && read_header(other_root, other, &two) &&
	       one.e_ident[EI_CLASS] == two.e_ident[EI_CLASS] &&
	       one.e_ident[EI_DATA] == two.e_ident[EI_DATA] && one.e_machine == two.e_machine;
}

/* Linkers write the table of sections at the end.  Of another kind of processor that is not read. */
static bool is_whole(const struct sysroot *root, const char *path)
{
	ElfW(Ehdr) header = { .e_shnum = 0 };
	struct stat file = { .st_size = 0 };
	int fd = sysroot_open(root, path, O_RDONLY);
	bool is_read = fd != -1 && fstat(fd, &file) == 0 &&
	               read(fd, &header, sizeof header) == (ssize_t)sizeof header;

	if (fd != -1)
		close(fd);
	if (!object_fits(root, path, &sysroot_live, OBJECT_OWN))
		return true;
	return is_read && header.e_shoff + (uint64_t)header.e_shentsize * header.e_shnum <=
	                          (uint64_t)file.st_size;
}

const char *object_fault(const struct sysroot *root, const char *path,
                         const struct sysroot *other_root, const char *other)
{
	Elf32_Ehdr header;

	if (!read_header(root, path, &header))
		return errno == ENOENT   ? "is missing"
		       : errno == EACCES ? "cannot be read"
		                         : "is damaged: it is no ELF file";
	if (!object_fits(root, path, other_root, other))
		return "is for another processor";
	return is_whole(root, path) ? NULL : OBJECT_CUT_OFF;
}

static enum program_loads read_list(const char *text)
{
	if (strstr(text, "\tlibc.so.") == NULL)
		return LOADS_UNKNOWN;
	if (strstr(text, LISTED) == NULL)
		return LOADS_NONE;
	return strstr(text, LACKING) != NULL ? LOADS_NEWER : LOADS_LIBRARY;
}

/* Returns the dynamic linker of this command; "" if it is unknown. */
static const char *linker(void)
{
	union {
		unsigned long number;
		const void *pointer;
	} base = { getauxval(AT_BASE) };
	Dl_info info;

	return dladdr(base.pointer, &info) != 0 ? info.dli_fname : "";
}

/* Not --list first, which crashes of a static program in glibc 2.36. */
enum program_loads program_loads(const char *name, const char *directory)
{
	const char *path = find(name);
	const char *verify[CHILD_WORDS] = { linker(), "--verify", path };
	/* It tells more than a status, as with LACKING. */
	const char *list[CHILD_WORDS] = { linker(), "--library-path", directory, "--list",
		                          path };
	int status = -1;
	char *text;

	if (is_privileged(path))
		return LOADS_PRIVILEGED;
	child_output(verify, &status);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 2)
		return LOADS_UNKNOWN;
	if (WEXITSTATUS(status) != 0)
		return object_fits(&sysroot_live, path, &sysroot_live, OBJECT_OWN)
		               ? LOADS_STATIC
		               : LOADS_UNKNOWN;
	text = child_output(list, &status);
	return read_list(text != NULL ? text : "");
}
