/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks at what a name meets on its way to idnx.conf: the file with the hosts: line, that line, the
 * module.  A module of another system is not called: only its file is examined.
 */
#include "force.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <time.h>

#include "conf_fault.h"
#include "policy.h"

#define NOT_CALLED "idnx is not called, because "

/* --- The line ------------------------------------------------------------- */

char *force_fault_text(const struct force *force, const struct hosts_fault *fault)
{
	return hosts_fault_sentence(force->root.prefix, force->nsswitch.path, fault);
}

/* Idnx that ends the search, although it should not, is called. */
static const struct hosts_fault *find_fault(const struct hosts_plan *plan, bool is_called)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (plan->faults[i].is_failure &&
		    (plan->faults[i].kind == HOSTS_ENDS_SEARCH) == is_called)
			return &plan->faults[i];
	return NULL;
}

static void check_line(struct force *force)
{
	const struct hosts_file *nsswitch = &force->nsswitch;
	const struct hosts_fault *fault = find_fault(&nsswitch->plan, false);

	if (hosts_file_is_unread(nsswitch))
		force->reason = words_format(NOT_CALLED "%s%s cannot be read: %s",
		                             force->root.prefix, nsswitch->path,
		                             sysroot_error_text(&nsswitch->file));
	else if (fault && (fault->kind == HOSTS_TOO_LATE || fault->kind == HOSTS_LEAKS))
		force->reason = force_fault_text(force, fault);
	else if (fault)
		force->reason = words_format(NOT_CALLED "%s", force_fault_text(force, fault));
	else
		return;
	force->culprit = "hosts-line";
	force->is_for_all = fault && (fault->kind <= HOSTS_SECOND_BRACKET ||
	                              fault->kind == HOSTS_NO_SOURCE);
	force->remedy = hosts_file_remedy(nsswitch);
}

static void check_module(struct force *force)
{
	const struct module_state *module = &force->module;

	if (force->reason || module->loads == MODULE_LOADS)
		return;
	force->culprit = "module";
	force->is_for_all = module->loads == MODULE_CRASHES;
	force->reason = words_format("%s%s",
	                             module->loads == MODULE_CRASHES
	                                     ? "programs end at their first lookup, because "
	                                     : NOT_CALLED,
	                             module->fault);
	force->remedy = module->remedy;
}

/* --- The sources ------------------------------------------------------------ */

static void find_others(struct force *force)
{
	const char *missing = force->nsswitch.missing;
	struct span list = span_of_text(force->sources);
	struct nsswitch_source source;
	bool has_others = false;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE)
		has_others |= !hosts_source_is_local(source.name) &&
		              source_is_installed(&force->root, source.name);
	if (missing)
		force->missing_remedy = remedy_words("Correct the name of that source in the "
		                                     "hosts: line, install its package, or "
		                                     "remove it");
	if (has_others)
		return;
	force->lost_culprit = "source";
	force->lost_remedy = force->missing_remedy;
	force->lost = missing ? words_format("%s is not installed: there is no libnss_%s.so.2",
	                                     missing, missing)
	                      : words_copy("the hosts: line has no source of other names");
}

/* Idnx is called, and no other source. */
static void find_end(struct force *force)
{
	const struct hosts_fault *fault = find_fault(&force->nsswitch.plan, true);

	if (!fault || force->lost)
		return;
	force->lost_culprit = "hosts-line";
	force->lost = force_fault_text(force, fault);
	force->lost_remedy = hosts_file_remedy(&force->nsswitch);
}

static void find_sources(struct force *force)
{
	struct span text = span_of_text(force->nsswitch.file.octets);
	struct nsswitch_line line;

	if (nsswitch_find_hosts(text, true, &line)) {
		line.list = span_trim_end(line.list);
		force->sources = words_copy_of(line.list.next, span_length(line.list));
		find_others(force);
		find_end(force);
	} else {
		force->sources = words_format(hosts_file_is_unread(&force->nsswitch)
		                                      ? "unknown: %s%s cannot be read"
		                                      : "none in %s%s: glibc's default",
		                              force->root.prefix, force->nsswitch.path);
	}
}

/* --- idnx.conf -------------------------------------------------------------- */

/* Without an idnx.conf, the path is of no file either. */
static char *find_path(const struct sysroot *root)
{
	int fd;

	if (!root->directory)
		return words_copy(IDNX_CONF);
	fd = sysroot_open(root, IDNX_CONF, O_PATH);
	if (fd == -1) /* a dangling link is not a missing file */
		fd = sysroot_open(root, IDNX_CONF, O_PATH | O_NOFOLLOW);
	return words_format("/proc/self/fd/%d", fd);
}

struct config_result force_read_config(const struct sysroot *root, struct settings *settings,
                                       struct sysroot_file *file)
{
	struct config_result result = config_read(find_path(root), NULL, settings), error;

	*file = sysroot_read(root, IDNX_CONF);
	if (result.status != CONFIG_OK || result.missing || result.masked)
		return result;
	error = config_check(file->octets, file->length);
	return error.status != CONFIG_OK ? error : result;
}

bool force_sets_protection(const struct config_result *config)
{
	return config_sets(config, CONFIG_PROTECTION, CONFIG_PROTECT);
}

const char *force_protection(const struct settings *settings)
{
	enum config_protection protection = config_protection(settings);

	return protection < CONFIG_PROTECTIONS
	               ? config_keys[CONFIG_PROTECTION].values[protection]
	               : "its own keys";
}

/* "protection = browser" sets nothing if each of its keys is off. */
static bool restricts(const struct force *force)
{
	return force_sets_protection(&force->config) &&
	       (config_protection(&force->settings) != CONFIG_PROTECTION_OFF ||
	        force->settings.lines[CONFIG_PROTECT] != 0 || force->config.has_sections);
}

/* Returns whether this machine's file, another one, has protection that is lacking here. */
static bool is_weaker(const struct force *force)
{
	struct settings settings;
	struct config_result own = config_read(IDNX_CONF, NULL, &settings);

	return force->root.directory && !force->is_set && force_sets_protection(&own);
}

static void read_config(struct force *force)
{
	const struct config_result *config = &force->config;
	struct sysroot_file conf;

	force->config = force_read_config(&force->root, &force->settings, &conf);
	force->mode = conf.stat.st_mode;
	force->is_set = restricts(force);
	force->has_exceptions = config->has_sections ||
	                        config_sets(config, CONFIG_EXCLUDE, CONFIG_EXCLUDE);
	force->protects = force->is_set && !config->reports_everywhere;
	force->logs = config_sets(config, CONFIG_MODE, CONFIG_LOG);
	force->is_weaker = is_weaker(force);
}

static bool is_rejected(const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];

	return policy_to_ascii(IDNX_CONF, name, ace).action == POLICY_REJECTED;
}

/* One that has looked for a missing module goes on without it until it ends. */
static void check_nscds_module(struct force *force)
{
	force->nscd_is_without = !force->reason && force->module.path &&
	                         nscd_lacks_module(force->module.path,
	                                           &force->nsswitch.file.stat);
	if (!force->nscd_is_without)
		return;
	force->nscd = words_copy("it started before " MODULE
	                         " was there, and may go on without it");
	force->nscd_remedy = access("/run/systemd/system", F_OK) == 0
	                             ? remedy_command("Run", "systemctl restart nscd")
	                             : remedy_words("Run nscd --shutdown, and then nscd");
	if (force->bypass)
		return;
	force->bypass = words_format("programs ask nscd: %s", force->nscd);
	force->bypass_remedy = force->nscd_remedy;
}

/* What it found before a change of idnx.conf it answers until that expires. */
static void check_nscd(struct force *force)
{
	struct nscd_cache cache = { .name = NULL };
	char until[sizeof "23:59:59"];

	force->has_nscd = socket_answers(NSCD_SOCKET, SOCK_STREAM);
	if (force->has_nscd)
		check_nscds_module(force);
	if (force->has_nscd && !force->nscd && force->protects)
		cache = nscd_search(is_rejected);
	if (!cache.name)
		return;
	force->nscd_remedy = remedy_command("Run", "nscd -i hosts");
	strftime(until, sizeof until, "%H:%M:%S", localtime(&cache.until));
	force->nscd = words_format("until %s it has answers for names that " IDNX_CONF
	                           " rejects, such as %s",
	                           until, cache.name);
}

/* --- Other users, and another system ------------------------------------------ */

static void check_others(struct force *force)
{
	const struct sysroot *root = &force->root;

	force->closed = closed_find(root, force->nsswitch.path);
	if (!force->closed.what && force->module.path)
		force->closed = closed_find(root, force->module.path);
	force->bypass = force->reason;
	force->bypass_remedy = force->reason ? force->remedy : force->closed.fix;
	if (!force->closed.what)
		force->closed = closed_find(root, IDNX_CONF);
	else if (!force->reason)
		force->bypass = words_format("programs of other users cannot %s",
		                             force->closed.what);
}

/* Its module cannot be called here, where the processor and libc are others. */
static void check_doubt(struct force *force)
{
	const char *path = force->module.path;

	if (force->root.directory && path && !force->module.fault &&
	    !module_is_copy(&force->root, path))
		force->doubt = words_format("%s%s is not a copy of this machine's module",
		                            force->root.prefix, path);
}

/* --- All -------------------------------------------------------------------- */

const struct force *force_of(const struct sysroot *root)
{
	static struct force force;
	struct stat top = { .st_uid = 0 };

	if (force.sources)
		return &force;
	force.root = *root;
	sysroot_stat(root, "/", &top);
	force.hides_owners = top.st_uid == CONFIG_UNMAPPED;
	force.nsswitch = hosts_file_read(root);
	find_sources(&force);
	read_config(&force);
	check_line(&force);
	force.module.loads = MODULE_LOADS;
	if (force.nsswitch.manager.kind != MANAGER_NIXOS) /* whose nscd alone has the module */
		force.module = module_find_state(root);
	check_module(&force);
	check_others(&force);
	check_doubt(&force);
	if (!root->directory)
		check_nscd(&force);
	return &force;
}

char *force_limit(const struct force *force, struct remedy *fix)
{
	*fix = force->bypass        ? force->bypass_remedy
	       : force->closed.what ? force->closed.fix
	                            : force->lost_remedy;
	if (force->bypass)
		return words_format("not in force: %s", force->bypass);
	if (force->config.status != CONFIG_OK) {
		*fix = remedy_command("Run", "idnx doctor%s%s",
		                      force->root.directory ? " --root=" : "",
		                      force->root.word);
		return words_format("in force, but no %s is looked up",
		                    force->config.status == CONFIG_REPEATED_SECTION
		                            ? "name of the section that is repeated"
		                            : "internationalized name");
	}
	if (force->closed.what)
		return words_format("in force, but not for programs that cannot %s",
		                    force->closed.what);
	if (force->lost)
		return words_format("in force, but programs find no name beyond /etc/hosts: %s",
		                    force->lost);
	if (force->is_weaker)
		return words_copy("in force, but without the protection that this machine has");
	if (force->doubt)
		return words_format("in force as far as its file shows: %s. Try it: "
		                    "chroot %s getent --no-idn ahosts NAME",
		                    force->doubt, force->root.word);
	return NULL;
}
