/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How the module gets onto this machine, as idnx itself came here. */
#ifndef PACKAGE_H
#define PACKAGE_H

#include <stdbool.h>

#include "remedy.h"
#include "sysroot.h"

/* is_own: the module is for the processor of this command. */
struct remedy package_remedy(const struct sysroot *root, bool is_own);

#endif
