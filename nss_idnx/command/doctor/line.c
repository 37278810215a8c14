/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The line "hosts:" of nsswitch.conf: whether idnx stands where it has to
 * (conf/nsswitch.conf.example says why), what the words in its brackets do, and whether
 * glibc reads the line at all.
 *
 *     files mymachines myhostname libvirt mdns4_minimal | idnx | resolve dns ...
 *     answer from this machine, or to UTF-8                    get ASCII only
 *
 * The remedy is one for all faults of the line: the line as it should be.
 */
#include "doctor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "ascii_text.h"
#include "hosts_line.h"
#include "hosts_source.h"
#include "nsswitch_fault.h"
#include "output.h"

#define PATH "/etc/nsswitch.conf"

/* What has been seen of the line, from left to right. */
struct walk {
	struct doctor *doctor;
	bool utf8_hosts;        /* /etc/hosts has octets >= 0x80 ... */
	bool utf8_host_name;    /* ... and so has the machine's name */
	bool faulty;            /* something was found */
	unsigned idnx;          /* how many there were */
	bool network;           /* resolve or dns was there */
	bool files, myhostname; /* ... before the first idnx */
	struct nsswitch_source end; /* behind which idnx is not asked; no name: none */
};

/* --- Sources -------------------------------------------------------------- */

/* The source's name and, unless it is empty, its bracket, for "%.*s%s%.*s". */
#define WORDS(span) (int)span_length(span), (span).next
#define SOURCE(source) WORDS((source)->name), \
	span_is_empty((source)->criteria) ? "" : " ", WORDS((source)->criteria)

/* --- The line as it should be --------------------------------------------- */

static bool lists(struct span list, const char *name)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE &&
	       !hosts_source_comment(source.name))
		if (span_equals(source.name, name))
			return true;
	return false;
}

/* Takes the next source that stays in the line. */
static bool next_kept(struct span *list, struct nsswitch_source *source)
{
	do {
		if (nsswitch_next_source(list, source) != NSSWITCH_SOURCE ||
		    hosts_source_comment(source->name))
			return false;
	} while (span_equals(source->name, "idnx"));
	return true;
}

/* Other than idnx, which alone finds nothing. */
static bool names_source(struct span list)
{
	struct nsswitch_source source;

	return next_kept(&list, &source);
}

/* A source that comes too late also gets a place before idnx, and keeps its own. */
static void put_early(FILE *line, struct span list, struct span head, const char *name)
{
	if (lists(list, name) && !lists(head, name))
		fprintf(line, "%s ", name);
}

/* As idnx enable does it: no other source is moved, and brackets go that are in the way. */
static void put_line(FILE *line, const struct walk *walk, struct span list)
{
	struct nsswitch_source source;
	struct span rest = list, head = { list.next, list.next };
	bool more;

	while ((more = next_kept(&rest, &source)) && !hosts_source_is_network(source.name)) {
		if (hosts_source_is_terminal(&source))
			source.criteria.next = source.criteria.end;
		fprintf(line, "%.*s%s%.*s ", SOURCE(&source));
		head.end = rest.next;
	}
	if (walk->utf8_hosts || (more && span_equals(source.name, "resolve")))
		put_early(line, list, head, "files");
	if (walk->utf8_host_name)
		put_early(line, list, head, "myhostname");
	fputs(HOSTS_IDNX, line);
	for (; more; more = next_kept(&rest, &source))
		fprintf(line, " %.*s%s%.*s", SOURCE(&source));
}

static char *line_as_it_should_be(const struct walk *walk, struct span list)
{
	char *text = NULL;
	size_t length;
	FILE *line = open_memstream(&text, &length);

	if (line)
		put_line(line, walk, list);
	if (!line || fclose(line) != 0)
		die_io("memory");
	return text;
}

/* --- What is wrong -------------------------------------------------------- */

static struct findings *findings_of(const struct walk *walk)
{
	return &walk->doctor->findings;
}

/* What to do about the last finding: write the line as it should be. */
static void mend(struct walk *walk)
{
	walk->faulty = true;
	manager_remedy(walk->doctor);
}

/* Whether glibc asks nobody behind idnx for a name that is idnx's. */
static void check_actions(struct walk *walk, const struct nsswitch_source *idnx)
{
	if (nsswitch_action(idnx, NSS_STATUS_UNAVAIL) == NSSWITCH_RETURN) {
		found(findings_of(walk), LEVEL_FAIL,
		      "\"%.*s%s%.*s\" ends the search for every ASCII name", SOURCE(idnx));
		mend(walk);
	}
	if (hosts_source_leaks(idnx)) {
		found(findings_of(walk), LEVEL_FAIL,
		      "\"%.*s%s%.*s\" hands the raw name to the sources after it",
		      SOURCE(idnx));
		mend(walk);
	} else if (nsswitch_action(idnx, NSS_STATUS_NOTFOUND) != NSSWITCH_RETURN ||
	           nsswitch_action(idnx, NSS_STATUS_TRYAGAIN) != NSSWITCH_RETURN) {
		found(findings_of(walk), LEVEL_WARN,
		      "\"%.*s%s%.*s\" lacks [!UNAVAIL=return]: to some programs a timeout "
		      "looks like \"no such name\"", SOURCE(idnx));
		mend(walk);
	}
}

static void check_idnx(struct walk *walk, const struct nsswitch_source *idnx, bool last)
{
	if (++walk->idnx > 1) {
		found(findings_of(walk), LEVEL_WARN, "idnx stands in the line %u times",
		      walk->idnx);
		mend(walk);
		return;
	}
	if (!span_is_empty(walk->end.name)) {
		found(findings_of(walk), LEVEL_FAIL,
		      "idnx is never asked: \"%.*s%s%.*s\" before it ends the search",
		      SOURCE(&walk->end));
		mend(walk);
	} else if (walk->network) {
		found(findings_of(walk), LEVEL_FAIL,
		      "idnx comes too late: resolve or dns before it gets the raw name");
		mend(walk);
	}
	if (!last)
		check_actions(walk, idnx);
}

/* A name in UTF-8 that this source has is found only if it is asked before idnx. */
static bool is_lost(const struct walk *walk, struct span name)
{
	return (walk->utf8_hosts && !walk->files && span_equals(name, "files")) ||
	       (walk->utf8_host_name && !walk->myhostname &&
	        span_equals(name, "myhostname"));
}

static void check_behind_idnx(struct walk *walk, const struct nsswitch_source *source)
{
	if (is_lost(walk, source->name)) {
		found(findings_of(walk), LEVEL_FAIL,
		      "%.*s stands behind idnx, which hides names in UTF-8 from it, and there "
		      "are such names", WORDS(source->name));
		mend(walk);
	} else if (!walk->network && !hosts_source_is_network(source->name)) {
		found(findings_of(walk), LEVEL_WARN,
		      "%.*s stands behind idnx, which hides names in UTF-8 from it",
		      WORDS(source->name));
		mend(walk);
	}
}

static void check_before_idnx(struct walk *walk, const struct nsswitch_source *source)
{
	walk->files = walk->files || span_equals(source->name, "files");
	walk->myhostname = walk->myhostname || span_equals(source->name, "myhostname");
	if (span_is_empty(walk->end.name) && hosts_source_is_terminal(source))
		walk->end = *source;
}

static void check_source(struct walk *walk, const struct nsswitch_source *source, bool last)
{
	if (span_equals(source->name, "idnx"))
		check_idnx(walk, source, last);
	else if (walk->idnx > 0)
		check_behind_idnx(walk, source);
	else
		check_before_idnx(walk, source);
	walk->network = walk->network || hosts_source_is_network(source->name);
}

static void check_sources(struct walk *walk, struct span list)
{
	struct nsswitch_source source, next;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		struct span rest = list;

		if (hosts_source_comment(source.name)) {
			found(findings_of(walk), LEVEL_WARN,
			      "the line has a \"#\": glibc 2.33 and later take it and what "
			      "follows for sources");
			mend(walk);
			return;
		}
		check_source(walk, &source,
		             nsswitch_next_source(&rest, &next) != NSSWITCH_SOURCE);
	}
}

/* --- Which line ----------------------------------------------------------- */

/* idnx enable changes no line that has an idnx somewhere, or names no source ... */
static bool enable_refuses(struct span list)
{
	return memmem(list.next, span_length(list), "idnx", 4) ||
	       !names_source(list);
}

/* ... and no file of others. */
static void without_idnx(struct walk *walk, bool refused)
{
	struct doctor *doctor = walk->doctor;

	walk->faulty = true;
	if (doctor->manager != MANAGER_NOBODY || refused)
		manager_remedy(doctor);
	else if (doctor->root.folder)
		remedy(&doctor->findings, "Run: idnx enable --root %s", doctor->root.folder);
	else
		remedy(&doctor->findings, "Run: idnx enable");
}

/* Of a line that glibc reads to its end. */
static void check_line(struct walk *walk, const struct nsswitch_line *line, unsigned number)
{
	struct span list = line->list;

	if (!line->has_newline) {
		found(findings_of(walk), LEVEL_FAIL, PATH " line %u has no newline at its end: "
		      "glibc 2.33 and later do not read it", number);
		remedy(findings_of(walk), "Run: echo >>%s" PATH, walk->doctor->prefix);
		walk->faulty = true;
	}
	if (!walk->doctor->idnx_listed) {
		found(findings_of(walk), LEVEL_FAIL, PATH " line %u has no idnx", number);
		without_idnx(walk, enable_refuses(list));
	} else if (!names_source(list)) {
		found(findings_of(walk), LEVEL_FAIL, PATH " line %u has idnx alone, which finds "
		      "no host by itself", number);
		without_idnx(walk, true);
	} else {
		check_sources(walk, list);
	}
	if (!walk->faulty)
		found(findings_of(walk), LEVEL_OK, PATH " line %u: %.*s", number,
		      WORDS(span_trim_end(list)));
}

static void check_hosts(struct walk *walk, struct span text)
{
	struct doctor *doctor = walk->doctor;
	struct nsswitch_line line = { .list = { text.end, text.end } };
	unsigned number = hosts_line_find(text, &line);

	if (number == 0) {
		found(&doctor->findings, LEVEL_FAIL,
		      PATH " has no line \"hosts:\", and glibc's default has no idnx");
		without_idnx(walk, false);
	} else if (hosts_source_has_second_bracket(line.list)) {
		found(&doctor->findings, LEVEL_FAIL, PATH " line %u has two brackets behind "
		      "one source: glibc reads no further", number);
		remedy(&doctor->findings, "In that line write both into one bracket, like "
		       "[NOTFOUND=continue UNAVAIL=return]");
	} else {
		if (names_source(line.list)) /* else there is nothing to keep */
			doctor->line = line_as_it_should_be(walk, line.list);
		doctor->idnx_listed = lists(line.list, "idnx");
		check_line(walk, &line, number);
		doctor->files_before_idnx = walk->files;
	}
}

static void check_text(struct walk *walk, struct span text)
{
	struct nsswitch_fault fault = nsswitch_fault(text);

	if (!fault.message) {
		check_hosts(walk, text);
		return;
	}
	found(findings_of(walk), LEVEL_FAIL, PATH " line %u %s", fault.line, fault.message);
	remedy(findings_of(walk), "In that line write no NUL, and brackets like "
	       "[NOTFOUND=return] or [!UNAVAIL=return], or none");
}

/* --- The file ------------------------------------------------------------- */

static bool has_utf8_host_name(const struct sysroot *root)
{
	char name[256] = ""; /* HOST_NAME_MAX is 64 */
	struct sysroot_file file;
	bool ascii;

	if (!root->folder)
		return gethostname(name, sizeof name - 1) == 0 &&
		       !ascii_has_only_text(name);
	file = sysroot_read(root, "/etc/hostname");
	ascii = ascii_has_only(file.octets, file.length);
	free(file.octets);
	return !ascii;
}

static bool has_utf8_hosts(const struct sysroot_file *hosts)
{
	struct hosts_name name = { .place = 0 };
	bool ascii = true;

	while (ascii && hosts_next(hosts, &name))
		ascii = ascii_has_only(name.name, name.length);
	return !ascii;
}

static void check_access(struct doctor *doctor, const struct sysroot_file *file)
{
	bool missing = file->error == ENOENT;
	struct obstacle obstacle;

	if (!missing && access_find(&doctor->root, PATH, &obstacle)) {
		access_report(doctor, &obstacle, PATH, "programs of the others go without idnx");
	} else if (!missing && file->error != 0) {
		found(&doctor->findings, LEVEL_FAIL, PATH ": %s", sysroot_error_text(file));
		remedy(&doctor->findings, "Put a regular file there that can be read");
	}
}

void doctor_line(struct doctor *doctor)
{
	struct sysroot_file file = sysroot_read(&doctor->root, PATH);
	struct walk walk = {
		.doctor = doctor,
		.utf8_hosts = has_utf8_hosts(&doctor->hosts),
		.utf8_host_name = has_utf8_host_name(&doctor->root),
	};

	check_access(doctor, &file);
	if (file.error == 0)
		doctor_changed(doctor, &file.stat);
	if (file.error == 0 || file.error == ENOENT)
		check_text(&walk, (struct span){ file.octets, file.octets + file.length });
	free(file.octets);
}
