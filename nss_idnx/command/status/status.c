/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Says in a screen what programs get, and for which it is not so. */
#include "status.h"

#include "command.h"
#include "log/entries.h"
#include "machine/machine.h"

/* --- What idnx does --------------------------------------------------------- */

static const char *say_protection(const struct force *force)
{
	const struct config_result *config = &force->config;
	char *what;
	bool is_by_section = force->settings.values[CONFIG_MODE] && !config->reports_everywhere;
	bool is_global = !is_by_section &&
	                 config_protection(&force->settings) != CONFIG_PROTECTION_OFF;
	bool has_names = !is_by_section && force->settings.lines[CONFIG_PROTECT] != 0;

	if (config->status != CONFIG_OK)
		return words_format("%s%s" IDNX_CONF "%s: %s",
		                    config->status == CONFIG_UNREADABLE ? "unknown: " : "",
		                    force->root.prefix,
		                    config->line > 0 ? words_format(", line %u", config->line)
		                                     : "",
		                    config_status_text(config->status));
	if (!force->is_set)
		return "none is set: look-alikes of names are looked up";
	if (is_global)
		what = words_format("%s%s", force_protection(&force->settings),
		                    force->has_exceptions
		                            ? ", but as a section or exclude says for its names"
		                            : " for all names");
	else
		what = words_format(has_names ? "protected names in %s" IDNX_CONF
		                              : "as the sections of %s" IDNX_CONF " say",
		                    force->root.prefix);
	if (config->reports_everywhere)
		return words_format("not in force: %s; mode = report only logs", what);
	return words_format("%sin force%s: %s", force->bypass.text ? "not " : "",
	                    force->doubt.text ? " if its module works" : "", what);
}

static const char *say_ace_names(const struct force *force)
{
	if (!force->protects)
		return NULL;
	return force->settings.values[CONFIG_ACE_NAMES]
	               ? "looked up unchecked: ace-names = leave"
	               : "checked by what they show";
}

/* --- For whom it does not --------------------------------------------------- */

static const char *say_except(const struct force *force)
{
	const struct processes *found = processes_with_other_rules(force);
	FILE *out;

	if (force->none.text)
		return NULL;
	out = words_open();
	fputs("static programs", out);
	if (force->closed.is_unknown)
		fputs(", perhaps programs of other users", out);
	for (const struct module *module = module_list(&force->root); module->libc; module++)
		if (module->fault)
			fprintf(out, ", programs with %s%s", force->root.prefix, module->libc);
	for (int kind = 0; kind < PROCESS_KINDS; kind++)
		if (found[kind].count > 0)
			fprintf(out, ", %s", processes_text(&found[kind]));
	return words_close(out);
}

static const char *say_log(const struct force *force)
{
	struct entries all = { .names = NULL };
	const char *taker = entries_taker();

	if (!force->is_set)
		return NULL;
	if (!force->logs)
		return "off: log = rejected is not set";
	if (force->root.directory)
		return "on";
	if (!taker)
		return "on, but " ENTRIES_NO_TAKER;
	if (strcmp(taker, "syslog") == 0 ||
	    entries_add_journal(&all, "-7d", "2>/dev/null") != 0)
		return words_format("on; %s has it: idnx log", taker);
	return words_format("in 7 days %zu name%s, %llu times%s%s: idnx log", all.count,
	                    all.count == 1 ? "" : "s", all.entries,
	                    geteuid() == 0 ? "" : " as far as you may read",
	                    all.lost > 0 ? ", and more that were lost" : "");
}

/* --- Programs that convert names themselves ----------------------------------- */

static bool has_libidn2(void)
{
	for (const struct libidn2 *library = libidn2_list(); library->architecture; library++)
		if (access(library->conf, F_OK) == 0)
			return true;
	return false;
}

/* Of another system, no program runs here. */
static const char *say_own(const struct force *force, bool is_on)
{
	if (force->root.directory)
		return NULL;
	return is_on ? "as idnx" : "by rules of their own, unless \"idnx run\" runs them";
}

/* --- All ---------------------------------------------------------------------- */

struct status status_of(const struct force *force)
{
	const char *nscd = force->hides_nscd ? "answers for programs, perhaps without " MODULE
	                   : force->has_nscd ? "answers for programs"
	                                     : NULL;
	struct remedy fix;
	char *sentence = force_limit(force, &fix);

	if (!fix.words)
		fix = force->nscd.fix;
	return (struct status){
		force,
		{
			{ "idnx", "idnx",
		          sentence ? sentence
		                   : "in force: programs find internationalized names" },
			{ "hosts", "hosts:", force->nsswitch.sources },
			{ "protection", "protection", say_protection(force) },
			{ "ace_names", "xn-- names", say_ace_names(force) },
			{ "nscd", "nscd", force->nscd.text ? force->nscd.text : nscd },
			{ "not_for", "not for", say_except(force) },
			{ "owners", "owners",
		          force->hides_owners ? "this user namespace hides who owns the files"
		                              : NULL },
			{ "log", "log", say_log(force) },
			{ "libidn2", "curl, wget", say_own(force, has_libidn2()) },
			{ "python", "Python", say_own(force, python_is_used()) },
		},
		fix,
	};
}

#define TEXT_COLUMN 12

void status_put(const struct status *status)
{
	for (const struct status_row *row = status->rows; row < status->rows + STATUS_ROWS;
	     row++) {
		if (!row->text)
			continue;
		output_format(&standard_output, "%-*s", TEXT_COLUMN, row->title);
		paragraph_put(&standard_output, TEXT_COLUMN, row->text, 0);
	}
	if (!status->fix.words)
		return;
	output_format(&standard_output, "%-*s", TEXT_COLUMN, "next");
	remedy_write(&standard_output, TEXT_COLUMN, &status->fix);
}
