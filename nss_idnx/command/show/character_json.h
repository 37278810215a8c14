/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Characters as JSON objects. */
#ifndef CHARACTER_JSON_H
#define CHARACTER_JSON_H

#include <stddef.h>
#include <stdint.h>

/* Writes an object with code_point, name and scripts, and a list of such objects. */
void character_put_json(const char *member, uint32_t code_point);
void characters_put_json(const char *member, const uint32_t *code_points, size_t length);

#endif
