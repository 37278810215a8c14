/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx log: what lookups have logged about names that a setting rejects, or would reject (LOG in
 * idnx.conf(5)), each name once, and what this machine's idnx.conf says of it today.  Anybody can
 * write such an entry, so a name is taken from its ASCII form alone.
 */
#include "entries.h"
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

static const char *const files[] = { "/var/log/auth.log", "/var/log/secure" };

/* --- What is shown ------------------------------------------------------------------- */

static void put_words(const char *member, const char *words)
{
	struct span rest = span_of_text(words ? words : ""), word;

	json_begin(member, '[');
	while (span_next_word(&rest, &word))
		json_octets(NULL, word.next, span_length(word));
	json_end(']');
}

static void put_json(const struct logged *entry, const struct verdict *verdict)
{
	json_begin(NULL, '{');
	json_text("ace", entry->ace);
	json_number("count", entry->count);
	put_words("programs", entry->programs);
	put_words("rules", entry->rules);
	put_words("users", entry->users);
	json_text("first", entry->first);
	json_text("last", entry->last);
	json_begin("today", '{');
	json_verdict(verdict);
	json_end('}');
	json_end_line();
}

/* Writes a line that has what anybody may have put into the log, and frees it. */
static void put_line(char *line)
{
	output_visible(&standard_output, line, strlen(line));
	output_text(&standard_output, "\n");
	free(line);
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

	put_line(words_format("%7llu  %s%s%s, for %s%s%s%s%s, %s%s%s", entry->count,
	                      verdict->name.octets, reading ? ", reads as " : "",
	                      reading ? reading : "", programs, alone(entry, programs),
	                      has_users ? ", by user " : "", has_users ? entry->users : "",
	                      has_users ? alone(entry, entry->users) : "", entry->first,
	                      is_twice ? " to " : "", is_twice ? entry->last : ""));
}

static void put_today(const struct logged *entry, const struct verdict *verdict)
{
	char *today = verdict->decision.is_reported ? line_of_warning(verdict)
	                                            : line_of_status(verdict);

	put_line(
		words_format("         %s: %s", entry->ace, entry->rules ? entry->rules : "?"));
	put_line(words_format("         today: %s", today));
	free(today);
}

static void put_entry(const struct logged *entry, const struct rule_set *rule_set,
                      const struct options *options)
{
	static struct verdict verdict;
	char shown[POLICY_UNICODE_SIZE];
	struct input_name name = { .octets = shown, .source = "log", .number = 1 };

	name.length = policy_show_labels(entry->ace, shown);
	verdict_of(&verdict, &name, rule_set);
	if (options->json)
		put_json(entry, &verdict);
	else
		put_origin(entry, &verdict);
	if (options->all && !options->json)
		put_today(entry, &verdict);
	verdict_free(&verdict);
}

/* --- The last line -------------------------------------------------------------------- */

/* Returns why there is no entry. */
static const char *why_none(const struct rule_set *rule_set)
{
	if (rule_set->fault)
		return IDNX_CONF " cannot be used: run idnx doctor";
	if (!rule_set->file.restricts)
		return IDNX_CONF " sets no protection";
	if (!config_mentions(IDNX_CONF, CONFIG_LOG) && !config_mentions(IDNX_CONF, CONFIG_MODE))
		return IDNX_CONF " sets neither log = rejected nor mode = report";
	if (!entries_taker())
		return "neither systemd-journald nor syslog runs";
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
static void put_totals(const struct entries *all, const char *source,
                       const struct rule_set *rule_set, bool json)
{
	struct output *output = json ? &standard_error : &standard_output;
	unsigned losers = count_words(all->losers);

	output_format(output, "%zu %s in %llu %s", all->count,
	              plural(all->count, "name", "names"), all->entries,
	              plural(all->entries, "entry", "entries"));
	if (source)
		output_format(output, " of %s", source);
	output_text(output, all->since ? " since " : ": ");
	if (all->since)
		output_visible(output, all->since, strlen(all->since));
	else
		output_text(output, why_none(rule_set));
	if (all->lost > 0)
		output_format(output, "; at least %llu more %s lost in %u %s", all->lost,
		              plural(all->lost, "was", "were"), losers,
		              plural(losers, "program", "programs"));
	output_text(output, "\n");
}

/* --- Where entries are ------------------------------------------------------------------ */

/* Reads a file of syslog if the journal has nothing; returns false if there is neither. */
static bool read_system(struct entries *all, const char *since, const char **source)
{
	bool is_read = entries_add_journal(all, since, false);

	if (since)
		return is_read;
	for (size_t i = 0; i < sizeof files / sizeof files[0] && !all->since; i++)
		if (entries_add_file(all, files[i])) {
			*source = files[i];
			is_read = true;
		}
	return is_read;
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
	const char *source = NULL;

	if (options.since && options.names[0])
		die_usage("--since is for the journal, and this is a file", options.names[0]);
	for (char *const *file = options.names; *file; file++)
		read_file(&all, *file);
	if (!options.names[0] && !read_system(&all, options.since, &source)) {
		output_text(
			&standard_error,
			"idnx: journalctl failed; root may read the journal, and the groups adm "
			"and systemd-journal; without one, name the file that has the lines of "
			"idnx: idnx log FILE\n");
		return EXIT_IO;
	}
	entries_sort(&all);
	for (size_t i = 0; i < all.count; i++)
		put_entry(all.names[i], &rule_set, &options);
	put_totals(&all, source, &rule_set, options.json);
	return EXIT_OK;
}
