/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx log: what lookups have logged about names that a setting rejects, or would reject (LOG in
 * idnx.conf(5)), each name once, and what this machine's idnx.conf says of it today.  Anybody can
 * write such an entry, so a name is taken from its ASCII form alone.
 */
#include <search.h>

#include "ascii_text.h"
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx log [OPTION]... [FILE]...\n"
	"\n"
	"Shows each name that a lookup has logged, by \"mode = report\" or \"log = rejected\" in "
	"idnx.conf: how often, by which programs and which rule, what it reads as, whether "
	"idnx.conf rejects it today, and the section that would let it pass. Reads the journal, "
	"by journalctl; on a machine without one, each FILE that has the lines of syslog's "
	"facility authpriv.\n"
	"\n"
	"Example: idnx log --since=yesterday\n";

/* --- Entries ----------------------------------------------------------------------- */

struct logged {
	char *ace;
	unsigned long long count;
	char *programs, *rules; /* separated by blanks */
};

static struct logged **entries;
static size_t entry_count;

static int compare_names(const void *one, const void *other)
{
	return strcmp(((const struct logged *)one)->ace, ((const struct logged *)other)->ace);
}

static int compare_counts(const void *one, const void *other)
{
	const struct logged *const *a = one, *const *b = other;

	if ((*a)->count != (*b)->count)
		return (*a)->count < (*b)->count ? 1 : -1;
	return strcmp((*a)->ace, (*b)->ace);
}

static struct logged *find_entry(struct span ace)
{
	static void *tree;
	struct logged *new = calloc(1, sizeof *new), **found;

	entries = realloc(entries, (entry_count + 1) * sizeof new);
	if (!new || !entries)
		die_io("log");
	new->ace = words_copy_of(ace.next, span_length(ace));
	found = tsearch(new, &tree, compare_names);
	if (!found)
		die_io("log");
	if (*found == new)
		return entries[entry_count++] = new;
	free(new->ace);
	free(new);
	return *found;
}

/* Adds a word to a list, unless it is there. */
static void add_word(char **list, struct span word)
{
	struct span rest = span_of_text(*list ? *list : ""), known;
	char *before = *list;

	while (span_next_word(&rest, &known))
		if (span_length(known) == span_length(word) &&
		    memcmp(known.next, word.next, span_length(word)) == 0)
			return;
	*list = words_format("%s%s%.*s", before ? before : "", before ? " " : "",
	                     (int)span_length(word), word.next);
	free(before);
}

/* Takes what precedes the words; returns false if they are not there. */
static bool take(struct span *line, const char *words, struct span *before)
{
	const char *found = memmem(line->next, span_length(*line), words, strlen(words));

	if (!found)
		return false;
	*before = (struct span){ line->next, found };
	line->next = found + strlen(words);
	return true;
}

/* "would reject раypal.example (xn--ypal-43d9g.example) for ssh: SCRIPTS, ..." */
static void add_line(struct span line)
{
	struct span name, ace, program, rule;
	struct logged *entry;

	if (!take(&line, "reject", &name) || !take(&line, " (", &name) ||
	    !take(&line, ") for ", &ace) || !take(&line, ": ", &program) ||
	    !take(&line, ", ", &rule) || span_length(ace) >= IDNX_HOST_NAME_SIZE ||
	    span_is_empty(ace) || !ascii_has_only(ace.next, span_length(ace)))
		return;
	entry = find_entry(ace);
	entry->count++;
	add_word(&entry->programs, program);
	add_word(&entry->rules, rule);
}

/* A file has lines of other programs, too: "Nov 24 12:00:00 host idnx[812]: would ..." */
static void read_entries(FILE *in, const char *begins)
{
	char *text = NULL;
	size_t size = 0;
	ssize_t length;

	while ((length = getline(&text, &size, in)) > 0) {
		struct span line = { text, text + length }, before;

		if (take(&line, begins, &before))
			add_line(line);
	}
	free(text);
}

static void read_file(const char *path)
{
	FILE *in = fopen(path, "re");

	if (!in)
		die_io(path);
	read_entries(in, " idnx[");
	if (ferror(in))
		die_io(path);
	fclose(in);
}

static void read_journal(const char *since)
{
	char *word = shell_word(since ? since : ""), *command;
	FILE *in;

	command = words_format(
		"journalctl --quiet --no-pager --output=cat --identifier=idnx%s%s",
		since ? " --since=" : "", since ? word : "");
	in = popen(command, "re");
	if (!in)
		die_io("journalctl");
	read_entries(in, "");
	free(command);
	free(word);
	if (pclose(in) == 0)
		return;
	output_text(&standard_error,
	            "idnx: journalctl failed; without a journal, name the file "
	            "that has the lines of idnx: idnx log "
	            "/var/log/auth.log\n");
	output_flush();
	exit(EXIT_IO);
}

/* --- What is shown ------------------------------------------------------------------- */

/* Returns a section that lets the name pass, to be freed; NULL if it is another setting. */
static char *find_section(const struct verdict *verdict)
{
	char ace[IDNX_HOST_NAME_SIZE], *section, *rules;
	struct decision decision;

	if (!verdict_would_reject(verdict))
		return NULL;
	section = words_format("[.%s]\nprotection = off\n", verdict->name.octets);
	rules = words_format("%s\n%s", verdict->settings->conf, section);
	decision = policy_to_ascii_under(rules, verdict->name.octets, ace);
	free(rules);
	if (decision.verdict != POLICY_REJECTED && decision.verdict != POLICY_NO_CONFIG &&
	    !decision.is_reported)
		return section;
	free(section);
	return NULL;
}

static void put_words(const char *member, const char *words)
{
	struct span rest = span_of_text(words), word;

	json_begin(member, '[');
	while (span_next_word(&rest, &word))
		json_octets(NULL, word.next, span_length(word));
	json_end(']');
}

static void put_json(const struct logged *entry, const struct verdict *verdict,
                     const char *section)
{
	json_begin(NULL, '{');
	json_text("ace", entry->ace);
	json_number("count", entry->count);
	put_words("programs", entry->programs);
	put_words("rules", entry->rules);
	json_text("let_pass", section);
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

static void put_text(const struct logged *entry, const struct verdict *verdict,
                     const char *section)
{
	const char *name = verdict->name.octets, *reading = verdict->confusable.reads_as;
	bool is_new = reading && !verdict_would_reject(verdict); /* a reason has the reading */
	char *today = verdict->decision.is_reported ? line_of_warning(verdict)
	                                            : line_of_status(verdict);

	put_line(words_format("%7llu  %s (%s) for %s: %s%s%s", entry->count, name, entry->ace,
	                      entry->programs, entry->rules, is_new ? ", reads as " : "",
	                      is_new ? reading : ""));
	put_line(words_format("         today: %s", today));
	free(today);
	if (!section)
		return;
	put_line(words_copy("         to let it pass, add to idnx.conf:"));
	put_line(words_format("             [.%s]", name));
	put_line(words_copy("             protection = off"));
}

static void put_entry(const struct logged *entry, const struct verdict_settings *settings,
                      bool json)
{
	static struct verdict verdict;
	char unicode[POLICY_UNICODE_SIZE];
	struct input_name name = { .octets = unicode, .source = "log", .number = 1 };
	char *section;

	name.length = policy_decode_labels(entry->ace, unicode);
	verdict_of(&verdict, &name, settings);
	section = find_section(&verdict);
	if (json)
		put_json(entry, &verdict, section);
	else
		put_text(entry, &verdict, section);
	free(section);
	verdict_free(&verdict);
}

enum exit_code cmd_log(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = verdict_settings_of_file(IDNX_CONF);

	if (options.since && options.names[0])
		die_usage("--since is for the journal, and this is a file", options.names[0]);
	if (!options.names[0])
		read_journal(options.since);
	for (char *const *file = options.names; *file; file++)
		read_file(*file);
	if (entry_count > 0)
		qsort(entries, entry_count, sizeof(struct logged *), compare_counts);
	for (size_t i = 0; i < entry_count; i++)
		put_entry(entries[i], &settings, options.json);
	return EXIT_OK;
}
