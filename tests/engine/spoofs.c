/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Real names, and names that imitate them, at each restriction level of UTS #39.  Each table
 * gives the strictest level that allows its names: all less strict levels allow them as well,
 * all stricter levels reject them.
 */
#include <string.h>

#include "../common/test.h"
#include "idnx.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define EACH 50 /* at each level, at least that many names pass and spoofs fail */

struct row {
	const char *what, *name;
};

/* --- Real names ----------------------------------------------------------- */

static const struct row ascii_names[] = {
	{ "a search engine", "google" },
	{ "another", "duckduckgo" },
	{ "a shop", "amazon" },
	{ "another", "ebay" },
	{ "a bank", "deutsche-bank" },
	{ "another", "hsbc" },
	{ "money", "paypal" },
	{ "an encyclopedia", "wikipedia" },
	{ "a newspaper", "lemonde" },
	{ "another", "nytimes" },
	{ "a broadcaster", "bbc" },
	{ "another", "nhk" },
	{ "a university", "mit" },
	{ "another", "u-tokyo" },
	{ "a project", "kernel" },
	{ "another", "debian" },
	{ "a registry", "denic" },
	{ "another", "nic" },
	{ "a railway", "sncf-connect" },
	{ "another", "jr-east" },
	{ "an airline", "aeroflot" },
	{ "another", "klm" },
	{ "a car maker", "citroen" },
	{ "another", "skoda-auto" },
	{ "a drink", "coca-cola" },
	{ "another", "nestle" },
	{ "a digit first", "3m" },
	{ "another", "7-eleven" },
	{ "digits alone", "163" },
	{ "another", "12306" },
	{ "one letter", "x" },
	{ "another", "q" },
	{ "a dictionary", "leo" },
	{ "another", "pons" },
	{ "hyphens in places 3 and 4", "r3---sn-apo3qvuoxuxbt-j5pe" },
	{ "low lines", "ipv6_1-cxl0-c088" },
	{ "a service", "_dmarc" },
	{ "a hyphen last", "jow-" },
	{ "digits and hyphens", "2-3-4" },
	{ "digits and letters", "4chan" },
	{ "a top level domain", "com" },
	{ "another", "museum" },
	{ "a host", "www" },
	{ "another", "ns1" },
	{ "a city", "berlin" },
	{ "another", "sao-paulo" },
	{ "a country", "example-de" },
	{ "another", "schweiz" },
	{ "a virtual machine", "ip-10-0-0-1" },
	{ "a content network", "e1234" },
};

static const struct row single_script_names[] = {
	{ "French", "québec" },
	{ "French", "citroën" },
	{ "German", "münchen" },
	{ "German", "fußball" },
	{ "Danish", "københavn" },
	{ "Swedish", "malmö" },
	{ "Icelandic", "reykjavík" },
	{ "Faroese", "tórshavn" },
	{ "Polish", "łódź" },
	{ "Czech", "škoda" },
	{ "Hungarian", "győr" },
	{ "Romanian", "brașov" },
	{ "Turkish", "diyarbakır" },
	{ "Vietnamese", "đànẵng" },
	{ "Catalan", "col·lecció" },
	{ "Hausa", "ƙasa" },
	{ "Latin and a heart", "i❤" },
	{ "Latin and a pizza", "mario🍕" },
	{ "Russian", "яндекс" },
	{ "Russian", "москва" },
	{ "Ukrainian", "київ" },
	{ "Bulgarian", "софия" },
	{ "Serbian", "београд" },
	{ "Kazakh", "қазақстан" },
	{ "Mongolian", "улаанбаатар" },
	{ "Russian and a digit", "канал1" },
	{ "Greek", "αθήνα" },
	{ "Greek", "θεσσαλονίκη" },
	{ "Greek, final sigma", "ελλάς" },
	{ "Armenian", "հայաստան" },
	{ "Georgian", "თბილისი" },
	{ "Hebrew", "ירושלים" },
	{ "Yiddish", "ייִדיש" },
	{ "Arabic", "السعودية" },
	{ "Arabic", "الجزيرة" },
	{ "Persian with a non-joiner", "نامه\u200Cای" },
	{ "Persian with its digits", "شبکه۳" },
	{ "Urdu", "پاکستان" },
	{ "Hindi", "भारत" },
	{ "Hindi with a joiner", "क्\u200Dष" },
	{ "Hindi and ASCII digits", "दिल्ली24" },
	{ "Hindi and its digits", "दिल्ली२४" },
	{ "Bengali", "বাংলাদেশ" },
	{ "Punjabi", "ਪੰਜਾਬ" },
	{ "Gujarati", "ગુજરાત" },
	{ "Tamil", "சென்னை" },
	{ "Telugu", "హైదరాబాద్" },
	{ "Kannada", "ಬೆಂಗಳೂರು" },
	{ "Malayalam", "കേരളം" },
	{ "Sinhala with a joiner", "ශ්\u200Dරීලංකා" },
	{ "Thai", "เชียงใหม่" },
	{ "Lao", "ວຽງຈັນ" },
	{ "Khmer", "ភ្នំពេញ" },
	{ "Burmese", "ရန်ကုန်" },
	{ "Tibetan", "བོད་ལྗོངས" },
	{ "Amharic", "ኢትዮጵያ" },
	{ "Dhivehi", "ދިވެހި" },
	{ "Chinese", "中国" },
	{ "Chinese", "台灣" },
	{ "Chinese and digits", "360安全" },
	{ "Chinese with Bopomofo", "注音ㄅㄆㄇ" },
	{ "Bopomofo", "ㄅㄆㄇㄈ" },
	{ "Japanese, kanji", "日本語" },
	{ "Japanese, kanji and katakana", "東京タワー" },
	{ "Japanese, hiragana and kanji", "みずほ銀行" },
	{ "Japanese, both kana", "なるほどドットコム" },
	{ "Japanese, a middle dot", "ドン・キホーテ" },
	{ "Japanese, marks for kanji", "佐々木〆" },
	{ "Korean", "대한민국" },
	{ "Korean with hanja", "漢城서울" },
	{ "Yi", "ꆈꌠꉙ" },
	{ "Inuktitut", "ᓄᓇᕗᑦ" },
	{ "Tamazight", "ⵜⵉⴼⵉⵏⴰⵖ" },
	{ "emoji alone", "🍕" },
	{ "a snowman", "☃" },
	{ "emoji and digits", "24☂" },
};

static const struct row highly_restrictive_names[] = {
	{ "Japanese, T-shirt", "tシャツ" },
	{ "Japanese, a railway", "jr東日本" },
	{ "Japanese, a bank", "ufj銀行" },
	{ "Japanese, a travel agent", "jtb旅行" },
	{ "Japanese, a shoe shop", "abcマート" },
	{ "Japanese, a cash machine", "ゆうちょatm" },
	{ "Japanese, a broadcaster", "nhk放送センター" },
	{ "Japanese, all four scripts", "eテレみんなの歌" },
	{ "Chinese, T-shirt", "t恤" },
	{ "Chinese, karaoke", "卡拉ok" },
	{ "Chinese, music", "qq音乐" },
	{ "Chinese, a restaurant", "kfc肯德基" },
	{ "Chinese, with Bopomofo", "café注音ㄅㄆㄇ" },
	{ "Korean, a maker of chips", "sk하이닉스" },
	{ "Korean, an electronics maker", "lg전자" },
	{ "Korean, a parcel service", "cj대한통운" },
	{ "Korean, with hanja", "kt韓國통신" },
};

static const struct row moderately_restrictive_names[] = {
	{ "Thai, a telephone company", "trueมูฟ" },
	{ "Hindi, a broadcaster", "bbcहिन्दी" },
	{ "Bengali, the same", "bbcবাংলা" },
	{ "Punjabi, the same", "bbcਪੰਜਾਬੀ" },
	{ "Gujarati, the same", "bbcગુજરાતી" },
	{ "Tamil, the same", "bbcதமிழ்" },
	{ "Telugu, the same", "bbcతెలుగు" },
	{ "Sinhala, the same", "bbcසිංහල" },
	{ "Burmese, the same", "bbcမြန်မာ" },
	{ "Amharic, the same", "bbcአማርኛ" },
	{ "Armenian, a telephone company", "vivaմտս" },
	{ "Georgian, a bank", "tbcბანკი" },
	{ "Khmer, a bank", "abaធនាគារ" },
	{ "Lao, a bank", "bcelທະນາຄານ" },
};

/* --- Spoofs --------------------------------------------------------------- */

/* Imitating characters are written as code points. */
static const struct row mixed_script_spoofs[] = {
	{ "Cyrillic р, а", "\u0440\u0430ypal" },
	{ "Cyrillic а", "p\u0430ypal" },
	{ "Cyrillic у", "pa\u0443pal" },
	{ "Cyrillic palochka", "paypa\u04CF" },
	{ "Cyrillic а, first", "\u0430pple" },
	{ "Cyrillic palochka, fourth", "app\u04CFe" },
	{ "Cyrillic о", "g\u043E\u043Egle" },
	{ "Cyrillic о", "micr\u043Es\u043Eft" },
	{ "Cyrillic с", "mi\u0441rosoft" },
	{ "Cyrillic а", "am\u0430zon" },
	{ "Cyrillic е", "fac\u0435book" },
	{ "Cyrillic ѕ", "in\u0455tagram" },
	{ "Cyrillic і", "netfl\u0456x" },
	{ "Cyrillic і", "w\u0456kipedia" },
	{ "Cyrillic ј", "\u0458oomla" },
	{ "Cyrillic х", "drop\u0431o\u0445" },
	{ "Cyrillic һ", "git\u04BBub" },
	{ "Cyrillic ԁ", "re\u0501\u0501it" },
	{ "Cyrillic ԛ", "\u051B\u051B" "music" },
	{ "Cyrillic ԝ", "t\u051Ditter" },
	{ "Cyrillic ь", "\u044Cinance" },
	{ "Cyrillic р", "s\u0440otify" },
	{ "Cyrillic т", "\u0442witter" },
	{ "Cyrillic к", "ban\u043A" },
	{ "Cyrillic в", "ver\u0432and" },
	{ "Cyrillic but a Latin k", "\u044F\u043D\u0434\u0435k\u0441" },
	{ "Cyrillic but a Latin o", "\u043Co\u0441\u043A\u0432\u0430" },
	{ "Cyrillic but a Latin e", "\u0441be\u0440\u0431\u0430\u043D\u043A" },
	{ "Cyrillic and an accent", "caf\u0435\u0301" },
	{ "Cyrillic, a digit between", "web2\u0430" },
	{ "Cyrillic after a hyphen", "paypal-\u0430\u0440\u0440" },
	{ "Greek omicron", "g\u03BF\u03BFgle" },
	{ "Greek alpha", "\u03B1pple" },
	{ "Greek nu", "\u03BDisa" },
	{ "Greek rho", "\u03C1aypal" },
	{ "Greek eta", "\u03B7ike" },
	{ "Greek upsilon", "yo\u03C5tube" },
	{ "Greek iota", "tw\u03B9tter" },
	{ "Greek kappa", "ban\u03BA" },
	{ "a mark of Greek", "e\u0342bay" },
	{ "Greek but a Cyrillic о", "\u03B1\u03B8\u03B7\u03BD\u043E" },
	{ "Cherokee", "yah\u13EEo" },
	{ "Coptic", "\u2CA3aypal" },
	{ "Lisu", "\uA4D0ank" },
	{ "Deseret", "g\U0001042C\U0001042Cgle" },
	{ "Tifinagh", "yah\u2D54" },
	{ "Canadian syllabics", "\u146Daypal" },
	{ "Runic", "\u16B7oogle" },
	{ "Gothic", "\U00010330pple" },
	{ "Cherokee but a Tifinagh letter", "\u13AA\u13D9\u2D54" },
	{ "Thai but a Lao letter", "\u0E44\u0E97\u0E22" },
	{ "Tamil but a Malayalam letter", "\u0BA4\u0BAE\u0D3F\u0BB4" },
	{ "Telugu but a Kannada letter", "\u0C24\u0CC6\u0C32\u0C41" },
	{ "Hindi but a Gujarati letter", "\u0AAD\u093E\u0930\u0924" },
	{ "Hebrew but an Arabic letter", "\u0634\u05DC\u05D5\u05DD" },
	{ "Korean but a katakana letter", "\uC11C\uC6B8\u30CB" },
	{ "Han but a Yi letter", "\u4E2D\uA042" },
	{ "Latin, Thai and Hindi", "bbc\u0E01\u0915" },
};

static const struct row mixed_number_spoofs[] = {
	{ "Bengali 4, which looks like 8", "\u0995\u09EA8" },
	{ "Devanagari 0 among ASCII digits", "1\u0966\u09660" },
	{ "Gurmukhi 9 in Punjabi", "\u0A2A\u0A6F9" },
	{ "Persian 3 in Persian", "\u0634\u0628\u06A9\u0647\u06F33" },
	{ "Thai 1 in Thai", "\u0E44\u0E17\u0E22\u0E511" },
	{ "Tibetan 2 and ASCII 2", "\u0F40\u0F222" },
	{ "Myanmar and Shan 1", "\u1000\u1041\u1091" },
};

/* Spoofs that Moderately Restrictive takes for names of two languages. */
static const struct row spoofs_beside_latin[] = {
	{ "Armenian օ", "g\u0585\u0585gle" },
	{ "Armenian ո, հ", "am\u0561zo\u0578" },
	{ "Armenian ս", "yo\u057Dtube" },
	{ "Armenian զ", "\u0566uora" },
	{ "Bengali zero as o", "g\u09E6\u09E6gle" },
	{ "Tamil zero as o", "\u0BE6racle" },
	{ "Thai baht-like letter", "\u0E1Finance" },
	{ "Georgian ვ", "intel\u10D5" },
	{ "Ethiopic ሀ", "ya\u1200oo" },
	{ "Myanmar wa as o", "g\u101D\u101Dgle" },
	{ "Lao o", "micr\u0ED0soft" },
	{ "Malayalam zero as o", "fac\u0D66" },
};

/* Spoofs that Highly Restrictive takes for Chinese, Japanese or Korean, with Latin. */
static const struct row spoofs_beside_east_asian[] = {
	{ "katakana ノ as a slash", "bankノlogin" },
	{ "katakana ー as a hyphen", "seven\u30FCeleven" },
	{ "Han 一 as a hyphen", "coca\u4E00cola" },
	{ "Han 丶 as a dot", "example\u4E36com" },
	{ "Hangul ㅇ-like 이", "go\uC774gle" },
	{ "Bopomofo ㄚ as y", "pa\u311Apal" },
	{ "Han 工 as i", "b\u5DE5nance" },
	{ "hiragana ん as h", "git\u3093ub" },
};

/*
 * Spoofs that no level but ASCII-Only finds, by design: every word in a single script is
 * allowed.  Section 4 of UTS #39 finds look-alikes, if the imitated name is known.
 */
static const struct row whole_script_spoofs[] = {
	{ "all Cyrillic", "\u0430\u0440\u0440\u04CF\u0435" },
	{ "all Cyrillic", "\u0440\u0430\u0443\u0440\u0430\u04CF" },
	{ "all Cyrillic, with a digit", "\u0455\u0441\u043E\u0440\u0435-1" },
	{ "all Greek", "\u03BF\u03BA" },
	{ "all Latin, script g", "\u0261oogle" },
	{ "all Latin, a dotless i", "wik\u0131pedia" },
	{ "all Latin, a dot below", "paypa\u1E37" },
	{ "all Japanese, katakana ロ for kanji 口", "人\u30ED" },
	{ "all Chinese, 士 for 土", "\u58EB地" },
};

/* Spoofs that not even ASCII-Only finds. */
static const struct row ascii_spoofs[] = {
	{ "a digit 1", "paypa1" },
	{ "r and n for m", "rnicrosoft" },
};

/* --- Each level ----------------------------------------------------------- */

static const struct table {
	const struct row *rows;
	size_t count;
	enum { REAL, SPOOF } kind;
	enum idnx_restriction_level strictest; /* that allows them */
	enum idnx_status status;               /* from the next level on, except ASCII-Only */
} tables[] = {
#define TABLE(rows) rows, LENGTH(rows)
	{ TABLE(ascii_names), REAL, IDNX_LEVEL_ASCII_ONLY, IDNX_OK },
	{ TABLE(single_script_names), REAL, IDNX_LEVEL_SINGLE_SCRIPT, IDNX_MIXED_SCRIPTS },
	{ TABLE(highly_restrictive_names), REAL, IDNX_LEVEL_HIGHLY_RESTRICTIVE,
	  IDNX_MIXED_SCRIPTS },
	{ TABLE(moderately_restrictive_names), REAL, IDNX_LEVEL_MODERATELY_RESTRICTIVE,
	  IDNX_MIXED_SCRIPTS },
	{ TABLE(mixed_script_spoofs), SPOOF, IDNX_LEVEL_UNRESTRICTED, IDNX_MIXED_SCRIPTS },
	{ TABLE(mixed_number_spoofs), SPOOF, IDNX_LEVEL_UNRESTRICTED, IDNX_MIXED_NUMBERS },
	{ TABLE(spoofs_beside_latin), SPOOF, IDNX_LEVEL_MODERATELY_RESTRICTIVE,
	  IDNX_MIXED_SCRIPTS },
	{ TABLE(spoofs_beside_east_asian), SPOOF, IDNX_LEVEL_HIGHLY_RESTRICTIVE,
	  IDNX_MIXED_SCRIPTS },
	{ TABLE(whole_script_spoofs), SPOOF, IDNX_LEVEL_SINGLE_SCRIPT, IDNX_MIXED_SCRIPTS },
	{ TABLE(ascii_spoofs), SPOOF, IDNX_LEVEL_ASCII_ONLY, IDNX_OK },
};

static enum idnx_status expected_status(const struct table *table,
                                        enum idnx_restriction_level level)
{
	if (level <= table->strictest)
		return IDNX_OK;
	return level == IDNX_LEVEL_ASCII_ONLY ? IDNX_MIXED_SCRIPTS : table->status;
}

static void check_name(const struct row *row, enum idnx_restriction_level level,
                       enum idnx_status expected)
{
	size_t length = strlen(row->name);
	struct idnx_criteria criteria = { .level = level };
	struct idnx_judgement result = idnx_judge(row->name, length, &criteria);

	print_message("# %s: %s\n", row->what, row->name);
	assert_string_equal(idnx_status_code(result.status), idnx_status_code(expected));
	assert_int_equal(result.label, expected != IDNX_OK);
}

static void check_level(enum idnx_restriction_level level)
{
	size_t real_names = 0, spoofs = 0;

	for (size_t i = 0; i < LENGTH(tables); i++) {
		enum idnx_status expected = expected_status(&tables[i], level);

		for (size_t j = 0; j < tables[i].count; j++)
			check_name(&tables[i].rows[j], level, expected);
		if (tables[i].kind == REAL && expected == IDNX_OK)
			real_names += tables[i].count;
		if (tables[i].kind == SPOOF && expected != IDNX_OK)
			spoofs += tables[i].count;
	}
	print_message("# note: %zu real names pass, %zu spoofs do not\n", real_names, spoofs);
	assert_true(real_names >= EACH);
	assert_true(spoofs >= EACH);
}

TEST(moderately_restrictive_lets_real_names_pass_and_stops_spoofs)
{
	check_level(IDNX_LEVEL_MODERATELY_RESTRICTIVE);
}

TEST(highly_restrictive_lets_real_names_pass_and_stops_spoofs)
{
	check_level(IDNX_LEVEL_HIGHLY_RESTRICTIVE);
}

TEST(single_script_lets_real_names_pass_and_stops_spoofs)
{
	check_level(IDNX_LEVEL_SINGLE_SCRIPT);
}

TEST(ascii_only_lets_ascii_pass_and_stops_all_others)
{
	check_level(IDNX_LEVEL_ASCII_ONLY);
}

/* Without a level, the spoofs pass as well.  The real names are in their converted form. */
TEST(without_a_level_all_of_them_are_valid_names)
{
	for (size_t i = 0; i < LENGTH(tables); i++) {
		for (size_t j = 0; j < tables[i].count; j++) {
			const struct row *row = &tables[i].rows[j];
			char form[IDNX_NAME_SIZE];
			struct idnx_result result;

			check_name(row, IDNX_LEVEL_UNRESTRICTED, IDNX_OK);
			result = idnx_to_unicode(row->name, strlen(row->name), form,
			                         sizeof form, IDNX_LOOKUP);
			assert_string_equal(idnx_status_code(result.status), "OK");
			assert_string_equal(form, row->name);
		}
	}
}
