/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * All statuses of a name, each once.  Whoever includes this defines STATUS, and takes the columns
 * of its own layer:
 *
 *     STATUS(name, code, key, libidn2, shown, phrase, rule, fix)
 *
 *     name     IDNX_name, in idnx.h
 *     code     that of IdnaTestV2, or a word: in messages, in JSON, and in idnx(1)
 *     key      CONFIG_key, the key of idnx.conf that causes it; KEYS: it needs none
 *     libidn2  LIBIDN2_libidn2, what programs get that expect libidn2
 *     shown    which characters show it: ALL that are not ASCII, those of the RARER script, or
 *              those in the PLACES of the finding
 *     phrase   after "label 1" or "the name"
 *     rule     where it is written
 *     fix      a sentence
 *
 * status.c does not compile while a status of idnx.h has no row.
 */
STATUS(OK, OK, KEYS, OK, PLACES, "valid", NULL, NULL)
STATUS(INVALID_PUNYCODE, P4, KEYS, INVALID_ALABEL, PLACES,
       "begins with xn-- but is not the Punycode of a non-ASCII label",
       "UTS #46 section 4, step 4", "Write the label with its own letters, not as xn--.")
STATUS(NOT_NFC, V1, KEYS, INVALID_ALABEL, PLACES, "is not in Normalization Form C",
       "UTS #46 section 4.1, criterion 1", "Write the label with its own letters, not as xn--.")
STATUS(HYPHENS_3_4, V2, KEYS, IDNX_HYPHENS, PLACES,
       "has hyphens in the third and fourth places", "UTS #46 section 4.1, criterion 2",
       "Leave out one of the hyphens in the third and fourth places.")
STATUS(HYPHEN_AT_END, V3, KEYS, HYPHEN_STARTEND, PLACES, "begins or ends with a hyphen",
       "UTS #46 section 4.1, criterion 3", "Leave the hyphen out.")
STATUS(ACE_IN_ACE, V4, KEYS, INVALID_ALABEL, PLACES, "begins with xn-- once decoded",
       "UTS #46 section 4.1, criterion 4",
       "Write the label with its own letters, not as xn-- in xn--.")
STATUS(LEADING_MARK, V6, KEYS, LEADING_COMBINING, PLACES, "begins with a combining mark",
       "UTS #46 section 4.1, criterion 6", "Begin the label with a letter, or remove the mark.")
STATUS(INVALID_CHARACTER, V7, KEYS, DISALLOWED, PLACES,
       "contains a character that is not allowed", "UTS #46 section 4.1, criterion 7",
       "Leave the character out, or write another one.")
STATUS(NOT_STD3, U1, KEYS, DISALLOWED, PLACES,
       "contains an ASCII character other than a-z, 0-9 and hyphen",
       "UTS #46 section 4.1, criterion 7, UseSTD3ASCIIRules",
       "Use only letters, digits and hyphens among ASCII characters.")
STATUS(ZWNJ_CONTEXT, C1, KEYS, CONTEXTJ, PLACES,
       "contains a zero width non-joiner where it is not allowed", "RFC 5892 appendix A.1",
       "Leave it out: it cannot be seen here.")
STATUS(ZWJ_CONTEXT, C2, KEYS, CONTEXTJ, PLACES,
       "contains a zero width joiner where it is not allowed", "RFC 5892 appendix A.2",
       "Leave it out: it cannot be seen here.")
STATUS(BIDI_RULE_1, B1, KEYS, BIDI, PLACES,
       "begins with neither a left-to-right nor a right-to-left letter",
       "RFC 5893 section 2, rule 1",
       "Begin the label with a letter: the name has a right-to-left one. If nobody can rename it, "
       "write CheckBidi = false in a section of idnx.conf for that name.")
STATUS(BIDI_RULE_2, B2, KEYS, BIDI, PLACES,
       "is right-to-left but contains left-to-right characters", "RFC 5893 section 2, rule 2",
       "Write the label in one direction: no left-to-right letters in it.")
STATUS(BIDI_RULE_3, B3, KEYS, BIDI, PLACES,
       "is right-to-left but ends with neither letter nor digit", "RFC 5893 section 2, rule 3",
       "End the label with a letter or a digit.")
STATUS(BIDI_RULE_4, B4, KEYS, BIDI, PLACES, "contains both European and Arabic digits",
       "RFC 5893 section 2, rule 4", "Write all digits of the label in the same way.")
STATUS(BIDI_RULE_5, B5, KEYS, BIDI, PLACES,
       "is left-to-right but contains right-to-left characters", "RFC 5893 section 2, rule 5",
       "Write the label in one direction: no right-to-left letters in it.")
STATUS(BIDI_RULE_6, B6, KEYS, BIDI, PLACES,
       "is left-to-right but ends with neither letter nor digit", "RFC 5893 section 2, rule 6",
       "End the label with a letter or a digit.")
STATUS(NOT_ENCODABLE, A3, KEYS, PUNYCODE_BAD_INPUT, PLACES, "cannot be encoded in Punycode",
       NULL, NULL)
STATUS(NAME_LENGTH, A4_1, KEYS, TOO_BIG_DOMAIN, PLACES,
       "is empty or has more than 253 octets in ASCII form",
       "UTS #46 section 4.2, step 4; RFC 1035 section 2.3.4", "Shorten the name.")
STATUS(LABEL_LENGTH, A4_2, KEYS, TOO_BIG_LABEL, PLACES,
       "is empty or has more than 63 octets in ASCII form",
       "UTS #46 section 4.2, step 4; RFC 1035 section 2.3.4", "Shorten the label.")
STATUS(EMPTY_LABEL, X4_2, KEYS, DISALLOWED, PLACES, "is empty", "RFC 1035 section 2.3.1",
       "Remove the extra dot.")
STATUS(BAD_UTF8, UTF8, KEYS, ENCODING_ERROR, PLACES, "is not well-formed UTF-8",
       "Unicode section 3.9, table 3-7",
       "Write the name in UTF-8, as iconv makes it, or set charset in idnx.conf for lookups.")
STATUS(HOST, HOST, KEYS, DISALLOWED, PLACES,
       "contains a character that is not allowed in host names", "RFC 1123 section 2.1, and _",
       "Use only letters, digits, hyphens and _ among ASCII characters.")
STATUS(NUMBER, NUMBER, KEYS, IDNX_DISGUISE, PLACES,
       "maps to a number, so the name would be an IP address",
       "URL standard section 3.5, ends in a number", "To use the address, write it in ASCII.")
STATUS(LOCALHOST, LOCALHOST, KEYS, IDNX_DISGUISE, PLACES, "maps to a name of this machine",
       "RFC 6761 section 6.3, and the /etc/hosts of distributions",
       "To use this machine, write its name in ASCII.")
STATUS(MIXED_SCRIPTS, SCRIPTS, SCRIPT_POLICY, IDNX_SCRIPTS, RARER,
       "contains characters of scripts beyond the restriction level", "UTS #39 section 5.2",
       "Write the label in one script.")
STATUS(MIXED_NUMBERS, NUMBERS, SCRIPT_POLICY, IDNX_SCRIPTS, PLACES,
       "contains digits of several decimal number systems", "UTS #39 section 5.3",
       "Write all digits of the label in the same way.")
STATUS(NOT_IDNA2008, IDNA2008, REPERTOIRE, IDNX_PROTECTION, PLACES,
       "contains a character that IDNA2008 does not permit", "RFC 5892 section 2, appendix A",
       "Leave the character out.")
STATUS(NOT_IDENTIFIER, IDENTIFIER, REPERTOIRE, IDNX_PROTECTION, PLACES,
       "contains a character outside the General Security Profile", "UTS #39 section 3.1",
       "Leave the character out.")
STATUS(UNLIKELY_MARK, MARKS, REPERTOIRE, IDNX_PROTECTION, PLACES,
       "contains an unlikely sequence of marks", "UTS #39 section 5.4", "Leave the mark out.")
STATUS(OTHER_SCRIPT, OTHER_SCRIPT, SCRIPTS, IDNX_PROTECTION, PLACES,
       "contains a character of a script that is not allowed",
       "UTS #46 section 3, and scripts in idnx.conf",
       "Write the label in a script that is allowed.")
STATUS(READS_AS_ASCII, READS_AS_ASCII, LOOK_ALIKES, IDNX_PROTECTION, ALL,
       "reads as ASCII, but is of another script", "UTS #39 section 4",
       "Write it in ASCII if that is meant.")
STATUS(LONE_LETTER, LONE_LETTER, LOOK_ALIKES, IDNX_PROTECTION, PLACES,
       "contains letters of another script that look like ASCII",
       "UTS #39 section 4, and gen/look_alikes.tsv",
       "Write the letters in the script of the others.")
STATUS(FOREIGN_LETTER, FOREIGN_LETTER, LOOK_ALIKES, IDNX_PROTECTION, PLACES,
       "contains a letter of few languages, none of that country", "gen/country_letters.tsv",
       "Write the ASCII letter if that is meant.")
STATUS(READS_AS_PUNCTUATION, PUNCTUATION, LOOK_ALIKES, IDNX_PROTECTION, PLACES,
       "contains a character that reads as punctuation", "UTS #39 section 4",
       "Leave the character out: no host name has punctuation.")
STATUS(OUT_OF_PLACE, OUT_OF_PLACE, LOOK_ALIKES, IDNX_PROTECTION, PLACES,
       "contains a kana where Japanese has none", "UTS #39 section 4, and gen/look_alikes.tsv",
       "Write the kana where Japanese has it, or leave it out.")
STATUS(READS_AS_PROTECTED, PROTECTED, PROTECT, IDNX_PROTECTION, ALL,
       "reads as a protected name", "UTS #39 section 4, and protect in idnx.conf",
       "Write the protected name.")
STATUS(CONTAINS_PROTECTED, PROTECTED_WORD, PROTECTED_WORDS, IDNX_PROTECTION, ALL,
       "contains a look-alike of a protected name",
       "UTS #39 section 4, and protected-words in idnx.conf", "Leave the look-alike out.")
STATUS(TOO_LONG, TOO_LONG, KEYS, TOO_BIG_DOMAIN, PLACES, "is too long to be a name",
       "RFC 1035 section 2.3.4", "Shorten the name: the limit is 253 octets in ASCII form.")
STATUS(NO_SPACE, NO_SPACE, KEYS, DISALLOWED, PLACES, "does not fit into the buffer", NULL, NULL)
STATUS(BAD_FLAGS, FLAGS, KEYS, DISALLOWED, PLACES, "was asked for with unknown flags", NULL,
       NULL)

#undef STATUS
