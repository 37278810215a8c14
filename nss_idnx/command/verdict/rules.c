/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The rules that idnx_to_ascii(), idnx_to_unicode() and idnx_check() can find broken,
 * except those that only small buffers or unknown flags break.
 */
#include "verdict.h"

/*
 * Only a section of its own lets a name pass for certain: relaxing the one criterion may leave
 * the name to the next.
 */
#define IF_RIGHT " If the name is right, let it pass by protection = off in a section of its own."

const struct verdict_rule verdict_rules[] = {
	[IDNX_P4] = { "UTS #46 section 4, step 4",
	              "Write the label with its own letters, not as xn--." },
	[IDNX_V1] = { "UTS #46 section 4.1, criterion 1",
	              "Write the label with its own letters, not as xn--." },
	[IDNX_V2] = { "UTS #46 section 4.1, criterion 2",
	              "Leave out one of the hyphens in the third and fourth places." },
	[IDNX_V3] = { "UTS #46 section 4.1, criterion 3", "Leave the hyphen out." },
	[IDNX_V4] = { "UTS #46 section 4.1, criterion 4",
	              "Write the label with its own letters, not as xn-- in xn--." },
	[IDNX_V6] = { "UTS #46 section 4.1, criterion 6",
	              "Begin the label with a letter, or remove the mark." },
	[IDNX_V7] = { "UTS #46 section 4.1, criterion 7",
	              "Leave the character out, or write another one." },
	[IDNX_U1] = { "UTS #46 section 4.1, criterion 7, UseSTD3ASCIIRules",
	              "Use only letters, digits and hyphens among ASCII characters." },
	[IDNX_C1] = { "RFC 5892 appendix A.1", "Leave it out: it cannot be seen here." },
	[IDNX_C2] = { "RFC 5892 appendix A.2", "Leave it out: it cannot be seen here." },
	[IDNX_B1] = { "RFC 5893 section 2, rule 1",
	              "Begin the label with a letter: the name has a right-to-left one." },
	[IDNX_B2] = { "RFC 5893 section 2, rule 2",
	              "Write the label in one direction: no left-to-right letters in it." },
	[IDNX_B3] = { "RFC 5893 section 2, rule 3", "End the label with a letter or a digit." },
	[IDNX_B4] = { "RFC 5893 section 2, rule 4",
	              "Write all digits of the label in the same way." },
	[IDNX_B5] = { "RFC 5893 section 2, rule 5",
	              "Write the label in one direction: no right-to-left letters in it." },
	[IDNX_B6] = { "RFC 5893 section 2, rule 6", "End the label with a letter or a digit." },
	[IDNX_A4_1] = { "UTS #46 section 4.2, step 4; RFC 1035 section 2.3.4",
	                "Shorten the name." },
	[IDNX_A4_2] = { "UTS #46 section 4.2, step 4; RFC 1035 section 2.3.4",
	                "Shorten the label." },
	[IDNX_BAD_UTF8] = { "Unicode section 3.9, table 3-7",
	                "Write the name in UTF-8, as iconv makes it, or set charset in idnx.conf for "
	                "lookups." },
	[IDNX_HOST] = { "RFC 1123 section 2.1, and _",
	                "Use only letters, digits, hyphens and _ among ASCII characters." },
	[IDNX_NUMBER] = { "URL standard section 3.5, ends in a number",
	                  "To use the address, write it in ASCII." },
	[IDNX_LOCALHOST] = { "RFC 6761 section 6.3, and the /etc/hosts of distributions",
	                     "To use this machine, write its name in ASCII." },
	[IDNX_MIXED_SCRIPTS] = { "UTS #39 section 5.2", "Write the label in one script." IF_RIGHT },
	[IDNX_MIXED_NUMBERS] = { "UTS #39 section 5.3",
	                         "Write all digits of the label in the same way." IF_RIGHT },
	[IDNX_NOT_IDNA2008] = { "RFC 5892 section 2, appendix A", "Leave the character out." IF_RIGHT },
	[IDNX_NOT_IDENTIFIER] = { "UTS #39 section 3.1", "Leave the character out." IF_RIGHT },
	[IDNX_UNLIKELY_MARK] = { "UTS #39 section 5.4", "Leave the mark out." IF_RIGHT },
	[IDNX_OTHER_SCRIPT] = { "UTS #46 section 3, and scripts in idnx.conf",
	                        "If the name is right, add the script to scripts." },
	[IDNX_READS_AS_ASCII] = { "UTS #39 section 4", "Write it in ASCII if that is meant." IF_RIGHT },
	[IDNX_LONE_LETTER] = { "UTS #39 section 4, and gen/look_alikes.tsv",
	                       "Write the letters in the script of the others." IF_RIGHT },
	[IDNX_FOREIGN_LETTER] = { "gen/country_letters.tsv",
	                          "Write the ASCII letter if that is meant." IF_RIGHT },
	[IDNX_READS_AS_PUNCTUATION] = { "UTS #39 section 4",
	                                "Leave the character out: no host name has punctuation." IF_RIGHT },
	[IDNX_OUT_OF_PLACE] = { "UTS #39 section 4, and gen/look_alikes.tsv",
	                        "Write the kana where Japanese has it, or leave it out." IF_RIGHT },
	[IDNX_READS_AS_PROTECTED] = { "UTS #39 section 4, and protect in idnx.conf",
	                              "Write the protected name; if both are right, add this one "
	                              "to protect." },
	[IDNX_CONTAINS_PROTECTED] = { "UTS #39 section 4, and protected-words in idnx.conf",
	                              "If the name is right, add it to protect, or set "
	                              "protected-words = allow." },
	[IDNX_X4_2] = { "RFC 1035 section 2.3.1", "Remove the extra dot." },
	[IDNX_TOO_LONG] = { "RFC 1035 section 2.3.4",
	                    "Shorten the name: the limit is 253 octets in ASCII form." },
};
