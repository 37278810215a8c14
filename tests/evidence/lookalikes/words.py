# SPDX-License-Identifier: LGPL-2.1-or-later
"""Words that people write: names of days, months, languages and countries in their own
languages, from glibc's locale sources and from the translations of iso-codes.
"""

import gettext
import glob
import os
import re
import unicodedata

LOCALES = "/usr/share/i18n/locales"
TRANSLATIONS = "/usr/share/locale"
CATALOGS = ("iso_3166-1", "iso_639-2")
KEYWORDS = ("day", "abday", "mon", "abmon", "alt_mon", "lang_name", "country_name")

LOCALE = re.compile(r"([a-z]{2,3})(?:_([A-Z]{2}))?(?:@\w+)?$")
JOINERS = "\u200c\u200d"


def catalogs():
    return sorted(path for name in CATALOGS
                  for path in glob.glob(f"{TRANSLATIONS}/*/LC_MESSAGES/{name}.mo"))


def missing():
    """Returns the name of a missing package, or None."""
    if not os.path.isdir(LOCALES):
        return "locales"
    return None if catalogs() else "iso-codes"


def words_of(text):
    """Yields the runs of letters, marks and joiners."""
    word = ""
    for character in text + " ":
        if unicodedata.category(character)[0] in "LM" or character in JOINERS:
            word += character
        elif word:
            yield word
            word = ""


def values_of(source):
    """Yields the strings of KEYWORDS in a locale's source, where "/" continues a line."""
    text = re.sub(r"^%.*$", "", source, flags=re.MULTILINE).replace("/\n", "")
    for keyword in KEYWORDS:
        line = re.search(rf"^{keyword}\s+(.*)$", text, re.MULTILINE)
        for value in re.findall(r'"([^"]*)"', line[1]) if line else ():
            yield re.sub(r"<U([0-9A-F]+)>", lambda match: chr(int(match[1], 16)), value)


def from_locales():
    for locale in sorted(os.listdir(LOCALES)):
        match = LOCALE.match(locale)
        if match and match[2]:
            with open(f"{LOCALES}/{locale}", encoding="utf-8", errors="replace") as source:
                for value in values_of(source.read()):
                    yield locale, match[2].lower(), value


def countries():
    """Returns {language: the country with the same code, or the first of its countries}."""
    of = {}
    for locale in sorted(os.listdir(LOCALES)):
        match = LOCALE.match(locale)
        if match and match[2]:
            of.setdefault(match[1], []).append(match[2].lower())
    return {language: language if language in listed else listed[0]
            for language, listed in of.items()}


def from_translations():
    country_of = countries()
    for path in catalogs():
        locale = path.split("/")[-3]
        match = LOCALE.match(locale)
        if not match:
            continue
        country = (match[2] or country_of.get(match[1], "")).lower()
        with open(path, "rb") as catalog:
            texts = gettext.GNUTranslations(catalog)._catalog
        for original, text in texts.items():
            if original and isinstance(text, str):
                yield locale, country, text


def read():
    """Returns sorted rows: locale, top-level domain of its country or "", word."""
    rows = {(locale, country, word)
            for locale, country, text in (*from_locales(), *from_translations())
            for word in words_of(text) if len(word) > 1 and not word.isascii()}
    return sorted(rows)
