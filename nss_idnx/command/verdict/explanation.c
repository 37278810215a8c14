/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "explanation.h"

/* Finds the end of the name, in the form in which idnx.conf lists suffixes. */
static void find_suffix(struct explanation *explanation)
{
	const struct verdict *verdict = explanation->verdict;
	size_t length = verdict->decision.settings.suffix_length;
	char form[IDNX_NAME_SIZE];
	struct idnx_result result;

	explanation->suffix[0] = '\0';
	if (length == 0)
		return;
	result = idnx_to_unicode(verdict->utf8.next, span_length(verdict->utf8), form,
	                         sizeof form, 0);
	if (form[result.length - 1] == '.')
		result.length--;
	memcpy(explanation->suffix, form + result.length - length, length);
	explanation->suffix[length] = '\0';
}

static void find_other_ace(struct explanation *explanation)
{
	const struct verdict *verdict = explanation->verdict;
	const struct trace *trace = &explanation->trace;
	struct idnx_result result = idnx_to_ascii(
		verdict->utf8.next, span_length(verdict->utf8), explanation->other_ace,
		sizeof explanation->other_ace, verdict->flags ^ IDNX_TRANSITIONAL_PROCESSING);

	if (result.status != IDNX_OK || (trace->result.status == IDNX_OK &&
	                                 strcmp(explanation->other_ace, trace->ace) == 0))
		explanation->other_ace[0] = '\0';
}

void explanation_find(struct explanation *explanation, const struct verdict *verdict)
{
	explanation->verdict = verdict;
	trace_record(&explanation->trace, verdict->utf8.next, span_length(verdict->utf8),
	             verdict->flags);
	find_suffix(explanation);
	find_other_ace(explanation);
}
