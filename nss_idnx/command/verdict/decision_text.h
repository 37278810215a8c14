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
 * Runs policy_to_ascii() as the module does, under this machine's idnx.conf or, if set is
 * not NULL, under that text.  Refuses a name with a NUL or of more than IDNX_INPUT_MAX
 * octets, which no program can look up.
 */
struct decision decide(const struct input_name *name, const char *set,
                       char ace[static IDNX_HOST_NAME_SIZE]);

/*
 * Returns the name in UTF-8, and its length: the name itself or, if it came in another
 * charset, the decoded name.
 */
const char *decision_source(const struct input_name *name, const struct decision *decision,
                            char decoded[static IDNX_NAME_SIZE], size_t *length);

/* Returns whether idnx.conf was read: not for ASCII, nor for what no program can look up. */
bool decision_asked_config(const struct decision *decision);

/* Returns the flags under which the name is, or would be, converted. */
unsigned decision_flags(const struct decision *decision);

/*
 * Returns the rule that the name breaks or the setting that refuses it; to be freed.  A
 * name that passes through unchanged may break a rule, too.
 */
struct reason decision_reason(const struct input_name *name, const struct decision *decision,
                              const struct judged *judged);

/* Returns what later sources are asked for, and its length; NULL if no query is sent. */
const char *decision_output(const struct input_name *name, const struct decision *decision,
                            const char *ace, size_t *length);

/* Returns a word for a program, such as "refused". */
const char *decision_word(enum policy_verdict verdict);

/* Returns the exit code of a run with such a name. */
enum exit_code decision_exit_code(const struct decision *decision);

/*
 * Writes for a reader why there is no ASCII form: "left alone: ASCII"; for a refused name
 * only "refused: ", which its reason follows.
 */
void decision_put(struct output *output, const struct decision *decision, const char *set);

/*
 * Writes for a reader what is wrong with the text of an idnx.conf or of --set: "not a
 * script: \"Grek\"".
 */
void decision_put_mistake(struct output *output, const struct config_result *config,
                          const char *conf);

/*
 * Writes the JSON members that say what becomes of a name: input, output, verdict, those of
 * reason_put_json(), configuration (null where this machine's does not count), judgement
 * and warning.
 */
void decision_put_json(const struct input_name *name, const struct decision *decision,
                       const struct judged *judged, const char *ace, const char *set);

#endif
