/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What a lookup on this machine does with a name, by the module's own code, and the
 * words for that.
 */
#include "judge.h"

#include <string.h>

#include "json.h"
#include "reason.h"

static const struct verdict {
	const char *word;
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

struct policy judge(const struct name *name, char ace[static IDNX_HOST_NAME_SIZE])
{
	char text[IDNX_INPUT_MAX + 1];

	if (name->length > IDNX_INPUT_MAX || memchr(name->octets, '\0', name->length))
		return (struct policy){
			.verdict = POLICY_REFUSED,
			.result = idnx_to_ascii(name->octets, name->length, ace,
			                        IDNX_HOST_NAME_SIZE, IDNX_LOOKUP),
		};
	memcpy(text, name->octets, name->length);
	text[name->length] = '\0';
	return policy_to_ascii(IDNX_CONF, text, ace);
}

/* Whatever it says, IDNX_HOST_NAME is one of the flags. */
bool judge_has_asked(const struct policy *policy)
{
	return policy->settings.flags != 0 || policy->config.status != CONFIG_OK;
}

enum exit_code judge_code(const struct policy *policy)
{
	return verdicts[policy->verdict].code;
}

const char *judge_word(enum policy_verdict verdict)
{
	return verdicts[verdict].word;
}

static void put_config(struct output *output, const struct config_result *config)
{
	output_text(output, IDNX_CONF);
	if (config->line > 0)
		output_format(output, ", line %u", config->line);
	output_format(output, ": %s", config_strstatus(config->status));
	if (config->first > 0)
		output_format(output, ", first in line %u", config->first);
	if (config->suffix != IDNX_OK)
		output_format(output, ": it %s", idnx_status_text(config->suffix));
	if (config->error != 0)
		output_format(output, ": %s", strerror(config->error));
}

static void put_charset(struct output *output, const struct policy *policy)
{
	output_format(output, IDNX_CONF ": charset %s: %s", policy->settings.charset,
	              policy->charset == CHARSET_UNSUITABLE
	                      ? "it has shift states, or its ASCII is not ASCII"
	                      : "there is no converter");
}

void judge_put(struct output *output, const struct policy *policy)
{
	output_text(output, verdicts[policy->verdict].phrase);
	if (policy->verdict == POLICY_REFUSED)
		reason_put(output, policy->result);
	else if (policy->verdict == POLICY_NO_CONFIG)
		put_config(output, &policy->config);
	else if (policy->verdict == POLICY_NO_CONVERTER)
		put_charset(output, policy);
}

/* null where idnx.conf was not asked, or there is none. */
static void put_config_json(struct output *output, const struct policy *policy)
{
	const struct config_result *config = &policy->config;

	if (!judge_has_asked(policy) || config->missing || config->masked) {
		output_text(output, "null");
		return;
	}
	output_text(output, "{\"file\":");
	json_text(output, IDNX_CONF);
	output_format(output, ",\"section_line\":%u,\"error_line\":%u,\"error\":",
	              policy->settings.section_line, config->line);
	if (config->status == CONFIG_OK)
		output_text(output, "null");
	else
		json_text(output, config_strstatus(config->status));
	output_text(output, "}");
}

void judge_put_json(struct output *output, const struct policy *policy)
{
	output_format(output, "\"verdict\":\"%s\",", judge_word(policy->verdict));
	reason_put_json(output, policy->result);
	output_text(output, ",\"configuration\":");
	put_config_json(output, policy);
}
