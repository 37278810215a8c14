/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What becomes of a name, and why: found once, with the module's own code, and shown as a line
 * or as JSON.
 *
 *     name, rule set --verdict_of--> struct verdict --> line.c, verdict_json.c
 *           |
 *           +-- reason      which rule it breaks, where, and what to do
 *           +-- confusable  what it looks like, by which characters
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "command.h"
#include "conf_line.h"
#include "hosts/hosts.h"
#include "idnx.h"
#include "policy.h"

/* --- Look-alikes ---------------------------------------------------------- */

#define CONFUSABLE_CHARACTERS 8

/* What the criteria against look-alikes object to. */
struct confusable {
	enum idnx_status status; /* the rule; IDNX_OK if none is broken */
	unsigned label;          /* 0: the whole name */
	const char *reads_as;    /* how the label reads, if that is ASCII; otherwise NULL */

	/* The first ones at fault; of mixed scripts those of the rarer one, then one other. */
	size_t count;
	uint32_t characters[CONFUSABLE_CHARACTERS];
};

/* Finds more about what idnx_check() found in a name in its Unicode form. */
struct confusable confusable_of(struct span name, const struct idnx_finding *finding);

/* Returns how a label, counted from 1, of such a name reads; NULL: as no other ASCII text. */
const char *confusable_reading(struct span name, unsigned label);

/* The setting that rejects a name: a line of idnx.conf, or an argument of --set. */
struct cause {
	const char *text;    /* "protection = browser"; of "protect" only the name concerned */
	unsigned line;       /* or the number of the --set */
	const char *section; /* "[.example.de]"; NULL: global */
};

/* --- Steps ---------------------------------------------------------------- */

/*
 * Room for the steps: one of Map for each octet, and five for each of the 1025 labels that 1024
 * code points can make; and for their code points, one of each of Map, seven of each other.
 */
#define STEPS_MAX (3 * IDNX_INPUT_MAX)

/* All that idnx_explain() reports about a name. */
struct steps {
	struct span name;
	struct idnx_result result;
	unsigned labels;
	size_t kept_length;
	struct idnx_explanation *end, all[STEPS_MAX];
	uint32_t kept[2 * STEPS_MAX]; /* what the steps point to, ASCII labels as well */
};

/* Records what idnx_to_ascii() makes of a name in UTF-8, until the next call. */
const struct steps *steps_of(struct span name, unsigned flags);

/* Returns the first such step of a label, or NULL. */
const struct idnx_explanation *steps_find(const struct steps *steps, unsigned label,
                                          enum idnx_step step);

/* --- Reasons -------------------------------------------------------------- */

/* Why a name breaks a rule.  Places are counted from 1; all are 0 if no rule is broken. */
struct reason {
	enum idnx_status status;
	unsigned label;  /* 0: the whole name */
	size_t position; /* in characters of the name: of the one, or the label's beginning */
	size_t column;   /* likewise, in columns of a terminal */
	size_t decoded;  /* the character's place in a label decoded from Punycode; else 0 */
	struct span octets;  /* in the name, of the character or of what is not UTF-8 */
	uint32_t character;  /* that breaks the rule; 0: none, or it is not UTF-8 */
	uint32_t source;     /* the one of the name that it was mapped from */
	const char *message; /* a predicate: "has more than 63 octets in ASCII form" */
	const char *remedy; /* sentences; NULL, as is the message, if the name breaks no rule */
};

/* Finds the reason for the result of converting a UTF-8 name under these flags. */
struct reason reason_find(struct span name, unsigned flags, struct idnx_result result);

/* Returns the reason for one broken rule, perhaps not the first. */
struct reason reason_of_step(const struct steps *steps, const struct idnx_explanation *step);

/* Returns the reason for what a setting against look-alikes rejects. */
struct reason reason_of_confusable(struct span name, unsigned flags,
                                   const struct confusable *confusable);

/* The rule for each status; without texts if no name can break it. */
extern const struct verdict_rule {
	const char *section; /* "RFC 5893 section 2, rule 3" */
	const char *remedy;  /* a sentence */
} verdict_rules[];

/* Returns what was probably meant by a name that breaks this rule, and what to do; or NULL. */
const char *meant_remedy(struct span name, const struct reason *reason);

/* Does so for a valid name, as a phrase: "this is UTF-8 that was encoded twice: ...". */
const char *meant_warning(struct span name);

/* Returns a name in UTF-8 that is spelled with escapes; NULL for any other. */
const char *meant_name(struct span name);

/* --- Names in text -------------------------------------------------------- */

/* A character of a text, and where it is spelled.  Around them are some of U+0000. */
struct spelled {
	const char *at;
	uint32_t code_point; /* U+FFFD for what is no UTF-8 */
	bool is_changed;     /* it is an escape, or was encoded twice */
};

/* Reads the characters of a text, as they are or as before they were encoded twice. */
enum spelled_as { SPELLED_AS_IS, SPELLED_UNDONE };
const struct spelled *spelled_read(struct span text, enum spelled_as as);

/* A name in any spelling. */
struct spelled_name {
	const struct spelled *first, *end;
	struct span text; /* all that spells it */
	size_t length;
	char octets[POLICY_UNICODE_SIZE]; /* as it is meant, in UTF-8, with full stops */
	bool is_long;                     /* too long for that */
	bool is_changed;
};

/* Takes the next word, as long as it can be; returns false if there is none. */
bool spelled_next(const struct spelled **rest, struct spelled_name *name);

bool spelled_is_name(struct span text, struct spelled_name *name);

/* Returns a name, also in ASCII form, as it was before it was encoded twice; NULL: it was not. */
const char *spelled_once(struct span text);

/* Returns whether it is certainly a host name, by its place and its top-level domain. */
bool spelled_is_host(const struct spelled_name *name);

/* Returns whether no name and no escape has this octet. */
bool spelled_is_apart(char c);

/* Finds the next token, between two of these, that may have a name that is international. */
bool spelled_next_token(struct span *text, struct span *token);

/* --- Rule sets ------------------------------------------------------------ */

/* By what a name is checked. */
struct rule_set {
	/* For a conversion, idnx_to_ascii() or idnx_to_unicode(), and its flags. */
	struct idnx_result (*convert)(const char *, size_t, char *, size_t, unsigned);
	unsigned flags;

	/* For a lookup, the text of an idnx.conf. */
	const char *origin; /* "--set", or a path */
	const char *conf;
	bool is_file;              /* at origin */
	bool is_live;              /* this machine's, which programs follow, or should */
	bool reads_escapes;        /* names as programs print them, too: meant_name() */
	struct config_result file; /* missing and masked, or what is wrong */
	const char *fault;         /* the latter in words, which take milliseconds; else NULL */
};

/* Those of --set or --config, or this machine's; a fault of these options ends the run. */
struct rule_set rule_set_of(const struct options *options);

/* Reads an idnx.conf once for all names. */
struct rule_set rule_set_of_file(const char *path);

/* Ends the run if this machine's file has a fault: then all names are rejected, whatever they are. */
void rule_set_require(const struct rule_set *rule_set);

/* --- Verdicts ------------------------------------------------------------- */

struct verdict {
	struct input_name name;
	struct span given; /* as a program printed it; next is NULL: as name */
	const char *meant; /* what a valid name was probably to be: a phrase, or NULL */
	const struct rule_set *rule_set;
	struct decision decision;
	const char *word;    /* the decision for a program, such as "rejected" */
	enum exit_code code; /* of a run with such a name */
	unsigned flags;      /* under which it is converted, or would be */
	struct span utf8;    /* the name in UTF-8: decoded, if it came in another charset */
	struct span output;  /* the result, or what DNS is asked for; next is NULL: none */

	/* The rule that it breaks, even if it passes through unchanged, or the setting's. */
	struct reason reason;
	struct confusable confusable; /* for which a setting rejects it, or browsers would */
	struct cause cause;           /* that rejects it; text is NULL: none */

	bool asked_config; /* idnx.conf was read, as each gives a charset, or has an error */
	bool is_left;      /* an xn-- name that "ace-names = leave" lets pass unchecked */
	bool is_rejected;
	bool would_reject;        /* likewise, or it is not because of "mode = report" */
	bool is_rejected_by_conf; /* by a setting, or because of an error in the file */
	bool has_warning;         /* it passes, and "protection = browser" would reject it */
	const char *not_in_force; /* why programs reach what this machine's idnx.conf rejects */

	/* What the spans are of. */
	char octets[IDNX_INPUT_MAX + 2];
	char decoded[IDNX_NAME_SIZE];
	char form[IDNX_NAME_SIZE];
};

/* A lookup rejects what no program can look up: a NUL, more than IDNX_INPUT_MAX octets. */
void verdict_of(struct verdict *verdict, const struct input_name *name,
                const struct rule_set *rule_set);

/* Shows the verdict on each name of a subcommand, or on two together; returns the worst exit code. */
typedef enum exit_code verdict_shower(const struct verdict *verdicts,
                                      const struct options *options);
enum exit_code verdict_each(const struct options *options, const struct rule_set *rule_set,
                            size_t together, verdict_shower *show);

/*
 * Does what --in-text says: for a conversion, copies standard input with its names in that form;
 * for a lookup, writes lines with a name that a setting rejects; EXIT_REJECTED: there is none.
 */
enum exit_code verdict_in_text(const struct options *options, const struct rule_set *rule_set);

/* What was found of a name.  Text repeats names: it is kept until others take its place. */
struct seen {
	char *name, *answer; /* of words_lasting() */
	size_t length;
	const struct rule_set *rule_set;
};

/* Returns the place of a name, of 131,072.  If it is new there, it has no answer yet. */
struct seen *seen_find(struct span name, const struct rule_set *rule_set, bool *is_new);

/* Returns the name in its Unicode form, by which the policy checks it for look-alikes. */
struct span verdict_unicode(const struct verdict *verdict);

/* --- As text ---------------------------------------------------------------- */

/*
 * The fault is "label 1 contains ... (HOST): U+0020 SPACE (character 2, column 2)" or, if a setting
 * rejects the name, "label 1 mixes ... (SCRIPTS)".  A reason also has that setting and what to do.
 */
const char *line_of_fault(const struct verdict *verdict, const struct reason *reason);
const char *line_of_reason(const struct verdict *verdict, const struct reason *reason);

/* "label 1 mixes Cyrillic р а with Latin; protection = browser would reject it". */
const char *line_of_warning(const struct verdict *verdict);

/* "rejected" or "not looked up", or "set to be rejected, but not in force: ...". */
const char *line_of_rejection(const struct verdict *verdict);

/* What becomes of it: "passed through unchanged: ASCII", "rejected: ", and its reason. */
const char *line_of_status(const struct verdict *verdict);

/* "U+2603 ☃ SNOWMAN (Common)", or "U+0020 SPACE (Common)" if it cannot be shown. */
const char *line_of_character(uint32_t character);

/* "U+0062 b, U+0063 c": for each character what text returns. */
const char *line_of_list(const uint32_t *characters, size_t count, const char *text(uint32_t));

/* Writes the answer of check: the ASCII form, or why there is none. */
void line_put(const struct verdict *verdict);

/* Write 'idnx: line 3: warning: "name": text', or why there is no result. */
void line_put_error(const struct input_name *name, const char *kind, const char *text);
void line_put_reason(const struct verdict *verdict);

/* Writes the members of idnx-json(5) into an object that is begun, or one on its own line. */
void json_verdict(const struct verdict *verdict);
void json_verdict_line(const struct verdict *verdict);

#endif
