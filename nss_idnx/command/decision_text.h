/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a lookup on this machine does with a name. */
#ifndef DECISION_TEXT_H
#define DECISION_TEXT_H

#include <stdbool.h>

#include "command.h"
#include "idnx.h"
#include "input.h"
#include "output.h"
#include "policy.h"

/*
 * What the module does with the name: policy_to_ascii() under this machine's
 * idnx.conf.  A name with a NUL, or beyond IDNX_INPUT_MAX, is refused; no program can
 * look it up.
 */
struct decision decide(const struct input_name *name, char ace[static IDNX_HOST_NAME_SIZE]);

/* Whether idnx.conf was asked: not for ASCII, nor for what no program can look up. */
bool decision_asked_config(const struct decision *decision);

/* What a run with such a name ends with. */
enum exit_code decision_exit_code(const struct decision *decision);

/* Why there is no ASCII form, for a reader: "refused: label 1 ..." */
void decision_put(struct output *output, const struct decision *decision);

/* The members verdict, status, label, message and configuration of a JSON object. */
void decision_put_json(const struct decision *decision);

#endif
