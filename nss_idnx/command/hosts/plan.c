/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads the hosts: line from left to right (conf/nsswitch.conf.example says why):
 *
 *     files mymachines myhostname libvirt mdns4_minimal | idnx | resolve dns ...
 *     answer from this machine, or to UTF-8                    get ASCII only
 *
 * Since glibc 2.33 (glibc's nss_database.c) one error in the brackets of any known database makes
 * every lookup of every database fail; 2.31 stops reading that line.  glibc skips lines of other
 * programs (sudoers, automount).
 *
 * The last hosts: line counts.  If it has no newline, 2.31 reads it; glibc 2.33 and later read
 * an earlier one or use their default.
 */
#include "hosts.h"

/* --- Faults in words ------------------------------------------------------ */

/* A "*" stands for the source at fault. */
static const char *const texts[HOSTS_FAULTS] = {
	[HOSTS_NUL] = "has a NUL, after which glibc reads nothing",
	[HOSTS_BRACKET] = "has an invalid action in brackets, for which glibc 2.33 and later "
	                  "reject the whole file",
	[HOSTS_SECOND_BRACKET] = "has two brackets after one source, where glibc stops reading",
	[HOSTS_NO_LINE] = "has no \"hosts:\" line, and glibc's default has no idnx",
	[HOSTS_NO_NEWLINE] = "has no newline at its end: glibc 2.33 and later do not read it",
	[HOSTS_NO_SOURCE] = "names no source that finds a host",
	[HOSTS_NO_IDNX] = "has no idnx",
	[HOSTS_NEVER_ASKED] = "never calls idnx: * ends the search before it",
	[HOSTS_TOO_LATE] = "has idnx too late: * gets the unconverted name before it",
	[HOSTS_ENDS_SEARCH] = "has *, which ends the search for every ASCII name",
	[HOSTS_LEAKS] = "has *, which passes the unconverted name to later sources",
	[HOSTS_LACKS_ACTION] = "has * without [!UNAVAIL=return]: to some programs a timeout "
	                       "looks like \"no such name\"",
	[HOSTS_SEVERAL] = "has idnx several times",
	[HOSTS_HIDDEN] = "has * after idnx, which hides names in UTF-8 from it",
	/* Sourceware bug 33519: strcasecmp() there tells "i" from "I". */
	[HOSTS_SMALL_I] = "has * with a small \"i\" in its brackets: in a Turkish locale glibc "
	                  "before 2.43 then finds no name at all",
};

static const char *const remedies[HOSTS_FAULTS] = {
	[HOSTS_NUL] = "Save the file as text, without a NUL",
	[HOSTS_BRACKET] = "In that line write brackets like [NOTFOUND=return] or "
	                  "[!UNAVAIL=return], or none",
	[HOSTS_SECOND_BRACKET] = "In that line write both into one bracket, like "
	                         "[NOTFOUND=continue UNAVAIL=return]",
};

char *hosts_fault_text(const struct hosts_fault *fault)
{
	const char *text = texts[fault->kind], *place = strchr(text, '*');

	if (place == NULL)
		return words_copy(text);
	return words_format("%.*s\"%.*s\"%s", (int)(place - text), text,
	                    (int)span_length(fault->words), fault->words.next, place + 1);
}

/* The words of a fault that names no source. */
static const struct span no_words = { NULL, NULL };

/* Adds a fault, unless the line has one of this kind already. */
static void add_fault(struct hosts_plan *plan, enum hosts_fault_kind kind, struct span words)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (plan->faults[i].kind == kind)
			return;
	plan->faults[plan->count++] = (struct hosts_fault){
		kind, plan->line, words, kind < HOSTS_LACKS_ACTION, remedies[kind],
	};
}

/* --- Faults of the file --------------------------------------------------- */

/* The databases of glibc 2.31 to 2.43, nss/databases.def. */
static bool is_known(struct span database)
{
	static const char *const names[] = {
		"aliases", "ethers", "group", "group_compat", "gshadow", "hosts",
		"initgroups", "netgroup", "networks", "passwd", "passwd_compat",
		"protocols", "publickey", "rpc", "services", "shadow", "shadow_compat",
	};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (span_equals(database, names[i]))
			return true;
	return false;
}

/* Returns how the list ends for glibc. */
static enum nsswitch_found end_of_list(struct span list)
{
	struct nsswitch_source source;
	enum nsswitch_found found;

	do
		found = nsswitch_next_source(&list, &source);
	while (found == NSSWITCH_SOURCE);
	return found;
}

/* Adds a fault of the line number plan->line for which glibc rejects the file. */
static void check_text(struct hosts_plan *plan, const struct nsswitch_line *line)
{
	if (memchr(line->text.next, '\0', span_length(line->text)))
		add_fault(plan, HOSTS_NUL, no_words);
	else if (is_known(line->database) && end_of_list(line->list) == NSSWITCH_ERROR)
		add_fault(plan, HOSTS_BRACKET, no_words);
}

/* Finds the line that counts; returns false if none does, or its meaning is not clear. */
static bool find_line(struct hosts_plan *plan, struct span text, struct nsswitch_line *line)
{
	struct nsswitch_line next;
	unsigned last = 0;

	while (plan->count == 0 && nsswitch_next_line(&text, &next)) {
		plan->line++;
		check_text(plan, &next);
		if (!span_equals(next.database, "hosts"))
			continue;
		plan->lines++;
		last = plan->line;
		*line = next;
	}
	if (plan->count > 0 || last == 0)
		return false;
	plan->line = last;
	plan->old = line->text;
	if (end_of_list(line->list) == NSSWITCH_SECOND_BRACKET)
		add_fault(plan, HOSTS_SECOND_BRACKET, no_words);
	return plan->count == 0;
}

/* --- Faults of the line --------------------------------------------------- */

/*
 * Checks that glibc asks no source after idnx for an internationalized name: neither one that
 * idnx has answered or rejected ("continue", and "!X=continue", which covers RETURN, too), nor
 * one that was not found.
 */
static void check_actions(struct hosts_plan *plan, const struct nsswitch_source *idnx)
{
	struct span text = source_text(idnx);

	if (nsswitch_action(idnx, NSS_STATUS_UNAVAIL) == NSSWITCH_RETURN)
		add_fault(plan, HOSTS_ENDS_SEARCH, text);
	if (nsswitch_action(idnx, NSS_STATUS_SUCCESS) != NSSWITCH_RETURN ||
	    nsswitch_action(idnx, NSS_STATUS_RETURN) != NSSWITCH_RETURN)
		add_fault(plan, HOSTS_LEAKS, text);
	else if (nsswitch_action(idnx, NSS_STATUS_NOTFOUND) != NSSWITCH_RETURN ||
	         nsswitch_action(idnx, NSS_STATUS_TRYAGAIN) != NSSWITCH_RETURN)
		add_fault(plan, HOSTS_LACKS_ACTION, text);
	else if (span_before(idnx->criteria, 'i').end < idnx->criteria.end)
		add_fault(plan, HOSTS_SMALL_I, text);
}

static void check_idnx(struct hosts_plan *plan, const struct nsswitch_source *idnx, bool last)
{
	if (plan->listed) {
		add_fault(plan, HOSTS_SEVERAL, no_words);
		return;
	}
	plan->listed = true;
	plan->asked = span_is_empty(plan->end);
	if (!plan->asked)
		add_fault(plan, HOSTS_NEVER_ASKED, plan->end);
	else if (!span_is_empty(plan->network))
		add_fault(plan, HOSTS_TOO_LATE, plan->network);
	if (!last)
		check_actions(plan, idnx);
}

static void check_other(struct hosts_plan *plan, const struct nsswitch_source *source,
                        struct span missing)
{
	if (!span_is_empty(plan->network))
		return;
	if (source_is_network(source))
		plan->network = source->name;
	else if (plan->listed && !span_is_same(source->name, missing))
		add_fault(plan, HOSTS_HIDDEN, source->name);
}

static void check_sources(struct hosts_plan *plan, struct span list, struct span missing)
{
	struct nsswitch_source source, next;
	struct span rest;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		rest = list;
		if (span_equals(source.name, "idnx")) {
			check_idnx(plan, &source,
			           nsswitch_next_source(&rest, &next) != NSSWITCH_SOURCE);
			continue;
		}
		check_other(plan, &source, missing);
		if (span_is_empty(plan->end) && source_is_terminal(&source))
			plan->end = source_text(&source);
	}
}

static void check_line(struct hosts_plan *plan, const struct nsswitch_line *line,
                       struct span missing)
{
	if (!line->has_newline)
		add_fault(plan, HOSTS_NO_NEWLINE, no_words);
	if (!sources_have(line->list, NULL))
		add_fault(plan, HOSTS_NO_SOURCE, no_words);
	else if (!sources_have(line->list, "idnx"))
		add_fault(plan, HOSTS_NO_IDNX, no_words);
	check_sources(plan, line->list, missing);
	if (!plan->listed && !span_is_empty(plan->end) &&
	    (span_is_empty(plan->network) || plan->end.next < plan->network.next))
		add_fault(plan, HOSTS_NEVER_ASKED, plan->end);
}

/* --- In ------------------------------------------------------------------- */

/* Adds a line at the end, but before a line that has no meaning for lack of a newline. */
static void plan_new_line(struct hosts_plan *plan, struct span text)
{
	const char *place = text.end;

	add_fault(plan, HOSTS_NO_LINE, no_words);
	plan->faults[0].line = 0;
	while (place > text.next && place[-1] != '\n')
		place--;
	plan->line += place == text.end;
	plan->old = (struct span){ place, place };
	plan->is_writable = true;
	plan->new = words_copy("hosts: " HOSTS_DEFAULT "\n");
}

struct hosts_plan hosts_plan(struct span text, struct span missing)
{
	struct hosts_plan plan = { .line = 0 };
	struct nsswitch_line line;

	if (find_line(&plan, text, &line)) {
		check_line(&plan, &line, missing);
		if (plan.count > 0)
			plan.new = hosts_line_with(&line, missing, &plan.is_writable);
	} else if (plan.count == 0) {
		plan_new_line(&plan, text);
	}
	return plan;
}

const struct hosts_fault *hosts_plan_failure(const struct hosts_plan *plan,
                                             enum hosts_place place)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (plan->faults[i].is_failure &&
		    (plan->faults[i].kind == HOSTS_ENDS_SEARCH) == (place == HOSTS_AFTER_IDNX))
			return &plan->faults[i];
	return NULL;
}

/* A tab would be shown as <U+0009>, and could not be pasted. */
char *hosts_plan_sources(const struct hosts_plan *plan)
{
	struct span text = plan->new != NULL ? span_of_text(plan->new) : plan->old;
	struct nsswitch_line line;
	char *sources;

	if (!nsswitch_next_line(&text, &line))
		return words_copy("files dns");
	line.list = span_trim_end(line.list);
	sources = words_copy_of(line.list);
	for (char *c = sources; *c != '\0'; c++)
		*c = ascii_is_blank(*c) ? ' ' : *c;
	return sources;
}

/* --- Out ------------------------------------------------------------------ */

/* Returns the line from before if enable made the present one of it; otherwise NULL. */
static char *line_before(const struct hosts_plan *plan, struct span text, struct span before)
{
	struct hosts_plan made = hosts_plan(before, no_words);
	struct span old = made.old;
	bool lacks_newline = !span_is_empty(old) && old.end[-1] != '\n';

	if (made.new == NULL || !span_equals(plan->old, made.new) || !made.is_writable ||
	    made.listed)
		return NULL;
	/* Other lines may follow now. */
	return words_format("%.*s%s", (int)span_length(old), old.next,
	                    lacks_newline && plan->old.end != text.end ? "\n" : "");
}

struct hosts_plan hosts_plan_without(struct span text, struct span before)
{
	struct hosts_plan plan = { .is_writable = true, .is_removal = true };
	struct nsswitch_line line;

	if (!find_line(&plan, text, &line))
		return plan;
	plan.listed = sources_have(line.list, "idnx");
	if (plan.listed && before.next != NULL)
		plan.new = line_before(&plan, text, before);
	if (plan.listed && plan.new == NULL)
		plan.new = hosts_line_without(line.text);
	return plan;
}
