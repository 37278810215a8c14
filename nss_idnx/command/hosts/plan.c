/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads the hosts: line from left to right (conf/nsswitch.conf.example says why):
 *
 *     files mymachines myhostname libvirt mdns4_minimal | idnx | resolve dns ...
 *     answer from this machine, or to UTF-8                    get ASCII only
 *
 * A fault elsewhere can affect all of NSS: since glibc 2.33 (nss_database.c) one error in the
 * brackets of any known database makes every lookup of every database fail; 2.31 stops reading
 * that line.  glibc skips lines of other programs (sudoers, automount), and so does this.
 *
 * The last hosts: line counts.  If it has no newline, 2.31 reads it; glibc 2.33 and later read
 * an earlier one or use their default.
 */
#include "plan.h"

#include "show.h"

/* --- Faults in words ------------------------------------------------------ */

static const struct {
	bool is_failure;
	const char *before, *after; /* of the source at fault, if that is told */
	const char *remedy;
} faults[HOSTS_FAULTS] = {
	[HOSTS_NUL] = { true, NULL, "has a NUL, after which glibc reads nothing",
	                "Save the file as text, without a NUL" },
	[HOSTS_BRACKET] = { true, NULL,
	                    "has an invalid action in brackets, for which glibc 2.33 and "
	                    "later reject the whole file",
	                    "In that line write brackets like [NOTFOUND=return] or "
	                    "[!UNAVAIL=return], or none" },
	[HOSTS_SECOND_BRACKET] = { true, NULL,
	                           "has two brackets after one source, where glibc stops reading",
	                           "In that line write both into one bracket, like "
	                           "[NOTFOUND=continue UNAVAIL=return]" },
	[HOSTS_NO_LINE] = { true, NULL,
	                    "has no \"hosts:\" line, and glibc's default has no idnx", NULL },
	[HOSTS_NO_NEWLINE] = { true, NULL,
	                       "has no newline at its end: glibc 2.33 and later do "
	                       "not read it",
	                       NULL },
	[HOSTS_NO_SOURCE] = { true, NULL, "names no source that finds a host", NULL },
	[HOSTS_NO_IDNX] = { true, NULL, "has no idnx", NULL },
	[HOSTS_NEVER_ASKED] = { true, "never calls idnx: ", " ends the search before it",
	                        NULL },
	[HOSTS_TOO_LATE] = { true, "has idnx too late: ",
	                     " gets the unconverted name before it", NULL },
	[HOSTS_ENDS_SEARCH] = { true, "has ", ", which ends the search for every ASCII name",
	                        NULL },
	[HOSTS_LEAKS] = { true, "has ", ", which passes the unconverted name to later sources",
	                  NULL },
	[HOSTS_LACKS_ACTION] = { false, "has ",
	                         " without [!UNAVAIL=return]: to some programs a "
	                         "timeout looks like \"no such name\"",
	                         NULL },
	[HOSTS_SEVERAL] = { false, NULL, "has idnx several times", NULL },
	[HOSTS_HIDDEN] = { false, "has ", " after idnx, which hides names in UTF-8 from it",
	                   NULL },
	/* Sourceware bug 33519: strcasecmp() there tells "i" from "I". */
	[HOSTS_SMALL_I] = { false, "has ",
	                    " with a small \"i\" in its brackets: in a Turkish "
	                    "locale glibc before 2.43 then finds no name at all",
	                    NULL },
	[HOSTS_COMMENT] = { false, NULL,
	                    "has a \"#\": glibc 2.33 and later read it and what "
	                    "follows as sources",
	                    NULL },
};

char *hosts_fault_text(const struct hosts_fault *fault)
{
	const char *before = faults[fault->kind].before, *after = faults[fault->kind].after;

	if (before == NULL)
		return words_copy(after);
	return words_format("%s\"%.*s\"%s", before, (int)span_length(fault->words),
	                    fault->words.next, after);
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
		kind, plan->line, words, faults[kind].is_failure, faults[kind].remedy,
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

/* What has been read of the line so far, from left to right. */
struct walk {
	struct hosts_plan *plan;
	struct span network; /* the first of resolve and dns; empty: not yet */
	struct span end;     /* a source that ends the search; empty: none */
};

/*
 * Checks that glibc asks no source after idnx for an internationalized name: neither one that
 * idnx has answered or rejected ("continue", and "!X=continue", which covers RETURN, too), nor
 * one that was not found.
 */
static void check_actions(struct walk *walk, const struct nsswitch_source *idnx)
{
	struct span text = source_text(idnx);

	if (nsswitch_action(idnx, NSS_STATUS_UNAVAIL) == NSSWITCH_RETURN)
		add_fault(walk->plan, HOSTS_ENDS_SEARCH, text);
	if (nsswitch_action(idnx, NSS_STATUS_SUCCESS) != NSSWITCH_RETURN ||
	    nsswitch_action(idnx, NSS_STATUS_RETURN) != NSSWITCH_RETURN)
		add_fault(walk->plan, HOSTS_LEAKS, text);
	else if (nsswitch_action(idnx, NSS_STATUS_NOTFOUND) != NSSWITCH_RETURN ||
	         nsswitch_action(idnx, NSS_STATUS_TRYAGAIN) != NSSWITCH_RETURN)
		add_fault(walk->plan, HOSTS_LACKS_ACTION, text);
	else if (span_before(idnx->criteria, 'i').end < idnx->criteria.end)
		add_fault(walk->plan, HOSTS_SMALL_I, text);
}

static void check_idnx(struct walk *walk, const struct nsswitch_source *idnx, bool last)
{
	struct hosts_plan *plan = walk->plan;

	if (plan->listed) {
		add_fault(plan, HOSTS_SEVERAL, no_words);
		return;
	}
	plan->listed = true;
	plan->asked = span_is_empty(walk->end);
	if (!plan->asked)
		add_fault(plan, HOSTS_NEVER_ASKED, walk->end);
	else if (!span_is_empty(walk->network))
		add_fault(plan, HOSTS_TOO_LATE, walk->network);
	if (!last)
		check_actions(walk, idnx);
}

static void check_other(struct walk *walk, const struct nsswitch_source *source)
{
	struct hosts_plan *plan = walk->plan;

	if (!span_is_empty(walk->network))
		return;
	plan->files_first |= span_equals(source->name, "files");
	if (plan->listed && !source_is_network(source))
		add_fault(plan, HOSTS_HIDDEN, source->name);
	if (source_is_network(source))
		walk->network = source->name;
}

/* Checks the sources before a comment.  idnx is last only if no glibc reads another. */
static void check_sources(struct walk *walk, struct span before, const char *end)
{
	struct nsswitch_source source, next;
	struct span rest;

	while (nsswitch_next_source(&before, &source) == NSSWITCH_SOURCE) {
		rest = (struct span){ before.next, end };
		if (span_equals(source.name, "idnx")) {
			check_idnx(walk, &source,
			           nsswitch_next_source(&rest, &next) != NSSWITCH_SOURCE);
			continue;
		}
		check_other(walk, &source);
		if (span_is_empty(walk->end) && source_is_terminal(&source))
			walk->end = source_text(&source);
	}
}

static void check_line(struct hosts_plan *plan, const struct nsswitch_line *line)
{
	struct span list = sources_before_comment(line->list);
	struct walk walk = { .plan = plan };

	if (!line->has_newline)
		add_fault(plan, HOSTS_NO_NEWLINE, no_words);
	if (!sources_have(list, NULL))
		add_fault(plan, HOSTS_NO_SOURCE, no_words);
	else if (!sources_have(list, "idnx"))
		add_fault(plan, HOSTS_NO_IDNX, no_words);
	check_sources(&walk, list, line->list.end);
	if (!plan->listed && !span_is_empty(walk.end) &&
	    (span_is_empty(walk.network) || walk.end.next < walk.network.next))
		add_fault(plan, HOSTS_NEVER_ASKED, walk.end);
	if (list.end != line->list.end)
		add_fault(plan, HOSTS_COMMENT, no_words);
}

/* --- In ------------------------------------------------------------------- */

/*
 * Adds a line at the end, but before a line without a newline: the newline it would get
 * gives that line a meaning that glibc 2.33 and later have not seen in it.
 */
static void plan_new_line(struct hosts_plan *plan, struct span text)
{
	struct nsswitch_line line;

	add_fault(plan, HOSTS_NO_LINE, no_words);
	plan->line = 1;
	plan->old = (struct span){ text.end, text.end };
	plan->is_writable = true;
	plan->new = words_copy("hosts: " HOSTS_DEFAULT "\n");
	while (nsswitch_next_line(&text, &line)) {
		if (line.has_newline)
			plan->line++;
		else
			plan->old.next = plan->old.end = line.text.next;
	}
}

struct hosts_plan hosts_plan(struct span text)
{
	struct hosts_plan plan = { .line = 0 };
	struct nsswitch_line line;

	if (find_line(&plan, text, &line)) {
		check_line(&plan, &line);
		if (plan.count > 0)
			plan.new = hosts_line_with(&line, &plan.is_writable);
	} else if (plan.count == 0) {
		plan_new_line(&plan, text);
	}
	return plan;
}

void hosts_plan_free(struct hosts_plan *plan)
{
	free(plan->new);
	plan->new = NULL;
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
	sources = words_copy_of(line.list.next, span_length(line.list));
	for (char *c = sources; *c != '\0'; c++)
		*c = ascii_is_blank(*c) ? ' ' : *c;
	return sources;
}

/* --- Out ------------------------------------------------------------------ */

/* Returns the line from before if enable made the present one of it; otherwise NULL. */
static char *line_before(const struct hosts_plan *plan, struct span text, struct span before)
{
	struct hosts_plan made = hosts_plan(before);
	struct span old = made.old;
	bool lacks_newline = !span_is_empty(old) && old.end[-1] != '\n';
	char *line = NULL;

	if (made.new != NULL && made.is_writable &&
	    !made.listed &&span_equals(plan->old, made.new))
		/* Other lines may follow now. */
		line = words_format("%.*s%s", (int)span_length(old), old.next,
		                    lacks_newline && plan->old.end != text.end ? "\n" : "");
	hosts_plan_free(&made);
	return line;
}

struct hosts_plan hosts_plan_without(struct span text, struct span before)
{
	struct hosts_plan plan = { .is_writable = true };
	struct nsswitch_line line;

	if (!find_line(&plan, text, &line))
		return plan;
	plan.listed = sources_have(line.list, "idnx");
	if (plan.listed && before.next != NULL)
		plan.new = line_before(&plan, text, before);
	if (plan.listed && plan.new == NULL)
		plan.new = hosts_line_without(&line);
	return plan;
}
