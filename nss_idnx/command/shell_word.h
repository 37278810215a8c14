/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Words of a command line that a reader shall paste. */
#ifndef SHELL_WORD_H
#define SHELL_WORD_H

/*
 * The text as one word of sh(1), quoted only where it has to be; the caller's to free.
 * Without memory the run ends with EXIT_IO.
 */
char *shell_word(const char *text);

#endif
