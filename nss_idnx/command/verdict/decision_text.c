/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Runs the module's own code to find what a lookup on this machine does with a name, and
 * puts the result into words.
 */
#include "decision_text.h"

#include <stdlib.h>
#include <string.h>

#include "conf_line.h"
#include "json.h"
#include "machine/sysroot.h"

static const struct verdict {
	const char *word; /* for a program */
	enum exit_code code;
	const char *phrase; /* for a reader: the whole text, or its beginning */
} verdicts[] = {
	[POLICY_CONVERTED] = { "converted", EXIT_OK, "converted" },
	[POLICY_ASCII] = { "ascii", EXIT_OK, "left alone: ASCII" },
	[POLICY_EXCLUDED] = { "excluded", EXIT_OK, "left alone: excluded in " },
	[POLICY_REFUSED] = { "refused", EXIT_REFUSED, "refused: " },
	[POLICY_NO_CONFIG] = { "configuration", EXIT_CONFIGURATION, "not looked up: " },
	[POLICY_NO_CONVERTER] = { "converter", EXIT_TEMPORARY, "not looked up: " },
};

struct decision decide(const struct input_name *name, const char *set,
                       char ace[static IDNX_HOST_NAME_SIZE])
{
	char text[IDNX_INPUT_MAX + 1];

	if (name->length > IDNX_INPUT_MAX || memchr(name->octets, '\0', name->length))
		return (struct decision){
			.verdict = POLICY_REFUSED,
			.result = idnx_to_ascii(name->octets, name->length, ace,
			                        IDNX_HOST_NAME_SIZE, IDNX_LOOKUP),
		};
	memcpy(text, name->octets, name->length);
	text[name->length] = '\0';
	return set ? policy_to_ascii_under(set, text, ace)
	           : policy_to_ascii(IDNX_CONF, text, ace);
}

const char *decision_source(const struct input_name *name, const struct decision *decision,
                            char decoded[static IDNX_NAME_SIZE], size_t *length)
{
	*length = name->length;
	if (decision->charset != CHARSET_OK)
		return name->octets;
	charset_decode(decision->settings.charset, name->octets, name->length, decoded,
	               IDNX_NAME_SIZE, length);
	return decoded;
}

/* Flags are 0 only if it was not read: every idnx.conf gives IDNX_HOST_NAME. */
bool decision_asked_config(const struct decision *decision)
{
	return decision->settings.flags != 0 || decision->config.status != CONFIG_OK;
}

const char *decision_word(enum policy_verdict verdict)
{
	return verdicts[verdict].word;
}

enum exit_code decision_exit_code(const struct decision *decision)
{
	return verdicts[decision->verdict].code;
}

static void put_suffix(struct output *output, struct span suffix)
{
	char *reason = reason_of_suffix(output, suffix.next, span_length(suffix));

	output_text(output, ": ");
	output_visible(output, reason, strlen(reason));
	free(reason);
}

void decision_put_mistake(struct output *output, const struct config_result *config,
                          const char *conf)
{
	struct span word = conf_line_word(conf, config);

	output_text(output, config_status_text(config->status));
	if (config->first > 0)
		output_format(output, ", first in line %u", config->first);
	if (!span_is_empty(word)) {
		output_text(output, ": \"");
		output_visible(output, word.next, span_length(word));
		output_text(output, "\"");
	}
	if (config->suffix != IDNX_OK)
		put_suffix(output, word);
	if (config->error != 0)
		output_format(output, ": %s", strerror(config->error));
}

static void put_config(struct output *output, const struct config_result *config)
{
	const struct sysroot live = sysroot_of(NULL);
	struct sysroot_file file = sysroot_read(&live, IDNX_CONF);

	output_text(output, IDNX_CONF);
	if (config->line > 0)
		output_format(output, ", line %u", config->line);
	output_text(output, ": ");
	decision_put_mistake(output, config, file.octets);
	free(file.octets);
}

/* Returns where the settings come from. */
static const char *origin(const char *set)
{
	return set ? "--set" : IDNX_CONF;
}

static void put_charset(struct output *output, const struct decision *decision,
                        const char *set)
{
	output_format(output, "%s: charset %s: %s", origin(set), decision->settings.charset,
	              decision->charset == CHARSET_UNSUITABLE
	                      ? "it has shift states, or its ASCII is not ASCII"
	                      : "there is no converter");
}

/* --- Why ------------------------------------------------------------------- */

/* Returns the default flags if idnx.conf gave no answer or was not read. */
unsigned decision_flags(const struct decision *decision)
{
	return decision_asked_config(decision) && decision->verdict != POLICY_NO_CONFIG
	               ? decision->settings.flags
	               : IDNX_LOOKUP;
}

struct reason decision_reason(const struct input_name *name, const struct decision *decision,
                              const struct judged *judged)
{
	char decoded[IDNX_NAME_SIZE], ace[IDNX_NAME_SIZE];
	unsigned flags = decision_flags(decision);
	size_t length;
	const char *src = decision_source(name, decision, decoded, &length);

	if (judged_is_refused(judged))
		return reason_of_judged(src, length, flags, judged);
	return reason_find(src, length, flags,
	                   idnx_to_ascii(src, length, ace, sizeof ace, flags));
}

const char *decision_output(const struct input_name *name, const struct decision *decision,
                            const char *ace, size_t *length)
{
	*length = name->length;
	if (decision->verdict == POLICY_CONVERTED)
		*length = decision->result.length;
	if (decision->verdict == POLICY_CONVERTED)
		return ace;
	return decision_exit_code(decision) == EXIT_OK ? name->octets : NULL;
}

void decision_put(struct output *output, const struct decision *decision, const char *set)
{
	output_text(output, verdicts[decision->verdict].phrase);
	if (decision->verdict == POLICY_NO_CONFIG)
		put_config(output, &decision->config);
	else if (decision->verdict == POLICY_NO_CONVERTER)
		put_charset(output, decision, set);
	else if (decision->verdict == POLICY_EXCLUDED)
		output_text(output, origin(set));
}

/* --- JSON ------------------------------------------------------------------ */

/* Writes null if idnx.conf was not read or does not exist. */
static void put_config_json(const struct decision *decision, const char *set)
{
	const struct config_result *config = &decision->config;
	bool failed = config->status != CONFIG_OK;

	if (set || !decision_asked_config(decision) || config->missing || config->masked) {
		json_text("configuration", NULL);
		return;
	}
	json_begin("configuration", '{');
	json_text("file", IDNX_CONF);
	json_number("section_line", decision->settings.section_line);
	json_number("error_line", config->line);
	json_text("error", failed ? config_status_text(config->status) : NULL);
	json_end('}');
}

void decision_put_json(const struct input_name *name, const struct decision *decision,
                       const struct judged *judged, const char *ace, const char *set)
{
	struct reason reason = decision_reason(name, decision, judged);
	size_t length;
	const char *output = decision_output(name, decision, ace, &length);

	json_input(name);
	json_octets("output", output, length);
	json_text("verdict", verdicts[decision->verdict].word);
	reason_put_json(&reason);
	put_config_json(decision, set);
	judged_put_json(judged);
	reason_free(&reason);
}
