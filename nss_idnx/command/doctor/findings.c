/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes findings for a reader or, with --json, an object per line; fix may be null. */
#include "doctor.h"

static const struct {
	const char *name;
	enum terminal_style style;
} levels[] = {
	[LEVEL_OK] = { "OK", TERMINAL_GOOD },
	[LEVEL_WARN] = { "WARN", TERMINAL_BOLD },
	[LEVEL_FAIL] = { "FAIL", TERMINAL_BAD },
	[LEVEL_SKIP] = { "SKIP", TERMINAL_PLAIN },
};

/* The columns before a text: "WARN  config     ", "      fix:       ". */
#define TEXT_COLUMN 17

static void put_json(const struct doctor *doctor, enum level level, const char *text,
                     const struct remedy *remedy)
{
	json_begin(NULL, '{');
	json_text("level", levels[level].name);
	json_text("check", doctor->check);
	json_text("message", text);
	json_text("fix", remedy_text(remedy));
	json_end_line();
}

static void put_text(const struct doctor *doctor, enum level level, const char *text,
                     const struct remedy *remedy)
{
	terminal_set_style(levels[level].style);
	output_text(&standard_output, levels[level].name);
	terminal_set_style(TERMINAL_PLAIN);
	output_format(&standard_output, "%*s  %-9s  ", 4 - (int)strlen(levels[level].name), "",
	              doctor->check);
	paragraph_put(&standard_output, TEXT_COLUMN, text, 0);
	if (remedy->words == NULL)
		return;
	output_text(&standard_output, "      fix:       ");
	remedy_write(&standard_output, TEXT_COLUMN, remedy);
}

void doctor_report(struct doctor *doctor, enum level level, struct remedy remedy,
                   const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = words_vformat(format, arguments);
	va_end(arguments);
	doctor->has_failed |= level == LEVEL_FAIL;
	if (doctor->options->json)
		put_json(doctor, level, text, &remedy);
	else if (doctor->options->all || level == LEVEL_WARN || level == LEVEL_FAIL)
		put_text(doctor, level, text, &remedy);
}

#define CHECK "Check it first, then run"

bool doctor_is_sound(struct doctor *doctor, const char *path, const char *loss)
{
	const char *prefix = doctor->root.prefix, *word = sysroot_word(&doctor->root, path);
	struct closed closed = closed_find(&doctor->root, path);
	struct stat file = { .st_mode = S_IFREG };
	bool is_roots, is_writable;

	sysroot_stat(&doctor->root, path, &file);
	if (!S_ISREG(file.st_mode))
		return true;
	is_roots = file.st_uid == 0 ||
	           (file.st_uid == CONFIG_UNMAPPED && doctor->force->hides_owners);
	is_writable = (file.st_mode & 0022) != 0;
	if (!is_roots)
		doctor_fail(doctor,
		            remedy_command(CHECK,
		                           "find %s -exec chown root:root {} + "
		                           "-exec chmod 644 {} +",
		                           word),
		            "the owner of %s%s is not root but %u", prefix, path, file.st_uid);
	else if (is_writable)
		doctor_fail(doctor, remedy_command(CHECK, "chmod 644 %s", word),
		            "group or others may write to %s%s (mode %03o)", prefix, path,
		            file.st_mode & 07777U);
	else if (closed.what && strcmp(doctor->closed, closed.what) != 0)
		doctor_fail(doctor, closed.fix, "not all can %s: %s", closed.what, loss);
	doctor->closed = closed.what ? closed.what : doctor->closed;
	return is_roots && !is_writable && !closed.what;
}
