/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Two formats have the entries of policy/log.c.  What journalctl exports:
 *
 *     __REALTIME_TIMESTAMP=1795780800000000
 *     MESSAGE=would reject ...                   after the last field, an empty line
 *
 * (systemd.io, JOURNAL_EXPORT_FORMATS), and lines as rsyslog, syslog-ng and busybox write them:
 *
 *     Nov 24 12:00:00 host idnx[812]: would reject ...
 *     <84>2026-11-24T12:00:00.5+01:00 host authpriv.warn idnx: would reject ...
 *
 * Whoever connects to sshd or sends a mail chooses the words of such a line, but not its tag:
 * "idnx" counts only in the tag's own place.
 */
#include "entries.h"

#include <endian.h>
#include <search.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

#include "ascii_text.h"
#include "idnx.h"
#include "machine/machine.h"

/* --- By name ----------------------------------------------------------------------- */

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

static struct logged *find_name(struct entries *all, struct span ace)
{
	struct logged *new = calloc(1, sizeof *new), **found;

	all->names = realloc(all->names, (all->count + 1) * sizeof new);
	if (!new || !all->names)
		die_io("log");
	new->ace = words_copy_of(ace.next, span_length(ace));
	found = tsearch(new, &all->tree, compare_names);
	if (!found)
		die_io("log");
	if (*found == new)
		return all->names[all->count++] = new;
	free(new->ace);
	free(new);
	return *found;
}

/* --- Messages ---------------------------------------------------------------------- */

/* When, and by which user if that is known, a message was logged. */
struct origin {
	struct span time, user;
};

/* Takes what precedes the words; returns false if they are not there. */
static bool take(struct span *text, const char *words, struct span *before)
{
	const char *found = memmem(text->next, span_length(*text), words, strlen(words));

	if (!found)
		return false;
	*before = (struct span){ text->next, found };
	text->next = found + strlen(words);
	return true;
}

/* Takes the words if the text begins with them. */
static bool take_words(struct span *text, const char *words)
{
	struct span rest = *text, before;

	if (!take(&rest, words, &before) || !span_is_empty(before))
		return false;
	*text = rest;
	return true;
}

/* "раypal.example (xn--ypal-43d9g.example) for ssh: SCRIPTS, ..." */
static bool add_name(struct entries *all, struct span *message, const struct origin *origin,
                     struct span *program)
{
	struct span name, ace, rule;
	struct logged *entry;

	if (!take(message, " (", &name) || !take(message, ") for ", &ace) ||
	    !take(message, ": ", program) || !take(message, ", ", &rule) ||
	    span_length(ace) >= IDNX_HOST_NAME_SIZE || span_is_empty(ace) ||
	    !ascii_has_only(ace.next, span_length(ace)))
		return false;
	entry = find_name(all, ace);
	entry->count++;
	words_add(&entry->programs, *program);
	words_add(&entry->rules, rule);
	words_add(&entry->users, origin->user);
	free(entry->last);
	entry->last = words_copy_of(origin->time.next, span_length(origin->time));
	if (!entry->first)
		entry->first = words_copy(entry->last);
	all->entries++;
	return true;
}

/* Takes the number that a text begins with, in any locale. */
static uint64_t take_digits(struct span *text)
{
	uint64_t number = 0;

	for (; !span_is_empty(*text) && *text->next >= '0' && *text->next <= '9'; text->next++)
		number = 10 * number + (uint64_t)(*text->next - '0');
	return number;
}

/* "; lost before: 3", of which nothing but digits follows the last. */
static void add_loss(struct entries *all, struct span message, struct span program)
{
	struct span before;

	if (!take(&message, "; lost before: ", &before))
		return;
	all->lost += take_digits(&message) & UINT32_MAX;
	words_add(&all->losers, program);
}

static void add_message(struct entries *all, struct span message, const struct origin *origin)
{
	struct span program = { message.next, message.next };
	bool is_entry;

	if (take_words(&message, "rejected ") || take_words(&message, "would reject "))
		is_entry = add_name(all, &message, origin, &program);
	else
		is_entry = take_words(&message, "lost entries for ") &&
		           take(&message, ": ", &program);
	if (!is_entry)
		return;
	add_loss(all, message, program);
	if (!all->since)
		all->since = words_copy_of(origin->time.next, span_length(origin->time));
}

/* --- Lines of syslog ---------------------------------------------------------------- */

/* Takes all up to a blank, and the blank. */
static bool take_word(struct span *line, struct span *word)
{
	return take(line, " ", word) && !span_is_empty(*word);
}

/* "Nov 24 12:00:00 ", or a word that begins with a digit: "2026-11-24T12:00:00.5+01:00 " */
static bool take_time(struct span *line, struct span *time)
{
	const size_t length = strlen("Nov 24 12:00:00");

	if (!span_is_empty(*line) && *line->next >= '0' && *line->next <= '9')
		return take_word(line, time) && memchr(time->next, 'T', span_length(*time));
	if (span_length(*line) <= length || line->next[3] != ' ' || line->next[9] != ':')
		return false;
	*time = (struct span){ line->next, line->next + length };
	line->next = time->end;
	return take_words(line, " ");
}

/* Takes a number in brackets, if the line begins with one; returns false if that is no number. */
static bool take_number(struct span *line, const char *open, const char *close)
{
	if (!take_words(line, open))
		return true;
	take_digits(line);
	return take_words(line, close);
}

/* "idnx: ", or with the number of the process: "idnx[812]: " */
static bool take_tag(struct span *line)
{
	return take_words(line, "idnx") && take_number(line, "[", "]") &&
	       take_words(line, ": ");
}

/* "authpriv.warn ", which some write before the tag. */
static bool take_priority(struct span *line)
{
	struct span word;

	return take_word(line, &word) && memchr(word.next, '.', span_length(word)) &&
	       !memchr(word.next, ':', span_length(word));
}

static void add_line(struct entries *all, struct span line)
{
	struct origin origin = { .user = { line.end, line.end } };
	struct span host, rest;

	if (!take_number(&line, "<", ">") || !take_time(&line, &origin.time) ||
	    !take_word(&line, &host))
		return;
	rest = line;
	if (take_tag(&line))
		add_message(all, line, &origin);
	else if (take_priority(&rest) && take_tag(&rest))
		add_message(all, rest, &origin);
}

bool entries_add_file(struct entries *all, const char *path)
{
	FILE *in = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;
	ssize_t length;
	bool is_read;

	if (!in)
		return false;
	while ((length = getline(&text, &size, in)) > 0)
		add_line(all, (struct span){ text, text + length });
	is_read = !ferror(in);
	free(text);
	fclose(in);
	return is_read;
}

/* --- The journal -------------------------------------------------------------------- */

/* A field with a newline or control has its length before it; no field of ours has. */
static bool skip_binary(FILE *in)
{
	uint64_t length;

	if (fread(&length, sizeof length, 1, in) != 1)
		return false;
	for (length = le64toh(length) + 1; length > 0; length--)
		if (getc(in) == EOF)
			return false;
	return true;
}

/* Microseconds since 1970, as a time of this machine. */
static char *time_of(const char *text)
{
	struct span digits = span_of_text(text);
	time_t seconds = (time_t)(take_digits(&digits) / 1000000);
	char time[sizeof "2026-11-24 12:00:00"] = "";
	struct tm parts;

	if (localtime_r(&seconds, &parts))
		strftime(time, sizeof time, "%Y-%m-%d %H:%M:%S", &parts);
	return words_copy(time);
}

/* The fields of an entry, in any order. */
struct exported {
	char *message, *time, *user;
};

static void keep(char **kept, char *value)
{
	free(*kept);
	*kept = value;
}

static void set_field(struct exported *entry, const char *line)
{
	if (strncmp(line, "MESSAGE=", 8) == 0)
		keep(&entry->message, words_copy(line + 8));
	else if (strncmp(line, "_UID=", 5) == 0)
		keep(&entry->user, words_copy(line + 5));
	else if (strncmp(line, "__REALTIME_TIMESTAMP=", 21) == 0)
		keep(&entry->time, time_of(line + 21));
}

static void end_entry(struct entries *all, struct exported *entry)
{
	struct origin origin = {
		span_of_text(entry->time ? entry->time : ""),
		span_of_text(entry->user ? entry->user : ""),
	};

	if (entry->message)
		add_message(all, span_of_text(entry->message), &origin);
	free(entry->message);
	free(entry->time);
	free(entry->user);
	*entry = (struct exported){ .message = NULL };
}

static void read_export(struct entries *all, FILE *in)
{
	struct exported entry = { .message = NULL };
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	while ((length = getline(&line, &size, in)) > 0) {
		line[length - (line[length - 1] == '\n')] = '\0';
		if (*line == '\0')
			end_entry(all, &entry);
		else if (strchr(line, '='))
			set_field(&entry, line);
		else if (!skip_binary(in))
			break;
	}
	end_entry(all, &entry);
	free(line);
}

const char *entries_taker(void)
{
	if (socket_answers("/run/systemd/journal/socket", SOCK_DGRAM))
		return "systemd-journald";
	return socket_answers("/dev/log", SOCK_DGRAM) ? "syslog" : NULL;
}

int entries_add_journal(struct entries *all, const char *since, bool is_quiet)
{
	char *word = shell_word(since ? since : ""), *command;
	int status;
	FILE *in;

	command = words_format("command -v journalctl >/dev/null || exit 127; exec "
	                       "journalctl --no-pager --output=export --identifier=idnx%s%s%s",
	                       since ? " --since=" : "", since ? word : "",
	                       is_quiet ? " 2>/dev/null" : "");
	in = popen(command, "re");
	if (!in)
		die_io("journalctl");
	read_export(all, in);
	free(command);
	free(word);
	status = pclose(in);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_IO;
}

/* --- All ---------------------------------------------------------------------------- */

void entries_sort(struct entries *all)
{
	if (all->count > 0)
		qsort(all->names, all->count, sizeof(struct logged *), compare_counts);
}
