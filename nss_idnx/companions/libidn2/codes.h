/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * All codes, each once: 0, or why not, and the text that programs print after the name.  Whoever
 * includes this defines CODE(name, number, text).
 */
CODE(OK, 0, "no error")
CODE(MALLOC, -100, "not enough memory")
CODE(NO_CODESET, -101, "the charset of the locale, or of idnx.conf, cannot be used")
CODE(ICONV_FAIL, -102, "the name is neither UTF-8 nor in the charset of the locale")
CODE(ENCODING_ERROR, -200, "the name is not well-formed, or cannot be shown in this locale")
CODE(NFC, -201, "the name cannot be normalized")
CODE(PUNYCODE_BAD_INPUT, -202, "what follows xn-- is not Punycode")
CODE(PUNYCODE_BIG_OUTPUT, -203, "the Punycode is too long")
CODE(PUNYCODE_OVERFLOW, -204, "the Punycode has a number that is too large")
CODE(TOO_BIG_DOMAIN, -205, "the name is empty or has more than 253 octets in ASCII form")
CODE(TOO_BIG_LABEL, -206, "a label is empty or has more than 63 octets in ASCII form")
CODE(INVALID_ALABEL, -207, "a label begins with xn-- but has no valid Unicode form")
CODE(UALABEL_MISMATCH, -208, "the two forms of the label are not the same label")
CODE(INVALID_FLAGS, -209, "the program asked with flags that exclude each other")
CODE(NOT_NFC, -300, "the name is not in Normalization Form C")
CODE(2HYPHEN, -301, "a label has hyphens in the third and fourth places")
CODE(HYPHEN_STARTEND, -302, "a label begins or ends with a hyphen")
CODE(LEADING_COMBINING, -303, "a label begins with a combining mark")
CODE(DISALLOWED, -304, "the name contains a character that is not allowed")
CODE(CONTEXTJ, -305, "the name contains a joiner where it is not allowed")
CODE(CONTEXTJ_NO_RULE, -306, "the name contains a joiner for which there is no rule")
CODE(CONTEXTO, -307, "the name contains a character that is not allowed in its place")
CODE(CONTEXTO_NO_RULE, -308, "the name contains a character for which there is no rule")
CODE(UNASSIGNED, -309, "the name contains a character that is not assigned")
CODE(BIDI, -310, "the name mixes left-to-right and right-to-left in a way that is rejected")
CODE(DOT_IN_LABEL, -311, "a label contains a full stop")
CODE(INVALID_TRANSITIONAL, -312, "the name contains a character that is not allowed")
CODE(INVALID_NONTRANSITIONAL, -313, "the name contains a character that is not allowed")
CODE(ALABEL_ROUNDTRIP_FAILED, -314, "a label that begins with xn-- has another ASCII form")

/* Not libidn2's: programs treat these as unknown codes. */
CODE(IDNX_CONFIG, -4600, "/etc/idnx.conf cannot be used: idnx doctor says why")
CODE(IDNX_DISGUISE, -4601, "the name would become an address, or mean this machine")
CODE(IDNX_SCRIPTS, -4602, "/etc/idnx.conf forbids the scripts or digits that a label mixes")
CODE(IDNX_HYPHENS, -4603, "a label has hyphens in the third and fourth places")
CODE(IDNX_REGISTER, -4604, "idnx registers no internationalized labels: libidn2 itself does")
CODE(IDNX_PROTECTION, -4605, "/etc/idnx.conf rejects what the name has, or reads as")

#undef CODE
