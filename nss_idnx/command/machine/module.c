/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds the module where glibc searches for it: in the directory of each libc.so.6, which is the
 * default directory of its dynamic linker, for setuid programs too.  There is one for each
 * architecture, and often twice: /lib is a link to /usr/lib.
 */
#include "machine.h"

#include <dlfcn.h>
#include <link.h>
#include <netdb.h>
#include <nss.h>
#include <sys/wait.h>

#include "same_file.h"

#define LIBCS "{,/usr}/lib{/*-linux-gnu*,,32,64,x32}/libc.so.6"

/* --- Where it is ------------------------------------------------------------ */

static bool is_good(const struct sysroot *root, struct module *module, const char *prefix,
                    const char *libc)
{
	snprintf(module->path, PATH_MAX, "%s%.*s/" MODULE, prefix,
	         (int)(strrchr(libc, '/') - libc), libc);
	module->fault = object_fault(root, module->path, root, module->libc);
	return module->fault == NULL;
}

/* Searches libc's directory and the twin of that, as glibc does: /lib and /usr/lib. */
static void find_module(const struct sysroot *root, struct module *module)
{
	const char *libc = module->libc + (strncmp(module->libc, "/usr/", 5) == 0 ? 4 : 0);

	if (!is_good(root, module, "", libc) && !is_good(root, module, "/usr", libc))
		is_good(root, module, "", module->libc);
}

unsigned module_list(const struct sysroot *root, struct module all[static MODULES_MAX])
{
	char *prefix = root->fd != -1 ? words_format("/proc/self/fd/%d", root->fd)
	                              : words_copy("");
	unsigned count = 0, i;
	glob_t paths = { .gl_pathc = 0 };

	glob(words_format("%s" LIBCS, prefix), GLOB_BRACE, NULL, &paths);
	for (size_t path = 0; path < paths.gl_pathc && count < MODULES_MAX; path++) {
		struct module *module = &all[count];
		const char *libc = paths.gl_pathv[path] + strlen(prefix);

		snprintf(module->libc, PATH_MAX, "%s", libc);
		if (!object_fits(root, libc, root, libc) ||
		    !sysroot_stat(root, libc, &module->libc_stat))
			continue;
		for (i = 0; !same_file(&all[i].libc_stat, &module->libc_stat);)
			i++;
		if (i == count)
			find_module(root, &all[count++]);
	}
	return count;
}

static bool is_cut_off(const struct module *module)
{
	return module->fault && strcmp(module->fault, OBJECT_CUT_OFF) == 0;
}

/* Returns that of this command's libc, or of another system's the one that decides; NULL: no libc. */
static const struct module *find_own(const struct sysroot *root,
                                     struct module all[static MODULES_MAX])
{
	unsigned count = module_list(root, all);

	for (unsigned i = 0; i < count; i++)
		if (root->directory ? is_cut_off(&all[i])
		                    : object_fits(root, all[i].libc, root, OBJECT_OWN))
			return &all[i];
	for (unsigned i = 0; i < count; i++)
		if (!all[i].fault)
			return &all[i];
	return count > 0 ? all : NULL;
}

/* --- What it does ----------------------------------------------------------- */

/* Ends the child; it writes what is wrong with the module. */
_Noreturn static void end(const char *format, const char *text)
{
	dprintf(STDOUT_FILENO, format, text);
	_exit(MODULE_DOES_NOT_LOAD);
}

/* Calls it as getaddrinfo() would. */
static enum nss_status call(void *entry, const char *name)
{
	enum nss_status (*function)(const char *, struct gaih_addrtuple **, char *, size_t,
	                            int *, int *, int32_t *);
	struct gaih_addrtuple *answer = NULL;
	char buffer[1024];

	memcpy(&function, &entry, sizeof function); /* POSIX dlsym */
	return function(name, &answer, buffer, sizeof buffer, &errno, &h_errno, NULL);
}

static void load(const void *unused)
{
	void *module, *entry;
	enum nss_status status;
	struct link_map *map;
	struct stat file;

	(void)unused;
	child_limit();
	module = dlopen(MODULE, RTLD_NOW);
	if (module == NULL)
		end("cannot be loaded: %s", dlerror());
	entry = dlsym(module, "_nss_idnx_gethostbyname4_r");
	if (entry == NULL)
		end("is not idnx's: %s", dlerror());
	status = call(entry, MODULE_REJECTS);
	if (call(entry, "localhost") != NSS_STATUS_UNAVAIL || status == NSS_STATUS_UNAVAIL ||
	    status == NSS_STATUS_SUCCESS)
		end("is damaged: it has taken %s for a name", MODULE_REJECTS);
	if (dlinfo(module, RTLD_DI_LINKMAP, &map) == 0 && stat(map->l_name, &file) == 0 &&
	    (file.st_mode & S_IROTH) == 0)
		end("cannot be read by programs of other users: %s", map->l_name);
	_exit(MODULE_LOADS);
}

/* Returns what is wrong: how the child has ended, or what it wrote. */
static char *try_module(enum module_loads *loads)
{
	int status = 0;
	char *said = child_call(load, NULL, &status);

	if (!said)
		die_io("a process for the module");
	*loads = MODULE_CRASHES;
	if (WIFEXITED(status) && WEXITSTATUS(status) >= MODULE_LOADS &&
	    WEXITSTATUS(status) < MODULE_CRASHES)
		*loads = (enum module_loads)WEXITSTATUS(status);
	return words_format(MODULE " %s",
	                    *loads == MODULE_CRASHES ? child_end_text(status) : said);
}

/* Of a module that it cannot read or use, ld.so says that it is not there: its file tells more. */
static void examine(struct module_state *state, const struct sysroot *root,
                    const struct module *own)
{
	struct stat file = { .st_mode = 0444 };

	state->remedy = package_remedy(root, true);
	if (sysroot_stat(root, own->path, &file) && (file.st_mode & 0444) != 0444) {
		state->fault = words_format("not all can read %s%s (mode %03o)", root->prefix,
		                            own->path, file.st_mode & 07777U);
		state->remedy = remedy_command("Run", "chmod 644 %s%s", root->word, own->path);
	} else if (own->fault) {
		state->fault = words_format("%s%s %s", root->prefix, own->path, own->fault);
	}
}

struct module_state module_find_state(const struct sysroot *root)
{
	struct module all[MODULES_MAX];
	const struct module *own = find_own(root, all);
	struct module_state state = { .loads = MODULE_DOES_NOT_LOAD };

	if (!root->directory)
		state.fault = try_module(&state.loads);
	else if (own && (!own->fault || is_cut_off(own)))
		state.loads = own->fault ? MODULE_CRASHES : MODULE_LOADS;
	if (state.loads == MODULE_LOADS)
		return (struct module_state){ .loads = MODULE_LOADS };
	if (!own)
		state = (struct module_state){
			state.loads,
			words_format("there is no libc.so.6 in the directories of %s",
			             root->directory ? root->directory : "/"),
			remedy_words("Use a system with glibc: others have no NSS"),
		};
	else if (root->directory || state.loads != MODULE_CRASHES)
		examine(&state, root, own);
	if (state.loads == MODULE_CRASHES)
		state.remedy = remedy_command(
			"Install the " MODULE " of idnx again, but first run",
			"idnx disable%s%s", root->directory ? " --root=" : "", root->word);
	return state;
}

/* --- Other sources ---------------------------------------------------------- */

/* Since glibc 2.34 these two are in libc. */
bool source_is_installed(struct span name)
{
	const char *file = words_format("libnss_%.*s.so.2", (int)span_length(name), name.next);

	return span_equals(name, "files") || span_equals(name, "dns") ||
	       dlopen(file, RTLD_LAZY) != NULL;
}
