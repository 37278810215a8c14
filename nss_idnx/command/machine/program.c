/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Examines a program file as the kernel does: its mode, and whether a header names a
 * dynamic linker (System V ABI, "Program Loading and Dynamic Linking").
 */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* --- Where it is ---------------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat file;

	return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

/* An empty folder in PATH is the current one. */
static bool find_in(const char *folder, int length, const char *name,
                    char path[static PATH_MAX])
{
	const char *slash = length > 0 ? "/" : "";
	int written = snprintf(path, PATH_MAX, "%.*s%s%s", length, folder, slash, name);

	return written < PATH_MAX && is_program(path);
}

bool program_find(const char *name, char path[static PATH_MAX])
{
	const char *folders = getenv("PATH");

	if (strchr(name, '/') != NULL || *name == '\0')
		return find_in("", 0, name, path);
	if (folders == NULL)
		folders = "/bin:/usr/bin"; /* as in glibc */
	for (;; folders++) {
		size_t length = strcspn(folders, ":");

		if (length < PATH_MAX && find_in(folders, (int)length, name, path))
			return true;
		folders += length;
		if (*folders == '\0')
			return false;
	}
}

/* --- What it is ----------------------------------------------------------------- */

/* Capabilities give nothing to root, who has all of them already. */
static bool is_privileged(int fd)
{
	struct stat file;

	if (fstat(fd, &file) == -1)
		return false;
	if (file.st_mode & S_ISUID && file.st_uid != geteuid())
		return true;
	if (file.st_mode & S_ISGID && file.st_mode & S_IXGRP && file.st_gid != getegid())
		return true;
	return geteuid() != 0 && fgetxattr(fd, "security.capability", NULL, 0) > 0;
}

/* Reads the header; returns whether it is that of a program for this processor. */
static bool read_header(int fd, ElfW(Ehdr) *header)
{
	unsigned char class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

	return pread(fd, header, sizeof *header, 0) == sizeof *header &&
	       memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
	       header->e_ident[EI_CLASS] == class &&
	       header->e_phentsize == sizeof(ElfW(Phdr));
}

/* Reads which dynamic linker the program names; "" if none. */
static void read_interpreter(int fd, const ElfW(Ehdr) *header, char name[static PATH_MAX])
{
	ElfW(Phdr) segment;

	memset(name, 0, PATH_MAX);
	for (unsigned i = 0; i < header->e_phnum; i++) {
		off_t place = (off_t)(header->e_phoff + i * sizeof segment);

		if (pread(fd, &segment, sizeof segment, place) != sizeof segment)
			return;
		if (segment.p_type != PT_INTERP || segment.p_filesz >= PATH_MAX)
			continue;
		if (pread(fd, name, segment.p_filesz, (off_t)segment.p_offset) == -1)
			*name = '\0';
		return;
	}
}

static enum program_kind kind_of(int fd)
{
	ElfW(Ehdr) header;
	char interpreter[PATH_MAX];

	if (is_privileged(fd))
		return PROGRAM_PRIVILEGED;
	if (!read_header(fd, &header))
		return PROGRAM_UNKNOWN;
	read_interpreter(fd, &header, interpreter);
	if (*interpreter == '\0')
		return PROGRAM_STATIC;
	return strcmp(interpreter, program_interpreter()) == 0 ? PROGRAM_DYNAMIC
	                                                       : PROGRAM_UNKNOWN;
}

enum program_kind program_kind(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	enum program_kind kind;

	if (fd == -1) /* it is executable, but not readable */
		return PROGRAM_UNKNOWN;
	kind = kind_of(fd);
	close(fd);
	return kind;
}

/* Looks at the first object, the program. */
static int note_interpreter(struct dl_phdr_info *info, size_t size, void *interpreter)
{
	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		uintptr_t place = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

		if (info->dlpi_phdr[i].p_type == PT_INTERP)
			*(const char **)interpreter = (const char *)place;
	}
	return 1;
}

const char *program_interpreter(void)
{
	const char *interpreter = "";

	dl_iterate_phdr(note_interpreter, &interpreter);
	return interpreter;
}
