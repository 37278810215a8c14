/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What a lookup on this machine does with a name, by the module's own code, and the
 * words for that.
 */
#include "decision_text.h"

#include <string.h>

#include "json.h"
#include "status_text.h"

static const struct verdict {
	const char *word; /* for a program */
	enum exit_code code;
	const char *phrase; /* for a reader: all of it, or the beginning */
} verdicts[] = {
	[POLICY_CONVERTED] = { "converted", EXIT_OK, "converted" },
	[POLICY_ASCII] = { "ascii", EXIT_OK, "left alone: ASCII" },
	[POLICY_EXCLUDED] = { "excluded", EXIT_OK, "left alone: excluded in " IDNX_CONF },
	[POLICY_REFUSED] = { "refused", EXIT_REFUSED, "refused: " },
	[POLICY_NO_CONFIG] = { "configuration", EXIT_CONFIGURATION, "not looked up: " },
	[POLICY_NO_CONVERTER] = { "converter", EXIT_TEMPORARY, "not looked up: " },
};

struct decision decide(const struct input_name *name, char ace[static IDNX_HOST_NAME_SIZE])
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
	return policy_to_ascii(IDNX_CONF, text, ace);
}

/* Whatever it says, IDNX_HOST_NAME is one of the flags. */
bool decision_asked_config(const struct decision *decision)
{
	return decision->settings.flags != 0 || decision->config.status != CONFIG_OK;
}

enum exit_code decision_exit_code(const struct decision *decision)
{
	return verdicts[decision->verdict].code;
}

static void put_config(struct output *output, const struct config_result *config)
{
	output_text(output, IDNX_CONF);
	if (config->line > 0)
		output_format(output, ", line %u", config->line);
	output_format(output, ": %s", config_status_text(config->status));
	if (config->first > 0)
		output_format(output, ", first in line %u", config->first);
	if (config->suffix != IDNX_OK)
		output_format(output, ": it %s", idnx_status_text(config->suffix));
	if (config->error != 0)
		output_format(output, ": %s", strerror(config->error));
}

static void put_charset(struct output *output, const struct decision *decision)
{
	output_format(output, IDNX_CONF ": charset %s: %s", decision->settings.charset,
	              decision->charset == CHARSET_UNSUITABLE
	                      ? "it has shift states, or its ASCII is not ASCII"
	                      : "there is no converter");
}

void decision_put(struct output *output, const struct decision *decision)
{
	output_text(output, verdicts[decision->verdict].phrase);
	if (decision->verdict == POLICY_REFUSED)
		status_put(output, decision->result);
	else if (decision->verdict == POLICY_NO_CONFIG)
		put_config(output, &decision->config);
	else if (decision->verdict == POLICY_NO_CONVERTER)
		put_charset(output, decision);
}

/* null where idnx.conf was not asked, or there is none. */
static void put_config_json(const struct decision *decision)
{
	const struct config_result *config = &decision->config;
	bool failed = config->status != CONFIG_OK;

	if (!decision_asked_config(decision) || config->missing || config->masked) {
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

void decision_put_json(const struct decision *decision)
{
	json_text("verdict", verdicts[decision->verdict].word);
	status_put_json(decision->result);
	put_config_json(decision);
}
