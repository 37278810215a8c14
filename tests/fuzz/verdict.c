/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Two names under any idnx.conf, as check, explain, to-ascii, to-unicode and compare write them,
 * to a file, a terminal in UTF-8 and one in ASCII: nothing is obeyed, JSON is JSON, and line,
 * page, JSON and exit status say the same; so does libidnx's handle on idnx.conf.
 */
#include <locale.h>

#include "../common/sources/fake.h"
#include "common/written.h"
#include "idnx_policy.h"
#define input command_input

/* The subcommands' own functions, each with its --help. */
#define help check_help
#include "../../nss_idnx/command/cmd_check.c"
#undef help
#define help compare_help
#include "../../nss_idnx/command/cmd_compare.c"
#undef help
#define help explain_help
#include "../../nss_idnx/command/cmd_explain.c"
#undef help
#include "../../nss_idnx/command/cmd_convert.c"
#undef input

static const struct use {
	verdict_shower *show;
	__typeof__(&idnx_to_ascii) convert; /* NULL: looked up */
} uses[] = {
	{ show_answer, NULL },
	{ explain, NULL },
	{ put_result, idnx_to_ascii },
	{ put_result, idnx_to_unicode },
};

#define USES (sizeof uses / sizeof *uses)

/* In the place of the one in seen.c: idnx.conf is another for each input. */
struct seen *seen_find(struct span name, const struct rule_set *rule_set, bool *is_new)
{
	static struct seen seen;

	(void)name, (void)rule_set;
	free(seen.answer);
	seen.answer = NULL;
	*is_new = true;
	return &seen;
}

/* An input has choices, the length of idnx.conf, its text, and two names separated by LF. */
struct asked {
	struct options options;
	struct rule_set file, rule_set;
	struct input_name names[2];
	const struct use *use;
	bool is_pair;
};

static void take_rules(struct input *input, struct asked *asked)
{
	size_t length = take_octet(input);
	char *conf;

	if (length > input->left)
		length = input->left;
	conf = allocate(length + 1);
	memcpy(conf, input->next, length);
	conf[length] = '\0';
	input->next += length;
	input->left -= length;
	fake_conf(length > 0 ? conf : NULL);
	free(conf);
	asked->file = asked->rule_set = rule_set_of_file(IDNX_CONF);
}

static struct span copied(struct span text)
{
	char *copy = copy_of(text.next, span_length(text));

	return (struct span){ copy, copy + span_length(text) };
}

static void take_names(struct input *input, struct asked *asked)
{
	const char *text = (const char *)input->next;
	struct span all = { text, text + input->left }, first = span_before(all, '\n');
	struct span second = { first.end + (first.end < all.end), all.end };

	asked->names[0] = (struct input_name){ copied(first), "line", 1 };
	asked->names[1] = (struct input_name){ copied(second), "argument", 2 };
}

static struct asked take(struct input *input)
{
	static char *none[] = { NULL };
	unsigned choice = take_octet(input), flags = take_octet(input);
	struct asked asked = { .use = &uses[choice % USES], .is_pair = choice & 4 };

	standard_output.is_terminal = choice & 8;
	standard_error.is_terminal = choice & 8;
	setlocale(LC_CTYPE, choice & 16 ? "C" : "C.UTF-8");
	terminal_colour(choice & 32 ? "always" : "never");
	take_rules(input, &asked);
	asked.rule_set.reads_escapes = choice & 64;
	if (asked.use->convert && !asked.is_pair)
		asked.rule_set = (struct rule_set){ .convert = asked.use->convert,
			                            .flags = flags };
	asked.options = (struct options){ .flags = flags, .names = none };
	take_names(input, &asked);
	return asked;
}

/* --- Promises ------------------------------------------------------------------ */

static bool has(const struct written *written, const char *before, const char *words,
                const char *after)
{
	return strstr(written->text, words_format("%s%s%s", before, words, after)) != NULL;
}

static void check_text(const struct asked *asked, const struct verdict *verdict,
                       const struct written *out, const struct written *errors)
{
	bool is_terminal = standard_output.is_terminal, is_page = asked->use->show == explain;
	const struct written *said = asked->use->convert ? errors : out;
	const char *code = idnx_status_code(verdict->reason.status);

	check_harmless(errors, "\n");
	promise(is_terminal || is_page || count_lines(out) == 1, "a name has a line");
	promise(is_terminal || count_lines(errors) <= 1 + (verdict->meant != NULL),
	        "and one reason, and what was meant");
	if (is_terminal && strcmp(setlocale(LC_CTYPE, NULL), "C") == 0)
		promise(is_ascii(out->text, out->length) &&
		                is_ascii(errors->text, errors->length),
		        "in ASCII what stands there");
	if (verdict->is_rejected && !is_terminal && !is_page)
		promise(has(said, "(", code, ")"), "a rejected name has its rule");
}

static void check_said(const struct asked *asked, const struct verdict *verdict,
                       const struct written *json)
{
	check_json(json);
	promise(count_lines(json) == 1, "an object has a line");
	promise(has(json, "\"status\":\"", idnx_status_code(verdict->reason.status), "\""),
	        "it has the status");
	promise(asked->rule_set.convert || has(json, "\"verdict\":\"", verdict->word, "\""),
	        "and what becomes of the name");
	promise((verdict->code == EXIT_OK) == (verdict->output.next != NULL) ||
	                asked->rule_set.convert == idnx_to_unicode,
	        "a name that passes has a result");
	promise(!verdict->is_rejected || (verdict->reason.status != IDNX_OK &&
	                                  verdict->reason.message && verdict->reason.remedy),
	        "a rejected name has its reason, and what to do");
}

static void check_handle(const struct verdict *verdict)
{
	const struct decision *decision = &verdict->decision;
	struct idnx_policy *policy = idnx_policy_open(IDNX_CONF);
	struct idnx_verdict its;

	memset(&its, UNTOUCHED, sizeof its);
	errno = ENOANO;
	idnx_policy_check(policy, verdict->name.text.next, &its);
	promise(errno == ENOANO, "errno stays");
	promise((int)its.action == (int)decision->action,
	        "the handle does what the module does");
	promise(strcmp(its.ace, its.action == IDNX_POLICY_CONVERTED ? verdict->form : "") == 0,
	        "with the same name");
	promise(its.action != IDNX_POLICY_REJECTED || its.status == decision->result.status,
	        "by the same rule");
	promise(memchr(its.setting, '\0', sizeof its.setting) != NULL &&
	                (its.setting[0] == '\0' || its.line > 0),
	        "a setting has a line");
	idnx_policy_close(policy);
}

/* A converted name may have any characters if a file gets it. */
static void check_name(struct asked *asked)
{
	static struct verdict verdict;
	struct written out, errors, json;

	verdict_of(&verdict, &asked->names[0], &asked->rule_set);
	collect(&standard_output);
	collect(&standard_error);
	promise(asked->use->show(&verdict, &asked->options) == verdict.code, "one exit status");
	errors = collected(&standard_error);
	out = collected(&standard_output);
	check_text(asked, &verdict, &out, &errors);
	if (asked->use->show == explain)
		check_harmless(&out, "\n\33");
	else if (!asked->use->convert)
		check_harmless(&out, "\n");

	collect(&standard_output);
	json_verdict_line(&verdict);
	json = collected(&standard_output);
	check_said(asked, &verdict, &json);
	if (!asked->use->convert && span_length(verdict.name.text) <= IDNX_INPUT_MAX &&
	    span_equals(verdict.name.text, verdict.name.text.next))
		check_handle(&verdict);
	free(json.text), free(out.text), free(errors.text);
}

static enum exit_code shown_pair(const struct verdict names[2], const struct options *options,
                                 struct written *out, struct written *errors)
{
	enum exit_code code;

	collect(&standard_output);
	collect(&standard_error);
	code = show_pair(names, options);
	*errors = collected(&standard_error);
	*out = collected(&standard_output);
	return code;
}

static void check_pair(struct asked *asked)
{
	static struct verdict names[2];
	struct written out, errors, json, none;
	enum exit_code code;

	for (int i = 0; i < 2; i++)
		verdict_of(&names[i], &asked->names[i], &asked->rule_set);
	code = shown_pair(names, &asked->options, &out, &errors);
	asked->options.json = true;
	promise(code == shown_pair(names, &asked->options, &json, &none), "one exit status");
	check_harmless(&out, "\n");
	check_harmless(&errors, "\n");
	check_json(&json);
	out.text[strcspn(out.text, "\n")] = '\0';
	promise(has(&json, "\"result\":\"", out.text, "\""), "one result");
	promise((code == EXIT_OK) == (strcmp(out.text, "equal") == 0), "which is the status");
	promise(none.length == 0, "and JSON says it all");
	free(out.text), free(errors.text), free(json.text), free(none.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct asked asked = take(&input);

	if (asked.is_pair)
		check_pair(&asked);
	else
		check_name(&asked);
	discard(asked.names[0].text.next);
	discard(asked.names[1].text.next);
	discard_rules(&asked.file);
	return 0;
}
