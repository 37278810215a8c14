/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The layout of libcore/confusable/look_alike_tables.c, for look_alike.c, which reads it, and for
 * gen/look_alike_tables.py, which takes the numbers below from here.
 *
 * A table consists of ascending rows: the high bits of a row are the key, the low ones the
 * value.  Like those of tables.h, the tables are const and have no pointers.
 */
#ifndef IDNX_LOOK_ALIKE_TABLES_H
#define IDNX_LOOK_ALIKE_TABLES_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/*
 * The rows of the two large tables are in pages.  The code points of a page have all but
 * the last LOOK_ALIKE_PAGE_BITS in common, and its rows have only these last bits.  Page i
 * has rows pages[i] to pages[i + 1] - 1.  After the last page no code point has a row.
 */
#define LOOK_ALIKE_PAGE_BITS 9

extern const uint16_t look_alike_page_count;

/*
 * Runs of code points: first code point << LOOK_ALIKE_REPERTOIRE_BITS | enum
 * look_alike_repertoire.  A run extends over code points that UTS #46 does not call valid,
 * and into the next pages.
 */
#define LOOK_ALIKE_REPERTOIRE_BITS 2

extern const uint16_t look_alike_repertoire_pages[];
extern const uint16_t look_alike_repertoire_runs[];

/*
 * Prototypes: code point << LOOK_ALIKE_LENGTH_BITS | length, and where the prototype, in
 * NFD, begins in look_alike_sequences.
 */
#define LOOK_ALIKE_LENGTH_BITS 5

extern const uint16_t look_alike_prototype_pages[];
extern const uint16_t look_alike_prototypes[];
extern const uint16_t look_alike_prototype_sequences[];
extern const uint32_t look_alike_sequences[];

/*
 * Shapes: code point << LOOK_ALIKE_SHAPE_BITS | LOOK_ALIKE_CLOSE, perhaps | where its
 * readings begin in look_alike_readings.  A NUL follows each, and one more the last.  "=" is
 * the prototype.
 */
#define LOOK_ALIKE_SHAPE_BITS 13
#define LOOK_ALIKE_CLOSE      0x1000U

/*
 * Rows buckets[i] to buckets[i + 1] - 1 are in bucket i, which has every LOOK_ALIKE_BUCKETS-th
 * eight code points.  Most letters have no row, and so a small bucket or none to search.
 */
#define LOOK_ALIKE_EIGHT   8
#define LOOK_ALIKE_BUCKETS 256

extern const uint16_t look_alike_shape_buckets[];

extern const uint32_t look_alike_shapes[];
extern const char look_alike_readings[];

/*
 * Scripts and letters at home: script or code point << LOOK_ALIKE_DOMAIN_BITS | two ASCII
 * letters.  There are fewer scripts than the least code point of a letter.
 */
#define LOOK_ALIKE_DOMAIN_BITS 16

extern const uint32_t look_alike_homes[];
extern const uint16_t look_alike_home_count;

/* Runs of letters that are at home in few countries: first << 16 | last. */
extern const uint32_t look_alike_letters[];
extern const uint16_t look_alike_letter_count;

/* Not rows: the short name of each script, by its number; four octets. */
extern const char look_alike_script_names[];
extern const uint16_t look_alike_script_count;

#pragma GCC visibility pop

#endif
