/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The texts of --help, in lines of the terminal's width; of 80 columns in a file. */
#ifndef HELP_H
#define HELP_H

/*
 * Writes such a text.  Each of its lines is a paragraph, however long; a line that begins
 * with two blanks is an item, whose text follows its term after two or more blanks:
 *
 *     "Checks everything that has to be right for ... (a long line)\n"
 *     "\n"
 *     "  WARN    works, but not for every program or every name\n"
 */
void help_put(const char *text);

/* Writes an item whose text begins in that column, or below the term on a narrow terminal. */
void help_put_item(const char *term, int column, const char *text);

#endif
