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
 * idnx.conf, or, where set is not NULL, under that text.  A name with a NUL, or beyond
 * IDNX_INPUT_MAX, is refused; no program can look it up.
 */
struct decision decide(const struct input_name *name, const char *set,
                       char ace[static IDNX_HOST_NAME_SIZE]);

/*
 * The name in UTF-8, and its length: name itself, or, if it came in another charset, what
 * it is in decoded.
 */
const char *decision_source(const struct input_name *name, const struct decision *decision,
                            char decoded[static IDNX_NAME_SIZE], size_t *length);

/* Whether idnx.conf was asked: not for ASCII, nor for what no program can look up. */
bool decision_asked_config(const struct decision *decision);

/* "refused", for a program. */
const char *decision_word(enum policy_verdict verdict);

/* What a run with such a name ends with. */
enum exit_code decision_exit_code(const struct decision *decision);

/* Why there is no ASCII form, for a reader: "refused: label 1 ..." */
void decision_put(struct output *output, const struct decision *decision, const char *set);

/*
 * What is wrong with the text of an idnx.conf, or of --set, for a reader: "not a script:
 * \"Grek\"".
 */
void decision_put_mistake(struct output *output, const struct config_result *config,
                          const char *conf);

/*
 * The members verdict, status, label, message and configuration of a JSON object, the last
 * null where it is not this machine's that counts.
 */
void decision_put_json(const struct decision *decision, const char *set);

#endif
