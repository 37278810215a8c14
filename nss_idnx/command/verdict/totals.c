/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Counts decisions.  Reports only those rules that have refused a name. */
#include "totals.h"

#include <stddef.h>

#include "decision_text.h"
#include "json.h"
#include "output.h"

void totals_count(struct totals *totals, const struct decision *decision)
{
	totals->names++;
	totals->verdicts[decision->verdict]++;
	if (decision->verdict == POLICY_REFUSED)
		totals->rules[decision->result.status]++;
}

static void put_row(const char *word, unsigned long long count)
{
	output_format(&standard_output, "%-14s %8llu\n", word, count);
}

void totals_put(const struct totals *totals)
{
	output_text(&standard_output, "\n");
	put_row("names", totals->names);
	for (int i = 0; i <= POLICY_NO_CONVERTER; i++)
		if (totals->verdicts[i] > 0)
			put_row(decision_word((enum policy_verdict)i), totals->verdicts[i]);
	for (int i = 0; i <= IDNX_BAD_FLAGS; i++)
		if (totals->rules[i] > 0)
			put_row(idnx_status_code((enum idnx_status)i), totals->rules[i]);
}

void totals_put_json(const struct totals *totals)
{
	json_begin(NULL, '{');
	json_begin("totals", '{');
	json_number("names", totals->names);
	for (int i = 0; i <= POLICY_NO_CONVERTER; i++)
		json_number(decision_word((enum policy_verdict)i), totals->verdicts[i]);
	json_begin("rules", '{');
	for (int i = 0; i <= IDNX_BAD_FLAGS; i++)
		if (totals->rules[i] > 0)
			json_number(idnx_status_code((enum idnx_status)i), totals->rules[i]);
	json_end('}');
	json_end('}');
	json_end_line();
}
