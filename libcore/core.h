/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The inside of libcore, in the order of a name's way through it:
 *
 *     UTF-8 --utf8--> --map--> --nfc--> --label (punycode, joiner, bidi)-->
 *           --punycode--> ASCII form, or --utf8--> Unicode form
 *
 * uts46.c walks that way; every step is a function below.  A step returns
 * IDNX_OK or the rule that was broken.
 */
#ifndef IDNX_CORE_H
#define IDNX_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "idnx.h"
#include "ucd.h"

#endif
