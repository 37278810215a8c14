/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The keys of idnx.conf(5), in the order of conf/idnx.conf. */
#ifndef POLICY_CONFIG_KEYS_H
#define POLICY_CONFIG_KEYS_H

enum config_key {
	/* Those of UTS #46, each with a flag, up to ... */
	CONFIG_CHECK_HYPHENS,
	CONFIG_CHECK_BIDI,
	CONFIG_CHECK_JOINERS,
	CONFIG_USE_STD3_ASCII_RULES,
	CONFIG_DEVIATIONS, /* ... this one */
	CONFIG_EXCLUDE,
	/* Those of protection, up to ... */
	CONFIG_PROTECTION,
	CONFIG_SCRIPT_POLICY,
	CONFIG_REPERTOIRE,
	CONFIG_LOOK_ALIKES,
	CONFIG_SCRIPTS,
	CONFIG_PROTECT,
	CONFIG_PROTECTED_WORDS,
	CONFIG_ACE_NAMES, /* ... this one */
	CONFIG_MODE,
	CONFIG_LOG,
	CONFIG_CANONICAL_NAME,
	CONFIG_REVERSE,
	CONFIG_CHARSET,
	CONFIG_KEYS
};

enum config_protection {
	CONFIG_PROTECTION_OFF,
	CONFIG_PROTECTION_BROWSER,
	CONFIG_PROTECTION_STRICT,
	CONFIG_PROTECTIONS /* none of these, but the keys themselves */
};

#define CONFIG_VALUES_MAX 5

/*
 * A value of a key is an index into its values.  A key without values is a list or a charset,
 * and has a function of its own in config.c.  With pointers, the table would be relocated in
 * each process.
 */
struct config_key_row {
	char name[sizeof "UseSTD3ASCIIRules"];
	char values[CONFIG_VALUES_MAX][sizeof "moderately-restrictive"];
	unsigned char preset; /* the value by default */
	char unset[8];        /* the same of a key without values */
	unsigned flag;        /* of idnx_to_ascii(): the second value sets it */
	char about[40];       /* what it decides */
};
extern const struct config_key_row config_keys[CONFIG_KEYS];

#endif
