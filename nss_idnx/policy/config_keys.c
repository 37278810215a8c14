/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The table of all keys of idnx.conf: their values, defaults and what they set. */
#include "config_keys.h"

#include "idnx.h"

const struct config_key_row config_keys[CONFIG_KEYS] = {
	[CONFIG_CHECK_HYPHENS] =
		{ "CheckHyphens", { "false", "true" }, .flag = IDNX_CHECK_HYPHENS,
		  .about = "hyphens at the ends of a label" },
	[CONFIG_CHECK_BIDI] =
		{ "CheckBidi", { "false", "true" }, 1, .flag = IDNX_CHECK_BIDI,
		  .about = "right-to-left labels" },
	[CONFIG_CHECK_JOINERS] =
		{ "CheckJoiners", { "false", "true" }, 1, .flag = IDNX_CHECK_JOINERS,
		  .about = "invisible joiners" },
	[CONFIG_USE_STD3_ASCII_RULES] =
		{ "UseSTD3ASCIIRules", { "false", "true" }, .flag = IDNX_USE_STD3_ASCII_RULES,
		  .about = "the underscore" },
	[CONFIG_DEVIATIONS] =
		{ "deviations", { "keep", "map" }, .flag = IDNX_TRANSITIONAL_PROCESSING,
		  .about = "ß and ς: as browsers, or as IDNA2003" },
	[CONFIG_EXCLUDE] =
		{ "exclude", .unset = "(none)",
		  .about = "names passed through unconverted" },
	[CONFIG_PROTECTION] =
		{ "protection",
		  { [CONFIG_PROTECTION_OFF] = "off",
		    [CONFIG_PROTECTION_BROWSER] = "browser",
		    [CONFIG_PROTECTION_STRICT] = "strict" },
		  .about = "three of the keys below at once" },
	[CONFIG_SCRIPT_POLICY] =
		{ "script-policy",
		  { [IDNX_LEVEL_UNRESTRICTED] = "off",
		    [IDNX_LEVEL_MODERATELY_RESTRICTIVE] = "moderately-restrictive",
		    [IDNX_LEVEL_HIGHLY_RESTRICTIVE] = "highly-restrictive",
		    [IDNX_LEVEL_SINGLE_SCRIPT] = "single-script",
		    [IDNX_LEVEL_ASCII_ONLY] = "ascii-only" },
		  .about = "which scripts a label may mix" },
	[CONFIG_REPERTOIRE] =
		{ "repertoire",
		  { [IDNX_REPERTOIRE_ANY] = "any",
		    [IDNX_REPERTOIRE_IDNA2008] = "idna2008",
		    [IDNX_REPERTOIRE_IDENTIFIERS] = "identifiers" },
		  .about = "which characters a name may have" },
	[CONFIG_LOOK_ALIKES] =
		{ "look-alikes", { "allow", "reject" },
		  .about = "labels that read as ASCII" },
	[CONFIG_SCRIPTS] =
		{ "scripts", .unset = "(any)",
		  .about = "scripts that names may use" },
	[CONFIG_PROTECT] =
		{ "protect", .unset = "(none)",
		  .about = "names that no other name may read as" },
	[CONFIG_PROTECTED_WORDS] =
		{ "protected-words", { "reject", "allow" },
		  .about = "labels that hide a protected name" },
	[CONFIG_ACE_NAMES] =
		{ "ace-names", { "check", "leave" },
		  .about = "these keys for xn-- names, or not" },
	[CONFIG_MODE] =
		{ "mode", { "enforce", "report" },
		  .about = "report: log, and reject nothing" },
	[CONFIG_LOG] =
		{ "log", { "off", "rejected" },
		  .about = "whether rejected names are logged" },
	[CONFIG_CANONICAL_NAME] =
		{ "canonical-name", { "ace", "unicode" },
		  .about = "the canonical name, in ASCII or Unicode" },
	[CONFIG_REVERSE] =
		{ "reverse", { "ace", "unicode" },
		  .about = "the names of an address, likewise" },
	[CONFIG_CHARSET] =
		{ "charset", .unset = "UTF-8",
		  .about = "for names not in UTF-8; global only" },
};
