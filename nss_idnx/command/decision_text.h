/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a lookup on this machine does with a name. */
#ifndef DECISION_TEXT_H
#define DECISION_TEXT_H

#include <stdbool.h>

#include "command.h"
#include "idnx.h"
#include "input.h"
#include "judged.h"
#include "output.h"
#include "policy.h"
#include "reason.h"

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

/* The flags under which the name is converted, or would be. */
unsigned decision_flags(const struct decision *decision);

/*
 * The rule that the name breaks, or what a setting refuses it for; free it.  A name that is
 * left alone may break one, too.
 */
struct reason decision_reason(const struct input_name *name, const struct decision *decision,
                              const struct judged *judged);

/* What the sources after idnx are asked for, and its length; NULL: no query is sent. */
const char *decision_output(const struct input_name *name, const struct decision *decision,
                            const char *ace, size_t *length);

/* "refused", for a program. */
const char *decision_word(enum policy_verdict verdict);

/* What a run with such a name ends with. */
enum exit_code decision_exit_code(const struct decision *decision);

/*
 * Why there is no ASCII form, for a reader: "left alone: ASCII"; of a refused name only
 * "refused: ", which a reason follows.
 */
void decision_put(struct output *output, const struct decision *decision, const char *set);

/*
 * What is wrong with the text of an idnx.conf, or of --set, for a reader: "not a script:
 * \"Grek\"".
 */
void decision_put_mistake(struct output *output, const struct config_result *config,
                          const char *conf);

/*
 * The members of a JSON object that say what becomes of a name: input, output, verdict, those
 * of reason_put_json(), configuration, which is null where this machine's does not count,
 * judgement and warning.
 */
void decision_put_json(const struct input_name *name, const struct decision *decision,
                       const struct judged *judged, const char *ace, const char *set);

#endif
