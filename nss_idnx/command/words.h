/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text that grows: written as to a file.  Without memory the run ends with EXIT_IO. */
#ifndef WORDS_H
#define WORDS_H

#include <stdio.h>

/* What is written is in *words once it is closed; free it. */
FILE *words_open(char **words);

void words_close(FILE *out);

#endif
