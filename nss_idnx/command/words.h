/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text that grows as it is written.  Without memory the run ends with EXIT_IO. */
#ifndef WORDS_H
#define WORDS_H

#include <stdio.h>

/* Opens a stream; closing it leaves the text in *words, to be freed. */
FILE *words_open(char **words);

void words_close(FILE *out);

#endif
