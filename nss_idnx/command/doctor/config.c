/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks idnx.conf with the code the module reads it with.  While the file is rejected or
 * has an error, lookups of non-ASCII names fail until the administrator fixes it.
 */
#include "doctor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "conf_line.h"
#include "config.h"
#include "idnx.h"
#include "output.h"
#include "policy.h"
#include "verdict/line.h"
#include "sections.h"

/* --- A file that is not trusted ------------------------------------------- */

/*
 * Adds, for root, who sees the whole file, the way back to the defaults, which allow what
 * the file may forbid.  The file is renamed, not removed.
 */
static void remedy_aside(struct doctor *doctor, const char *better)
{
	if (geteuid() != 0)
		remedy(&doctor->findings, "Put %s there", better);
	else
		remedy(&doctor->findings, "Put %s there, or for the defaults run: "
		       "mv -T --backup=t %s" IDNX_CONF " %s" IDNX_CONF ".aside", better,
		       doctor->prefix, doctor->prefix);
}

static void remedy_file(struct doctor *doctor, enum config_status status)
{
	struct findings *findings = &doctor->findings;
	const char *prefix = doctor->prefix;

	switch (status) {
	case CONFIG_NOT_REGULAR:
		remedy_aside(doctor, "a regular file");
		break;
	case CONFIG_NOT_ROOTS:
		remedy_run(findings, "Read it first, then run",
		           "chown root:root %s" IDNX_CONF, prefix);
		break;
	case CONFIG_WRITABLE:
		remedy_run(findings, "Read it first, then run",
		           "chmod 644 %s" IDNX_CONF, prefix);
		break;
	case CONFIG_EMPTY:
		remedy_aside(doctor, "the settings, whole, with mv,");
		break;
	case CONFIG_TOO_LARGE:
		remedy(findings, "Shorten it to 64 KiB, comments included");
		break;
	case CONFIG_CHANGING:
		remedy(findings, "Stop the program that writes to it");
		break;
	default:
		remedy_aside(doctor, "a file that can be read");
	}
}

static void report_file(struct doctor *doctor, struct config_result result)
{
	found(&doctor->findings, LEVEL_FAIL, IDNX_CONF ": %s%s%s",
	      config_status_text(result.status), result.error != 0 ? ": " : "",
	      result.error != 0 ? strerror(result.error) : "");
	remedy_file(doctor, result.status);
}

/* --- A line at fault ------------------------------------------------------ */

/* Moves the lines of the section that comes too late to the end of the first one. */
static void remedy_section(struct doctor *doctor, struct config_result result, const char *conf)
{
	unsigned to = section_last_line(conf, result.first);
	unsigned last = section_last_line(conf, result.line);
	const char *prefix = doctor->prefix;

	if (last == result.line)
		remedy_run(&doctor->findings, "Run", "sed -i %ud %s" IDNX_CONF, last, prefix);
	else
		remedy_run(&doctor->findings, "To make one section of both, run",
		           "awk 'NR > %u && NR <= %u' %s" IDNX_CONF
		           " | sed -i -e '%ur /dev/stdin' -e %u,%ud %s" IDNX_CONF,
		           result.line, last, prefix, to, result.line, last, prefix);
}

/* Commenting out a header would leave its lines to the section before it. */
static void remedy_line(struct doctor *doctor, struct config_result result, const char *conf)
{
	struct span text = conf_line_text(conf, result.line);
	bool is_header = !span_is_empty(text) && *text.next == '[';

	if (is_header)
		remedy_run(&doctor->findings, "Correct that line as idnx.conf(5) has it; or, to "
		           "leave out its section, run", "sed -i '%u,%us/^/#/' %s" IDNX_CONF,
		           result.line, section_last_line(conf, result.line), doctor->prefix);
	else
		remedy_run(&doctor->findings, "Correct that line as idnx.conf(5) has it; or, to "
		           "leave it out, run", "sed -i '%us/^/#/' %s" IDNX_CONF, result.line,
		           doctor->prefix);
}

static void remedy_mistake(struct doctor *doctor, struct config_result result, const char *conf)
{
	struct findings *findings = &doctor->findings;

	switch (result.status) {
	case CONFIG_CONTROL: /* also in a comment; so is the next one */
		remedy(findings, "Save the file as UTF-8, with a newline at the end of each line");
		break;
	case CONFIG_LONG_LINE:
		remedy(findings, "Make several lines of it, each with at most 4095 octets");
		break;
	case CONFIG_TOO_MANY:
		remedy(findings, "Leave at most 512 names to protect in that section");
		break;
	case CONFIG_REPEATED_KEY:
		remedy_run(findings, "Decide which of the two holds, and remove the other; to keep "
		           "the first, run", "sed -i '%us/^/#/' %s" IDNX_CONF, result.line,
		           doctor->prefix);
		break;
	case CONFIG_REPEATED_SECTION:
		remedy_section(doctor, result, conf);
		break;
	default:
		remedy_line(doctor, result, conf);
	}
}

static void found_suffix(struct findings *findings, unsigned line, const char *words,
                         struct span suffix)
{
	char *reason = line_of_suffix(&standard_output, suffix.next, span_length(suffix));

	found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s: \"%.*s\": %s", line, words,
	      (int)span_length(suffix), suffix.next, reason);
	free(reason);
}

static void report_line(struct doctor *doctor, struct config_result result, const char *conf)
{
	struct findings *findings = &doctor->findings;
	const char *words = config_status_text(result.status);
	struct span word = conf_line_word(conf, &result);

	if (result.first > 0)
		found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s, first in line %u",
		      result.line, words, result.first);
	else if (result.suffix != IDNX_OK)
		found_suffix(findings, result.line, words, word);
	else if (!span_is_empty(word))
		found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s: \"%.*s\"", result.line,
		      words, (int)span_length(word), word.next);
	else
		found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s", result.line, words);
	remedy_mistake(doctor, result, conf);
}

/* --- Sections that are there twice ---------------------------------------- */

struct seen {
	unsigned line;
	size_t length;
	char *form;
};

static int by_form(const void *a, const void *b)
{
	const struct seen *left = a, *right = b;

	if (left->length != right->length)
		return left->length < right->length ? -1 : 1;
	return memcmp(left->form, right->form, left->length);
}

static int by_form_and_line(const void *a, const void *b)
{
	const struct seen *left = a, *right = b;
	int order = by_form(a, b);

	return order != 0 ? order : left->line < right->line ? -1 : 1;
}

static struct seen *collect_sections(const char *text, size_t *count)
{
	struct sections sections;
	struct section section;
	struct seen *all = NULL;
	size_t capacity = 0;

	*count = 0;
	sections_begin(&sections, text);
	while (sections_next(&sections, &section)) {
		if (*count == capacity) {
			capacity = capacity * 2 + 16;
			all = reallocarray(all, capacity, sizeof *all);
		}
		if (all == NULL || (all[*count].form = malloc(section.form_length + 1)) == NULL)
			die_io("memory");
		memcpy(all[*count].form, section.form, section.form_length);
		all[*count].length = section.form_length;
		all[*count].line = section.line;
		++*count;
	}
	return all;
}

/*
 * Finds a repeated section, which is an error only for names below it, so that the module
 * may not have seen it.  The text has no other mistake.
 */
static struct config_result find_repeated_section(const char *text)
{
	struct config_result result = { .status = CONFIG_OK };
	size_t count;
	struct seen *all = collect_sections(text, &count);

	if (count > 0)
		qsort(all, count, sizeof *all, by_form_and_line);
	for (size_t i = 1; i < count; i++)
		if (by_form(&all[i - 1], &all[i]) == 0 &&
		    (result.line == 0 || all[i].line < result.line))
			result = (struct config_result){ .status = CONFIG_REPEATED_SECTION,
				                         .line = all[i].line,
				                         .first = all[i - 1].line };
	for (size_t i = 0; i < count; i++)
		free(all[i].form);
	free(all);
	return result;
}

/* --- All ------------------------------------------------------------------ */

/* Reads the file as the module does, and also finds repeated sections. */
static struct config_result read_config(const struct doctor *doctor, const char *conf,
                                        struct settings *settings)
{
	struct config_result result = config_read(doctor->config_path, "", 0, settings);
	struct config_result repeated;

	if (result.status != CONFIG_OK)
		return result;
	repeated = find_repeated_section(conf);
	return repeated.status == CONFIG_REPEATED_SECTION ? repeated : result;
}

/* Asks as the module does what becomes of a name that is not UTF-8. */
static bool has_converter(const struct doctor *doctor)
{
	char ace[IDNX_HOST_NAME_SIZE];

	return doctor->root.folder || /* the iconv is this machine's */
	       policy_to_ascii(doctor->config_path, "\xFC", ace).verdict !=
	       POLICY_NO_CONVERTER;
}

static void report(struct doctor *doctor, struct config_result result, const char *conf,
                   const struct settings *settings)
{
	if (result.status == CONFIG_OK && !has_converter(doctor)) {
		found(&doctor->findings, LEVEL_FAIL,
		      IDNX_CONF ": names in the charset %s cannot be decoded here",
		      settings->charset);
		remedy(&doctor->findings, "Write there the name of a charset that \"iconv -l\" "
		       "lists, that has no shift states, and in which ASCII is ASCII, as in: "
		       "charset = ISO-8859-15");
	} else if (result.status == CONFIG_OK) {
		found(&doctor->findings, LEVEL_OK, "%s",
		      result.missing  ? "no " IDNX_CONF ": the defaults"
		      : result.masked ? IDNX_CONF " is /dev/null: the defaults"
		                      : IDNX_CONF);
	} else if (result.line > 0) {
		report_line(doctor, result, conf);
	} else {
		report_file(doctor, result);
	}
}

/* Root can read a file that others cannot; their programs then have all names refused. */
static bool report_access(struct doctor *doctor)
{
	struct obstacle obstacle;
	bool is_there = sysroot_has(&doctor->root, IDNX_CONF) || errno == EACCES;

	if (!is_there || !access_find(&doctor->root, IDNX_CONF, &obstacle))
		return false;
	access_report(doctor, &obstacle, IDNX_CONF,
	              "programs of other users find no internationalized name");
	return true;
}

void doctor_config(struct doctor *doctor)
{
	struct sysroot_file file = sysroot_read(&doctor->root, IDNX_CONF);
	struct settings settings;
	struct config_result result = read_config(doctor, file.octets, &settings);
	bool is_closed = report_access(doctor);

	doctor->config_failed = result.status != CONFIG_OK;
	if (!is_closed || result.error != EACCES)
		report(doctor, result, file.octets, &settings);
	if (!doctor->config_failed)
		doctor_protection(doctor, file.octets);
	free(file.octets);
}
