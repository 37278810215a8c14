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

#define ENTRY "_nss_idnx_gethostbyname4_r"

/* --- Where it is ------------------------------------------------------------ */

/* Returns whether glibc takes it; that of another maker has the name, but not the function. */
static bool is_taken(const struct sysroot *root, struct module *module, const char *prefix,
                     const char *libc)
{
	snprintf(module->path, PATH_MAX, "%s%.*s/" MODULE, prefix,
	         (int)(strrchr(libc, '/') - libc), libc);
	module->fault = object_fault(root, module->path, root, module->libc);
	if (module->fault)
		return false;
	if (!sysroot_contains(root, module->path, ENTRY))
		module->fault = "is not idnx's";
	return true;
}

/* Searches libc's directory and the twin of that, as glibc does: /lib and /usr/lib. */
static void find_module(const struct sysroot *root, struct module *module)
{
	const char *libc = module->libc + (strncmp(module->libc, "/usr/", 5) == 0 ? 4 : 0);

	if (!is_taken(root, module, "", libc) && !is_taken(root, module, "/usr", libc))
		is_taken(root, module, "", module->libc);
}

/* Finds a file of that name in the directories of libcs; *prefix: octets before the path below the root. */
static glob_t find_files(const struct sysroot *root, const char *name, size_t *prefix)
{
	char *top = root->fd != -1 ? words_format("/proc/self/fd/%d", root->fd)
	                           : words_copy("");
	glob_t paths = { .gl_pathc = 0 };

	*prefix = strlen(top);
	glob(words_format("%s{,/usr}/lib{/*-linux-gnu*,,32,64,x32}/%s", top, name), GLOB_BRACE,
	     NULL, &paths);
	return paths;
}

unsigned module_list(const struct sysroot *root, struct module all[static MODULES_MAX])
{
	size_t prefix;
	glob_t paths = find_files(root, "libc.so.6", &prefix);
	unsigned count = 0, i;

	for (size_t path = 0; path < paths.gl_pathc && count < MODULES_MAX; path++) {
		struct module *module = &all[count];
		const char *libc = paths.gl_pathv[path] + prefix;

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
	const struct module *own = NULL, *other = NULL;

	for (unsigned i = 0; i < count; i++) {
		bool fits = object_fits(root, all[i].libc, &sysroot_live, OBJECT_OWN);

		if (root->directory && is_cut_off(&all[i]))
			return &all[i];
		if (!own && fits && (!root->directory || !all[i].fault))
			own = &all[i];
		if (!other && !all[i].fault)
			other = &all[i];
	}
	return own ? own : other ? other : count > 0 ? all : NULL;
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
	child_limit();
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
	struct module own[MODULES_MAX];
	char *loaded;
	bool works = try_module(&loaded) == MODULE_LOADS;
	bool is_copy = works && sysroot_has_copy(root, path, loaded);

	for (unsigned i = works ? module_list(&sysroot_live, own) : 0; i-- > 0 && !is_copy;)
		is_copy = sysroot_has_copy(root, path, own[i].path);
	return is_copy;
}

bool module_has_copy(const struct sysroot *root)
{
	struct module all[MODULES_MAX];
	unsigned count = module_list(root, all);
	size_t prefix;
	glob_t paths = find_files(root, MODULE, &prefix);
	bool has = false;

	for (unsigned i = 0; i < count; i++)
		has |= !all[i].fault && module_is_copy(root, all[i].path);
	/* Without a libc there, as in Postfix's chroot, libc was loaded before. */
	for (size_t i = 0; i < paths.gl_pathc && count == 0; i++)
		has |= module_is_copy(root, paths.gl_pathv[i] + prefix);
	globfree(&paths);
	return has;
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
	struct module all[MODULES_MAX];
	const struct module *own = find_own(root, all);
	struct module_state state = { MODULE_DOES_NOT_LOAD,
		                      .path = own ? words_copy(own->path) : NULL };
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
		state.remedy = remedy_command(
			"Install the " MODULE " of idnx again, but first run",
			"idnx disable%s%s", root->directory ? " --root=" : "", root->word);
	return state;
}

/* --- Other sources ---------------------------------------------------------- */

/* Returns whether that system has the file where libcs are, or has no libc. */
static bool is_beside_libc(const struct sysroot *root, const char *file)
{
	struct module modules[MODULES_MAX];
	size_t prefix;

	return find_files(root, file, &prefix).gl_pathc > 0 || module_list(root, modules) == 0;
}

/* Since glibc 2.34 these two are in libc. */
bool source_is_installed(const struct sysroot *root, struct span name)
{
	const char *file = words_format("libnss_%.*s.so.2", (int)span_length(name), name.next);

	return span_equals(name, "files") || span_equals(name, "dns") ||
	       (root->directory ? is_beside_libc(root, file) : dlopen(file, RTLD_LAZY) != NULL);
}
