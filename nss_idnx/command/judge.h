/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a lookup on this machine does with a name. */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>

#include "command.h"
#include "idnx.h"
#include "names.h"
#include "output.h"
#include "policy.h"

/*
 * What the module does with the name: policy_to_ascii() under this machine's
 * idnx.conf.  A name with a NUL, or beyond IDNX_INPUT_MAX, is refused; no program can
 * look it up.
 */
struct policy judge(const struct name *name, char ace[static IDNX_HOST_NAME_SIZE]);

/* Whether idnx.conf was asked: not for ASCII, nor for what no program can look up. */
bool judge_has_asked(const struct policy *policy);

/* What a run with such a name ends with. */
enum exit_code judge_code(const struct policy *policy);

/* A word for a program: "converted", "ascii", "excluded", "refused" ... */
const char *judge_word(enum policy_verdict verdict);

/* Why there is no ASCII form, for a reader: "refused: label 1 ..." */
void judge_put(struct output *output, const struct policy *policy);

/* The members verdict, status, label, message and configuration, without a comma. */
void judge_put_json(struct output *output, const struct policy *policy);

#endif
