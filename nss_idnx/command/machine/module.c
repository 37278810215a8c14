/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds the module where glibc searches for it: in the directory of each libc.so.6, which is the
 * default directory of its dynamic linker, or else by the linker's cache.  Both serve setuid programs,
 * too.  A libc.so.6 is there for each architecture, and often twice: /lib is a link to /usr/lib.
 */
#include "machine.h"

#include <dlfcn.h>
#include <link.h>
#include <netdb.h>
#include <nss.h>
#include <sys/wait.h>

#include "same_file.h"

#define ENTRY "_nss_idnx_gethostbyname4_r"

/* --- Where it is ------------------------------------------------------------ */

/* Returns whether glibc takes it; that of another maker has the name, but not the function. */
static bool is_taken(const struct sysroot *root, struct module *module, const char *prefix,
                     const char *libc)
{
	module->path = words_format("%s%.*s/" MODULE, prefix, (int)(strrchr(libc, '/') - libc),
	                            libc);
	module->fault = object_fault(root, module->path, root, module->libc);
	if (module->fault)
		return false;
	if (!sysroot_contains(root, module->path, ENTRY))
		module->fault = "is not idnx's";
	return true;
}

/* Of this system: where else the dynamic linker finds it, as in /usr/local/lib. */
static bool is_in_cache(const struct sysroot *root, struct module *module)
{
	const char *rest = root->directory ? NULL : ld_cache_read(), *path;

	while (rest && (path = ld_cache_next(&rest, MODULE)))
		if (object_fits(root, path, root, module->libc) &&
		    sysroot_contains(root, path, ENTRY)) {
			module->path = path;
			module->fault = NULL;
			return true;
		}
	return false;
}

/* Searches libc's directory and the twin of that, as glibc does: /lib and /usr/lib. */
static void find_module(const struct sysroot *root, struct module *module)
{
	const char *libc = module->libc + (strncmp(module->libc, "/usr/", 5) == 0 ? 4 : 0);

	if (!is_taken(root, module, "", libc) && !is_taken(root, module, "/usr", libc) &&
	    !is_in_cache(root, module))
		is_taken(root, module, "", module->libc);
}

/* Finds a file of that name in the directories of libcs. */
static char **find_files(const struct sysroot *root, const char *name)
{
	return sysroot_glob(root,
	                    words_format("{,/usr}/lib{/*-linux-gnu*,,32,64,x32}/%s", name));
}

#define MODULES_MAX 16 /* a PC has three libcs */

static const struct module *find_modules(const struct sysroot *root)
{
	struct module *all = words_room((MODULES_MAX + 1) * sizeof *all), *next = all, *same;

	for (char **libc = find_files(root, "libc.so.6"); *libc && next < all + MODULES_MAX;
	     libc++) {
		if (!object_fits(root, *libc, root, *libc) ||
		    !sysroot_stat(root, *libc, &next->libc_stat))
			continue;
		for (same = all; !same_file(&same->libc_stat, &next->libc_stat);)
			same++;
		if (same < next)
			continue;
		next->libc = *libc;
		find_module(root, next++);
	}
	return all;
}

/* Of this system once in a run: where the module is missing, ldconfig is asked. */
const struct module *module_list(const struct sysroot *root)
{
	static const struct module *own;

	if (root->directory)
		return find_modules(root);
	if (!own) {
		own = find_modules(root);
		words_keep();
	}
	return own;
}

static bool is_cut_off(const struct module *module)
{
	return module->fault && strcmp(module->fault, OBJECT_CUT_OFF) == 0;
}

/* Returns that of this command's libc, or of another system's the one that decides; NULL: no libc. */
static const struct module *find_own(const struct sysroot *root)
{
	const struct module *all = module_list(root), *own = NULL, *other = NULL;

	for (const struct module *one = all; one->libc; one++) {
		bool fits = object_fits(root, one->libc, &sysroot_live, OBJECT_OWN);

		if (root->directory && is_cut_off(one))
			return one;
		if (!own && fits && (!root->directory || !one->fault))
			own = one;
		if (!other && !one->fault)
			other = one;
	}
	return own ? own : other ? other : all->libc ? all : NULL;
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

	(void)unused;
	module = dlopen(MODULE, RTLD_NOW);
	if (module == NULL)
		end("cannot be loaded: %s", dlerror());
	entry = dlsym(module, ENTRY);
	if (entry == NULL)
		end("is not idnx's: %s", dlerror());
	status = call(entry, MODULE_REJECTS);
	if (call(entry, "localhost") != NSS_STATUS_UNAVAIL || status == NSS_STATUS_UNAVAIL ||
	    status == NSS_STATUS_SUCCESS)
		end("is damaged: it has taken %s for a name", MODULE_REJECTS);
	if (dlinfo(module, RTLD_DI_LINKMAP, &map) == 0)
		dprintf(STDOUT_FILENO, "%s", map->l_name);
	_exit(MODULE_LOADS);
}

/* Sets what is wrong, how the child has ended or what it wrote; or the path of a module that works. */
static enum module_loads try_module(char **said)
{
	static char *text;
	static enum module_loads loads = MODULE_CRASHES;
	int status = 0;

	if (!text) {
		text = child_call(load, NULL, &status);
		if (!text)
			die_io("a process for the module");
		if (WIFEXITED(status) && WEXITSTATUS(status) >= MODULE_LOADS &&
		    WEXITSTATUS(status) < MODULE_CRASHES)
			loads = (enum module_loads)WEXITSTATUS(status);
		else
			text = child_end_text(status);
	}
	*said = text;
	return loads;
}

bool module_is_copy(const struct sysroot *root, const char *path)
{
	char *loaded;

	if (try_module(&loaded) != MODULE_LOADS)
		return false;
	for (const struct module *own = module_list(&sysroot_live); own->libc; own++)
		if (sysroot_has_copy(root, path, own->path))
			return true;
	return sysroot_has_copy(root, path, loaded);
}

bool module_has_copy(const struct sysroot *root)
{
	const struct module *module = module_list(root);
	bool has_libc = module->libc != NULL;

	for (; module->libc; module++)
		if (!module->fault && module_is_copy(root, module->path))
			return true;
	/* Without a libc there, as in Postfix's chroot, libc was loaded before. */
	for (char **path = find_files(root, MODULE); *path && !has_libc; path++)
		if (module_is_copy(root, *path))
			return true;
	return false;
}

/* Of a module that it cannot read or use, ld.so says that it is not there: its file tells more. */
static void examine(struct module_state *state, const struct sysroot *root,
                    const struct module *own)
{
	struct closed closed = closed_find(root, own->path);

	state->remedy = closed.what ? closed.fix : package_remedy(root, true);
	if (closed.what)
		state->fault = words_format("not all can %s", closed.what);
	else if (own->fault)
		state->fault = words_format("%s%s %s", root->prefix, own->path, own->fault);
}

struct module_state module_find_state(const struct sysroot *root)
{
	const struct module *own = find_own(root);
	struct module_state state = { MODULE_DOES_NOT_LOAD, .path = own ? own->path : NULL };
	char *said = NULL;

	if (!root->directory)
		state.loads = try_module(&said);
	else if (own && (!own->fault || is_cut_off(own)))
		state.loads = own->fault ? MODULE_CRASHES : MODULE_LOADS;
	if (state.loads == MODULE_LOADS)
		return state;
	if (said)
		state.fault = words_format(MODULE " %s", said);
	if (!own)
		state = (struct module_state){
			state.loads,
			words_format("there is no libc.so.6 in the directories of %s",
			             root->directory ? root->directory : "/"),
			remedy_words("Use a system with glibc: others have no NSS"),
			NULL,
		};
	else if (root->directory || state.loads != MODULE_CRASHES)
		examine(&state, root, own);
	if (state.loads == MODULE_CRASHES)
		state.remedy = remedy_command("Install the " MODULE
		                              " of idnx again, but first run",
		                              "idnx disable%s", root->option);
	return state;
}

/* --- Other sources ---------------------------------------------------------- */

/* Since glibc 2.34 the first two are in libc.  A system without libc may have any. */
bool source_is_installed(const struct sysroot *root, struct span name)
{
	const char *file = words_format("libnss_%.*s.so.2", (int)span_length(name), name.next);

	if (span_equals(name, "files") || span_equals(name, "dns"))
		return true;
	if (!root->directory)
		return dlopen(file, RTLD_LAZY) != NULL;
	return *find_files(root, file) || !module_list(root)->libc;
}
