/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx.conf, read by what the module reads it with: while it cannot be believed or has
 * an error, names that are not ASCII wait for the administrator.
 */
#include "doctor.h"

#include <stdlib.h>
#include <string.h>

#include "conf_line.h"
#include "config.h"
#include "idnx.h"
#include "policy.h"

/* What mends a file that is not believed, up to its path; else a line is at fault. */
static const char *const remedies[] = {
	[CONFIG_UNREADABLE] = "Put a file there that can be read, or run: rm ",
	[CONFIG_NOT_REGULAR] = "Put a regular file there, or run: rm -r ",
	[CONFIG_NOT_ROOTS] = "Look at what it says, then run: chown root:root ",
	[CONFIG_WRITABLE] = "Look at what it says, then run: chmod 644 ",
	[CONFIG_EMPTY] = "Put the settings there, whole, with mv, or for the defaults run: rm ",
	[CONFIG_TOO_LARGE] = "Shorten to 64 KiB, comments included, ",
	[CONFIG_CHANGING] = "Stop the program that writes to ",
};

static void report_line(struct doctor *doctor, struct config_result result, const char *conf)
{
	struct findings *findings = &doctor->findings;
	const char *words = config_status_text(result.status);
	struct span word = conf_line_word(conf, &result);

	if (result.first > 0)
		found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s, first in line %u",
		      result.line, words, result.first);
	else if (result.suffix != IDNX_OK)
		found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s: \"%.*s\": it %s (%s)",
		      result.line, words, (int)span_length(word), word.next,
		      idnx_status_text(result.suffix), idnx_status_code(result.suffix));
	else if (!span_is_empty(word))
		found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s: \"%.*s\"", result.line,
		      words, (int)span_length(word), word.next);
	else
		found(findings, LEVEL_FAIL, IDNX_CONF " line %u: %s", result.line, words);
	remedy(findings, "Mend that line as idnx.conf(5) has it, or put \"#\" before it");
}

static void report_file(struct doctor *doctor, struct config_result result)
{
	found(&doctor->findings, LEVEL_FAIL, IDNX_CONF ": %s%s%s",
	      config_status_text(result.status), result.error != 0 ? ": " : "",
	      result.error != 0 ? strerror(result.error) : "");
	remedy(&doctor->findings, "%s%s" IDNX_CONF, remedies[result.status],
	       doctor->prefix);
}

/*
 * That a section is there twice counts for the names below it alone: those of each section
 * are asked for, in the text up to its line.  There is no other mistake in it.
 */
static struct config_result find_repeated_section(const char *text)
{
	static const char blanks[] = " \t\xEF\xBB\xBF"; /* the byte order mark, too */
	struct config_result result = { .status = CONFIG_OK };
	struct settings settings;
	const char *end = text;

	for (const char *line = text; result.status == CONFIG_OK && *line != '\0'; line = end) {
		const char *head = line + strspn(line, blanks);

		end = line + strcspn(line, "\n");
		end += *end == '\n';
		if (strncmp(head, "[.", strlen("[.")) == 0) {
			head += strlen("[.");
			result = config_parse(text, (size_t)(end - text), head,
			                      strcspn(head, "]"), &settings);
		}
	}
	return result;
}

/* As the module reads it, but for sections that are there twice. */
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

/* Asks as the module does: what becomes of a name that is not UTF-8? */
static bool has_converter(const struct doctor *doctor)
{
	char ace[IDNX_HOST_NAME_SIZE];

	return doctor->root.folder || /* iconv is this machine's */
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

void doctor_config(struct doctor *doctor)
{
	struct sysroot_file file = sysroot_read(&doctor->root, IDNX_CONF);
	struct settings settings;
	struct config_result result = read_config(doctor, file.octets, &settings);

	doctor->config_failed = result.status != CONFIG_OK;
	report(doctor, result, file.octets, &settings);
	if (!doctor->config_failed)
		doctor_protection(doctor, file.octets);
	free(file.octets);
}
