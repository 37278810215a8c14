/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Why a name is refused: a sentence, since the phrases of idnx.h are predicates. */
#include "status_text.h"

#include <string.h>

#include "json.h"

void status_put(struct output *output, struct idnx_result result)
{
	if (result.label > 0)
		output_format(output, "label %u", result.label);
	else
		output_text(output, "the name");
	output_format(output, " %s (%s)", idnx_status_text(result.status),
	              idnx_status_code(result.status));
}

void status_put_line(const struct input_name *name, struct idnx_result result)
{
	output_format(&standard_error, "idnx: %s %llu: ", name->source, name->number);
	status_put(&standard_error, result);
	output_text(&standard_error, "\n");
}

void status_put_json(struct idnx_result result)
{
	json_text("status", idnx_status_code(result.status));
	json_number("label", result.label);
	json_text("message", idnx_status_text(result.status));
}
