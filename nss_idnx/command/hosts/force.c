/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks at what a name meets on its way to idnx.conf: the file with the hosts: line, that line, the
 * module.  A module of another system is not called: only its file is examined.
 */
#include "force.h"

#include <fcntl.h>
#include <time.h>

#include "conf_line.h"
#include "config_parser.h"
#include "policy.h"

#define NOT_CALLED "idnx is not called, because "

/* --- The line ------------------------------------------------------------- */

char *force_fault_text(const struct force *force, const struct hosts_fault *fault)
{
	return hosts_fault_sentence(force->root.prefix, force->nsswitch.path, fault);
}

/* Some faults concern internationalized names alone, others all. */
const struct hosts_fault *force_line_fault(const struct force *force, bool is_ascii)
{
	const struct hosts_plan *plan = &force->nsswitch.plan;

	for (unsigned i = 0; i < plan->count; i++) {
		enum hosts_fault_kind kind = plan->faults[i].kind;
		bool is_for_all = kind <= HOSTS_SECOND_BRACKET || kind == HOSTS_NO_SOURCE ||
		                  kind == HOSTS_ENDS_SEARCH;

		if (plan->faults[i].is_failure && (is_for_all || !is_ascii) &&
		    kind != HOSTS_TOO_LATE)
			return &plan->faults[i];
	}
	return NULL;
}

/* Idnx that ends the search, although it should not, is called. */
static const struct hosts_fault *find_fault(const struct hosts_plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (plan->faults[i].is_failure && plan->faults[i].kind != HOSTS_ENDS_SEARCH)
			return &plan->faults[i];
	return NULL;
}

static void check_line(struct force *force)
{
	const struct hosts_file *nsswitch = &force->nsswitch;
	const struct hosts_fault *fault = find_fault(&nsswitch->plan);
	bool is_unread = nsswitch->file.error != 0 && nsswitch->file.error != ENOENT;

	if (!is_unread && !fault)
		return;
	force->culprit = "hosts-line";
	if (is_unread) {
		force->reason = words_format(NOT_CALLED "%s%s cannot be read: %s",
		                             force->root.prefix, nsswitch->path,
		                             sysroot_error_text(&nsswitch->file));
		force->remedy = nsswitch->file.error == EACCES
		                        ? remedy_command("Run", "chmod 644 %s", nsswitch->path)
		                        : remedy_words(
						  "Put a regular file there that can be read");
	} else {
		force->reason = words_format("%s%s",
		                             fault->kind == HOSTS_TOO_LATE ||
		                                             fault->kind == HOSTS_LEAKS
		                                     ? ""
		                                     : NOT_CALLED,
		                             force_fault_text(force, fault));
		force->remedy = hosts_file_remedy(nsswitch);
	}
}

/* These know this machine alone. */
static bool is_local(struct span source)
{
	return span_equals(source, "idnx") || span_equals(source, "files") ||
	       span_equals(source, "myhostname");
}

/* A misspelt source is skipped without a word. */
static void find_missing(struct force *force)
{
	struct span list = span_of_text(force->sources);
	struct nsswitch_source source;
	bool has_network = false;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		bool is_there = is_local(source.name) || source_is_installed(source.name);

		has_network |= is_there && !is_local(source.name);
		if (!is_there && !force->missing)
			force->missing = words_copy_of(source.name.next,
			                               span_length(source.name));
	}
	if (!force->missing)
		return;
	force->missing_remedy = remedy_words("Correct the name of that source in the hosts: "
	                                     "line, install its package, or remove it");
	if (has_network)
		return;
	force->lost = words_format("%s is not installed: there is no libnss_%s.so.2",
	                           force->missing, force->missing);
	force->lost_remedy = force->missing_remedy;
}

/* Idnx is called, and no other source. */
static void find_end(struct force *force)
{
	const struct hosts_plan *plan = &force->nsswitch.plan;

	for (unsigned i = 0; i < plan->count && !force->lost; i++)
		if (plan->faults[i].kind == HOSTS_ENDS_SEARCH && plan->faults[i].is_failure) {
			force->lost = force_fault_text(force, &plan->faults[i]);
			force->lost_remedy = hosts_file_remedy(&force->nsswitch);
		}
}

static void find_sources(struct force *force)
{
	struct span text = span_of_text(force->nsswitch.file.octets);
	struct nsswitch_line line;

	if (nsswitch_find_hosts(text, true, &line)) {
		line.list = span_trim_end(line.list);
		force->sources = words_copy_of(line.list.next, span_length(line.list));
		if (!force->root.directory)
			find_missing(force);
		find_end(force);
	} else {
		force->sources = words_format("none in %s%s: glibc's default",
		                              force->root.prefix, NSSWITCH_CONF);
	}
}

/* --- The module ------------------------------------------------------------- */

/* Returns that of this command's libc, or of another system the first right one; NULL: no libc. */
static const struct module *find_module(const struct sysroot *root,
                                        struct module modules[static MODULES_MAX])
{
	unsigned count = module_list(root, modules);

	for (unsigned i = 0; i < count; i++)
		if (root->directory ? !modules[i].fault
		                    : object_fits(root, modules[i].libc, root, OBJECT_OWN))
			return &modules[i];
	return count > 0 ? modules : NULL;
}

/* Of one that it cannot read or use, ld.so says that it is not there. */
static void blame_module(struct force *force, const struct module *module, const char *fault)
{
	const char *prefix = force->root.prefix;
	struct stat file = { .st_mode = 0444 };

	force->module_remedy = force->module == MODULE_CRASHES
	                               ? remedy_command("Install the " MODULE
	                                                " of idnx again, but first run",
	                                                "idnx disable")
	                               : package_remedy(&force->root, true);
	if (module)
		sysroot_stat(&force->root, module->path, &file);
	if ((file.st_mode & 0444) != 0444) {
		force->module_fault = words_format("not all can read %s%s (mode %03o)", prefix,
		                                   module->path, file.st_mode & 07777U);
		force->module_remedy = remedy_command("Run", "chmod 644 %s%s", force->root.word,
		                                      module->path);
	} else if (!module) {
		force->module_fault = words_copy(
			"there is no libc.so.6 in any of the usual directories");
	} else if (module->fault && force->module == MODULE_DOES_NOT_LOAD) {
		force->module_fault = words_format("%s%s %s", prefix, module->path,
		                                   module->fault);
	} else {
		force->module_fault = words_format(MODULE " %s", fault);
	}
}

/* On NixOS nscd has the module, and no program. */
static void check_module(struct force *force)
{
	struct module modules[MODULES_MAX];
	const struct module *module;
	char *fault = NULL;

	force->module = MODULE_LOADS;
	if (force->nsswitch.manager.kind == MANAGER_NIXOS)
		return;
	module = find_module(&force->root, modules);
	if (!force->root.directory)
		force->module = module_try(MODULE, &fault);
	else if (!module || module->fault)
		force->module = MODULE_DOES_NOT_LOAD;
	if (force->module == MODULE_LOADS)
		return;
	blame_module(force, module, fault);
	if (force->culprit)
		return;
	force->culprit = "module";
	force->reason = words_format("%s%s",
	                             force->module == MODULE_CRASHES
	                                     ? "programs end at their first lookup, because "
	                                     : NOT_CALLED,
	                             force->module_fault);
	force->remedy = force->module_remedy;
}

/* --- idnx.conf -------------------------------------------------------------- */

/* Without an idnx.conf, the path is of no file either. */
char *force_config_path(const struct sysroot *root)
{
	int fd;

	if (!root->directory)
		return words_copy(IDNX_CONF);
	fd = sysroot_open(root, IDNX_CONF, O_PATH);
	if (fd == -1) /* a dangling link is not a missing file */
		fd = sysroot_open(root, IDNX_CONF, O_PATH | O_NOFOLLOW);
	return words_format("/proc/self/fd/%d", fd);
}

/* "protected-words" and "ace-names" only change what these keys do. */
bool force_has_protection(const char *conf)
{
	struct span rest = span_of_text(conf), name, value;
	struct conf_line line = { .number = 0 };
	bool found = false;

	while (!found && conf_line_next(&rest, &line)) {
		enum config_key key = conf_line_split(&line, &name, &value)
		                              ? config_key_named(name)
		                              : CONFIG_KEYS;

		found = key >= CONFIG_PROTECTION && key <= CONFIG_PROTECT &&
		        !span_equals(value, config_keys[key].values[0]);
	}
	return found;
}

const char *force_protection(const struct settings *settings)
{
	enum config_protection protection = config_protection(settings);

	return protection < CONFIG_PROTECTIONS
	               ? config_keys[CONFIG_PROTECTION].values[protection]
	               : "its own keys";
}

static bool is_rejected(const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];

	return policy_to_ascii(IDNX_CONF, name, ace).action == POLICY_REJECTED;
}

/* What it found before a change of idnx.conf it answers until that expires. */
static void check_nscd(struct force *force)
{
	struct nscd_cache cache = { .name = NULL };
	char until[sizeof "23:59:59"];

	force->has_nscd = nscd_answers();
	if (force->has_nscd && force->protects)
		cache = nscd_search(is_rejected);
	if (!cache.name)
		return;
	strftime(until, sizeof until, "%H:%M:%S", localtime(&cache.until));
	force->nscd = words_format("until %s it has answers for names that " IDNX_CONF
	                           " rejects, such as %s",
	                           until, cache.name);
}

const struct force *force_of(const struct sysroot *root)
{
	static struct force force;
	struct sysroot_file conf;

	if (force.sources)
		return &force;
	force.root = *root;
	force.nsswitch = hosts_file_read(root);
	find_sources(&force);
	force.config_path = force_config_path(root);
	force.config = config_read(force.config_path, NULL, &force.settings);
	conf = sysroot_read(root, IDNX_CONF);
	force.is_set = force.config.status == CONFIG_OK && force_has_protection(conf.octets);
	force.protects = force.is_set && !force.config.reports_everywhere;
	force.mode = conf.stat.st_mode;
	check_line(&force);
	check_module(&force);
	if (!root->directory)
		check_nscd(&force);
	return &force;
}
