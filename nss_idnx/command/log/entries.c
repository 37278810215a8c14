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
#include <locale.h>
#include <regex.h>
#include <search.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

#include "ascii_text.h"
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

	if (!new)
		die_io("log");
	memcpy(new->ace, ace.next, span_length(ace));
	found = tsearch(new, &all->tree, compare_names);
	if (!found)
		die_io("log");
	if (*found != new) {
		free(new);
		return *found;
	}
	all->names = realloc(all->names, (all->count + 1) * sizeof new);
	if (!all->names)
		die_io("log");
	return all->names[all->count++] = new;
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

#define LIST_MAX 4096 /* octets */

/* Whoever may log chooses the words: 100,000 of a name take 87 s, and no one reads them. */
static void add_word(char **list, struct span word)
{
	words_add(list, *list && strlen(*list) > LIST_MAX ? span_of_text("...") : word);
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
	add_word(&entry->programs, *program);
	add_word(&entry->rules, rule);
	add_word(&entry->users, origin->user);
	span_copy(origin->time, entry->last, sizeof entry->last);
	if (entry->count == 1)
		strcpy(entry->first, entry->last);
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
	add_word(&all->losers, program);
}

static void add_message(struct entries *all, struct span message, const struct origin *origin)
{
	struct span program = { message.next, message.next };
	bool is_entry;

	if (span_take(&message, "rejected ") || span_take(&message, "would reject "))
		is_entry = add_name(all, &message, origin, &program);
	else
		is_entry = span_take(&message, "lost entries for ") &&
		           take(&message, ": ", &program);
	if (!is_entry)
		return;
	add_loss(all, message, program);
	if (!all->since)
		all->since = words_copy_of(origin->time);
}

/* --- Lines of syslog ---------------------------------------------------------------- */

/* A process's number may follow the tag; some write the priority before.  A host may have any octets. */
static void compile_head(regex_t *head)
{
	static const char text[] = "^(<[0-9]*>)?(... .. ..:..:..|[0-9][^ ]*T[^ ]*) [^ ]+ "
				   "([^ :]*\\.[^ :]* )?idnx(\\[[0-9]*\\])?: ";
	locale_t before = uselocale(newlocale(LC_CTYPE_MASK, "C", NULL));

	if (regcomp(head, text, REG_EXTENDED) != 0)
		die_io("log");
	uselocale(before);
}

static void add_line(struct entries *all, struct span line)
{
	static regex_t head;
	regmatch_t parts[3] = { { .rm_eo = (regoff_t)span_length(line) } };
	struct origin origin = { .user = { line.end, line.end } };

	if (!memmem(line.next, span_length(line), "idnx", 4))
		return;
	if (!head.buffer)
		compile_head(&head);
	if (regexec(&head, line.next, 3, parts, REG_STARTEND) != 0)
		return;
	origin.time = (struct span){ line.next + parts[2].rm_so, line.next + parts[2].rm_eo };
	line.next += parts[0].rm_eo;
	add_message(all, line, &origin);
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

/* The fields of an entry, in any order. */
struct exported {
	char *message;
	char time[LOGGED_TIME_SIZE], user[sizeof "4294967295"];
};

/* Microseconds since 1970 become a time of this machine. */
static void set_time(struct exported *entry, const char *text)
{
	struct span digits = span_of_text(text);
	time_t seconds = (time_t)(take_digits(&digits) / 1000000);
	struct tm parts;

	if (localtime_r(&seconds, &parts))
		strftime(entry->time, sizeof entry->time, "%Y-%m-%d %H:%M:%S", &parts);
}

static void set_field(struct exported *entry, const char *line)
{
	if (strncmp(line, "MESSAGE=", 8) == 0) {
		free(entry->message);
		entry->message = words_lasting(span_of_text(line + 8));
	} else if (strncmp(line, "_UID=", 5) == 0) {
		snprintf(entry->user, sizeof entry->user, "%s", line + 5);
	} else if (strncmp(line, "__REALTIME_TIMESTAMP=", 21) == 0) {
		set_time(entry, line + 21);
	}
}

static void end_entry(struct entries *all, struct exported *entry)
{
	struct origin origin = { span_of_text(entry->time), span_of_text(entry->user) };

	if (entry->message)
		add_message(all, span_of_text(entry->message), &origin);
	free(entry->message);
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
	if (socket_answers("/run/systemd/journal/socket", SOCK_DGRAM, NULL))
		return "systemd-journald";
	return socket_answers("/dev/log", SOCK_DGRAM, NULL) ? "syslog" : NULL;
}

int entries_add_journal(struct entries *all, const char *since, const char *redirection)
{
	const char *command = words_format(
		"command -v journalctl >/dev/null || exit 127; exec "
		"journalctl --no-pager --output=export --identifier=idnx%s%s %s",
		since ? " --since=" : "", since ? shell_word(since) : "", redirection);
	FILE *in = popen(command, "re");
	int status;

	if (!in)
		die_io("journalctl");
	read_export(all, in);
	status = pclose(in);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_IO;
}

void entries_sort(struct entries *all)
{
	if (all->count > 0)
		qsort(all->names, all->count, sizeof(struct logged *), compare_counts);
}
