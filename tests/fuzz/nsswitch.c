/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * nsswitch.conf: any text is read within its bounds.  idnx enable inserts what the module
 * then finds; idnx disable restores the text, but also removes an idnx that was there before.
 */
#include <ctype.h>

#include "enable/hosts_edit.h"
#include "nsswitch_fault.h"
#include "../module/hosts/listed.h"
#include "common/fuzz.h"
#include "lookup.h"

static const struct span unknown = { NULL, NULL };

/* A text in an allocation of its own. */
struct text {
	char *octets;
	size_t length;
};

static struct span span_of(const struct text *text)
{
	return (struct span){ text->octets, text->octets + text->length };
}

static size_t length_of(struct span span)
{
	return (size_t)(span.end - span.next);
}

static bool lies_in(struct span part, struct span all)
{
	return all.next <= part.next && part.next <= part.end && part.end <= all.end;
}

/* --- Reading ------------------------------------------------------------------- */

static void check_source(const struct nsswitch_source *source, struct span list)
{
	promise(lies_in(source->name, list) && !span_is_empty(source->name),
	        "a source has a name");
	promise(span_is_empty(source->criteria) ||
	        (lies_in(source->criteria, list) && *source->criteria.next == '['),
	        "criteria are in brackets");
	for (int status = NSS_STATUS_TRYAGAIN; status <= NSS_STATUS_RETURN; status++)
		promise(nsswitch_action(source, (enum nss_status)status) <= NSSWITCH_MERGE,
		        "each status has an action");
}

static void check_list(struct span list)
{
	struct nsswitch_source source;
	enum nsswitch_found found;
	struct span before = list;

	while ((found = nsswitch_next_source(&list, &source)) == NSSWITCH_SOURCE) {
		check_source(&source, before);
		promise(list.next > before.next && list.end == before.end, "a source is taken");
		before = list;
	}
	promise(lies_in(list, before), "the end is in the list");
	promise(found != NSSWITCH_END || span_is_empty(list) || *list.next == '\0',
	        "and where it says");
}

static void check_lines(const struct text *text)
{
	struct span all = span_of(text), rest = all;
	const char *next = all.next;
	struct nsswitch_line line;

	while (nsswitch_next_line(&rest, &line)) {
		promise(line.text.next == next && line.text.end == rest.next &&
		        !span_is_empty(line.text), "line follows line");
		promise(line.has_newline == (line.text.end[-1] == '\n'), "to its newline");
		promise(lies_in(line.database, line.text) && lies_in(line.list, line.text),
		        "what is found is in the line");
		check_list(line.list);
		next = rest.next;
	}
	promise(next == all.end, "all of it is read");
}

/* --- Enable and disable ---------------------------------------------------------- */

static void check_edit(const struct hosts_edit *edit, struct span text)
{
	promise(edit->verdict != HOSTS_REFUSED || edit->message != NULL, "no refusal is mute");
	if (edit->verdict != HOSTS_CHANGED)
		return;
	promise(lies_in(edit->old, text), "an edit is of the text");
	promise(edit->length <= length_of(edit->old) + HOSTS_EDIT_ADDED, "and adds little");
}

static struct text edited(const struct hosts_edit *edit, struct span text)
{
	size_t before = (size_t)(edit->old.next - text.next);
	size_t after = (size_t)(text.end - edit->old.end);
	struct text result = { .length = before + edit->length + after };

	result.octets = allocate(result.length);
	if (before > 0)
		memcpy(result.octets, text.next, before);
	memcpy(result.octets + before, edit->octets, edit->length);
	if (after > 0)
		memcpy(result.octets + before + edit->length, edit->old.end, after);
	return result;
}

static bool is_text(const struct text *text, struct span span)
{
	return text->length == length_of(span) &&
	       (text->length == 0 || memcmp(text->octets, span.next, text->length) == 0);
}

static struct hosts_edit edit;

/* Returns what disable makes of the text; the text itself if it is unchanged. */
static struct text disabled(const struct text *text, struct span before)
{
	struct span all = span_of(text);

	hosts_disable(all, before, &edit);
	check_edit(&edit, all);
	if (edit.verdict == HOSTS_CHANGED)
		return edited(&edit, all);
	return (struct text){ copy_of(text->octets, text->length), text->length };
}

static bool ends_word(char c)
{
	return isspace((unsigned char)c) || c == ':' || c == ']';
}

/*
 * If disable removes an idnx in front of a source ":x", that becomes "x": glibc skips colons
 * at the beginning of a list.
 */
static bool has_colon(const struct text *text)
{
	for (size_t i = 1; i < text->length; i++)
		if (text->octets[i] == ':' && ends_word(text->octets[i - 1]))
			return true;
	return false;
}

/* again: an idnx was there before enable, which disable removes as well. */
static void check_disabled(const struct text *enabled, const struct text *text, bool again)
{
	struct text restored = disabled(enabled, span_of(text));
	struct text without = disabled(enabled, unknown);

	promise(is_text(&restored, span_of(again ? &without : text)),
	        "disable gives back what was before");
	hosts_disable(span_of(&without), unknown, &edit);
	promise(edit.verdict != HOSTS_CHANGED || has_colon(text),
	        "disable takes out all there is");
	free(restored.octets);
	free(without.octets);
}

/* Checks enable's text; again: enable has only replaced an action or added a newline. */
static void check_enabled(const struct text *enabled, bool again)
{
	hosts_enable(span_of(enabled), &edit);
	promise(edit.verdict == HOSTS_UNCHANGED, "what is enabled is enabled");
	for (int status = NSS_STATUS_TRYAGAIN; status <= NSS_STATUS_NOTFOUND; status += 2)
		promise(again || hosts_action_is_final_in(enabled->octets, enabled->length,
		                                  (enum nss_status)status),
		        "the module ends the walk there");
	promise(nsswitch_fault(span_of(enabled)).message == NULL, "glibc reads it");
}

static void check_enable(const struct text *text)
{
	struct text enabled;
	bool again;

	hosts_enable(span_of(text), &edit);
	check_edit(&edit, span_of(text));
	if (edit.verdict != HOSTS_CHANGED)
		return;
	enabled = edited(&edit, span_of(text));
	again = lists_idnx(edit.old);
	check_disabled(&enabled, text, again);
	check_enabled(&enabled, again);
	free(enabled.octets);
}

/* Checks disable with a text that enable has not written, and with an unrelated old text. */
static void check_disable(const struct text *text)
{
	static char other[] = "hosts: files dns\n";
	struct text found = disabled(text, (struct span){ other, other + strlen(other) });

	free(found.octets);
	found = disabled(text, unknown);
	if (edit.verdict == HOSTS_CHANGED && !edit.is_whole)
		promise(found.length < text->length, "disable only takes away");
	free(found.octets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = { copy_of(data, size), size };

	if (size > NSSWITCH_SIZE_MAX)
		text.length = NSSWITCH_SIZE_MAX;
	check_lines(&text);
	hosts_action_is_final_in(text.octets, text.length, NSS_STATUS_NOTFOUND);
	check_enable(&text);
	check_disable(&text);
	free(text.octets);
	return 0;
}
