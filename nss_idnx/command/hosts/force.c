/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks at what a name meets on its way to idnx.conf: the file with the hosts: line, that line, the
 * module.  A module of another system is not called: only its file is examined.
 */
#include <sys/socket.h>
#include <time.h>

#include "hosts.h"
#include "policy.h"

#define NOT_CALLED "idnx is not called, because "

/* --- The line ------------------------------------------------------------- */

static void check_line(struct force *force)
{
	const struct hosts_file *nsswitch = &force->nsswitch;
	const struct hosts_fault *fault = hosts_plan_failure(&nsswitch->plan,
	                                                     HOSTS_BEFORE_IDNX);
	bool is_called = fault && (fault->kind == HOSTS_TOO_LATE || fault->kind == HOSTS_LEAKS);

	if (!fault && !hosts_file_is_unread(nsswitch))
		return;
	force->none = (struct obstacle){
		"hosts-line",
		words_format("%s%s", is_called ? "" : NOT_CALLED,
		             hosts_file_fault_text(nsswitch, fault)),
		hosts_file_remedy(nsswitch),
	};
	force->is_for_all = fault && (fault->kind <= HOSTS_SECOND_BRACKET ||
	                              fault->kind == HOSTS_NO_SOURCE);
}

static void check_module(struct force *force)
{
	const struct module_state *module = &force->module;
	bool crashes = module->loads == MODULE_CRASHES;

	if (force->none.text || module->loads == MODULE_LOADS)
		return;
	force->is_for_all = crashes;
	force->none = (struct obstacle){
		"module",
		words_format("%s%s",
		             crashes ? "programs end at their first lookup, because "
		                     : NOT_CALLED,
		             module->fault),
		module->remedy,
	};
}

/* Idnx is called, and no other source. */
static void check_sources(struct force *force)
{
	const struct hosts_file *nsswitch = &force->nsswitch;
	const struct hosts_fault *fault = hosts_plan_failure(&nsswitch->plan, HOSTS_AFTER_IDNX);

	if (nsswitch->plan.lines > 0 && !nsswitch->has_others)
		force->lost = (struct obstacle){
			"source",
			nsswitch->missing
				? nsswitch->missing
				: words_copy("the hosts: line has no source of other names"),
			nsswitch->missing_remedy,
		};
	else if (fault)
		force->lost = (struct obstacle){ "hosts-line",
			                         hosts_file_fault_text(nsswitch, fault),
			                         hosts_file_remedy(nsswitch) };
}

/* --- idnx.conf -------------------------------------------------------------- */

struct config_result force_read_config(const struct sysroot *root, struct settings *settings,
                                       struct sysroot_file *file)
{
	struct config_result result = config_read(sysroot_path(root, IDNX_CONF), NULL,
	                                          settings);

	*file = sysroot_read(root, IDNX_CONF);
	/* Nobody knows whether there is one; or a link leads nowhere. */
	if (result.missing && (file->error == EACCES || *sysroot_link(root, IDNX_CONF)))
		return (struct config_result){ CONFIG_UNREADABLE, .error = file->error };
	if (result.status != CONFIG_OK || result.missing || result.masked)
		return result;
	return config_check(file->octets, file->length);
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

/* Returns whether this machine's file, another one, has protection that is lacking here. */
static bool is_weaker(const struct force *force)
{
	struct settings settings;
	struct config_result own;

	if (!force->root.directory || force->is_set)
		return false;
	own = config_read(IDNX_CONF, NULL, &settings);
	return force_sets_protection(&own);
}

static void read_config(struct force *force)
{
	const struct config_result *config = &force->config;
	struct sysroot_file conf;

	force->config = force_read_config(&force->root, &force->settings, &conf);
	force->is_set = config->restricts;
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

/* What nscd found before a change of idnx.conf it answers until that expires. */
static void check_nscd(struct force *force, pid_t nscd)
{
	struct nscd_cache cache = { .name = NULL };
	enum nscd_module module = force->none.text ? NSCD_MODULE_THERE : nscd_find_module(nscd);
	char until[sizeof "2026-11-24 12:00:00"];

	force->hides_nscd = module == NSCD_MODULE_UNKNOWN;
	if (module == NSCD_MODULE_LACKING) {
		force->nscd = (struct obstacle){
			"nscd",
			words_copy("nscd answers without " MODULE
			           ", because it searched for that too early"),
			access("/run/systemd/system", F_OK) == 0
				? remedy_command("Run", "systemctl restart nscd")
				: remedy_words("Run nscd --shutdown, and then nscd"),
		};
		force->bypass = force->bypass.text ? force->bypass : force->nscd;
	} else if (force->protects) {
		cache = nscd_search(is_rejected);
	}
	if (!cache.name)
		return;
	strftime(until, sizeof until, "%F %T", localtime(&cache.until));
	force->nscd = (struct obstacle){
		"nscd",
		words_format("until %s nscd has answers for names that " IDNX_CONF
		             " rejects, such as %s",
		             until, cache.name),
		remedy_command("Run", "nscd -i hosts"),
	};
}

/* --- Other users, and another system ------------------------------------------ */

static void check_others(struct force *force)
{
	const struct sysroot *root = &force->root;

	force->closed = closed_find(root, force->nsswitch.path);
	if (!force->closed.what && force->module.path)
		force->closed = closed_find(root, force->module.path);
	force->bypass = force->none;
	if (!force->none.text && force->closed.what)
		force->bypass = (struct obstacle){
			NULL,
			words_format("programs of other users cannot %s", force->closed.what),
			force->closed.fix,
		};
	if (!force->closed.what)
		force->closed = closed_find(root, IDNX_CONF);
}

struct obstacle force_doubt(const struct sysroot *root, const char *path)
{
	if (!root->directory || module_is_copy(root, path))
		return (struct obstacle){ .text = NULL };
	return (struct obstacle){
		"module",
		words_format("%s%s is not a copy of this machine's module", root->prefix, path),
		/* Not as root: what is in there may be anybody's. */
		remedy_words("Try it: chroot --userspec=+65534:+65534 --groups= %s getent "
		             "--no-idn ahosts NAME",
		             root->word),
	};
}

/* --- All -------------------------------------------------------------------- */

const struct force *force_of(const struct sysroot *root)
{
	static struct force force;
	struct stat top = { .st_uid = 0 };
	pid_t nscd = 0;

	if (force.nsswitch.path)
		return &force;
	force.root = *root;
	sysroot_stat(root, "/", &top);
	force.hides_owners = top.st_uid == CONFIG_UNMAPPED;
	force.nsswitch = hosts_file_read(root);
	read_config(&force);
	check_line(&force);
	check_sources(&force);
	force.module.loads = MODULE_LOADS;
	if (force.nsswitch.manager.kind != MANAGER_NIXOS) /* whose nscd alone has the module */
		force.module = module_find_state(root);
	check_module(&force);
	check_others(&force);
	if (force.module.path && !force.module.fault)
		force.doubt = force_doubt(root, force.module.path);
	force.has_nscd = !root->directory && socket_answers(NSCD_SOCKET, SOCK_STREAM, &nscd);
	if (force.has_nscd)
		check_nscd(&force, nscd);
	words_keep();
	return &force;
}

char *force_limit(const struct force *force, struct remedy *fix)
{
	*fix = force->bypass.text   ? force->bypass.fix
	       : force->closed.what ? force->closed.fix
	                            : force->lost.fix;
	if (force->bypass.text)
		return words_format("not in force: %s", force->bypass.text);
	if (force->config.status != CONFIG_OK) {
		*fix = remedy_command("Run", "idnx doctor%s", force->root.option);
		return words_format("in force, but no %s is looked up",
		                    force->config.status == CONFIG_REPEATED_SECTION
		                            ? "name of the section that is repeated"
		                            : "internationalized name");
	}
	if (force->closed.what)
		return words_format("in force, but not for programs that cannot %s",
		                    force->closed.what);
	if (force->lost.text)
		return words_format("in force, but programs find no name beyond /etc/hosts: %s",
		                    force->lost.text);
	if (force->is_weaker)
		return words_copy("in force, but without the protection that this machine has");
	if (force->doubt.text)
		return words_format("in force as far as its file shows: %s. %s",
		                    force->doubt.text, force->doubt.fix.words);
	return NULL;
}
