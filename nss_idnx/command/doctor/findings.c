/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes findings for a reader or, with --json, one object a line: level, check,
 * message, remedy (null where there is nothing to mend).
 */
#include "findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "output.h"
#include "vis.h"

static const char *const levels[] = {
	[LEVEL_OK] = "OK",
	[LEVEL_SKIP] = "SKIP",
	[LEVEL_WARN] = "WARN",
	[LEVEL_FAIL] = "FAIL",
};

__attribute__((format(printf, 2, 0)))
static void put(const struct findings *findings, const char *format, va_list arguments)
{
	char *text;
	int length = vasprintf(&text, format, arguments);

	if (length < 0)
		die_io("memory");
	if (findings->json)
		json_string(&standard_output, text, (size_t)length);
	else
		vis_put(&standard_output, text, (size_t)length);
	free(text);
}

void findings_end(struct findings *findings)
{
	if (findings->open)
		output_text(&standard_output, ",\"remedy\":null}\n");
	findings->open = false;
}

void found(struct findings *findings, enum level level, const char *format, ...)
{
	va_list arguments;

	findings_end(findings);
	if (level > findings->worst)
		findings->worst = level;
	findings->open = findings->json;
	output_format(&standard_output,
	              findings->json ? "{\"level\":\"%s\",\"check\":\"%s\",\"message\":"
	                             : "%-4s  %-9s  ", levels[level], findings->check);
	va_start(arguments, format);
	put(findings, format, arguments);
	va_end(arguments);
	if (!findings->json)
		output_text(&standard_output, "\n");
}

void remedy(struct findings *findings, const char *format, ...)
{
	va_list arguments;

	output_text(&standard_output, findings->json ? ",\"remedy\":" : "      remedy:    ");
	va_start(arguments, format);
	put(findings, format, arguments);
	va_end(arguments);
	output_text(&standard_output, findings->json ? "}\n" : "\n");
	findings->open = false;
}
