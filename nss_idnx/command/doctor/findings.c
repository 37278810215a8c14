/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes findings for a reader or, with --json, one object per line: level, check, message,
 * remedy (null if nothing has to be done).
 */
#include "findings.h"

static const char *const levels[] = {
	[LEVEL_OK] = "OK",
	[LEVEL_SKIP] = "SKIP",
	[LEVEL_WARN] = "WARN",
	[LEVEL_FAIL] = "FAIL",
};

void findings_end(struct findings *findings)
{
	if (findings->open) {
		json_text("remedy", NULL);
		json_end_line();
	}
	findings->open = false;
}

/* Writes "3 OK, 1 warning, 2 errors". */
static void put_totals(const struct findings *findings)
{
	static const char *const words[][2] = {
		[LEVEL_OK] = { "OK", "OK" },
		[LEVEL_SKIP] = { "skipped", "skipped" },
		[LEVEL_WARN] = { "warning", "warnings" },
		[LEVEL_FAIL] = { "error", "errors" },
	};
	static const enum level order[] = { LEVEL_OK, LEVEL_WARN, LEVEL_FAIL, LEVEL_SKIP };

	const char *comma = "";

	for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
		unsigned count = findings->counts[order[i]];

		if (count == 0)
			continue;
		output_format(&standard_output, "%s%u %s", comma, count,
		              words[order[i]][count != 1]);
		comma = ", ";
	}
	output_text(&standard_output, "\n");
}

void findings_total(const struct findings *findings)
{
	if (!findings->json)
		put_totals(findings);
}

static void put_level(enum level level)
{
	static const enum terminal_style styles[] = {
		[LEVEL_OK] = TERMINAL_GOOD,
		[LEVEL_SKIP] = TERMINAL_PLAIN,
		[LEVEL_WARN] = TERMINAL_BOLD,
		[LEVEL_FAIL] = TERMINAL_BAD,
	};

	terminal_set_style(styles[level]);
	output_text(&standard_output, levels[level]);
	terminal_set_style(TERMINAL_PLAIN);
}

/* The columns before a text: "WARN  config     ", "      remedy:    ". */
#define TEXT_COLUMN 17

static void put_json(const struct findings *findings, enum level level, const char *text)
{
	json_begin(NULL, '{');
	json_text("level", levels[level]);
	json_text("check", findings->check);
	json_text("message", text);
}

static void put_text(const struct findings *findings, enum level level, const char *text)
{
	put_level(level);
	output_format(&standard_output, "%*s  %-9s  ", 4 - (int)strlen(levels[level]), "",
	              findings->check);
	if (output_is_terminal(&standard_output)) /* which breaks lines by itself */
		output_visible(&standard_output, text, strlen(text));
	else
		paragraph_put(&standard_output, TEXT_COLUMN, text);
	output_text(&standard_output, "\n");
}

static bool is_shown(const struct findings *findings, enum level level)
{
	return findings->json || findings->all || level >= LEVEL_WARN;
}

void found(struct findings *findings, enum level level, const char *format, ...)
{
	va_list arguments;
	char *text;

	findings_end(findings);
	findings->counts[level]++;
	if (level > findings->worst)
		findings->worst = level;
	findings->open = findings->json;
	if (!is_shown(findings, level))
		return;
	va_start(arguments, format);
	text = words_vformat(format, arguments);
	va_end(arguments);
	if (findings->json)
		put_json(findings, level, text);
	else
		put_text(findings, level, text);
	free(text);
}

void remedy_put(struct findings *findings, struct remedy remedy)
{
	if (findings->json) {
		char *text = remedy_text(&remedy);

		json_text("remedy", text);
		json_end_line();
		free(text);
	} else {
		output_text(&standard_output, "      remedy:    ");
		remedy_write(&standard_output, TEXT_COLUMN, &remedy);
	}
	findings->open = false;
	remedy_free(&remedy);
}

void remedy(struct findings *findings, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = words_vformat(format, arguments);
	va_end(arguments);
	remedy_put(findings, (struct remedy){ .words = text });
}

void remedy_run(struct findings *findings, const char *before, const char *format, ...)
{
	va_list arguments;
	char *command;

	va_start(arguments, format);
	command = words_vformat(format, arguments);
	va_end(arguments);
	remedy_put(findings, (struct remedy){ .words = words_copy(before), .command = command });
}
