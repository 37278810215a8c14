/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * nsswitch.conf: any text is read within its bounds.  idnx enable inserts what the module
 * then finds; idnx disable restores the text, but also removes an idnx that was there before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosts/hosts.h"
#include "../module/hosts/listed.h"
#include "common/fuzz.h"
#include "lookup.h"
#include "show.h"

/* Twenty times the largest known nsswitch.conf, comments included. */
#define SIZE_MAX_TRIED (64 * 1024)

/* More than enable ever adds. */
#define ADDED_MAX 64

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
		                !span_is_empty(line.text),
		        "line follows line");
		promise(line.has_newline == (line.text.end[-1] == '\n'), "to its newline");
		promise(lies_in(line.database, line.text) && lies_in(line.list, line.text),
		        "what is found is in the line");
		check_list(line.list);
		next = rest.next;
	}
	promise(next == all.end, "all of it is read");
}

/* --- Enable and disable ---------------------------------------------------------- */

/* What words.c ends a run with. */
void die_io(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

static bool changes(const struct hosts_plan *plan)
{
	return plan->new != NULL && plan->is_writable;
}

static void check_plan(const struct hosts_plan *plan, struct span text)
{
	for (unsigned i = 0; i < plan->count; i++)
		promise(*hosts_fault_text(&plan->faults[i]) != '\0', "no fault is mute");
	hosts_plan_sources(plan);
	if (plan->new == NULL)
		return;
	promise(lies_in(plan->old, text), "a plan is for the text");
	promise(strlen(plan->new) <= length_of(plan->old) + ADDED_MAX, "and adds little");
}

static struct text planned(const struct hosts_plan *plan, struct span text)
{
	size_t before = (size_t)(plan->old.next - text.next), middle = strlen(plan->new);
	size_t after = (size_t)(text.end - plan->old.end);
	struct text result = { .length = before + middle + after };

	result.octets = allocate(result.length);
	if (before > 0)
		memcpy(result.octets, text.next, before);
	memcpy(result.octets + before, plan->new, middle);
	if (after > 0)
		memcpy(result.octets + before + middle, plan->old.end, after);
	return result;
}

static bool is_text(const struct text *text, struct span span)
{
	return text->length == length_of(span) &&
	       (text->length == 0 || memcmp(text->octets, span.next, text->length) == 0);
}

/* Returns what disable makes of the text; the text itself if it is unchanged. */
static struct text disabled(const struct text *text, struct span before, bool *changed)
{
	struct span all = span_of(text);
	struct hosts_plan plan = hosts_plan_without(all, before);
	struct text result;

	check_plan(&plan, all);
	*changed = changes(&plan);
	result = *changed ? planned(&plan, all)
	                  : (struct text){ copy_of(text->octets, text->length), text->length };
	return result;
}

/* again: an idnx was there before enable, which disable removes as well. */
static void check_disabled(const struct text *enabled, const struct text *text, bool again)
{
	bool changed;
	struct text restored = disabled(enabled, span_of(text), &changed);
	struct text without = disabled(enabled, unknown, &changed), same;

	promise(is_text(&restored, span_of(again ? &without : text)),
	        "disable gives back what was before");
	same = disabled(&without, unknown, &changed);
	promise(!changed, "disable takes out all there is");
	free(restored.octets);
	free(without.octets);
	free(same.octets);
}

/* Checks the text that a plan makes. */
static void check_enabled(const struct text *enabled)
{
	struct hosts_plan plan = hosts_plan(span_of(enabled), span_of_text(""));

	promise(plan.count == 0 && plan.new == NULL, "nothing is wrong afterwards");
	promise(plan.asked, "idnx is asked");
	for (int status = NSS_STATUS_TRYAGAIN; status <= NSS_STATUS_NOTFOUND; status += 2)
		promise(hosts_action_is_final_in(enabled->octets, enabled->length,
		                                 (enum nss_status)status),
		        "the module ends the walk there");
}

static void check_enable(const struct text *text)
{
	struct hosts_plan plan = hosts_plan(span_of(text), span_of_text(""));
	struct text enabled;

	check_plan(&plan, span_of(text));
	promise(plan.count > 0 || plan.new == NULL, "a change has its reason");
	if (plan.new != NULL) {
		enabled = planned(&plan, span_of(text));
		check_enabled(&enabled);
		if (plan.is_writable)
			check_disabled(&enabled, text, lists_idnx(plan.old));
		free(enabled.octets);
	}
}

/* Checks disable with a text that enable has not written, and with an unrelated old text. */
static void check_disable(const struct text *text)
{
	static char other[] = "hosts: files dns\n";
	struct span before = { other, other + strlen(other) };
	bool changed;
	struct text found = disabled(text, before, &changed);

	free(found.octets);
	found = disabled(text, unknown, &changed);
	promise(!changed || found.length < text->length, "disable only takes away");
	free(found.octets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = { copy_of(data, size), size };

	if (size > SIZE_MAX_TRIED)
		text.length = SIZE_MAX_TRIED;
	check_lines(&text);
	hosts_action_is_final_in(text.octets, text.length, NSS_STATUS_NOTFOUND);
	check_enable(&text);
	check_disable(&text);
	words_release();
	free(text.octets);
	return 0;
}
