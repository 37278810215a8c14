/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx compare: tells whether two names are equivalent, which they are if and only if their
 * ASCII forms match, ignoring case (draft-ietf-idn-idna-04 section 3, requirement 3).
 *
 * The ASCII form is the one that a lookup on this machine asks for.  For an ASCII name that
 * is the name itself, valid or not; the same holds for an excluded name, which passes
 * through unchanged.  One root dot is ignored: it changes nothing about the place in DNS,
 * only whether the search list is tried, which does not depend on the name.
 */
#include "command.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ascii_text.h"
#include "verdict/decision_text.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "verdict/reason.h"

static const char help[] =
	"Usage: idnx compare [OPTION]... NAME NAME\n"
	"\n"
	"Tells whether two names are the same: whether DNS is asked for the same ASCII\n"
	"form, ignoring upper and lower case and one root dot.  Without names, compares\n"
	"each pair of lines of standard input.\n"
	"\n";

/* One of the two names, copied because its line does not last. */
struct side {
	struct input_name name;
	struct decision decision;
	struct judged judged;
	char octets[IDNX_INPUT_MAX + 1];
	char ace[IDNX_HOST_NAME_SIZE];
	const char *form; /* what DNS is asked for, or NULL */
	size_t length;
};

static void judge_side(struct side *side, const struct input_name *name)
{
	side->name = *name;
	if (side->name.length > sizeof side->octets)
		side->name.length = sizeof side->octets; /* enough for IDNX_TOO_LONG */
	memcpy(side->octets, name->octets, side->name.length);
	side->name.octets = side->octets;
	side->decision = decide(&side->name, NULL, side->ace);
	side->judged = judged_find(&side->name, &side->decision, NULL, side->ace);
	side->form = decision_output(&side->name, &side->decision, side->ace, &side->length);
}

static size_t length_without_root(const struct side *side)
{
	return side->length - (side->length > 1 && side->form[side->length - 1] == '.');
}

static bool is_same(const struct side *a, const struct side *b)
{
	size_t length = length_without_root(a);

	return length == length_without_root(b) && ascii_same(a->form, b->form, length);
}

/* Returns the worse of the two codes; EXIT_REFUSED if valid names differ. */
static enum exit_code code_of(const struct side sides[2])
{
	enum exit_code code = decision_exit_code(&sides[0].decision);

	if (decision_exit_code(&sides[1].decision) > code)
		code = decision_exit_code(&sides[1].decision);
	if (code == EXIT_OK && !is_same(&sides[0], &sides[1]))
		code = EXIT_REFUSED;
	return code;
}

static void put_reason(const struct side *side)
{
	const struct judged *judged = &side->judged;
	struct reason reason = decision_reason(&side->name, &side->decision, judged);
	char *text = reason_text(&standard_error, &reason,
	                         judged_is_refused(judged) ? judged : NULL, NULL);

	reason_put_line(&side->name, "", text);
	free(text);
	reason_free(&reason);
}

static void put_none(const struct side *side)
{
	if (side->decision.verdict == POLICY_REFUSED) {
		put_reason(side);
		return;
	}
	output_format(&standard_error, "idnx: %s %llu: ", side->name.source, side->name.number);
	decision_put(&standard_error, &side->decision, NULL);
	output_text(&standard_error, "\n");
}

/* Returns "equal", "different", or "not comparable" with the reason. */
static const char *word_of(const struct side sides[2])
{
	if (!sides[0].form || !sides[1].form)
		return "not comparable";
	return is_same(&sides[0], &sides[1]) ? "equal" : "different";
}

static void put_line(const struct side sides[2], bool null)
{
	output_text(&standard_output, word_of(sides));
	output_end(&standard_output, null);
	for (int i = 0; i < 2; i++)
		if (!sides[i].form)
			put_none(&sides[i]);
}

static void put_side_json(const struct side *side)
{
	json_begin(NULL, '{');
	decision_put_json(&side->name, &side->decision, &side->judged, side->ace, NULL);
	json_end('}');
}

static void put_object(const struct side sides[2])
{
	json_begin(NULL, '{');
	json_begin("names", '[');
	put_side_json(&sides[0]);
	put_side_json(&sides[1]);
	json_end(']');
	json_text("result", word_of(sides));
	json_end_line();
}

static void refuse_other_than_two(char *const *names)
{
	size_t count = 0;

	while (names[count])
		count++;
	if (count == 1)
		die_usage("a second name is missing", NULL);
	if (count > 2)
		die_usage("two names are compared, and this is one more", names[2]);
}

enum exit_code cmd_compare(int argc, char **argv)
{
	struct options options = options_read(argc, argv, OPTIONS_NAMES, help);
	enum exit_code code = EXIT_OK;
	struct input names;
	struct input_name name;
	static struct side sides[2];

	refuse_other_than_two(options.names);
	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		judge_side(&sides[0], &name);
		if (!input_next(&names, &name))
			die_usage("a second name is missing at the end of the input", NULL);
		judge_side(&sides[1], &name);
		if (code_of(sides) > code)
			code = code_of(sides);
		if (options.json)
			put_object(sides);
		else
			put_line(sides, options.null);
		judged_free(&sides[0].judged);
		judged_free(&sides[1].judged);
	}
	return code;
}
