/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx compare: tells whether two names are equivalent, which they are if and only if their
 * ASCII forms match, ignoring case (draft-ietf-idn-idna-04 section 3, requirement 3).  That of
 * an ASCII name or an excluded one is the name itself.  One root dot is ignored: it changes
 * nothing about the place in DNS, only whether the search list is tried.
 */
#include "ascii_text.h"
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx compare [OPTION]... [NAME NAME]\n"
	"\n"
	"Tells whether two names are the same: whether they have the same ASCII "
	"form, ignoring upper and lower case and one root dot. Says so if different names "
	"read alike. Without names, compares each pair of lines of standard input.\n"
	"\n"
	"Example: idnx compare straße.example xn--strae-oqa.example\n";

static struct span without_root(struct span name)
{
	if (span_length(name) > 1 && name.end[-1] == '.')
		name.end--;
	return name;
}

static const char *compare(const struct verdict names[2])
{
	struct span a = without_root(names[0].output), b = without_root(names[1].output);

	if (!names[0].output.next || !names[1].output.next)
		return "not comparable";
	return span_length(a) == span_length(b) && ascii_same(a.next, b.next, span_length(a))
	               ? "equal"
	               : "different";
}

/* Returns whether names whose Unicode forms differ look the same (UTS #39 section 4). */
static bool read_alike(const struct verdict names[2])
{
	struct span a = without_root(verdict_unicode(&names[0]));
	struct span b = without_root(verdict_unicode(&names[1]));
	struct idnx_reading reading, other;

	idnx_read(a.next, span_length(a), &reading);
	idnx_read(b.next, span_length(b), &other);
	if (span_is_same(a, b))
		return false;
	return reading.length > 0 && reading.length == other.length &&
	       memcmp(reading.code_points, other.code_points,
	              reading.length * sizeof *reading.code_points) == 0;
}

static void put_pair(const struct verdict names[2], bool null)
{
	output_text(&standard_output, compare(names));
	output_end(&standard_output, null);
	for (int i = 0; i < 2; i++)
		if (!names[i].output.next)
			line_put_reason(&names[i]);
	if (read_alike(names))
		line_put_error(&names[0].name, "warning: ",
		               "reads like the other name, but is a different one");
}

static void put_pair_json(const struct verdict names[2])
{
	json_begin(NULL, '{');
	json_begin("names", '[');
	for (int i = 0; i < 2; i++) {
		json_begin(NULL, '{');
		json_verdict(&names[i]);
		json_end('}');
	}
	json_end(']');
	json_text("result", compare(names));
	json_flag("reads_alike", read_alike(names));
	json_end_line();
}

/* Returns the worse of the two codes; EXIT_REJECTED if valid names differ. */
static enum exit_code show_pair(const struct verdict *names, const struct options *options)
{
	enum exit_code code = names[0].code > names[1].code ? names[0].code : names[1].code;

	if (options->json)
		put_pair_json(names);
	else
		put_pair(names, options->null);
	return code == EXIT_OK && strcmp(compare(names), "equal") != 0 ? EXIT_REJECTED : code;
}

enum exit_code cmd_compare(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of_file(IDNX_CONF);

	if (options.names[0] && options.names[1] && options.names[2])
		die_usage("compare takes two names, and this is one more", options.names[2]);
	return verdict_each(&options, &rule_set, 2, show_pair);
}
