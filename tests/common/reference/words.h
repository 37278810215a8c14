/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The words that make up the names for make bench, script by script. */
#ifndef WORDS_H
#define WORDS_H

/* Lists end with NULL. */
struct script {
	const char *const *hosts; /* first labels, as www */
	const char *const *words;
	const char *const *domains; /* last labels */
	const char *joint;          /* sometimes between two words */
};

extern const struct script script_english, script_latin, script_cyrillic, script_eszett,
	script_final_sigma, script_greek, script_chinese, script_japanese, script_korean,
	script_full_width, script_compatibility, script_vietnamese, script_arabic,
	script_persian, script_hebrew, script_hindi, script_sinhala, script_malayalam,
	script_emoji;

#endif
