/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Puts idnx into the hosts line of nsswitch.conf and removes it: one line changes, all
 * others stay.  The place (conf/nsswitch.conf.example says why):
 *
 *     before the first of resolve and dns      files mymachines | dns
 *     without these, after the last source     files mymachines |
 *
 * If the first of these is resolve, and files comes later, as in Arch, idnx gets a "files"
 * of its own before it: resolve reads /etc/hosts itself, so nothing changes for ASCII names.
 * No "files" is put before a dns, because that would change results for ASCII names.
 *
 * An idnx in another place, or whose action is harmful or missing, is removed and put in
 * anew; a correct one stays.  No other source is touched, so nothing changes for ASCII names.
 *
 * The last line counts.  If it has no newline, 2.31 reads it; glibc 2.33 and later read an
 * earlier one or use their default.  Adding the newline makes every version read this line.
 * "#" begins a comment in 2.31, and is a source from 2.33 on: idnx goes before it, where
 * both look.
 */
#include "hosts_edit.h"

#include <string.h>

#include "hosts_line.h"
#include "hosts_source.h"
#include "nsswitch_fault.h"

#define LINE "hosts: " HOSTS_DEFAULT "\n"

/* The first line of a file that enable created; disable recognizes it. */
#define COMMENT "# Made by \"idnx enable\", for there was none; \"idnx disable\" removes it.\n"

static const char whole_file[] = COMMENT LINE;

/* --- Pieces --------------------------------------------------------------- */

static bool spans_equal(struct span a, struct span b)
{
	return span_length(a) == span_length(b) && memcmp(a.next, b.next, span_length(a)) == 0;
}

struct span hosts_edit_new(const struct hosts_edit *edit)
{
	return (struct span){ edit->octets, edit->octets + edit->length };
}

static void append(struct hosts_edit *edit, struct span piece)
{
	memcpy(edit->octets + edit->length, piece.next, span_length(piece));
	edit->length += span_length(piece);
}

static void decide(struct hosts_edit *edit, enum hosts_verdict verdict, const char *message)
{
	edit->verdict = verdict;
	edit->message = message;
}

/* --- Sources -------------------------------------------------------------- */

static bool find(struct span list, const char *name, struct nsswitch_source *source)
{
	while (nsswitch_next_source(&list, source) == NSSWITCH_SOURCE)
		if (span_equals(source->name, name))
			return true;
	return false;
}

static bool has(struct span list, const char *name)
{
	struct nsswitch_source source;

	return find(list, name, &source);
}

/* Returns whether there is a source other than idnx before any comment. */
static bool names_other(struct span list)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE &&
	       !hosts_source_comment(source.name))
		if (!span_equals(source.name, "idnx"))
			return true;
	return false;
}

static const char *end_of(const struct nsswitch_source *source)
{
	return span_is_empty(source->criteria) ? source->name.end : source->criteria.end;
}

/* Returns whether idnx has to precede this source. */
static bool comes_after_idnx(struct span name)
{
	return hosts_source_is_network(name) || hosts_source_comment(name);
}

/* Splits the list: after begins with what comes after idnx, or is empty. */
static void split_at_idnx(struct span list, struct span *before, struct span *after)
{
	struct nsswitch_source source;

	before->next = before->end = list.next;
	*after = list;
	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		after->next = source.name.next;
		if (comes_after_idnx(source.name))
			return;
		before->end = end_of(&source);
	}
	after->next = after->end;
}

/* --- The line that counts ------------------------------------------------- */

/* Selects the line to be edited; returns false if its number is 0: there is none. */
static bool take_line(unsigned number, const struct nsswitch_line *line,
                      struct hosts_edit *edit)
{
	if (number == 0)
		return false;
	edit->line = number;
	edit->old = line->text;
	return true;
}

/* Refuses a text with a fault that has to be fixed before its meaning is clear. */
static bool refuse_fault(struct span text, struct hosts_edit *edit)
{
	struct nsswitch_fault fault = nsswitch_fault(text);

	edit->line = fault.line;
	decide(edit, HOSTS_REFUSED, fault.message);
	edit->remedy = fault.remedy;
	return fault.message != NULL;
}

static bool refuse_second_bracket(struct span list, struct hosts_edit *edit)
{
	if (!hosts_source_has_second_bracket(list))
		return false;
	decide(edit, HOSTS_REFUSED,
	       "has two brackets after one source, where glibc stops reading");
	edit->remedy = nsswitch_second_bracket_remedy;
	return true;
}

/* --- Taking out ----------------------------------------------------------- */

/* Removes every idnx, up to a comment or the end, each with the blank that enable adds. */
static void take_out(const struct nsswitch_line *line, bool up_to_comment, struct hosts_edit *edit)
{
	const char *done = line->text.next;
	struct span list = line->list;
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE &&
	       !(up_to_comment && hosts_source_comment(source.name))) {
		struct span out = { source.name.next, end_of(&source) }, rest = list;

		if (!span_equals(source.name, "idnx"))
			continue;
		if (nsswitch_next_source(&rest, &source) == NSSWITCH_SOURCE)
			out.end += ascii_is_space(*out.end);
		else if (out.next > done)
			out.next -= ascii_is_space(out.next[-1]);
		append(edit, (struct span){ done, out.next });
		done = out.end;
	}
	append(edit, (struct span){ done, line->text.end });
}

/* --- Enable --------------------------------------------------------------- */

/*
 * Adds a line at the end, but before a line without a newline: the newline it would get
 * gives that line a meaning that glibc 2.33 and later have not seen in it.
 */
static void add_line(struct span text, struct hosts_edit *edit)
{
	struct nsswitch_line line;

	edit->line = 1;
	edit->old = (struct span){ text.end, text.end };
	edit->is_whole = text.next == NULL;
	while (nsswitch_next_line(&text, &line)) {
		if (line.has_newline)
			edit->line++;
		else
			edit->old.next = edit->old.end = line.text.next;
	}
	append(edit, span_of_text(edit->is_whole ? whole_file : LINE));
	decide(edit, HOSTS_CHANGED, NULL);
}

static const char never_asked[] =
	"has a source before idnx that ends the search, so that idnx is not asked";

/* Returns whether a source before idnx ends the search for every name. */
static bool ends_search(struct span before)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&before, &source) == NSSWITCH_SOURCE &&
	       !span_equals(source.name, "idnx"))
		if (hosts_source_is_terminal(&source))
			return true;
	return false;
}

/* Returns why idnx cannot be put between the two, or NULL. */
static const char *obstacle(struct span before, struct span after)
{
	struct nsswitch_source next;
	const char *comment;

	if (nsswitch_next_source(&after, &next) != NSSWITCH_SOURCE)
		return !span_is_empty(before)
		               ? NULL
		               : "names no source, and idnx alone finds nothing";
	comment = hosts_source_comment(next.name);
	if (comment && comment != next.name.next)
		return "has a \"#\" within a word, which not every glibc reads alike";
	if (comment && span_is_empty(before))
		return "names no source before the \"#\"";
	return NULL;
}

static bool needs_files(struct span before, struct span after)
{
	struct nsswitch_source next;

	return nsswitch_next_source(&after, &next) == NSSWITCH_SOURCE &&
	       span_equals(next.name, "resolve") && has(after, "files") &&
	       !has(before, "files");
}

/* Returns what is left to do in a line with idnx in its place, or NULL. */
static const char *left_over(struct span before, struct span after)
{
	if (ends_search(before))
		return never_asked;
	if (hosts_source_comment(after))
		return "has a \"#\", after which glibc 2.33 and later read on";
	return NULL;
}

static void put_idnx(struct span line, struct span before, struct span after,
                     struct hosts_edit *edit)
{
	bool is_last = span_is_empty(after);
	const char *place = is_last ? before.end : after.next;

	append(edit, (struct span){ line.next, place });
	if (needs_files(before, after))
		append(edit, span_of_text("files "));
	append(edit, span_of_text(is_last ? " " HOSTS_IDNX : HOSTS_IDNX " "));
	append(edit, (struct span){ place, line.end });
	decide(edit, HOSTS_CHANGED, left_over(before, after));
	edit->is_unfinished = edit->message != NULL;
}

static void end_line(struct hosts_edit *edit)
{
	append(edit, span_of_text("\n"));
	edit->verdict = HOSTS_CHANGED;
	if (!edit->is_unfinished)
		edit->message = "had no newline at its end, so that glibc 2.33 and later did not "
		                "read it";
}

/* Puts idnx where it belongs into a line without it there; text describes the change. */
static void put_into(const struct nsswitch_line *line, const char *text, struct hosts_edit *edit)
{
	struct span before, after;
	const char *why;

	split_at_idnx(line->list, &before, &after);
	why = obstacle(before, after);
	if (why != NULL) {
		decide(edit, HOSTS_REFUSED, why);
		return;
	}
	put_idnx(line->text, before, after, edit);
	if (edit->message == NULL)
		edit->message = text;
}

/* --- A line with idnx ----------------------------------------------------- */

static bool is_last(struct span list, const struct nsswitch_source *source)
{
	struct span rest = { end_of(source), list.end };
	struct nsswitch_source next;

	return nsswitch_next_source(&rest, &next) != NSSWITCH_SOURCE;
}

static const char *wrong_action(const struct nsswitch_source *idnx)
{
	if (nsswitch_action(idnx, NSS_STATUS_UNAVAIL) == NSSWITCH_RETURN)
		return "had an idnx that ended the search for every ASCII name";
	if (hosts_source_leaks(idnx))
		return "had an action that passes raw names to the sources after idnx";
	if (nsswitch_action(idnx, NSS_STATUS_NOTFOUND) != NSSWITCH_RETURN ||
	    nsswitch_action(idnx, NSS_STATUS_TRYAGAIN) != NSSWITCH_RETURN)
		return "had an idnx without [!UNAVAIL=return], by which some programs take a "
		       "timeout for \"no such name\"";
	return NULL;
}

/* Looks only up to a comment. */
static bool lists_idnx(struct span list)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE &&
	       !hosts_source_comment(source.name))
		if (span_equals(source.name, "idnx"))
			return true;
	return false;
}

/* Returns why idnx, which is in the list, has to move; NULL if its place is right. */
static const char *mistake(struct span list)
{
	struct span before, after;
	struct nsswitch_source idnx;

	split_at_idnx(list, &before, &after);
	if (!find(before, "idnx", &idnx))
		return "had idnx after resolve, dns or \"#\", where it came too late";
	if (lists_idnx((struct span){ end_of(&idnx), list.end }))
		return "had idnx several times";
	if (!is_last(before, &idnx))
		return "had idnx before a source that has names in UTF-8 of its own";
	return is_last(list, &idnx) ? NULL : wrong_action(&idnx);
}

/* Removes every idnx up to a comment. */
static struct nsswitch_line without_idnx(const struct nsswitch_line *line,
                                         struct hosts_edit *edit)
{
	static char octets[NSSWITCH_SIZE_MAX];
	struct nsswitch_line without = *line;

	/* If idnx is first, removing it makes a following ":idnx" another: see the grammar. */
	do {
		struct span text = { octets, octets };

		take_out(&without, true, edit);
		memcpy(octets, edit->octets, edit->length);
		text.end += edit->length;
		edit->length = 0;
		nsswitch_next_line(&text, &without);
	} while (lists_idnx(without.list));
	return without;
}

static void correct(const struct nsswitch_line *line, struct hosts_edit *edit)
{
	const char *why = mistake(line->list);
	struct span before, after;

	if (why != NULL) {
		struct nsswitch_line without = without_idnx(line, edit);

		put_into(&without, why, edit);
		return;
	}
	split_at_idnx(line->list, &before, &after);
	append(edit, line->text);
	why = names_other(line->list) ? NULL : "names idnx alone, which finds nothing by itself";
	decide(edit, why != NULL ? HOSTS_REFUSED : HOSTS_UNCHANGED,
	       why != NULL ? why : left_over(before, after));
	edit->is_unfinished = edit->message != NULL;
	if (edit->message == NULL)
		edit->message = "has idnx already";
}

static void enable_line(const struct nsswitch_line *line, struct hosts_edit *edit)
{
	if (has(line->list, "idnx"))
		correct(line, edit);
	else
		put_into(line, NULL, edit);
	if (!line->has_newline && edit->verdict != HOSTS_REFUSED)
		end_line(edit);
}

void hosts_enable(struct span text, struct hosts_edit *edit)
{
	struct nsswitch_line line;

	edit->length = 0;
	edit->is_whole = edit->is_unfinished = false;
	edit->remedy = NULL;
	if (refuse_fault(text, edit))
		return;
	if (!take_line(hosts_line_find(text, &line), &line, edit))
		add_line(text, edit);
	else if (!refuse_second_bracket(line.list, edit))
		enable_line(&line, edit);
}

/* --- Disable -------------------------------------------------------------- */

/* Finds the line with idnx: an earlier one if not all versions read the last one. */
static bool find_enabled(struct span text, struct hosts_edit *edit,
                         struct nsswitch_line *line)
{
	if (take_line(hosts_line_find(text, line), line, edit) && has(line->list, "idnx"))
		return true;
	return take_line(hosts_line_find_ended(text, line), line, edit) &&
	       has(line->list, "idnx");
}

/* Returns whether the edit put idnx into the line; it may have been another edit. */
static bool puts_idnx(const struct hosts_edit *edit)
{
	struct span old = edit->old;
	struct nsswitch_line line;

	return edit->verdict == HOSTS_CHANGED &&
	       !(nsswitch_next_line(&old, &line) && has(line.list, "idnx"));
}

/* Restores the line from before if enable made it of that; otherwise returns false. */
static bool restore(struct span text, struct span before, struct hosts_edit *edit)
{
	struct hosts_edit enabled;

	hosts_enable(before, &enabled);
	if (!puts_idnx(&enabled) || enabled.is_whole ||
	    !spans_equal(hosts_edit_new(&enabled), edit->old))
		return false;
	append(edit, enabled.old);
	/* The text may have lacked a newline; other lines may follow now. */
	if (edit->length > 0 && edit->octets[edit->length - 1] != '\n' &&
	    edit->old.end != text.end)
		append(edit, span_of_text("\n"));
	return true;
}

/* False if before had our comment already, and only its line was put in. */
static bool is_whole(struct span text, struct span before)
{
	size_t length = strlen(COMMENT);

	return spans_equal(text, span_of_text(whole_file)) &&
	       (span_length(before) < length || memcmp(before.next, COMMENT, length) != 0);
}

void hosts_disable(struct span text, struct span before, struct hosts_edit *edit)
{
	struct nsswitch_line line;

	edit->length = 0;
	edit->is_unfinished = false;
	edit->remedy = NULL;
	edit->is_whole = is_whole(text, before);
	if (edit->is_whole) {
		edit->line = 1;
		edit->old = text;
		decide(edit, HOSTS_CHANGED, NULL);
		return;
	}
	if (refuse_fault(text, edit))
		return;
	if (!find_enabled(text, edit, &line)) {
		decide(edit, HOSTS_UNCHANGED, "has no idnx");
		return;
	}
	if (refuse_second_bracket(line.list, edit))
		return;
	if (!restore(text, before, edit))
		take_out(&line, false, edit);
	decide(edit, HOSTS_CHANGED, NULL);
}
