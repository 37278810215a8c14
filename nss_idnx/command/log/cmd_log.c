/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx log: what lookups have logged about names that a setting rejects, or would reject (LOG in
 * idnx.conf(5)), each name once, and what this machine's idnx.conf says of it today.  Anybody can
 * write such an entry, so a name is taken from its ASCII form alone.
 */
#include "entries.h"
#include "hosts/hosts.h"
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx log [OPTION]... [FILE]...\n"
	"\n"
	"Shows each name that a lookup has logged, by \"mode = report\" or \"log = rejected\" in "
	"idnx.conf: how often, what it reads as, for which programs and users, and when; with "
	"--all its rules, whether idnx.conf rejects it today, and the command that lets it "
	"pass. The last line counts them, and the entries that were lost. Reads the journal, by "
	"journalctl; without an entry there, /var/log/auth.log or /var/log/secure; or each FILE "
	"of syslog.\n"
	"\n"
	"Example: idnx log --since=yesterday\n";

#define AUTH_LOG "/var/log/auth.log"
#define SECURE   "/var/log/secure"
static const char *const files[] = { AUTH_LOG, SECURE };

/* --- What is shown ------------------------------------------------------------------- */

static void put_json(const struct logged *entry, const struct verdict *verdict)
{
	json_begin(NULL, '{');
	json_text("ace", entry->ace);
	json_number("count", entry->count);
	json_words("programs", entry->programs);
	json_words("rules", entry->rules);
	json_words("users", entry->users);
	json_text("first", entry->first);
	json_text("last", entry->last);
	json_begin("today", '{');
	json_verdict(verdict);
	json_end('}');
	json_end_line();
}

/* Any user can write entries: says so if one user, or one program, has written several. */
static const char *alone(const struct logged *entry, const char *words)
{
	return entry->count > 1 && !strchr(words, ' ') ? " alone" : "";
}

static void put_origin(const struct logged *entry, const struct verdict *verdict)
{
	const char *reading = verdict->confusable.reads_as;
	const char *programs = entry->programs ? entry->programs : "?";
	bool has_users = entry->users != NULL,
	     is_twice = strcmp(entry->first, entry->last) != 0;

	output_line(&standard_output, "%7llu  %s%s%s, for %s%s%s%s%s, %s%s%s", entry->count,
	            verdict->name.text.next, reading ? ", reads as " : "",
	            reading ? reading : "", programs, alone(entry, programs),
	            has_users ? ", by user " : "", has_users ? entry->users : "",
	            has_users ? alone(entry, entry->users) : "", entry->first,
	            is_twice ? " to " : "", is_twice ? entry->last : "");
}

static void put_today(const struct logged *entry, const struct verdict *verdict)
{
	const char *today = verdict->decision.is_reported ? line_of_warning(verdict)
	                                                  : line_of_status(verdict);

	output_line(&standard_output, "         %s: %s", entry->ace,
	            entry->rules ? entry->rules : "?");
	output_line(&standard_output, "         today: %s", today);
}

static void put_entry(const struct logged *entry, const struct rule_set *rule_set,
                      const struct options *options)
{
	static struct verdict verdict;
	char shown[POLICY_UNICODE_SIZE];
	size_t length = policy_decode_labels(entry->ace, POLICY_LABELS_SHOWN, shown);
	const struct input_name name = { { shown, shown + length }, "log", 1 };

	verdict_of(&verdict, &name, rule_set);
	if (options->json)
		put_json(entry, &verdict);
	else
		put_origin(entry, &verdict);
	if (options->all && !options->json)
		put_today(entry, &verdict);
}

/* --- The last line -------------------------------------------------------------------- */

static const char *why_none(bool is_unread)
{
	const struct force *force = force_of(&sysroot_live);

	if (force->none.text)
		return force->none.text;
	if (force->config.status != CONFIG_OK)
		return IDNX_CONF " cannot be used: run idnx doctor";
	if (!force->is_set)
		return IDNX_CONF " sets no protection";
	if (!force->logs)
		return IDNX_CONF " sets neither log = rejected nor mode = report";
	if (!entries_taker())
		return ENTRIES_NO_TAKER;
	if (is_unread)
		return "there are neither journalctl nor " AUTH_LOG " nor " SECURE;
	if (geteuid() != 0)
		return "no name was rejected, or only root can read the entry";
	return "no name was rejected";
}

static unsigned count_words(const char *words)
{
	struct span rest = span_of_text(words ? words : ""), word;
	unsigned count = 0;

	while (span_next_word(&rest, &word))
		count++;
	return count;
}

static const char *plural(unsigned long long count, const char *one, const char *more)
{
	return count == 1 ? one : more;
}

/* In JSON, standard output has nothing but objects. */
static void put_totals(const struct entries *all, const char *source, const char *reason,
                       bool json)
{
	struct output *output = json ? &standard_error : &standard_output;
	unsigned losers = count_words(all->losers);

	output_format(output, "%zu %s in %llu %s%s%s%s", all->count,
	              plural(all->count, "name", "names"), all->entries,
	              plural(all->entries, "entry", "entries"), source ? " of " : "",
	              source ? source : "", all->since ? " since " : "");
	if (all->since)
		output_put(output, span_of_text(all->since), VISIBLE);
	if (all->lost > 0)
		output_format(output, "; at least %llu more %s lost in %u %s", all->lost,
		              plural(all->lost, "was", "were"), losers,
		              plural(losers, "program", "programs"));
	if (reason)
		output_format(output, "%s%s", all->since ? "; " : ": ", reason);
	output_text(output, "\n");
}

/* --- Where entries are ------------------------------------------------------------------ */

/* Reads a file of syslog if the journal has nothing; returns how journalctl ended, 0 with a file. */
static int read_system(struct entries *all, const char *since, const char **source)
{
	int status = entries_add_journal(all, since, "");

	for (size_t i = 0; i < sizeof files / sizeof files[0] && !since && !all->since; i++)
		if (entries_add_file(all, files[i])) {
			*source = files[i];
			status = 0;
		}
	return status;
}

static void read_file(struct entries *all, const char *path)
{
	const char *end = strrchr(path, '.');

	if (end && (strcmp(end, ".gz") == 0 || strcmp(end, ".xz") == 0))
		die_usage("unpack it before: zcat FILE | idnx log /dev/stdin", path);
	if (!entries_add_file(all, path))
		die_io(path);
}

enum exit_code cmd_log(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of_file(IDNX_CONF);
	struct entries all = { .names = NULL };
	const char *source = NULL, *reason = NULL;
	int status = 0;

	if (options.since && options.names[0])
		die_usage("--since is for the journal, and this is a file", options.names[0]);
	for (char *const *file = options.names; *file; file++)
		read_file(&all, *file);
	if (!options.names[0])
		status = read_system(&all, options.since, &source);
	if (status != 0 && status != JOURNAL_MISSING) {
		output_format(
			&standard_error,
			"idnx: journalctl failed%s; idnx log FILE reads a file of syslog\n",
			geteuid() == 0 ? ""
				       : "; root may read the journal, and the groups adm "
					 "and systemd-journal");
		return EXIT_IO;
	}
	if (!all.since)
		reason = why_none(status != 0);
	else if (!options.names[0] && !entries_taker())
		reason = "new ones are lost, since " ENTRIES_NO_TAKER;
	entries_sort(&all);
	for (size_t i = 0; i < all.count; i++)
		put_entry(all.names[i], &rule_set, &options);
	put_totals(&all, source, reason, options.json);
	return EXIT_OK;
}
