/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Repeats the tests of libc.c as for a glibc older than 2.35: libc.c calls dladdr(). */
#include <features.h>

#undef __GLIBC_PREREQ
#define __GLIBC_PREREQ(major, minor) 0
#include "libc.c"
