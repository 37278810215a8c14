/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* For targets that link the command: what it writes has nothing to obey, and JSON is JSON. */
#ifndef WRITTEN_H
#define WRITTEN_H

#include <sys/mman.h>

#include <unictype.h>
#include <unistr.h>

#include "fuzz.h"
#define input command_input /* both have a struct of that name */
#include "hosts/hosts.h"
#include "verdict/verdict.h"
#undef input

/* Text in an allocation of its own, followed by a NUL. */
struct written {
	char *text;
	size_t length;
};

/* Begins to collect what is written. */
static inline void collect(struct output *output)
{
	output->fd = memfd_create(output->name, 0);
}

static inline struct written collected(struct output *output)
{
	struct written written;

	output_flush();
	written.length = (size_t)lseek(output->fd, 0, SEEK_CUR);
	written.text = allocate(written.length + 1);
	written.text[written.length] = '\0';
	promise(pread(output->fd, written.text, written.length, 0) == (ssize_t)written.length,
	        "it is read");
	close(output->fd);
	return written;
}

static inline void discard(const char *text)
{
	free((void *)(uintptr_t)text);
}

/* Frees what lasts as long as a run of the command. */
static inline void discard_rules(const struct rule_set *rule_set)
{
	discard(rule_set->conf);
	words_release();
}

/* --- Characters ---------------------------------------------------------------- */

static inline bool is_harmless(uint32_t character, const char *allowed)
{
	if (character < 0x80 && character != 0 && strchr(allowed, (int)character) != NULL)
		return true;
	return !uc_is_general_category_withtable(
		character, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf | UC_CATEGORY_MASK_Zl |
				   UC_CATEGORY_MASK_Zp);
}

/* Checks that a text is UTF-8, and has no character to obey but those ASCII ones. */
static inline void check_harmless(const struct written *written, const char *allowed)
{
	const uint8_t *at = (const uint8_t *)written->text, *end = at + written->length;
	ucs4_t character;

	for (int taken; at < end; at += taken) {
		taken = u8_mbtoucr(&character, at, (size_t)(end - at));
		promise(taken > 0, "what is written is UTF-8");
		promise(is_harmless(character, allowed), "and nothing in it is obeyed");
	}
}

static inline unsigned count_lines(const struct written *written)
{
	unsigned count = 0;

	for (size_t i = 0; i < written->length; i++)
		count += written->text[i] == '\n';
	promise(written->length == 0 || written->text[written->length - 1] == '\n',
	        "a line ends");
	return count;
}

/* --- JSON (RFC 8259) ------------------------------------------------------------- */

/* These return what follows, or NULL if it is not JSON. */
static inline const char *after_string(const char *at)
{
	if (*at++ != '"')
		return NULL;
	for (; *at != '"'; at++) {
		if ((unsigned char)*at < ' ')
			return NULL;
		if (*at != '\\')
			continue;
		if (*++at == 'u' && strspn(at + 1, "0123456789abcdef") >= 4)
			at += 4;
		else if (*at == '\0' || strchr("\"\\", *at) == NULL)
			return NULL;
	}
	return at + 1;
}

static inline const char *after_value(const char *at)
{
	static const char *const words[] = { "null", "true", "false" };
	char close = *at == '{' ? '}' : ']';
	size_t digits = strspn(at, "0123456789");

	if (*at != '{' && *at != '[') {
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			if (strncmp(at, words[i], strlen(words[i])) == 0)
				return at + strlen(words[i]);
		return digits > 0 ? at + digits : after_string(at);
	}
	if (*++at == close)
		return at + 1;
	for (;; at++) {
		if (close == '}' && ((at = after_string(at)) == NULL || *at++ != ':'))
			return NULL;
		if ((at = after_value(at)) == NULL || *at != ',')
			return at != NULL && *at == close ? at + 1 : NULL;
	}
}

/* Checks that each line is an object, also for a terminal. */
static inline void check_json(const struct written *written)
{
	const char *at = written->text;

	check_harmless(written, "\n");
	while (at != NULL && *at == '{')
		if ((at = after_value(at)) != NULL && *at++ != '\n')
			at = NULL;
	promise(at == written->text + written->length, "each line is an object");
}

/* In the place of force.c's, which would ask this machine. */
const struct force *__wrap_force_of(const struct sysroot *root);

const struct force *__wrap_force_of(const struct sysroot *root)
{
	static char reason[] = "idnx is not called, because it is not";
	static const struct force force = { .bypass = { .text = reason } };

	(void)root;
	return &force;
}

#endif
