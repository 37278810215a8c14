/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What other programs have written: the lines of a log, in which anybody may write, as "idnx log"
 * shows them.
 */
#include <locale.h>

#include "../common/sources/fake.h"
#include "common/written.h"
#include "machine/machine.h"
#define input       command_input /* both have these names */
#define take_number command_take_number
#include "../../nss_idnx/command/log/cmd_log.c"
#include "../../nss_idnx/command/log/entries.c"
#undef take_number
#undef input

/* --- A log ----------------------------------------------------------------------- */

/* Reads lines of syslog, or what journalctl exports. */
static struct entries entries_of(const struct input *text, bool is_export)
{
	struct entries all = { .names = NULL };
	int fd = memfd_create("log", 0);
	char *path = words_format("/proc/self/fd/%d", fd);
	FILE *in;

	promise(write(fd, text->next, text->left) == (ssize_t)text->left, "it is written");
	lseek(fd, 0, SEEK_SET);
	if (!is_export)
		promise(entries_add_file(&all, path), "any log can be read");
	in = fdopen(fd, "r");
	if (is_export)
		read_export(&all, in);
	fclose(in);
	entries_sort(&all);
	return all;
}

static struct written shown(const struct entries *all, const struct options *options,
                            const struct rule_set *rule_set)
{
	struct written written;

	collect(&standard_output);
	for (size_t i = 0; i < all->count; i++)
		put_entry(all->names[i], rule_set, options);
	if (!options->json)
		put_totals(all, "source", "reason", false);
	written = collected(&standard_output);
	return written;
}

static void check_counts(const struct entries *all, const struct input *input)
{
	unsigned long long entries = 0, lines = 1;

	for (size_t i = 0; i < input->left; i++)
		lines += input->next[i] == '\n';
	for (size_t i = 0; i < all->count; i++) {
		entries += all->names[i]->count;
		promise(i == 0 || all->names[i]->count <= all->names[i - 1]->count,
		        "the most frequent first");
	}
	promise(entries == all->entries && entries <= lines, "an entry has a line");
}

static void check_log(struct input *input)
{
	static const char *const confs[] = { NULL, "protection = browser\nmode = report\n",
		                             "[.example]\nprotection = strict\n", "nonsense" };
	unsigned choice = take_octet(input);
	struct entries all = entries_of(input, choice & 8);
	struct options options = { .all = choice & 16 };
	struct rule_set rule_set;
	struct written text, json;

	fake_conf(confs[choice % 4]);
	rule_set = rule_set_of_file(IDNX_CONF);
	standard_output.is_terminal = choice & 4;
	text = shown(&all, &options, &rule_set);
	options.json = true;
	json = shown(&all, &options, &rule_set);
	check_harmless(&text, "\n");
	check_json(&json);
	promise(count_lines(&json) == all.count && count_lines(&text) > all.count,
	        "a name has a line, and all have a total");
	check_counts(&all, input);
	for (size_t i = 0; i < all.count; i++)
		free(all.names[i]->programs), free(all.names[i]->rules),
			free(all.names[i]->users);
	tdestroy(all.tree, free);
	free(all.names), free(all.losers);
	discard_rules(&rule_set);
	free(text.text);
	free(json.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };

	check_log(&input);
	return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}
