/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Runs the module's own code on a name, and then finds the rule and its place for the reader. */
#include "verdict.h"

#include "hosts/hosts.h"

struct rule_set rule_set_of_file(const char *path)
{
	struct rule_set rule_set = { .origin = path,
		                     .is_file = true,
		                     .is_live = strcmp(path, IDNX_CONF) == 0 };
	struct settings all;

	rule_set.file = config_read(path, NULL, &all);
	rule_set.conf = sysroot_read(&sysroot_live, path).octets;
	if (rule_set.file.status != CONFIG_OK)
		rule_set.fault = config_fault_text(rule_set.conf, &rule_set.file);
	return rule_set;
}

/* --- The decision --------------------------------------------------------- */

static const struct verdict_kind {
	const char *word; /* for a program */
	enum exit_code code;
} kinds[] = {
	[POLICY_CONVERTED] = { "converted", EXIT_OK },
	[POLICY_UNCHANGED] = { "ascii", EXIT_OK },
	[POLICY_EXCLUDED] = { "excluded", EXIT_OK },
	[POLICY_REJECTED] = { "rejected", EXIT_REJECTED },
	[POLICY_NO_CONFIG] = { "configuration", EXIT_CONFIGURATION },
	[POLICY_NO_CHARSET] = { "converter", EXIT_TEMPORARY },
};

static struct decision decide_lookup(const struct verdict *verdict, char *ace)
{
	const struct rule_set *rule_set = verdict->rule_set;
	struct span name = verdict->name.text;
	size_t length = span_length(name);

	if (length > IDNX_INPUT_MAX || !span_equals(name, name.next))
		return (struct decision){ .action = POLICY_REJECTED,
			                  .result = idnx_to_ascii(name.next, length, ace,
			                                          IDNX_HOST_NAME_SIZE,
			                                          IDNX_LOOKUP) };
	if (rule_set->fault)
		return policy_to_ascii(rule_set->origin, name.next, ace);
	return policy_to_ascii_under(rule_set->conf, name.next, ace);
}

static void copy_name(struct verdict *verdict)
{
	struct span *name = &verdict->name.text;
	const char *printed = verdict->rule_set->reads_escapes ? meant_name(*name) : NULL;

	if (printed) {
		verdict->given = *name;
		*name = span_of_text(printed);
	}
	if (span_length(*name) > IDNX_INPUT_MAX)
		name->end = name->next + IDNX_INPUT_MAX + 1; /* enough for IDNX_TOO_LONG */
	name->end = mempcpy(verdict->octets, name->next, span_length(*name));
	name->next = verdict->octets;
	verdict->octets[span_length(*name)] = '\0';
}

static struct span find_utf8(struct verdict *verdict)
{
	const struct decision *decision = &verdict->decision;
	struct span name = verdict->name.text;
	size_t length;

	if (decision->charset != CHARSET_OK)
		return name;
	charset_convert("UTF-8", decision->settings.charset, name.next, span_length(name),
	                verdict->decoded, sizeof verdict->decoded, &length);
	return (struct span){ verdict->decoded, verdict->decoded + length };
}

struct span verdict_unicode(const struct verdict *verdict)
{
	char *unicode = words_room(IDNX_NAME_SIZE);
	const char *name = verdict->utf8.next;
	size_t length = span_length(verdict->utf8);

	if (length < IDNX_HOST_NAME_SIZE && ascii_has_only(name, length))
		length = policy_decode_labels(name, POLICY_LABELS_CHECKED, unicode);
	else
		length = idnx_to_unicode(name, length, unicode, IDNX_NAME_SIZE,
		                         verdict->flags & IDNX_TRANSITIONAL_PROCESSING)
		                 .length;
	return (struct span){ unicode, unicode + length };
}

/* --- The cause -------------------------------------------------------------- */

/* Returns the line's text; of a list of protected names only the one that is to blame. */
static const char *cause_text(struct span text, enum idnx_status rule, struct span unicode)
{
	const struct conf_line line = { .text = text };
	struct span key, names, word;
	struct settings settings;
	struct match match;

	conf_line_split(&line, &key, &names);
	match_begin(&match, unicode.next, span_length(unicode));
	while (span_equals(key, "protect") && span_next_word(&names, &word)) {
		char *list = words_format("protect = %.*s", (int)span_length(word), word.next);

		config_parse(list, strlen(list), &match, &settings);
		if (config_protects(&settings) == rule)
			return list;
	}
	return words_copy_of(text);
}

static struct cause find_cause(const char *conf, const struct decision *decision,
                               struct span unicode)
{
	unsigned line = policy_line(decision), section = decision->settings.section_line;
	struct span text = conf_line_text(conf, line), header = conf_line_text(conf, section);
	bool is_above = section == 0 || line < section;

	return (struct cause){
		.text = cause_text(text, decision->result.status, unicode),
		.line = line,
		.section = is_above ? NULL : words_copy_of(header),
	};
}

/*
 * Adds the command that lets a legitimate name pass, which is one for this machine's file.  Whoever
 * made a name that reads as one in ASCII may ask for it.
 */
static void add_exception(struct verdict *verdict)
{
	enum config_key key = policy_key(verdict->reason.status);
	bool is_list = key == CONFIG_PROTECT || key == CONFIG_PROTECTED_WORDS;
	const char *section = is_list ? verdict->cause.section : NULL;

	if (!is_list && verdict->confusable.reads_as)
		return;
	verdict->reason.remedy = words_format(
		"%s If %s right, run%s: idnx %s%s%.*s%s%s%s", verdict->reason.remedy,
		is_list ? "both names are" : "the name is", geteuid() == 0 ? "" : " as root",
		is_list ? "set " : "allow ", section ? "--for='" : "",
		section ? (int)strlen(section) - 2 : 0, section ? section + 1 : "",
		section ? "' " : "", is_list ? "protect=" : "",
		shell_word(verdict->name.text.next));
}

static void find_rejection(struct verdict *verdict)
{
	struct span unicode = verdict_unicode(verdict);
	struct idnx_criteria criteria = config_criteria(&verdict->decision.settings);
	struct idnx_finding finding = idnx_check(unicode.next, span_length(unicode), &criteria);

	if (finding.status == IDNX_OK)
		finding.status = config_protects(&verdict->decision.settings);
	verdict->confusable = confusable_of(unicode, &finding);
	verdict->cause = find_cause(verdict->rule_set->conf, &verdict->decision, unicode);
	verdict->reason = reason_of_confusable(verdict->utf8, verdict->flags,
	                                       &verdict->confusable);
	if (verdict->rule_set->is_live)
		add_exception(verdict);
}

/* These checks take three times as long as all the others. */
static void find_warnings(struct verdict *verdict)
{
	bool is_new, is_checked = !verdict->is_left && /* by "protection = browser" */
	                          config_protection(&verdict->decision.settings) ==
	                                  CONFIG_PROTECTION_BROWSER;
	struct seen *seen = seen_find(verdict->utf8, verdict->rule_set, &is_new);
	struct idnx_finding finding;
	struct span unicode;

	if (!is_new && !seen->answer)
		return;
	verdict->meant = meant_warning(verdict->utf8);
	if (!is_checked) {
		unicode = verdict_unicode(verdict);
		finding = policy_warning(unicode.next, span_length(unicode));
		if (finding.status != IDNX_OK)
			verdict->confusable = confusable_of(unicode, &finding);
	}
	if (is_new && (verdict->meant || verdict->confusable.status != IDNX_OK))
		seen->answer = words_lasting(span_of_text(""));
}

/* --- All -------------------------------------------------------------------- */

static struct reason find_reason(const struct verdict *verdict)
{
	struct idnx_result result = verdict->decision.result;
	struct span utf8 = verdict->utf8;
	char ace[IDNX_NAME_SIZE];

	if (verdict->decision.action != POLICY_CONVERTED &&
	    verdict->decision.action != POLICY_REJECTED)
		result = idnx_to_ascii(utf8.next, span_length(utf8), ace, sizeof ace,
		                       verdict->flags & ~IDNX_ASCII_AS_IS);
	return reason_find(utf8, verdict->flags, result);
}

static void find_lookup(struct verdict *verdict)
{
	const struct decision *decision = &verdict->decision;
	enum policy_action kind;

	copy_name(verdict);
	verdict->decision = decide_lookup(verdict, verdict->form);
	kind = decision->action;
	verdict->asked_config = decision->settings.charset[0] != '\0' ||
	                        decision->config.status != CONFIG_OK;
	verdict->is_left = kind == POLICY_UNCHANGED &&
	                   decision->settings.values[CONFIG_ACE_NAMES];
	verdict->utf8 = find_utf8(verdict);
	verdict->flags = verdict->asked_config ? config_flags(&decision->settings)
	                                       : IDNX_LOOKUP;
	if (kind == POLICY_CONVERTED)
		verdict->output = span_of_text(verdict->form);
	else if (kinds[kind].code == EXIT_OK)
		verdict->output = verdict->name.text;
	if ((kind == POLICY_REJECTED || decision->is_reported) && policy_line(decision) != 0) {
		find_rejection(verdict);
		return;
	}
	verdict->reason = find_reason(verdict);
	if (decision->is_reported)
		return; /* an escape, or too long */
	if (kind == POLICY_CONVERTED ||
	    (kind == POLICY_UNCHANGED && policy_is_ace(verdict->name.text.next)))
		find_warnings(verdict);
}

/* "*." and "." precede names in zones, certificates and lists, and are no part of a host name. */
static size_t length_before(struct span name, unsigned flags)
{
	size_t length = span_length(name);

	if (!(flags & IDNX_HOST_CHARACTERS))
		return 0;
	if (length > 2 && memcmp(name.next, "*.", 2) == 0)
		return 2;
	return length > 1 && *name.next == '.';
}

static void find_conversion(struct verdict *verdict)
{
	const struct rule_set *rule_set = verdict->rule_set;
	struct span whole = verdict->name.text;
	size_t before = length_before(whole, rule_set->flags);
	struct span name = span_without_first(whole, before);
	struct idnx_result result = rule_set->convert(
		name.next, span_length(name), verdict->form + before,
		sizeof verdict->form - before, rule_set->flags);
	bool is_valid = result.status == IDNX_OK;

	memcpy(verdict->form, whole.next, before);
	verdict->decision = (struct decision){
		.action = is_valid ? POLICY_CONVERTED : POLICY_REJECTED,
		.result = result,
	};
	verdict->flags = rule_set->flags;
	verdict->utf8 = whole;
	if (is_valid || rule_set->convert == idnx_to_unicode)
		verdict->output = (struct span){ verdict->form,
			                         verdict->form + before + result.length };
	verdict->reason = reason_find(name, rule_set->flags, result);
	verdict->reason.position += verdict->reason.position > 0 ? before : 0;
	verdict->reason.column += verdict->reason.column > 0 ? before : 0;
}

void verdict_of(struct verdict *verdict, const struct input_name *name,
                const struct rule_set *rule_set)
{
	enum policy_action kind;

	verdict->name = *name;
	verdict->rule_set = rule_set;
	verdict->given = verdict->output = (struct span){ NULL, NULL };
	verdict->meant = verdict->not_in_force = NULL;
	verdict->confusable = (struct confusable){ .status = IDNX_OK };
	verdict->cause = (struct cause){ .text = NULL };
	verdict->asked_config = verdict->is_left = false;
	if (rule_set->convert)
		find_conversion(verdict);
	else
		find_lookup(verdict);
	kind = verdict->decision.action;
	verdict->word = kinds[kind].word;
	verdict->code = kinds[kind].code;
	verdict->is_rejected = kind == POLICY_REJECTED;
	verdict->would_reject = verdict->is_rejected || verdict->decision.is_reported;
	verdict->is_rejected_by_conf = kind == POLICY_NO_CONFIG ||
	                               (verdict->is_rejected && verdict->cause.text);
	verdict->has_warning = verdict->decision.is_reported ||
	                       (verdict->confusable.status != IDNX_OK && !verdict->cause.text);
	if (verdict->is_rejected_by_conf && rule_set->is_live)
		verdict->not_in_force = force_of(&sysroot_live)->bypass.text;
}

enum exit_code verdict_each(const struct options *options, const struct rule_set *rule_set,
                            size_t together, verdict_shower *show)
{
	enum exit_code code = EXIT_OK, its;
	static struct verdict verdicts[2];
	struct input names;
	struct input_name name;
	size_t count = 0;

	words_keep();
	input_open(&names, options->names, options->null);
	while (input_next(&names, &name)) {
		verdict_of(&verdicts[count++], &name, rule_set);
		if (count < together)
			continue;
		its = show(verdicts, options);
		if (its > code)
			code = its;
		words_release();
		count = 0;
	}
	if (count > 0)
		die_usage("compare needs two names", NULL);
	return code;
}
