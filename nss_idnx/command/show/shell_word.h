/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Words of a command line that a reader can paste. */
#ifndef SHELL_WORD_H
#define SHELL_WORD_H

/*
 * Returns the text as one word of sh(1), quoted only if necessary; to be freed.  Without
 * memory the run ends with EXIT_IO.
 */
char *shell_word(const char *text);

#endif
