/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The three switches of idnx enable and idnx disable: hosts: line, libidn2, Python. */
#ifndef ENABLE_H
#define ENABLE_H

#include "command.h"
#include "machine/machine.h"

/* Puts idnx into the hosts: line, gives programs its libidn2 or Pythons its codec; or back. */
enum direction { ENABLE, DISABLE };
enum exit_code switch_hosts(enum direction direction, const struct options *options);
enum exit_code switch_libidn2(enum direction direction, const struct options *options);
enum exit_code switch_python(enum direction direction, const struct options *options);

#endif
