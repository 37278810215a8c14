/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Puts idnx into the hosts: line of nsswitch.conf, or removes it, and shows the change. */
#include "enable.h"

#include "hosts/hosts.h"

struct change {
	const struct options *options;
	struct hosts_file nsswitch; /* which glibc reads; its plan is that of the change */
	char *path;                 /* of the file that changes, for messages */
	struct sysroot_file file;   /* that file */
	struct sysroot_file before; /* its backup */
	struct span text;           /* to which the plan applies */
};

/* --- What is said --------------------------------------------------------- */

static void put_faults(const struct hosts_file *nsswitch)
{
	const struct hosts_plan *plan = &nsswitch->plan;

	for (unsigned i = 0; i < plan->count; i++)
		output_line(&standard_error, "%s",
		            hosts_file_fault_text(nsswitch, &plan->faults[i]));
}

static char *changed_text(const struct change *change)
{
	const struct hosts_plan *plan = &change->nsswitch.plan;

	return words_format("%.*s%s%.*s", (int)(plan->old.next - change->text.next),
	                    change->text.next, plan->new,
	                    (int)(change->text.end - plan->old.end), plan->old.end);
}

static void put_diff(const struct change *change, bool is_made)
{
	output_text(&standard_output, is_made ? "" : "would change:\n");
	diff_put(change->path, change->text, span_of_text(changed_text(change)));
	output_flush();
}

static enum exit_code leave(struct remedy remedy)
{
	remedy_write(&standard_error, 0, &remedy);
	return EXIT_CONFIGURATION;
}

/* Says which protection ends, or why idnx does not do all of its work. */
static enum exit_code put_effect(const struct change *change)
{
	const struct force *force = force_of(&change->nsswitch.root);
	bool is_removal = change->nsswitch.plan.is_removal;
	struct remedy fix;
	char *limit = force_limit(force, &fix);

	if (is_removal && change->nsswitch.plan.new && force->protects)
		output_line(&standard_output,
		            "The protection that %s" IDNX_CONF " sets is not in force any more",
		            force->root.prefix);
	if (!is_removal && limit) {
		output_line(&standard_error, "%s", limit);
		return fix.words ? leave(fix) : EXIT_OK;
	}
	if (!change->options->root) /* of another system, nothing can be tried here */
		output_line(&standard_output, "idnx is %s. Try it: getent --no-idn ahosts NAME",
		            is_removal ? "disabled" : "enabled");
	return EXIT_OK;
}

/* Says how the file is, or after the diff, that it has changed. */
static enum exit_code put_state(const struct change *change, bool changes)
{
	static const char *const texts[2][2] = {
		{ "already has idnx", "has no idnx" },
		{ "now has idnx", "no longer has idnx" },
	};
	const struct hosts_plan *plan = &change->nsswitch.plan;
	bool is_there = changes ? *plan->new != '\0' : plan->lines > 0;

	if (changes && change->options->dry_run)
		return EXIT_OK;
	output_line(&standard_output, "%s%s %s", change->path,
	            is_there ? words_format(" line %u", plan->line) : "",
	            texts[changes][plan->is_removal]);
	return change->options->dry_run ? EXIT_OK : put_effect(change);
}

/* --- What is done --------------------------------------------------------- */

/* Shows the change that fails unless that is done already, and why, which errno says. */
_Noreturn static void stop_change(struct change *change, bool is_shown)
{
	struct manager *manager = &change->nsswitch.manager;
	struct remedy remedy = NO_REMEDY;
	int error = errno;

	if (error == EBUSY) /* which Linux tells earlier only since 5.8 */
		manager->kind = MANAGER_MOUNT;
	if (error == EBUSY || error == manager->obstacle ||
	    ((error == EACCES || error == EPERM || error == EINVAL) && geteuid() != 0))
		remedy = hosts_file_remedy(&change->nsswitch);
	if (!is_shown)
		put_diff(change, false);
	else
		output_line(&standard_error,
		            "the change above failed; check the file before you try again:");
	stop_file(change->path, error, remedy);
}

/* Runs each step that may fail before the change is shown; a dry run takes it back. */
static enum exit_code make_change(struct change *change)
{
	const struct hosts_file *nsswitch = &change->nsswitch;
	const struct hosts_plan *plan = &nsswitch->plan;
	bool is_made = !change->options->dry_run;
	char *result = changed_text(change);

	errno = nsswitch->manager.obstacle;
	if (errno != 0 ||
	    !replace_begin(&nsswitch->root, NSSWITCH_CONF, &change->file, result, LIKE_OLD))
		stop_change(change, false);
	if (plan->count > 1 || plan->lines > 1 || plan->listed)
		put_faults(nsswitch);
	put_diff(change, is_made);
	if (is_made && !replace_finish(plan->is_removal ? DROP_OLD : KEEP_OLD))
		stop_change(change, true);
	if (is_made && plan->is_removal && change->before.error == 0 &&
	    strcmp(result, change->before.octets) == 0)
		replace_remove_backup();
	return put_state(change, true);
}

static enum exit_code switch_line(struct change *change)
{
	const struct hosts_file *nsswitch = &change->nsswitch;
	const struct hosts_plan *plan = &nsswitch->plan;
	struct module_state module = { .fault = NULL };

	if (hosts_file_is_unread(nsswitch)) {
		output_line(&standard_error, "%s", hosts_file_fault_text(nsswitch, NULL));
		return leave(hosts_file_remedy(nsswitch));
	}
	if (!plan->is_removal && nsswitch->manager.kind != MANAGER_NIXOS)
		module = module_find_state(&nsswitch->root);
	if (module.loads == MODULE_CRASHES) {
		output_line(&standard_error, "nothing is changed: %s", module.fault);
		return leave(package_remedy(&nsswitch->root, true));
	}
	if (plan->count > 0 && (plan->new == NULL || !plan->is_writable)) {
		output_line(&standard_error, "nothing is changed:");
		put_faults(nsswitch);
		return leave(hosts_file_remedy(nsswitch));
	}
	if (plan->new != NULL && nsswitch->manager.kind >= MANAGER_LINK) {
		put_diff(change, false);
		output_line(&standard_error, "%s %s", change->path, nsswitch->manager.text);
		return leave(hosts_file_remedy(nsswitch));
	}
	if (plan->new != NULL)
		return make_change(change);
	return put_state(change, false);
}

enum exit_code switch_hosts(enum direction direction, const struct options *options)
{
	static struct change change;
	struct sysroot root = sysroot_of(options->root);
	struct hosts_file *nsswitch = &change.nsswitch;

	change.options = options;
	*nsswitch = hosts_file_read(&root);
	change.path = words_format("%s" NSSWITCH_CONF, root.prefix);
	change.file = nsswitch->file;
	if (strcmp(nsswitch->path, NSSWITCH_CONF) != 0)
		change.file.error = ENOENT; /* a new one is made of that in /usr/etc */
	change.before = sysroot_read(&root, NSSWITCH_CONF BACKUP_SUFFIX);
	change.text = hosts_file_text(&nsswitch->file);
	if (direction == DISABLE)
		nsswitch->plan = hosts_plan_without(change.text,
		                                    hosts_file_text(&change.before));
	return switch_line(&change);
}
