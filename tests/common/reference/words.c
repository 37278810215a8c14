/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The words that make up the names for make bench: names of shops, towns, papers and
 * offices.  All code points are of Unicode 14 or earlier and equally valid in every later
 * version of UTS #46, so that engines of any version can be compared.
 */
#include "words.h"

#include <stddef.h>

#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

#define WORLD_HOSTS   LIST("www", "mail", "shop", "m", "blog", "static", "api", "cdn")
#define WORLD_DOMAINS LIST("com", "net", "org", "example", "info", "de", "eu", "shop")

const struct script script_english = {
	.hosts = LIST("www", "mail", "static", "images", "autodiscover", "login",
	              "downloads", "gateway", "eu-west"),
	.words = LIST("market", "garden", "cloud", "river", "north", "press", "travel",
	              "light", "stone", "bank", "music", "house", "daily", "green",
	              "system", "data", "world", "photo", "street", "coffee", "school",
	              "port", "media", "bridge", "international", "photography",
	              "engineering", "university"),
	.domains = WORLD_DOMAINS,
	.joint = "-",
};

const struct script script_latin = {
	.hosts = WORLD_HOSTS,
	.words = LIST("bücher", "münchen", "köln", "zürich", "bäckerei", "möbel",
	              "gemüse", "café", "crème", "forêt", "élysée", "garçon", "hôtel",
	              "théâtre", "español", "jardín", "corazón", "niños", "panadería",
	              "açaí", "coração", "pão", "irmãos", "praça", "smörgås", "älvsjö",
	              "blåbær", "fjørde", "tromsø", "þingvellir", "łódź", "żółw",
	              "gdańsk", "książka", "příroda", "žluťoučký", "kůň", "česká",
	              "győr", "őszi", "tükörfúró", "çarşı", "ağaç", "şehir", "rīga",
	              "žemė", "măgură", "ťažký"),
	.domains = WORLD_DOMAINS,
	.joint = "-",
};

const struct script script_cyrillic = {
	.hosts = LIST("почта", "магазин", "новости", "форум", "карта", "вики", "сайт"),
	.words = LIST("пример", "москва", "библиотека", "погода", "музыка", "газета",
	              "школа", "театр", "книги", "цветы", "россия", "здоровье",
	              "ремонт", "деньги", "работа", "київ", "україна", "їжак", "львів",
	              "беларусь", "ўрад", "софия", "българия", "београд", "њива",
	              "пекара", "море", "солнце", "ёлка", "чайка", "юность",
	              "объявления"),
	.domains = LIST("рф", "укр", "бел", "срб", "бг", "онлайн", "сайт", "дети",
	                "орг"),
	.joint = "-",
};

const struct script script_eszett = {
	.hosts = WORLD_HOSTS,
	.words = LIST("straße", "fußball", "weiß", "groß", "schloß", "spaß", "gieß",
	              "maß", "süß", "grüße", "strauß", "preußen", "meißen", "fleißig",
	              "roß", "außen", "heiß", "floß", "eßzimmer", "nußbaum"),
	.domains = WORLD_DOMAINS,
	.joint = "-",
};

const struct script script_final_sigma = {
	.hosts = LIST("νέος", "χάρτης", "τόπος", "λόγος", "αγώνας"),
	.words = LIST("ήλιος", "δρόμος", "κόσμος", "νόμος", "κήπος", "ουρανός",
	              "πόλεμος", "βόλος", "κύπρος", "άνεμος", "χρόνος", "γιατρός",
	              "δάσκαλος", "χορός"),
	.domains = LIST("gr", "eu", "com", "ελ"),
	.joint = "-",
};

const struct script script_greek = {
	.hosts = LIST("νέα", "χάρτα", "αγορά"),
	.words = LIST("αθήνα", "ελλάδα", "βιβλίο", "θάλασσα", "μουσική", "σχολείο",
	              "πόλη", "εφημερίδα", "θέατρο", "κρήτη", "ταξίδι", "ποδόσφαιρο",
	              "καιρό"),
	.domains = LIST("gr", "eu", "com", "ελ"),
	.joint = "-",
};

const struct script script_chinese = {
	.hosts = LIST("新闻", "邮箱", "地图", "商城", "www", "m"),
	.words = LIST("北京", "上海", "大学", "银行", "音乐", "旅游", "科技", "电影",
	              "图书", "食品", "汽车", "健康", "教育", "臺灣", "資訊", "書店",
	              "時報", "香港", "國際", "貿易"),
	.domains = LIST("中国", "公司", "网络", "中國", "台灣", "香港", "com", "cn"),
	.joint = "",
};

const struct script script_japanese = {
	.hosts = LIST("ニュース", "地図", "www", "shop"),
	.words = LIST("東京", "大阪", "京都", "日本", "さくら", "すし", "ラーメン",
	              "カメラ", "ホテル", "本屋", "新聞", "銀行", "旅行", "音楽",
	              "いぬ", "ねこ", "レストラン", "お茶", "総合", "研究所"),
	.domains = LIST("みんな", "コム", "jp", "com", "クラウド"),
	.joint = "",
};

const struct script script_korean = {
	.hosts = LIST("뉴스", "메일", "지도", "www"),
	.words = LIST("서울", "부산", "한국", "은행", "학교", "음악", "여행", "도서관",
	              "커피", "날씨", "신문", "영화", "병원", "축구", "사랑", "꽃집"),
	.domains = LIST("한국", "닷컴", "닷넷", "kr", "com"),
	.joint = "",
};

const struct script script_full_width = {
	.hosts = LIST("ｗｗｗ", "ｓｈｏｐ", "ﾆｭｰｽ"),
	.words = LIST("ｂｏｏｋ", "Ｔｏｋｙｏ", "東京", "ﾎﾃﾙ", "ｶﾒﾗ", "ﾃﾚﾋﾞ", "ﾊﾟﾝ屋",
	              "Ｗｅｂ", "日本", "ｶﾞｲﾄﾞ", "ＮＥＷＳ", "ｺｰﾋｰ", "大阪", "ｂａｎｋ",
	              "さくら", "２０２５"),
	.domains = LIST("ｃｏｍ", "ｊｐ", "ｎｅｔ", "jp", "みんな"),
	.joint = "",
};

const struct script script_compatibility = {
	.hosts = LIST("ｗｗｗ", "𝐦𝐚𝐢𝐥", "www"),
	.words = LIST("ﬁnanz", "oﬃce", "ﬂug", "Ångström", "㌔メートル", "㍻時代", "①番",
	              "ⅷ世", "ªrte", "№üne", "½größe", "𝓬𝓪𝓯é", "ŀla", "ǆungla",
	              "ſtadtbüro", "ℋaus", "㋿元年", "㍿東京", "ﾊﾝｶｸ", "ĳsland"),
	.domains = LIST("ｃｏｍ", "net", "org", "ｊｐ"),
	.joint = "-",
};

const struct script script_vietnamese = {
	.hosts = LIST("www", "báo", "chợ", "nhà"),
	.words = LIST("việt", "thường", "phở", "đường", "trường", "huế", "cổng", "điện",
	              "sức", "nghĩa", "mạng", "giáo", "tiếng", "nước", "quốc", "bưởi"),
	.domains = LIST("vn", "com", "net"),
	.joint = "-",
};

const struct script script_arabic = {
	.hosts = LIST("موقع", "أخبار", "بريد"),
	.words = LIST("القاهرة", "جامعة", "كتاب", "سوق", "مدرسة", "السفر", "الرياض",
	              "صحيفة", "مكتبة", "دبي", "موسيقى", "حديقة", "المغرب", "قهوة",
	              "بنك", "رياضة"),
	.domains = LIST("السعودية", "مصر", "شبكة", "امارات", "المغرب", "موقع"),
	.joint = "-",
};

/* Most of these words contain the zero width non-joiner. */
const struct script script_persian = {
	.hosts = LIST("خانه", "اخبار"),
	.words = LIST("نامه\u200cای", "می\u200cخواهم", "کتاب\u200cها", "خانه\u200cها",
	              "تهران", "ایران", "دانشگاه", "پیام\u200cرسان", "گل\u200cفروشی"),
	.domains = LIST("ایران", "شبکه", "ir", "com"),
	.joint = "-",
};

const struct script script_hebrew = {
	.hosts = LIST("חדשות", "דואר", "אתר"),
	.words = LIST("שלום", "ירושלים", "ספרים", "עיתון", "מוזיקה", "בנק", "חיפה",
	              "רכבת", "פרחים", "קפה", "תיאטרון", "ישראל", "מסעדה", "לימודים"),
	.domains = LIST("ישראל", "קום", "il", "com"),
	.joint = "-",
};

/* In Indic scripts joiners follow a virama: they choose among its forms. */
const struct script script_hindi = {
	.hosts = LIST("समाचार", "डाक", "www"),
	.words = LIST("हिन्दी", "क्\u200dष", "शक्\u200cति", "विद्\u200dयालय", "पुस्तक",
	              "भारत", "दिल्ली", "संगीत", "उद्\u200cघाटन", "बाज़ार", "नमस्ते",
	              "द्\u200dवार", "चाय"),
	.domains = LIST("भारत", "संगठन", "in", "com"),
	.joint = "-",
};

const struct script script_sinhala = {
	.hosts = LIST("පුවත්", "www"),
	.words = LIST("ශ්\u200dරී", "ලංකා", "ක්\u200dරීඩා", "විද්\u200dයා", "ප්\u200dරවෘත්ති",
	              "කොළඹ", "පොත", "ක්\u200dෂණය", "චිත්\u200dරපට", "වාණිජ්\u200dය"),
	.domains = LIST("ලංකා", "lk", "com"),
	.joint = "-",
};

const struct script script_malayalam = {
	.hosts = LIST("വാർത്ത", "www"),
	.words = LIST("കേരളം", "അവന്\u200d", "മലയാളം", "പുസ്തകം", "നിയമസഭ", "കണ്\u200dമണി",
	              "കോളേജ്", "വെള്\u200cളം", "കടല്\u200dപ്പുറം", "സംഗീതം"),
	.domains = LIST("ഭാരതം", "in", "com"),
	.joint = "-",
};

const struct script script_emoji = {
	.hosts = LIST("www", "i", "💌", "get"),
	.words = LIST("❤", "🍕", "☃", "🐱", "🚀", "🎉", "☕", "👍", "👍🏽", "🌍", "☀️",
	              "🍩", "🐟", "🎸", "i❤", "love💌", "pizza🍕", "🏠shop"),
	.domains = LIST("ws", "to", "fm", "la", "example", "gg"),
	.joint = "",
};
