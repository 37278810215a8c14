/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What is so on this machine: files, child processes, the dynamic linker, who writes what. */
#ifndef MACHINE_H
#define MACHINE_H

#include <limits.h>
#include <sys/stat.h>

#include "show.h"

/* --- Files of this machine, or of another system's tree in a directory ----------------- */

struct sysroot {
	const char *directory; /* NULL: this machine's */
	const char *word;      /* the same for sh(1), to the end of the run; "" */
	const char *option;    /* " --root=DIRECTORY", for this command and sh(1); "" */
	const char *prefix;    /* the same before a path in a message; "" */
	int fd;                /* of the directory; -1: it is "/" */
};

extern const struct sysroot sysroot_live; /* this machine's */

/* Opens the directory, one in a run; a failure ends the run with EXIT_IO. */
struct sysroot sysroot_of(const char *directory);

/*
 * Opens an absolute path, close-on-exec, and never waits for a FIFO's writer.  Follows symbolic
 * links as if the directory were the root: none leads out of it.
 */
int sysroot_open(const struct sysroot *root, const char *path, int flags);

/* Likewise returns a path for libc's functions, until the next call; "" and errno if there is no file. */
const char *sysroot_path(const struct sysroot *root, const char *path);

/* Returns the paths that match a pattern of glob(7), with braces; NULL ends the list. */
char **sysroot_glob(const struct sysroot *root, const char *pattern);

bool sysroot_has(const struct sysroot *root, const char *path);

/* Finds what the file is; returns false if there is none. */
bool sysroot_stat(const struct sysroot *root, const char *path, struct stat *status);

/*
 * Returns the file's path on this machine, for sh(1).  Of another system it has no symbolic links:
 * an absolute one of ROOT/etc/nsswitch.conf would have a command change a file of this machine.
 */
char *sysroot_word(const struct sysroot *root, const char *path);

/* Returns what a symbolic link says; "" if the file is none. */
const char *sysroot_link(const struct sysroot *root, const char *path);

/* A larger file is no text of a person. */
#define SYSROOT_FILE_MAX (64U * 1024 * 1024)

#define SYSROOT_NOT_REGULAR (-1)

struct sysroot_file {
	char *octets; /* NUL-terminated, for free(); "" on an error */
	size_t length;
	int error;        /* errno, EFBIG if it is larger; SYSROOT_NOT_REGULAR; or 0 */
	struct stat stat; /* of the file, if it could be opened */
};

struct sysroot_file sysroot_read(const struct sysroot *root, const char *path);

/* Returns whether the file can be read and has that text. */
bool sysroot_contains(const struct sysroot *root, const char *path, const char *text);

/* Returns whether the file is this machine's, or a copy of it. */
bool sysroot_has_copy(const struct sysroot *root, const char *path, const char *own_path);

/*
 * Ends a run that cannot change a file: says why, by an errno (ESTALE: another program has changed
 * it), and what to do; what the errno implies if the remedy has no words.
 */
_Noreturn void stop_file(const char *path, int error, struct remedy remedy);

/* --- A file is the whole old or the whole new one, even after a loss of power ------------- */

#define BACKUP_SUFFIX ".before-idnx"

/*
 * First step: writes the text to PATH.idnx-PID, with the owner, mode and extended attributes of
 * the old file, and syncs it to disk.  A public file is root's instead, with mode 0644.  It goes
 * when the run ends, unless replace_finish() has renamed it.  Returns false and sets errno on
 * failure: ESTALE if the file has changed since it was read into old, or exists although old says
 * ENOENT.  A run makes one change after the other.
 */
enum attributes { LIKE_OLD, PUBLIC };
bool replace_begin(const struct sysroot *root, const char *path, const struct sysroot_file *old,
                   const char *text, enum attributes attributes);

/*
 * Second step: renames it to the file; an old one that is kept becomes PATH.before-idnx.
 * Returns false and sets errno on failure; with EIO all may be done, but not synced to disk.
 */
enum old_file { KEEP_OLD, DROP_OLD };
bool replace_finish(enum old_file old);

/* Removes PATH.before-idnx. */
void replace_remove_backup(void);

/* --- Processes of their own ------------------------------------------------------------ */

#define CHILD_WORDS 5 /* of a command at most */

/*
 * Runs the program at the path argv[0] to its end, with words up to the first NULL.  Returns its
 * standard output and standard error as one string, and sets *status as waitpid() does; exit
 * status 127 means that it cannot be run.  Returns NULL and sets errno if no process can be
 * created.
 */
char *child_output(const char *const argv[static CHILD_WORDS], int *status);

/* Does the same for a function, which may crash, has five seconds, and ends the process itself. */
char *child_call(void (*call)(const void *), const void *argument, int *status);

/* Returns how it has ended instead of exiting as it should. */
char *child_end_text(int status);

/* Returns what ldconfig prints of the dynamic linker's cache; NULL if it cannot be read. */
char *ld_cache_read(void);

/* Takes the path of the next library of that name; NULL if there is none. */
const char *ld_cache_next(const char **rest, const char *name);

/* --- Programs and libraries -------------------------------------------------------------- */

/* Returns whether one process can load both: they are ELF files for one processor. */
bool object_fits(const struct sysroot *root, const char *path, const struct sysroot *other_root,
                 const char *other);

#define OBJECT_OWN "/proc/self/exe" /* this command */

/* Does the same for a whole file; returns NULL if so, or what is wrong. */
const char *object_fault(const struct sysroot *root, const char *path,
                         const struct sysroot *other_root, const char *other);

#define OBJECT_CUT_OFF "is damaged: its end is missing" /* programs that load it crash */

/* --- closed.c: what programs of other users cannot read --------------------------------- */

struct closed {
	char *what; /* "read /etc/idnx.conf (mode 600)", "search /srv/c (mode 700)"; or NULL */
	struct remedy fix;
	bool is_unknown; /* this user cannot become another one */
};

/* Finds what keeps them from the file: itself, or a directory on the way to it. */
struct closed closed_find(const struct sysroot *root, const char *path);

/* --- The module --------------------------------------------------------------------------- */

#define MODULE "libnss_idnx.so.2"

/* Maps to 127.0.0.1 (IDNX_NUMBER), which idnx rejects under any idnx.conf. */
#define MODULE_REJECTS "①②⑦.⓪.⓪.①"

/* That of a libc, in whose directory glibc searches for it. */
struct module {
	const char *libc;  /* below the root; NULL ends a list */
	const char *path;  /* if it is missing, where it should be */
	const char *fault; /* what is wrong with the file; NULL if nothing is */
	struct stat libc_stat;
};

/* Lists that of each libc.so.6 once. */
const struct module *module_list(const struct sysroot *root);

enum module_loads {
	MODULE_LOADS = 0x60, /* no exit status of anything else */
	MODULE_DOES_NOT_LOAD,
	MODULE_CRASHES, /* so does every program that looks a name up */
};

struct module_state {
	enum module_loads loads;
	char *fault; /* a sentence; NULL: it loads */
	struct remedy remedy;
	const char *path; /* below the root; NULL: no libc */
};

/*
 * Calls the module in a process of its own.  That of another system is not called: its file is
 * examined.
 */
struct module_state module_find_state(const struct sysroot *root);

/* Returns whether the file is a copy of a module of this machine, which works. */
bool module_is_copy(const struct sysroot *root, const char *path);

/* Returns whether the system has such a file where its libc, if any, searches for it. */
bool module_has_copy(const struct sysroot *root);

/* Returns whether the system's glibc has the source of a hosts: line, or can load it. */
bool source_is_installed(const struct sysroot *root, struct span name);

/* Returns whether a daemon listens at that socket; of SOCK_STREAM, *daemon becomes its process. */
bool socket_answers(const char *path, int type, pid_t *daemon);

#define NSCD_SOCKET "/var/run/nscd/socket" /* glibc's; nsncd has the same */

enum nscd_module {
	NSCD_MODULE_THERE, /* or nscd answers for no hosts */
	NSCD_MODULE_LACKING,
	NSCD_MODULE_UNKNOWN, /* only root can look into nscd */
};

/*
 * Returns whether this nscd answers programs without the module, which the hosts: line names: glibc
 * has searched for it once, and does not do so again.
 */
enum nscd_module nscd_find_module(pid_t nscd);

/* Names that nscd has found, and answers without another lookup. */
struct nscd_cache {
	char *name;   /* the first of them; NULL: none, or only root can read the cache */
	time_t until; /* when the last of them expires */
};

/* Searches the cache for names of that kind. */
struct nscd_cache nscd_search(bool (*is_wanted)(const char *name));

enum program_loads {
	LOADS_UNKNOWN,    /* it is not there, a script, or of another processor or libc */
	LOADS_STATIC,     /* it has in it what it may need */
	LOADS_PRIVILEGED, /* it is setuid, setgid, with capabilities: LD_PRELOAD is ignored */
	LOADS_NONE,       /* neither it nor a library that it needs is linked with libidn2 */
	LOADS_LIBRARY,    /* it is, or such a library */
	LOADS_NEWER,      /* likewise, with a version that the directory lacks */
};

/* Returns the dynamic linker's answer for what execvp() would run, with that library path. */
enum program_loads program_loads(const char *name, const char *directory);

/* --- idnx's libidn2 for all programs: of the package libidn2-idnx ------------------------- */

#define LIBIDN2 "libidn2.so.0"

/* The newest libidn2 whose functions idnx's has, as Conflicts in conf/debian/control says. */
#define LIBIDN2_NEWEST "2.3.8"

struct libidn2 {
	const char *architecture; /* such as x86_64-linux-gnu; NULL ends a list */
	const char *path;
	const char *conf;   /* the file that switches it on */
	const char *was_on; /* remains if an upgrade could not enable it again */
	const char *first;  /* what programs get; NULL if it is damaged or not cached */
	const char *newer;  /* another libidn2, that may have more than this; or NULL */
};

/* Lists those that are there, so of packages that switch them off in time. */
struct libidn2 *libidn2_list(void);

/* Finds first and newer; returns false if the cache cannot be read. */
bool libidn2_ask(struct libidn2 *library);

/* --- The Pythons, and which of them convert names as idnx does ---------------------------- */

/* What a link in a site directory leads to, and the link that counts. */
#define PYTHON_SITE IDNX_PYTHON "/site/"
#define PYTHON_LINK "idnx.pth"

/* Returns the site directories below a prefix, such as /usr/lib/python3/dist-packages. */
char **python_find(const char *prefix);
bool python_is_enabled(const char *site);
bool python_is_used(void); /* enabled for one of this machine's */
bool python_is_installed(void);

/* --- Who writes nsswitch.conf, and what prevents a change of its hosts: line --------------- */

#define NSSWITCH_CONF     "/etc/nsswitch.conf"
#define NSSWITCH_USR_CONF "/usr/etc/nsswitch.conf" /* openSUSE's, if that is missing */

enum manager_kind {
	MANAGER_NOBODY,    /* by the administrator, with an editor or idnx enable */
	MANAGER_IMMUTABLE, /* likewise, but chattr(1) has made the file immutable */
	MANAGER_READ_ONLY, /* likewise, but the file system is mounted read-only */
	MANAGER_MOUNT,     /* likewise, but the file is a mount of its own */
	MANAGER_LINK,      /* by another program, as those below: it is a symbolic link */
	MANAGER_PIECES,    /* by openSUSE's nsswitch-config(8), from pieces in a directory */
	MANAGER_AUTHSELECT,
	MANAGER_NIXOS,
};

struct manager {
	enum manager_kind kind;
	const char *text;  /* a predicate about the file */
	const char *first; /* what the administrator does before he edits it, or NULL */
	int obstacle;      /* why the file cannot be replaced, as errno; 0: nothing is known */
	const char *file;  /* of MANAGER_LINK, on this machine; "" if the link dangles */
};

struct manager manager_find(const struct sysroot *root);

/* Returns whether authselect, asked, says that it would write another file. */
bool manager_undoes(void);

/* Returns how the module is installed, as idnx was; is_own: for this command's processor. */
struct remedy package_remedy(const struct sysroot *root, bool is_own);

#endif
