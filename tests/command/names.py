# SPDX-License-Identifier: LGPL-2.1-or-later
"""names.py: prints 500 names, one per line: valid names, names that break each rule, and junk."""

import sys

LABELS = [
    'example', 'EXAMPLE', 'bücher', 'BÜCHER', 'faß', 'βόλος', 'bu\u0308cher', 'ＡＢＣ', '日本語',
    '한국어', 'مثال', 'अनुवाद', 'نامه\u200cای', 'क्\u200dष', '☃', 'i♥you', '👩\u200d👩\u200d👧',
    'pay\u200dpal', 'ä\u200cb', 'раypal', 'аррӏе', '\u0301a', '\u05d01\u0661', 'אa', 'a١', '1א',
    'ab--ü', '-ü', 'ü-', '_sip', 'a b', 'ü b', 'ü/x', '℀', 'a\u2488', '\u0378', '\u2028', 'a\u00adü',
    '１２７', '①', '0x7f', 'ｌocalhost', 'xn--bcher-kva', 'XN--BCHER-KVA', 'xn--a', 'xn--999999999',
    'xn--a-ecp', 'xn--ü', 'ü' * 70, 'a' * 64,
]
PATTERNS = ['{}', '{}.', '{}.test', 'www.ü.{}', '{}.{}', '{}..de', 'https://{}/x', 'me@{}',
            '{}:80', ' {}\r']
SPECIAL = {0: b'', 1: b'.', 2: b'b\xfccher', 3: b'a.\xff.b', 4: b'a\0b', 5: b'*.example.com',
           6: b'fe80::1', 7: b'x' * 5000, 8: 'ü.'.encode() * 100, 9: '\ufdfa'.encode() * 60}

names = [pattern.format(label, label).encode() for label in LABELS for pattern in PATTERNS]
for place, name in SPECIAL.items():
    names[place * 11] = name
assert len(set(names)) == 500
sys.stdout.buffer.write(b''.join(name + b'\n' for name in names))
