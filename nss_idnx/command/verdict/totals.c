/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Counts verdicts.  Reports only those rules that have rejected a name. */
#include "totals.h"

void totals_count(struct totals *totals, const struct verdict *verdict)
{
	totals->names++;
	totals->verdicts[verdict->decision.verdict]++;
	if (verdict_is_refused(verdict))
		totals->rules[verdict->decision.result.status]++;
}

static void put_count(const char *word, unsigned long long count)
{
	output_format(&standard_error, "%-14s %8llu\n", word, count);
}

void totals_put(const struct totals *totals)
{
	put_count("names", totals->names);
	for (int i = 0; i <= POLICY_NO_CONVERTER; i++)
		if (totals->verdicts[i] > 0)
			put_count(verdict_word((enum policy_verdict)i), totals->verdicts[i]);
	for (int i = 0; i <= IDNX_BAD_FLAGS; i++)
		if (totals->rules[i] > 0)
			put_count(idnx_status_code((enum idnx_status)i), totals->rules[i]);
}

/* The words are plain ASCII. */
static void put_member(const char *comma, const char *word, unsigned long long count)
{
	output_format(&standard_error, "%s\"%s\":%llu", comma, word, count);
}

void totals_put_json(const struct totals *totals)
{
	const char *comma = "";

	output_text(&standard_error, "{\"totals\":{");
	put_member("", "names", totals->names);
	for (int i = 0; i <= POLICY_NO_CONVERTER; i++)
		put_member(",", verdict_word((enum policy_verdict)i), totals->verdicts[i]);
	output_text(&standard_error, ",\"rules\":{");
	for (int i = 0; i <= IDNX_BAD_FLAGS; i++) {
		if (totals->rules[i] == 0)
			continue;
		put_member(comma, idnx_status_code((enum idnx_status)i), totals->rules[i]);
		comma = ",";
	}
	output_text(&standard_error, "}}}\n");
}
