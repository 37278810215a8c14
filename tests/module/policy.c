/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * policy.c: what becomes of a name under a configuration, one rule per row.  An iconv_open()
 * that counts its calls shows that UTF-8 needs no converter.  Wrappers of libidnx's functions
 * (ld --wrap) count how often a name is converted.
 */
#include <dlfcn.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "../common/test.h"
#include "../common/sources/fake.h"
#include "../common/locale.h"
#include "policy.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* If libc's own functions cannot be found, the program's are called: this one. */
void *dlopen(const char *file, int mode)
{
	(void)file, (void)mode;
	return NULL;
}

static unsigned converters;

iconv_t iconv_open(const char *to, const char *from)
{
	iconv_t (*next)(const char *, const char *);
	void *symbol = dlsym(RTLD_NEXT, "iconv_open");

	converters++;
	memcpy(&next, &symbol, sizeof next);
	return next(to, from);
}

static unsigned conversions;

struct idnx_result __real_idnx_to_ascii(const char *, size_t, char *, size_t, unsigned);
struct idnx_result __wrap_idnx_to_ascii(const char *, size_t, char *, size_t, unsigned);
struct idnx_result __real_idnx_to_unicode(const char *, size_t, char *, size_t, unsigned);
struct idnx_result __wrap_idnx_to_unicode(const char *, size_t, char *, size_t, unsigned);

struct idnx_result __wrap_idnx_to_ascii(const char *src, size_t src_len, char *dst,
                                        size_t dst_size, unsigned flags)
{
	conversions++;
	return __real_idnx_to_ascii(src, src_len, dst, dst_size, flags);
}

struct idnx_result __wrap_idnx_to_unicode(const char *src, size_t src_len, char *dst,
                                          size_t dst_size, unsigned flags)
{
	conversions++;
	return __real_idnx_to_unicode(src, src_len, dst, dst_size, flags);
}

/* --- To ASCII ------------------------------------------------------------------------- */

#define SECTIONS \
	"script-policy = highly-restrictive\n" \
	"exclude = .local bücher.example\n" \
	"[.de]\n" \
	"deviations = map\n" \
	"[.strasse.de]\n" \
	"deviations = keep\n" \
	"[.яндекс.example]\n" \
	"script-policy = off\n" \
	"exclude =\n"

/* text: the ASCII form, or the reason if there is none. */
static const struct {
	const char *what, *conf, *name;
	enum policy_verdict verdict;
	const char *text;
} rows[] = {
	{ "no file", NULL, "bücher.example", POLICY_CONVERTED, "xn--bcher-kva.example" },
	{ "an empty file", "", "bücher.example", POLICY_NO_CONFIG, "" },
	{ "a comment", "#", "bücher.example", POLICY_CONVERTED, "xn--bcher-kva.example" },
	{ "an ASCII name", "nonsense", "example", POLICY_ASCII, "" },
	{ "a broken file", "nonsense", "bücher.example", POLICY_NO_CONFIG, "" },
	{ "a broken file, not a name", "nonsense", "ü..", POLICY_NO_CONFIG, "" },
	{ "not a name", "#", "ü..a", POLICY_REFUSED, "A4_2" },
	{ "not a name, of one script", SECTIONS, "ü..a", POLICY_REFUSED, "A4_2" },
	{ "not UTF-8", "#",
	  "b\xfc"
	  "cher.example",
	  POLICY_REFUSED, "UTF8" },

	{ "flags", "CheckHyphens = true\n", "-ü", POLICY_REFUSED, "V3" },
	{ "other flags", "CheckBidi = false\n", "0à.א", POLICY_CONVERTED, "xn--0-sfa.xn--4db" },
	{ "a section", SECTIONS, "faß.de", POLICY_CONVERTED, "fass.de" },
	{ "the longer section", SECTIONS, "faß.strasse.de.", POLICY_CONVERTED,
	  "xn--fa-hia.strasse.de." },
	{ "its own name, not mapped", SECTIONS, "faß.straße.de", POLICY_CONVERTED,
	  "fass.strasse.de" },
	{ "no section", SECTIONS, "faß.example", POLICY_CONVERTED, "xn--fa-hia.example" },

	{ "excluded", SECTIONS, "drücker.local", POLICY_EXCLUDED, "" },
	{ "excluded itself", SECTIONS,
	  "BU\xcc\x88"
	  "CHER.example.",
	  POLICY_EXCLUDED, "" },
	{ "excluded in its ASCII form", SECTIONS, "ü.XN--BCHER-KVA.example", POLICY_EXCLUDED,
	  "" },
	{ "excluded, not a name", SECTIONS, "ü..local", POLICY_EXCLUDED, "" },
	{ "excluded, not UTF-8", SECTIONS, "\xfc.local", POLICY_EXCLUDED, "" },
	{ "not excluded", SECTIONS, "bücher.local.example", POLICY_CONVERTED,
	  "xn--bcher-kva.local.example" },

	{ "one script", SECTIONS, "яндекс.de", POLICY_CONVERTED, "xn--d1acpjx3f.de" },
	{ "two scripts", SECTIONS, "раypal.de", POLICY_REFUSED, "SCRIPTS" },
	{ "two scripts, spelt in ASCII", SECTIONS, "ü.xn--ypal-43d9g.de", POLICY_REFUSED,
	  "SCRIPTS" },
	{ "two number systems", SECTIONS, "1१.de", POLICY_REFUSED, "NUMBERS" },
	{ "two scripts where they may", SECTIONS, "раypal.яндекс.example", POLICY_CONVERTED,
	  "xn--ypal-43d9g.xn--d1acpjx3f.example" },

	{ "a charset", "charset = ISO-8859-1\n",
	  "b\xfc"
	  "cher.example",
	  POLICY_CONVERTED, "xn--bcher-kva.example" },
	{ "UTF-8 comes first", "charset = ISO-8859-1\n", "\xc3\xbc.example", POLICY_CONVERTED,
	  "xn--tda.example" },
	{ "mixed, so not UTF-8", "charset = ISO-8859-1\n", "\xc3\xbc\xfc", POLICY_CONVERTED,
	  "xn--14-ria6hu33p" },
	{ "no character of the charset", "charset = EUC-JP\n", "\xc6", POLICY_REFUSED, "UTF8" },
	{ "no such charset", "charset = KLINGON\n", "\xfc", POLICY_NO_CONVERTER, "" },
	{ "no such charset, UTF-8", "charset = KLINGON\n", "ü", POLICY_CONVERTED, "xn--tda" },
	{ "a stateful charset", "charset = ISO-2022-JP\n", "\xfc", POLICY_NO_CONVERTER, "" },
	{ "a full stop in disguise", "charset = ISIRI-3342\n",
	  "127\xa6"
	  "0.0.1",
	  POLICY_REFUSED, "UTF8" },
	{ "a NUL in disguise", "charset = ISIRI-3342\n", "\xc1\x80.a", POLICY_REFUSED, "UTF8" },
	{ "a section of a decoded name",
	  "charset = ISO-8859-1\n[.bücher.example]\n"
	  "deviations = map\n",
	  "fa\xdf.b\xfc"
	  "cher.example",
	  POLICY_CONVERTED, "fass.xn--bcher-kva.example" },
	{ "a decoded name is excluded", "charset = ISO-8859-1\nexclude = bücher.example\n",
	  "b\xfc"
	  "cher.example",
	  POLICY_EXCLUDED, "" },
	{ "symbols", "repertoire = idna2008\n", "☃.example", POLICY_REFUSED, "IDNA2008" },
	{ "a historic letter", "repertoire = identifiers\n", "ʇ.example", POLICY_REFUSED,
	  "IDENTIFIER" },
	{ "another script", "scripts = Latin Greek\n", "яндекс.example", POLICY_REFUSED,
	  "OTHER_SCRIPT" },
	{ "one of the scripts", "scripts = Latin Greek\n", "βόλος.example", POLICY_CONVERTED,
	  "xn--nxasmm1c.example" },
	{ "a look-alike", "look-alikes = refuse\n", "аррӏе.com", POLICY_REFUSED,
	  "READS_AS_ASCII" },
	{ "all in one", "protection = browser\n", "аррӏе.com", POLICY_REFUSED,
	  "READS_AS_ASCII" },
	{ "... of one script", "protection = browser\n", "bücher.example", POLICY_CONVERTED,
	  "xn--bcher-kva.example" },
	{ "a protected name", "protect = paypal.de\n", "a.раypal.de", POLICY_REFUSED,
	  "PROTECTED" },
	{ "... after the other rules", "protect = paypal.de\nscript-policy = single-script\n",
	  "раypal.de", POLICY_REFUSED, "SCRIPTS" },
	{ "... itself", "protect = bücher.de\n", "BÜCHER.de", POLICY_CONVERTED,
	  "xn--bcher-kva.de" },
	{ "... excluded", "protect = paypal.de\nexclude = .de\n", "раypal.de", POLICY_EXCLUDED,
	  "" },
	{ "an excluded one is not decoded", "charset = KLINGON\nexclude = .local\n",
	  "b\xfc"
	  "cher.local",
	  POLICY_EXCLUDED, "" },
};

#define JUDGE "script-policy = highly-restrictive\n"

/* ASCII names: only the keys of protection apply, whichever of them is set. */
static const struct {
	const char *what, *conf, *name;
	enum policy_verdict verdict;
	const char *text;
} ascii_rows[] = {
	{ "no file", NULL, "xn--ypal-43d9g.de", POLICY_ASCII, "" },
	{ "an empty file", "", "xn--ypal-43d9g.de", POLICY_NO_CONFIG, "" },
	{ "an empty file, no A-label", "", "ypal-43d9g.de", POLICY_ASCII, "" },
	{ "no such key", "deviations = map\n", "xn--ypal-43d9g.de", POLICY_ASCII, "" },
	{ "nothing is asked", "ace-names = check\n", "xn--ypal-43d9g.de", POLICY_ASCII, "" },
	{ "left", "ace-names = leave\nprotection = strict\n", "xn--ypal-43d9g.de", POLICY_ASCII,
	  "" },
	{ "two scripts", JUDGE, "xn--ypal-43d9g.de", POLICY_REFUSED, "SCRIPTS" },
	{ "... in capitals", JUDGE, "WWW.XN--YPAL-43D9G.DE.", POLICY_REFUSED, "SCRIPTS" },
	{ "... and an address", JUDGE, "xn--ypal-43d9g.7", POLICY_REFUSED, "SCRIPTS" },
	{ "one script", JUDGE, "xn--bcher-kva.de", POLICY_ASCII, "" },
	{ "no A-label", "script-policy = ascii-only\n", "a_b.Example-", POLICY_ASCII, "" },
	{ "... in ASCII only", "script-policy = ascii-only\n", "axn--tda.example", POLICY_ASCII,
	  "" },
	{ "an A-label in ASCII only", "script-policy = ascii-only\n", "xn--tda.example",
	  POLICY_REFUSED, "SCRIPTS" },
	{ "a protected name", "protect = paypal.de\n", "www.xn--ypal-43d9g.de", POLICY_REFUSED,
	  "PROTECTED" },
	{ "... itself", "protect = раypal.de paypal.de\n", "xn--ypal-43d9g.de", POLICY_ASCII,
	  "" },
	{ "a look-alike", "look-alikes = refuse\n", "xn--80ak6aa92e.com", POLICY_REFUSED,
	  "READS_AS_ASCII" },
	{ "symbols", "repertoire = idna2008\n", "xn--n3h.example", POLICY_REFUSED, "IDNA2008" },
	{ "another script", "scripts = Latin\n", "xn--d1acpjx3f.example", POLICY_REFUSED,
	  "OTHER_SCRIPT" },
	{ "all in one", "protection = browser\n", "xn--80ak6aa92e.com", POLICY_REFUSED,
	  "READS_AS_ASCII" },
	{ "... strict", "protection = strict\n", "xn--80ak6aa92e.com", POLICY_REFUSED,
	  "READS_AS_ASCII" },
	{ "... off", "protection = off\n", "xn--80ak6aa92e.com", POLICY_ASCII, "" },
	{ "a section leaves it", JUDGE "[.de]\nace-names = leave\n", "xn--ypal-43d9g.de",
	  POLICY_ASCII, "" },
	{ "a section asks nothing", "protection = browser\n[.de]\nprotection = off\n",
	  "xn--ypal-43d9g.de", POLICY_ASCII, "" },
	{ "a section judges it", "[.de]\nscript-policy = single-script\n", "xn--ypal-43d9g.de",
	  POLICY_REFUSED, "SCRIPTS" },
	{ "... and not others", "[.de]\nscript-policy = single-script\n",
	  "xn--ypal-43d9g.example", POLICY_ASCII, "" },
	{ "... which are left",
	  "ace-names = leave\n[.de]\nprotection = browser\n"
	  "ace-names = check\n",
	  "xn--ypal-43d9g.de", POLICY_REFUSED, "SCRIPTS" },
	{ "excluded", JUDGE "exclude = .de\n", "xn--ypal-43d9g.de", POLICY_ASCII, "" },

	{ "an escape", JUDGE, "\\120n--80ak6aa92e.com", POLICY_REFUSED, "HOST" },
	{ "... of a letter", JUDGE, "\\xn--80ak6aa92e.com", POLICY_REFUSED, "HOST" },
	{ "... of a hyphen", JUDGE, "xn-\\-80ak6aa92e.com", POLICY_REFUSED, "HOST" },
	{ "... of a suffix", "[.de]\nprotection = browser\n", "xn--ypal-43d9g.d\\101",
	  POLICY_REFUSED, "HOST" },
	{ "... at the end", "protect = a\n", "a\\", POLICY_REFUSED, "HOST" },
	{ "... is left", "ace-names = leave\n" JUDGE, "\\xn--80ak6aa92e.com", POLICY_ASCII,
	  "" },
	{ "... is excluded", "exclude = .com\n" JUDGE, "\\xn--80ak6aa92e.com", POLICY_ASCII,
	  "" },
	{ "... without a file", NULL, "\\xn--80ak6aa92e.com", POLICY_ASCII, "" },
	{ "... where nothing restricts", "deviations = map\n", "\\xn--80ak6aa92e.com",
	  POLICY_ASCII, "" },
	{ "... and a mistake", JUDGE "nonsense\n", "\\xn--80ak6aa92e.com", POLICY_NO_CONFIG,
	  "" },

	{ "a label that is no Punycode", JUDGE, "xn--0000h.de", POLICY_ASCII, "" },
	{ "... does not hide another one", JUDGE, "xn--0000h.xn--ypal-43d9g.XN--0000h",
	  POLICY_REFUSED, "SCRIPTS" },
	{ "... ASCII alone", JUDGE, "xn--abc-.xn--.de", POLICY_ASCII, "" },
	{ "... not in NFC", JUDGE, "xn--a-vbb.de", POLICY_ASCII, "" },
	{ "... empty", JUDGE, "..xn--bcher-kva..", POLICY_ASCII, "" },
	{ "... no host name's", JUDGE, "a b\x01.xn--bcher-kva", POLICY_ASCII, "" },
	{ "hyphens", JUDGE "CheckHyphens = true\n", "xn----eha.de", POLICY_ASCII, "" },
	{ "Bidi", JUDGE, "0a.xn--4db", POLICY_ASCII, "" },
	{ "joiners", JUDGE, "xn--ab-m1t.de", POLICY_ASCII, "" },
	{ "STD3", JUDGE "UseSTD3ASCIIRules = true\n", "_a.xn--_-eha.de", POLICY_ASCII, "" },
	{ "an address", JUDGE, "xn--bcher-kva.127", POLICY_ASCII, "" },

	{ "a mistake", "nonsense\n", "xn--bcher-kva.de", POLICY_ASCII, "" },
	{ "... after a key", JUDGE "nonsense\n", "xn--bcher-kva.de", POLICY_NO_CONFIG, "" },
	{ "... before it", "nonsense\n\t ace-names\t= check", "xn--bcher-kva.de",
	  POLICY_NO_CONFIG, "" },
	{ "... in the same line", "protection browser\n", "xn--bcher-kva.de", POLICY_NO_CONFIG,
	  "" },
	{ "... its value",
	  "\xef\xbb\xbf"
	  "protection = firefox\n",
	  "xn--bcher-kva.de", POLICY_NO_CONFIG, "" },
	{ "... in a section of others", "nonsense\n[.test]\nprotect=a\n", "xn--bcher-kva.de",
	  POLICY_NO_CONFIG, "" },
	{ "... and no A-label", JUDGE "nonsense\n", "bcher-kva.de", POLICY_ASCII, "" },
	{ "... and a comment", "nonsense\n# protect = a\nexclude = protect =\n",
	  "xn--bcher-kva.de", POLICY_ASCII, "" },
	{ "... and other keys", "protec = a\nscripts2 = Latin\nprotection\n",
	  "xn--bcher-kva.de", POLICY_ASCII, "" },
	{ "... a line end CR", "# a comment\rprotection = browser\r", "xn--bcher-kva.de",
	  POLICY_NO_CONFIG, "" },
	{ "a section that is there twice", "[.de]\nprotection = browser\n[.de]\n",
	  "xn--bcher-kva.de", POLICY_NO_CONFIG, "" },
};

static const char *text_of(const struct decision *decision, const char *ace)
{
	if (decision->verdict == POLICY_CONVERTED)
		return ace;
	return decision->verdict == POLICY_REFUSED ? idnx_status_code(decision->result.status)
	                                           : "";
}

TEST(each_name_has_its_verdict)
{
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(rows); i++) {
		struct decision decision;

		fake_conf(rows[i].conf);
		errno = 77;
		decision = policy_to_ascii(IDNX_CONF, rows[i].name, ace);
		if (decision.verdict != rows[i].verdict ||
		    strcmp(text_of(&decision, ace), rows[i].text) != 0)
			fail_msg("%s: %d, %s", rows[i].what, decision.verdict,
			         text_of(&decision, ace));
		assert_int_equal(errno, 77);
	}
}

TEST(an_ascii_name_is_left_alone_unless_it_stands_for_a_refused_one)
{
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(ascii_rows); i++) {
		struct decision decision;

		fake_conf(ascii_rows[i].conf);
		errno = 77;
		decision = policy_to_ascii(IDNX_CONF, ascii_rows[i].name, ace);
		if (decision.verdict != ascii_rows[i].verdict ||
		    strcmp(text_of(&decision, ace), ascii_rows[i].text) != 0)
			fail_msg("%s: %d, %s", ascii_rows[i].what, decision.verdict,
			         text_of(&decision, ace));
		assert_int_equal(errno, 77);
	}
}

static bool is_protection(enum idnx_status status)
{
	return status >= IDNX_MIXED_SCRIPTS && status <= IDNX_CONTAINS_PROTECTED;
}

/* Checks what "mode = report" above all sections changes. */
static void check_report(const char *what, const char *conf, const char *name, bool is_ascii)
{
	char with[1024], ace[IDNX_HOST_NAME_SIZE];
	struct decision before = policy_to_ascii_under(conf, name, ace), after;
	bool is_relaxed = before.verdict == POLICY_REFUSED &&
	                  (is_ascii || is_protection(before.result.status));

	snprintf(with, sizeof with, "mode = report\n%s", conf);
	after = policy_to_ascii_under(with, name, ace);
	if (is_relaxed)
		before.verdict = is_ascii ? POLICY_ASCII : POLICY_CONVERTED;
	if (after.verdict != before.verdict || after.result.status != before.result.status ||
	    after.result.label != before.result.label ||
	    after.result.length != before.result.length || after.is_reported != is_relaxed ||
	    after.is_logged != is_relaxed ||
	    policy_line(&after) != policy_line(&before) + (policy_line(&before) != 0))
		fail_msg("%s: %d, %s", what, after.verdict, text_of(&after, ace));
}

TEST(report_lets_pass_what_the_keys_of_protection_reject_and_changes_nothing_else)
{
	for (size_t i = 0; i < COUNT(rows); i++)
		if (rows[i].conf != NULL && rows[i].conf[0] != '\0')
			check_report(rows[i].what, rows[i].conf, rows[i].name, false);
	for (size_t i = 0; i < COUNT(ascii_rows); i++)
		if (ascii_rows[i].conf != NULL)
			check_report(ascii_rows[i].what, ascii_rows[i].conf, ascii_rows[i].name,
			             true);
}

TEST(a_section_sets_mode_and_log_for_its_names)
{
	static const struct {
		const char *conf, *name;
		enum policy_verdict verdict;
		bool is_logged;
	} modes[] = {
		{ JUDGE, "xn--ypal-43d9g.de", POLICY_REFUSED, false },
		{ JUDGE "log = rejected\n", "xn--ypal-43d9g.de", POLICY_REFUSED, true },
		{ JUDGE "[.de]\nlog = rejected\n", "раypal.test", POLICY_REFUSED, false },
		{ JUDGE "[.de]\nlog = rejected\n", "раypal.de", POLICY_REFUSED, true },
		{ JUDGE "log = rejected\n[.de]\nlog = off\n", "раypal.de", POLICY_REFUSED,
		  false },
		{ JUDGE "mode = report\nlog = off\n", "раypal.de", POLICY_CONVERTED, true },
		{ JUDGE "mode = report\n[.de]\nmode = enforce\n", "раypal.de", POLICY_REFUSED,
		  false },
		{ JUDGE "[.de]\nmode = report\n", "раypal.de", POLICY_CONVERTED, true },
		{ JUDGE "[.de]\nmode = report\n", "раypal.test", POLICY_REFUSED, false },
		/* An escape hides which section it is. */
		{ JUDGE "mode = report\n[.test]\nmode = report\n", "a\\.de", POLICY_ASCII,
		  true },
		{ JUDGE "mode = report\n[.test]\nmode = enforce\n", "a\\.de", POLICY_REFUSED,
		  true },
		{ JUDGE "[.de]\nmode = report\n", "a\\.de", POLICY_REFUSED, true },
		{ "mode = report\n", "a\\.de", POLICY_ASCII, false },
		{ "mode = report\nlog = rejected\n", "ü..de", POLICY_REFUSED, false },
	};
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(modes); i++) {
		struct decision decision = policy_to_ascii_under(modes[i].conf, modes[i].name,
		                                                 ace);

		if (decision.verdict != modes[i].verdict ||
		    decision.is_logged != modes[i].is_logged)
			fail_msg("%zu: %d, %d", i, decision.verdict, decision.is_logged);
	}
}

/* Uses characters of four octets, then a form that is longer than any host name. */
TEST(the_longest_ascii_name_is_judged_and_longer_ones_are_refused)
{
	char unicode[4 * 253], ace[IDNX_HOST_NAME_SIZE];

	unicode[0] = '\0';
	for (int label = 0; label < 4; label++) {
		for (int i = 0; i < 55 - 4 * (label == 3); i++)
			strcat(unicode, "𠀀");
		strcat(unicode, label < 3 ? "." : "");
	}
	fake_conf(NULL);
	assert_int_equal(policy_to_ascii(IDNX_CONF, unicode, ace).verdict, POLICY_CONVERTED);
	assert_true(strlen(ace) > 240);
	fake_conf("script-policy = ascii-only\n");
	assert_int_equal(policy_to_ascii(IDNX_CONF, ace, unicode).verdict, POLICY_REFUSED);
	for (size_t length = 250; length < 5000; length += 7) {
		char name[5000];
		struct decision decision;

		memset(name, 'a', length);
		memcpy(name, "xn--tda.", 8);
		name[length] = '\0';
		decision = policy_to_ascii(IDNX_CONF, name, unicode);
		assert_int_equal(decision.verdict, POLICY_REFUSED);
		assert_int_equal(decision.result.status,
		                 length < IDNX_HOST_NAME_SIZE ? IDNX_MIXED_SCRIPTS : IDNX_A4_1);
	}
	for (size_t escapes = 1; escapes < 1000; escapes += 59) {
		char name[4100] = "";

		for (size_t i = 0; i < escapes; i++)
			strcat(name, "\\097");
		strcat(name, ".xn--tda");
		fake_conf(JUDGE);
		assert_int_equal(policy_to_ascii(IDNX_CONF, name, unicode).verdict,
		                 POLICY_REFUSED);
		fake_conf("ace-names = leave\n" JUDGE);
		assert_int_equal(policy_to_ascii(IDNX_CONF, name, unicode).verdict,
		                 POLICY_ASCII);
	}
}

/* Except an empty file, which is not trusted, and a mistake, which applies to all names. */
static void check_under(const char *conf, const char *name, enum policy_verdict expected,
                        const char *text)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(conf, name, ace);
	bool is_mistake = decision.config.status >= CONFIG_CONTROL;

	assert_int_equal(decision.verdict, is_mistake ? POLICY_NO_CONFIG : expected);
	if (!is_mistake)
		assert_string_equal(text_of(&decision, ace), text);
}

TEST(a_text_decides_in_the_place_of_the_file)
{
	fake_conf("nonsense");
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
	for (size_t i = 0; i < COUNT(rows); i++)
		if (rows[i].conf == NULL || rows[i].conf[0] != '\0')
			check_under(rows[i].conf != NULL ? rows[i].conf : "", rows[i].name,
			            rows[i].verdict, rows[i].text);
	for (size_t i = 0; i < COUNT(ascii_rows); i++)
		if (ascii_rows[i].conf == NULL || ascii_rows[i].conf[0] != '\0')
			check_under(ascii_rows[i].conf != NULL ? ascii_rows[i].conf : "",
			            ascii_rows[i].name, ascii_rows[i].verdict,
			            ascii_rows[i].text);
	check_under("scripts = nonsense", "xn--tda", POLICY_NO_CONFIG, "");
	assert_int_equal(fake_conf_opened + fake_conf_sought, 0);
}

TEST(a_warning_is_what_browser_would_refuse)
{
	static const char mixed[] = "a.раypal.de", *const fine[] = { "bücher.de", "яндекс.рф" };
	struct idnx_judgement judgement = policy_warning(mixed, strlen(mixed));

	fake_conf("nonsense");
	assert_int_equal(judgement.status, IDNX_MIXED_SCRIPTS);
	assert_int_equal(judgement.label, 2);
	for (size_t i = 0; i < COUNT(fine); i++)
		assert_int_equal(policy_warning(fine[i], strlen(fine[i])).status, IDNX_OK);
}

TEST(a_verdict_says_where_and_by_what)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	fake_conf(SECTIONS);
	decision = policy_to_ascii(IDNX_CONF, "a.раypal.de", ace);
	assert_int_equal(decision.result.label, 2);
	assert_int_equal(decision.settings.section_line, 3);
	assert_int_equal(decision.charset, CHARSET_NOT_ASKED);
	fake_conf("charset = ISO-8859-1\n\nnonsense\n");
	decision = policy_to_ascii(IDNX_CONF, "ü", ace);
	assert_int_equal(decision.config.line, 3);
	fake_conf("charset = ISO-8859-1\n");
	decision = policy_to_ascii(IDNX_CONF, "\xfc", ace);
	assert_int_equal(decision.charset, CHARSET_OK);
	fake_conf("charset = UTF-16\n");
	decision = policy_to_ascii(IDNX_CONF, "\xfc", ace);
	assert_int_equal(decision.charset, CHARSET_UNSUITABLE);
	fake_conf("# 1\n[.de]\n\nprotect = a paypal.de\n");
	decision = policy_to_ascii(IDNX_CONF, "www.xn--ypal-43d9g.de", ace);
	assert_int_equal(decision.result.status, IDNX_READS_AS_PROTECTED);
	assert_int_equal(decision.result.label, 0);
	assert_int_equal(decision.settings.protected_line, 4);
	assert_int_equal(decision.settings.section_line, 2);
}

/* U+0BB8 U+0BCD U+0BB0 U+0BC0 is one octet of TSCII and twelve octets of UTF-8. */
TEST(a_name_that_gets_too_long_is_refused)
{
	char name[344], ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	memset(name, '\x82', 342);
	name[342] = '\0';
	fake_conf("charset = TSCII\n");
	decision = policy_to_ascii(IDNX_CONF, name, ace);
	assert_int_equal(decision.verdict, POLICY_REFUSED);
	assert_int_equal(decision.charset, CHARSET_TOO_LONG);
	name[4] = '\0';
	decision = policy_to_ascii(IDNX_CONF, name, ace);
	assert_int_equal(decision.verdict, POLICY_CONVERTED);
}

TEST(an_ascii_name_reads_nothing_and_any_other_looks_once)
{
	char ace[IDNX_HOST_NAME_SIZE];

	fake_conf(NULL);
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
	policy_to_ascii(IDNX_CONF, "example", ace);
	assert_int_equal(fake_conf_sought, 0);
	policy_to_ascii(IDNX_CONF, "ü", ace);
	assert_int_equal(fake_conf_sought, 1);
	policy_to_ascii(IDNX_CONF, "\xfc", ace);
	assert_int_equal(fake_conf_sought, 2);
	assert_int_equal(fake_conf_opened, 0);
}

/* For an A-label, open() alone finds out that there is no file; lstat() is not called. */
TEST(an_a_label_opens_the_file_once_and_reads_it_if_it_restricts)
{
	static const struct {
		const char *conf, *name;
		unsigned opened, sought;
	} looks[] = {
		{ NULL, "example", 0, 0 },
		{ "protection = strict\n", "example", 0, 0 },
		{ NULL, "xn--tda", 1, 0 },
		{ "", "xn--tda", 1, 0 },
		{ "nonsense", "xn--tda", 1, 0 },
		{ "reverse = ace\n", "xn--tda", 1, 0 },
		{ "protection = strict\n", "xn--tda", 2, 1 },
		{ "ace-names = leave\n", "xn--tda", 2, 1 },
		{ "protect = a\nnonsense", "xn--tda", 2, 1 },
	};
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(looks); i++) {
		fake_conf(looks[i].conf);
		atomic_store(&fake_conf_opened, 0);
		atomic_store(&fake_conf_sought, 0);
		policy_to_ascii(IDNX_CONF, looks[i].name, ace);
		assert_int_equal(fake_conf_opened, looks[i].opened);
		assert_int_equal(fake_conf_sought, looks[i].sought);
	}
}

/* Converts once for the ASCII form, once for all suffixes, and once for each suffix. */
TEST(a_name_is_converted_once_where_there_is_no_suffix)
{
	static const struct {
		const char *conf, *name;
		unsigned conversions;
	} files[] = {
		{ NULL, "ü.example", 1 },
		{ NULL, "ü..", 1 },
		{ "#", "ü.example", 1 },
		{ "CheckHyphens = true\nexclude =\n", "ü.example", 1 },
		{ "nonsense", "ü.example", 0 },
		{ "[.de]\n", "ü.example", 3 },
		{ "exclude = .de .test\n[.at]\n[.example]\n", "ü.example", 6 },
		{ "exclude = .example\n", "ü.example", 2 },
		{ "protection = off\nace-names = check\n", "ü.example", 1 },
		{ "protection = browser\n", "ü.example", 2 },
		{ "protect = a b c\n", "ü.example", 5 },
		{ "protect =\nscripts =\n", "ü.example", 1 },
		{ NULL, "example", 0 },
	};
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(files); i++) {
		fake_conf(files[i].conf);
		conversions = 0;
		policy_to_ascii(IDNX_CONF, files[i].name, ace);
		assert_int_equal(conversions, files[i].conversions);
	}
}

TEST(iconv_is_asked_for_names_of_a_charset_only)
{
	static const char *const confs[] = {
		NULL, "#", "charset = UTF-8\n", "charset = locale\nexclude = .a\n",
	};
	static const char *const names[] = { "ü.a", "\xfc.a", "a", "ü..a" };
	char ace[IDNX_HOST_NAME_SIZE];

	converters = 0;
	for (size_t i = 0; i < COUNT(confs) * COUNT(names); i++) {
		fake_conf(confs[i / COUNT(names)]);
		policy_to_ascii(IDNX_CONF, names[i % COUNT(names)], ace);
	}
	assert_int_equal(converters, 0);
	policy_to_ascii(IDNX_CONF, "\xfc.b", ace);
	assert_int_equal(converters, 1);
}

/* --- To Unicode ----------------------------------------------------------------------- */

/* charset: the locale's; shown: "" if the ASCII form stays. */
static const struct {
	const char *what, *conf, *charset, *ace, *shown;
} answers[] = {
	{ "a name", "#", "C", "xn--bcher-kva.example", "bücher.example" },
	{ "a root dot", "#", "C", "xn--bcher-kva.example.", "bücher.example." },
	{ "upper case", "#", "C", "WWW.XN--BCHER-KVA.Example", "www.bücher.example" },
	{ "ASCII", "#", "C", "WWW.example", "" },
	{ "not ASCII", "#", "C", "bücher.example", "" },
	{ "not Punycode", "#", "C", "xn--0000h.example", "" },
	{ "not the only spelling", "#", "C", "xn--Bcher-Kva.xn--abc-", "" },
	{ "no name", "#", "C", "xn--bcher-kva.example.-_ ", "" },
	{ "excluded", "exclude = .local", "C", "xn--bcher-kva.local", "" },
	{ "mapped", "deviations = map", "C", "xn--fa-hia.example", "" },
	{ "mapped, from upper case", "deviations = map", "C", "WWW.xn--fa-hia.example", "" },
	{ "mapped elsewhere", "[.de]\ndeviations = map", "C", "xn--fa-hia.example",
	  "faß.example" },
	{ "of two scripts", "script-policy = single-script", "C", "xn--ypal-43d9g.example",
	  "" },
	{ "an empty file", "", "C", "xn--bcher-kva.example", "" },
	{ "a broken file", "nonsense", "C", "xn--bcher-kva.example", "" },

	{ "a charset", "charset = ISO-8859-1", "ISO-8859-1", "xn--bcher-kva.example",
	  "bücher.example" },
	{ "the locale's", "charset = locale", "ISO-8859-1", "xn--bcher-kva.example",
	  "b\xfc"
	  "cher.example" },
	{ "no place", "charset = locale", "ISO-8859-1", "xn--d1acpjx3f.example", "" },
	{ "a place", "charset = locale", "KOI8-R", "xn--d1acpjx3f.example",
	  "\xd1\xce\xc4\xc5\xcb\xd3.example" },
	{ "two octets each", "charset = locale", "EUC-JP", "xn--wgv71a119e.example",
	  "\xc6\xfc\xcb\xdc\xb8\xec.example" },
	{ "none in C", "charset = locale", "C", "xn--bcher-kva.example", "" },
	{ "it would be another name in UTF-8", "charset = locale", "ISO-8859-1",
	  "xn--ubaa4k.example", "" },
	{ "it is not where it is EUC-JP", "charset = locale", "EUC-JP", "xn--ubaa4k.example",
	  "" },
};

TEST(a_name_is_shown_if_what_is_shown_leads_back)
{
	char shown[POLICY_UNICODE_SIZE];
	size_t length;

	for (size_t i = 0; i < COUNT(answers); i++) {
		fake_conf(answers[i].conf);
		use_charset(answers[i].charset);
		errno = 77;
		length = policy_to_unicode(IDNX_CONF, answers[i].ace, shown);
		if (length != strlen(answers[i].shown) ||
		    (length > 0 && strcmp(shown, answers[i].shown) != 0))
			fail_msg("%s: %zu octets", answers[i].what, length);
		assert_int_equal(errno, 77);
	}
}

/* Some fifty times U+3042 in each label: three octets of UTF-8 for each octet of Punycode. */
TEST(the_longest_name_is_shown)
{
	char unicode[760] = "", ace[IDNX_HOST_NAME_SIZE], shown[POLICY_UNICODE_SIZE];

	fake_conf("#");
	for (int label = 0; label < 4; label++) {
		for (int i = 0; i < (label < 3 ? 56 : 54); i++)
			strcat(unicode, "あ");
		strcat(unicode, label < 3 ? "." : "");
	}
	assert_int_equal(policy_to_ascii(IDNX_CONF, unicode, ace).verdict, POLICY_CONVERTED);
	assert_int_equal(policy_to_unicode(IDNX_CONF, ace, shown), strlen(unicode));
	assert_string_equal(shown, unicode);
}

/* The names of an address are subject to their own sections. */
static const struct {
	const char *conf, *ace;
	bool somewhere;
	const char *shown;
} reverses[] = {
	{ NULL, "xn--bcher-kva.example", false, "" },
	{ "reverse = ace", "xn--bcher-kva.example", false, "" },
	{ "reverse = unicode", "xn--bcher-kva.example", true, "bücher.example" },
	{ "reverse = unicode\n[.example]\nreverse = ace", "xn--bcher-kva.example", true, "" },
	{ "[.example]\nreverse = unicode", "xn--bcher-kva.example", true, "bücher.example" },
	{ "[.bücher.example]\nreverse = unicode", "xn--bcher-kva.example", true,
	  "bücher.example" },
	{ "[.example]\nreverse = unicode", "xn--bcher-kva.test", true, "" },
	{ "reverse = unicode\nnonsense", "xn--bcher-kva.example", false, "" },
	{ "reverse = unicode\nexclude = .example", "xn--bcher-kva.example", true, "" },
};

TEST(names_of_an_address_are_shown_where_their_section_says_so)
{
	char shown[POLICY_UNICODE_SIZE];
	size_t length;

	use_charset("C");
	for (size_t i = 0; i < COUNT(reverses); i++) {
		fake_conf(reverses[i].conf);
		assert_int_equal(policy_shows_reverse(IDNX_CONF), reverses[i].somewhere);
		length = policy_reverse_to_unicode(IDNX_CONF, reverses[i].ace, shown);
		assert_int_equal(length, strlen(reverses[i].shown));
		if (length > 0)
			assert_string_equal(shown, reverses[i].shown);
	}
}

BEFORE_ALL
{
	make_locales();
}
