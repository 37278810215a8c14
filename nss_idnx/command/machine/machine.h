/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is so on this machine: files, child processes, the dynamic linker, who writes what. */
#ifndef MACHINE_H
#define MACHINE_H

#include <glob.h>
#include <limits.h>
#include <sys/stat.h>

#include "show.h"

/* --- Files of this machine, or of another system's tree in a folder ----------------- */

struct sysroot {
	const char *folder; /* NULL: this machine's */
	int fd;             /* of the folder; -1: it is "/" */
};

/* Opens the folder; a failure ends the run with EXIT_IO. */
struct sysroot sysroot_of(const char *folder);

/*
 * Works like open() with an absolute path; close-on-exec, and never waits for a FIFO's
 * writer.  Follows symbolic links as if the folder were the root: none leads out of it.
 */
int sysroot_open(const struct sysroot *root, const char *path, int flags);

bool sysroot_has(const struct sysroot *root, const char *path);

/* Finds where the symbolic link at path leads; returns false if there is none. */
bool sysroot_link(const struct sysroot *root, const char *path, char *target, size_t size);

/*
 * Finds the file's path without symbolic links, from the root on; returns false if there is
 * none.
 */
bool sysroot_real_path(const struct sysroot *root, const char *path, char real[static PATH_MAX]);

/* A block list for /etc/hosts may have ten megabytes; a larger file is not text. */
#define SYSROOT_FILE_MAX (64U * 1024 * 1024)

struct sysroot_file {
	char *octets; /* to be freed; NUL-terminated; "" on an error */
	size_t length;
	int error; /* errno, or 0; SYSROOT_NOT_REGULAR or SYSROOT_TOO_LARGE */
	struct stat stat; /* of the file, if it could be opened */
};

enum { SYSROOT_NOT_REGULAR = -1, SYSROOT_TOO_LARGE = -2 };

/* Reads the whole file. */
struct sysroot_file sysroot_read(const struct sysroot *root, const char *path);

/* Returns an English phrase for a reader. */
const char *sysroot_error_text(const struct sysroot_file *file);

/*
 * Ends a run that cannot change a file: says why, by errno (ESTALE: another program has changed
 * it), and what to do; what errno implies if the remedy has no words.
 */
_Noreturn void stop_file(const char *path, const struct remedy *remedy);

/* --- Processes of their own ------------------------------------------------------------ */

/*
 * Runs the program at the path argv[0] to its end.  Returns its standard output and standard
 * error as one string, to be freed, and sets *status as waitpid() does; exit status 127 means
 * that it cannot be run.  Returns NULL and sets errno if no process can be created.
 */
char *child_output(const char *const *argv, int *status);

/* Does the same for a function, which may crash, and ends the process itself. */
char *child_call(void (*call)(const void *), const void *argument, int *status);

/* --- Programs and libraries -------------------------------------------------------------- */

/* Which processor an ELF file is for: its first octets. */
struct object {
	unsigned char kind[6], more[10]; /* magic number, class, byte order; version, ABI */
	uint16_t type, processor;        /* in that byte order */
};

/* Returns false if the file is not an ELF file. */
bool object_read(const struct sysroot *root, const char *path, struct object *object);

/* Returns whether one process can load both. */
bool object_fits(const struct object *object, const struct object *other);

/* Finds the file that execvp() would run for this name; returns false if there is none. */
bool program_find(const char *name, char path[static PATH_MAX]);

enum program_loads {
	LOADS_UNKNOWN,    /* it is a script, or of another processor or libc */
	LOADS_STATIC,     /* it has in it what it may need */
	LOADS_PRIVILEGED, /* it is setuid, setgid, with capabilities: LD_LIBRARY_PATH is ignored */
	LOADS_NONE,       /* neither it nor a library that it needs is linked with libidn2 */
	LOADS_LIBRARY,    /* the library at that path */
	LOADS_NEWER,      /* likewise, but that lacks a version that the program needs */
};

/* Returns the dynamic linker's answer for the program at path, in this environment. */
enum program_loads program_loads(const char *path, char library[static PATH_MAX]);

/* Returns the dynamic linker of this command; "" if it is unknown. */
const char *program_linker(void);

/* --- The libidn2s, and which of them programs load --------------------------------------- */

#define LIBIDN2 "libidn2.so.0"

/* The newest libidn2 whose functions idnx's has, as Conflicts in conf/debian/control says. */
#define LIBIDN2_NEWEST "2.3.8"

/*
 * The folders where the package libidn2-idnx, and nothing else, installs idnx's libidn2 for
 * all programs of an architecture.  A library there implies that the package is installed
 * to switch it off in time.
 */
#define LIBIDN2_FOLDERS "/usr/lib/"
#define LIBIDN2_FOLDER  "/libidn2-idnx"

/* The file that switches it on; its name sorts before the files that name other folders. */
#define LIBIDN2_CONF     "/etc/ld.so.conf.d/00-idnx-"
#define LIBIDN2_CONF_END ".conf"

/* This file remains if an upgrade has disabled it, and could not enable it again. */
#define LIBIDN2_WAS_ON "/var/lib/libidn2-idnx/"

struct libidn2 {
	const char *kind; /* what ldconfig calls its architecture: "libc6,x86-64" */
	const char *path;
};

/* A PC has three architectures, each with a few glibc-hwcaps. */
#define LIBIDN2_MAX 32

/* The dynamic linker's cache: programs load the first library of their architecture. */
struct libidn2_cache {
	char *text;
	unsigned count;
	struct libidn2 all[LIBIDN2_MAX];
};

/* Returns false if it cannot be read, for example without an ldconfig. */
bool libidn2_cache_read(struct libidn2_cache *cache);
void libidn2_cache_free(struct libidn2_cache *cache);

/* Returns the library at that path; NULL if it is not in the cache. */
const struct libidn2 *libidn2_at(const struct libidn2_cache *cache, const char *path);

/* Returns what programs of this library's architecture load. */
const struct libidn2 *libidn2_first(const struct libidn2_cache *cache,
                                    const struct libidn2 *library);

/*
 * Finds what programs of the architecture of the library at that path load; empty if that
 * one is not in the cache.  Returns false if the cache cannot be read.
 */
bool libidn2_in_use(const char *library, char path[static PATH_MAX]);

/* Returns whether it is one of the package libidn2-idnx. */
bool libidn2_is_ours(const struct libidn2 *library);

/* Returns another library, of this architecture, that may have more than idnx's; or NULL. */
const struct libidn2 *libidn2_newer(const struct libidn2_cache *cache);

/* Finds what this program's dynamic linker loads as libidn2; returns false if nothing. */
bool libidn2_loaded(char path[static PATH_MAX]);

/* Returns whether idnx itself is of that architecture, such as "x86_64-linux-gnu". */
bool libidn2_is_native(const char *architecture);

/* idnx enable --libidn2 and idnx disable --libidn2. */
struct libidn2_request {
	const char *architecture; /* such as x86_64-linux-gnu; or "all" */
	bool dry_run, json;
};

enum exit_code libidn2_enable(const struct libidn2_request *request);
enum exit_code libidn2_disable(const struct libidn2_request *request);

/* --- The Pythons, and which of them convert names as idnx does ---------------------------- */

/* What a link in a site directory leads to, and the link that counts. */
#define PYTHON_SITE IDNX_PYTHON "/site/"
#define PYTHON_LINK "idnx.pth"

/* Finds the site directories below a prefix, such as /usr/lib/python3/dist-packages. */
void python_find(const char *prefix, glob_t *sites);
bool python_is_enabled(const char *site);
bool python_is_installed(void);

/* idnx enable --python and idnx disable --python. */
struct python_request {
	const char *prefix;
	bool is_enable, dry_run, json;
};

enum exit_code python_switch(const struct python_request *request);

/* --- Who writes nsswitch.conf, and what prevents a change of its hosts line --------------- */

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

/* Returns why the file cannot be replaced, as errno would; 0 if nothing is known. */
int manager_obstacle(const struct manager *manager);

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

/*
 * Returns how the module gets onto this machine, as idnx itself came here.  is_own: the module
 * is for the processor of this command.
 */
struct remedy package_remedy(const struct sysroot *root, bool is_own);

#endif
