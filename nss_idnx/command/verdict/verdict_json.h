/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A verdict as members of a JSON object, which the caller has begun; idnx-json(5) lists them. */
#ifndef VERDICT_JSON_H
#define VERDICT_JSON_H

#include "explanation.h"
#include "verdict.h"

/* For a conversion: input, output, and those of a reason.  For a lookup all of them. */
void verdict_json_put(const struct verdict *verdict);

/* The same as an object, on a line of its own. */
void verdict_json_put_line(const struct verdict *verdict);

/* Those of explain: section, other_deviations, labels and steps. */
void verdict_json_put_steps(const struct explanation *explanation);

#endif
