/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx set and idnx allow: change idnx.conf, and show what that changes for names. */
#include "set.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "config_parser.h"
#include "status/status.h"

#define EXIT_STATUS(one) \
	"Exit status: 0 done, or nothing to do, " one "2 wrong usage, 3 idnx.conf has an error, " \
	"or a step is left, 4 another program is changing the file, 5 input or output failed.\n"

static const char set_help[] =
	"Usage: idnx set [OPTION]... KEY=VALUE...\n"
	"\n"
	"Sets each KEY in /etc/idnx.conf, or without a VALUE unsets it, and keeps all else; each "
	"protect=NAME adds a name. Shows the change, what it makes of a look-alike and of a "
	"legitimate name, and then what idnx status shows.\n"
	"\n"
	EXIT_STATUS("")
	"\n"
	"Example: idnx set protection=browser log=rejected\n";

static const char allow_help[] =
	"Usage: idnx allow [OPTION]... NAME\n"
	"\n"
	"Lets a name pass that /etc/idnx.conf rejects, by a section in which each key that rejects "
	"it is as little weaker as that takes. Shows the change, and that the name passes and its "
	"neighbours do not. Lets no name pass that reads as ASCII, or as a protected name.\n"
	"\n"
	EXIT_STATUS("1 no exception is made, ")
	"\n"
	"Example: idnx allow --dry-run i❤coffee.example\n";

struct edit {
	const struct options *options;
	struct sysroot root;
	char *path; /* for messages */
	struct sysroot_file file;
	char *text;
	bool is_shown; /* the head of the diff */
};

/* --- Before ---------------------------------------------------------------- */

/* An error, or a line that others may have written, must not become part of a valid file. */
static struct edit begin(const struct options *options)
{
	struct edit edit = { .options = options, .root = sysroot_of(options->root) };
	struct settings settings;
	struct config_result result = force_read_config(&edit.root, &settings, &edit.file);

	edit.path = words_format("%s" IDNX_CONF, edit.root.prefix);
	edit.text = words_copy(edit.file.octets);
	if (*sysroot_link(&edit.root, IDNX_CONF)) /* its file may serve others, too */
		config_fault_die(edit.path, 0,
		                 "a symbolic link, which is kept: edit its target");
	if (result.status != CONFIG_OK)
		config_fault_die(edit.path, result.line, config_fault_text(edit.text, &result));
	return edit;
}

/* --- The change ------------------------------------------------------------ */

static void change(struct edit *edit, char *text)
{
	struct settings settings;
	struct config_result result = config_parse(text, strlen(text), NULL, &settings);

	if (result.status != CONFIG_OK)
		die_usage(words_format("nothing is changed: %s",
		                       config_fault_text(text, &result)),
		          NULL);
	if (strcmp(text, edit->text) != 0) {
		if (!edit->is_shown && edit->options->dry_run)
			output_text(&standard_output, "would change:\n");
		diff_put(edit->is_shown ? NULL : edit->path, span_of_text(edit->text),
		         span_of_text(text));
		edit->is_shown = true;
	}
	edit->text = text;
}

static char *say(const char *conf, const char *name)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(conf, name, ace);
	const char *code = idnx_status_code(decision.result.status);

	if (decision.is_reported)
		return words_format("only logged (%s)", code);
	switch (decision.action) {
	case POLICY_CONVERTED:
		return words_format("looked up as %s", ace);
	case POLICY_REJECTED:
		return words_format("rejected (%s)", code);
	case POLICY_NO_CHARSET:
		return words_copy("not looked up: its charset is unknown here");
	default:
		return words_copy("passed through unchanged");
	}
}

static void try_name(const struct edit *edit, char *name)
{
	char *before = say(edit->file.octets, name), *now = say(edit->text, name);
	bool is_same = strcmp(before, now) == 0;

	output_line(&standard_output, "%s: %s%s%s", name, now,
	            is_same ? ", as before" : "; before: ", is_same ? "" : before);
}

/* --- After ------------------------------------------------------------------ */

/* Only nscd keeps what it found under the text of before. */
static void empty_nscd(const struct edit *edit)
{
	static const char *const command[CHILD_WORDS] = { "/usr/sbin/nscd", "-i", "hosts" };
	int status = -1;

	if (edit->options->root || !socket_answers(NSCD_SOCKET, SOCK_STREAM, NULL))
		return;
	child_output(command, &status);
	output_text(&standard_output, status == 0 ? "nscd has emptied its cache\n"
	                                          : "nscd may still answer from its cache: run "
	                                            "nscd -i hosts\n");
}

/* Without a line there is no file, as an empty one is an error. */
static bool write_file(const struct edit *edit)
{
	const char *name = strrchr(IDNX_CONF, '/') + 1;
	char *directory = words_copy_of((struct span){ IDNX_CONF, name });

	if (*edit->text == '\0')
		return unlinkat(sysroot_open(&edit->root, directory, O_PATH), name, 0) == 0;
	return replace_begin(&edit->root, IDNX_CONF, &edit->file, edit->text, PUBLIC) &&
	       replace_finish(DROP_OLD);
}

static enum exit_code finish(struct edit *edit)
{
	struct status status;

	if (edit->options->dry_run)
		return EXIT_OK;
	output_flush();
	if (edit->is_shown && !write_file(edit))
		stop_file(words_format("nothing is changed: %s", edit->path), errno, NO_REMEDY);
	if (!edit->is_shown)
		output_text(&standard_output, "nothing to change\n");
	empty_nscd(edit);
	status = status_of(force_of(&edit->root));
	status_put(&status);
	return status.fix.words ? EXIT_CONFIGURATION : EXIT_OK;
}

/* --- set ---------------------------------------------------------------------- */

static void set_key(struct edit *edit, const char *suffix, const char *word)
{
	const struct conf_line line = { .text = span_of_text(word) };
	struct span name, value;
	enum config_key key;
	char *words;

	if (!conf_line_split(&line, &name, &value) || strpbrk(word, "\n#"))
		die_usage("set needs KEY=VALUE", word);
	key = config_key_named(name);
	words = words_copy_of(value);
	if (key == CONFIG_KEYS) /* which the parser explains */
		change(edit,
		       words_format("%.*s = %s\n", (int)span_length(name), name.next, words));
	change(edit, conf_with(edit->text, suffix, key, *words != '\0' ? words : NULL));
}

/* An apostrophe is overlooked by who reads a name, and by no other key. */
static void try_protected(const struct edit *edit, const char *word)
{
	const struct conf_line line = { .text = span_of_text(word) };
	struct span key, names, name;
	size_t first = 1;

	if (!conf_line_split(&line, &key, &names) || config_key_named(key) != CONFIG_PROTECT ||
	    !span_next_word(&names, &name))
		return;
	while (name.next + first < name.end && (name.next[first] & 0xC0) == 0x80)
		first++;
	try_name(edit, words_format("%.*sʼ%.*s", (int)first, name.next,
	                            (int)(span_length(name) - first), name.next + first));
}

enum exit_code cmd_set(int argc, char **argv)
{
	struct options options = options_read(argc, argv, set_help);
	const char *suffix = options.suffix ? options.suffix : "";
	struct edit edit;

	if (!*options.names)
		die_usage("set needs KEY=VALUE", NULL);
	if (suffix[strcspn(suffix, " \t\n#[]")] != '\0')
		die_usage("--for needs a domain name", suffix);
	edit = begin(&options);
	suffix += *suffix == '.';
	for (char **word = options.names; *word; word++)
		set_key(&edit, suffix, *word);
	suffix = *suffix != '\0' ? suffix : "example";
	try_name(&edit, words_format("раypal.%s", suffix));
	try_name(&edit, words_format("bücher.%s", suffix));
	for (char **word = options.names; *word; word++)
		try_protected(&edit, *word);
	return finish(&edit);
}

enum exit_code cmd_allow(int argc, char **argv)
{
	struct options options = options_read(argc, argv, allow_help);
	const char *name = *options.names, *parent;
	struct edit edit;

	if (!name || options.names[1])
		die_usage("allow needs one name", name ? options.names[1] : NULL);
	edit = begin(&options);
	change(&edit, exception_for(edit.text, name));
	parent = strchr(name, '.');
	parent = parent ? parent : name + strlen(name);
	try_name(&edit, words_copy(name));
	try_name(&edit, words_format("%.*s%s", (int)(parent - name), name, name));
	try_name(&edit, words_format("раypal%s", parent));
	return finish(&edit);
}
