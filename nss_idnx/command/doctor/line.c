/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks the line "hosts:" of nsswitch.conf: whether idnx is in the right place
 * (conf/nsswitch.conf.example says why), what the words in its brackets do, and whether
 * glibc reads the line at all.
 *
 *     files mymachines myhostname libvirt mdns4_minimal | idnx | resolve dns ...
 *     answer from this machine, or to UTF-8                    get ASCII only
 *
 * The remedy is idnx enable or, where that would change more than idnx's place, the
 * recommended line.
 */
#include "doctor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "ascii_text.h"
#include "enable/hosts_edit.h"
#include "hosts_line.h"
#include "hosts_recommended.h"
#include "hosts_source.h"
#include "nsswitch_fault.h"
#include "shell_word.h"

#define PATH NSSWITCH_CONF

/* What has been found in the line so far, from left to right. */
struct walk {
	struct doctor *doctor;
	const char *file;       /* the nsswitch.conf in use */
	bool enable_changes;    /* idnx enable would change the file */
	struct hosts_early early; /* sources with UTF-8 names of their own */
	bool faulty;            /* there is a finding */
	unsigned idnx;          /* how many times it is listed */
	bool network;           /* resolve or dns has been seen */
	bool files, myhostname; /* ... seen before the first idnx */
	struct nsswitch_source end; /* after which idnx is not asked; no name if there is none */
};

/* --- Sources -------------------------------------------------------------- */

/* The source's name and, unless it is empty, its bracket, for "%.*s%s%.*s". */
#define WORDS(span) (int)span_length(span), (span).next
#define SOURCE(source) WORDS((source)->name), \
	span_is_empty((source)->criteria) ? "" : " ", WORDS((source)->criteria)

static bool lists(struct span list, const char *name)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE &&
	       !hosts_source_comment(source.name))
		if (span_equals(source.name, name))
			return true;
	return false;
}

/* --- What is wrong -------------------------------------------------------- */

static struct findings *findings_of(const struct walk *walk)
{
	return &walk->doctor->findings;
}

/*
 * Adds the remedy for the last finding: write the recommended line. by_enable: idnx enable
 * does so without a change for ASCII names.
 */
static void recommend_line(struct walk *walk, bool by_enable)
{
	struct doctor *doctor = walk->doctor;
	struct wanted wanted = {
		.line = doctor->line,
		.number = doctor->line_number,
		.by_enable = by_enable && walk->enable_changes,
	};

	walk->faulty = true;
	remedy_put(&doctor->findings,
	           manager_remedy(&doctor->manager, &doctor->root, &wanted));
}

/* Checks that glibc asks no source after idnx for an internationalized name. */
static void check_actions(struct walk *walk, const struct nsswitch_source *idnx)
{
	if (nsswitch_action(idnx, NSS_STATUS_UNAVAIL) == NSSWITCH_RETURN) {
		found(findings_of(walk), LEVEL_FAIL,
		      "\"%.*s%s%.*s\" ends the search for every ASCII name", SOURCE(idnx));
		recommend_line(walk, true);
	}
	if (hosts_source_leaks(idnx)) {
		found(findings_of(walk), LEVEL_FAIL,
		      "\"%.*s%s%.*s\" passes the raw name to the sources after it",
		      SOURCE(idnx));
		recommend_line(walk, true);
	} else if (nsswitch_action(idnx, NSS_STATUS_NOTFOUND) != NSSWITCH_RETURN ||
	           nsswitch_action(idnx, NSS_STATUS_TRYAGAIN) != NSSWITCH_RETURN) {
		found(findings_of(walk), LEVEL_WARN,
		      "\"%.*s%s%.*s\" lacks [!UNAVAIL=return]: to some programs a timeout "
		      "looks like \"no such name\"", SOURCE(idnx));
		recommend_line(walk, true);
	}
}

static void check_idnx(struct walk *walk, const struct nsswitch_source *idnx, bool last)
{
	if (++walk->idnx > 1) {
		found(findings_of(walk), LEVEL_WARN, "idnx is in the line %u times",
		      walk->idnx);
		recommend_line(walk, true);
		return;
	}
	if (!span_is_empty(walk->end.name)) {
		found(findings_of(walk), LEVEL_FAIL,
		      "idnx is never asked: \"%.*s%s%.*s\" before it ends the search",
		      SOURCE(&walk->end));
		recommend_line(walk, hosts_source_is_network(walk->end.name));
	} else if (walk->network) {
		found(findings_of(walk), LEVEL_FAIL,
		      "idnx comes too late: resolve or dns before it gets the raw name");
		recommend_line(walk, true);
	}
	if (!last)
		check_actions(walk, idnx);
}

/* Returns whether the source is too late: its UTF-8 names are found only before idnx. */
static bool is_lost(const struct walk *walk, struct span name)
{
	return (walk->early.files && !walk->files && span_equals(name, "files")) ||
	       (walk->early.myhostname && !walk->myhostname &&
	        span_equals(name, "myhostname"));
}

static void check_after_idnx(struct walk *walk, const struct nsswitch_source *source)
{
	if (is_lost(walk, source->name)) {
		found(findings_of(walk), LEVEL_FAIL,
		      "%.*s stands after idnx, which hides names in UTF-8 from it, and there "
		      "are such names", WORDS(source->name));
		recommend_line(walk, !walk->network);
	} else if (!walk->network && !hosts_source_is_network(source->name)) {
		found(findings_of(walk), LEVEL_WARN,
		      "%.*s stands after idnx, which hides names in UTF-8 from it",
		      WORDS(source->name));
		recommend_line(walk, true);
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
		check_after_idnx(walk, source);
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
			      "the line has a \"#\": glibc 2.33 and later read it and what "
			      "follows as sources");
			recommend_line(walk, false);
			return;
		}
		check_source(walk, &source,
		             nsswitch_next_source(&rest, &next) != NSSWITCH_SOURCE);
	}
}

/* --- Which line ----------------------------------------------------------- */

/* Adds the remedy; idnx enable fixes a file, but not the target of a symbolic link. */
static void recommend_newline(struct walk *walk)
{
	const struct doctor *doctor = walk->doctor;
	char *word;

	if (doctor->manager.kind != MANAGER_LINK) {
		recommend_line(walk, true);
		return;
	}
	word = shell_word(doctor->manager.file);
	remedy_run(findings_of(walk), "Run", "echo >>%s%s", doctor->prefix, word);
	free(word);
	walk->faulty = true;
}

/* Checks a line that glibc reads to its end. */
static void check_line(struct walk *walk, const struct nsswitch_line *line)
{
	const struct doctor *doctor = walk->doctor;
	struct span list = line->list;

	if (!line->has_newline) {
		found(findings_of(walk), LEVEL_FAIL, "%s line %u has no newline at its end: "
		      "glibc 2.33 and later do not read it", walk->file, doctor->line_number);
		recommend_newline(walk);
	}
	if (!doctor->idnx_listed) {
		found(findings_of(walk), LEVEL_FAIL, "%s line %u has no idnx", walk->file,
		      doctor->line_number);
		recommend_line(walk, true);
	} else if (!hosts_names_source(list)) {
		found(findings_of(walk), LEVEL_FAIL, "%s line %u has idnx alone, which finds "
		      "no host by itself", walk->file, doctor->line_number);
		recommend_line(walk, false);
	} else {
		check_sources(walk, list);
	}
	if (!walk->faulty)
		found(findings_of(walk), LEVEL_OK, "%s line %u: %.*s", walk->file,
		      doctor->line_number, WORDS(span_trim_end(list)));
}

/* Returns whether idnx enable would change the text. */
static bool enable_changes(struct span text, bool is_there)
{
	static struct hosts_edit edit;

	if (span_length(text) > NSSWITCH_SIZE_MAX)
		return false;
	hosts_enable(is_there ? text : (struct span){ NULL, NULL }, &edit);
	return edit.verdict == HOSTS_CHANGED;
}

static void check_hosts(struct walk *walk, struct span text)
{
	struct doctor *doctor = walk->doctor;
	struct nsswitch_line line = { .list = { text.end, text.end } };

	doctor->line_number = hosts_line_find(text, &line);
	doctor->line = hosts_recommended(line.list, walk->early);
	if (doctor->line_number == 0) {
		found(&doctor->findings, LEVEL_FAIL,
		      "%s has no line \"hosts:\", and glibc's default has no idnx", walk->file);
		recommend_line(walk, true);
	} else if (hosts_source_has_second_bracket(line.list)) {
		found(&doctor->findings, LEVEL_FAIL, "%s line %u has two brackets after "
		      "one source: glibc reads no further", walk->file, doctor->line_number);
		remedy(&doctor->findings, "%s", nsswitch_second_bracket_remedy);
	} else {
		doctor->idnx_listed = lists(line.list, "idnx");
		check_line(walk, &line);
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
	found(findings_of(walk), LEVEL_FAIL, "%s line %u %s", walk->file, fault.line, fault.message);
	remedy(findings_of(walk), "%s", fault.remedy);
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

static void check_access(struct doctor *doctor, const char *path,
                         const struct sysroot_file *file)
{
	bool missing = file->error == ENOENT;
	struct obstacle obstacle;

	if (!missing && access_find(&doctor->root, path, &obstacle)) {
		access_report(doctor, &obstacle, path, "programs of other users run without idnx");
	} else if (!missing && file->error != 0) {
		found(&doctor->findings, LEVEL_FAIL, "%s: %s", path, sysroot_error_text(file));
		remedy(&doctor->findings, "Put a regular file there that can be read");
	}
}

void doctor_line(struct doctor *doctor)
{
	const char *path = doctor->manager.kind == MANAGER_USR_ETC ? doctor->manager.file : PATH;
	struct sysroot_file file = sysroot_read(&doctor->root, path);
	struct span text = { file.octets, file.octets + file.length };
	struct walk walk = {
		.doctor = doctor,
		.file = path,
		.enable_changes = enable_changes(text, file.error == 0),
		.early = { .files = has_utf8_hosts(&doctor->hosts),
		           .myhostname = has_utf8_host_name(&doctor->root) },
	};

	check_access(doctor, path, &file);
	if (file.error == 0)
		doctor_changed(doctor, &file.stat);
	if (file.error == 0 || file.error == ENOENT)
		check_text(&walk, text);
	free(file.octets);
}
