/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes as JSON what character.h knows of characters. */
#include "character_json.h"

#include <stdio.h>

#include "character.h"
#include "idnx.h"
#include "json.h"

void character_put_json(const char *member, uint32_t code_point)
{
	char code[sizeof "U+10FFFF"], name[CHARACTER_NAME_SIZE];
	const char *script;

	character_name(code_point, name);
	snprintf(code, sizeof code, "U+%04X", (unsigned)code_point & 0x1FFFFF);
	json_begin(member, '{');
	json_text("code_point", code);
	json_text("name", name);
	json_begin("scripts", '[');
	for (unsigned i = 0; (script = idnx_script_name(code_point, i)); i++)
		json_text(NULL, script);
	json_end(']');
	json_end('}');
}

void characters_put_json(const char *member, const uint32_t *code_points, size_t length)
{
	json_begin(member, '[');
	for (size_t i = 0; i < length; i++)
		character_put_json(NULL, code_points[i]);
	json_end(']');
}
