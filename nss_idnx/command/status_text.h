/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Why a name is refused, in words. */
#ifndef STATUS_TEXT_H
#define STATUS_TEXT_H

#include "idnx.h"
#include "input.h"
#include "output.h"

/*
 * "label 2 begins or ends with a hyphen (V3)", for a reader.  The name is not
 * repeated: it is somebody else's, and this may be a terminal.
 */
void status_put(struct output *output, struct idnx_result result);

/* The line of standard error about a name: "idnx: line 3: label 2 ...". */
void status_put_line(const struct input_name *name, struct idnx_result result);

/* The members status, label and message of a JSON object. */
void status_put_json(struct idnx_result result);

#endif
