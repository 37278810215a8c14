# SPDX-License-Identifier: LGPL-2.1-or-later
"""render.py TITLE <session.txt >picture.svg: draws a terminal session.

The same session gives the same picture, octet for octet.
"""

import sys
from xml.sax.saxutils import escape

WIDTH = 8.4  # of a character of 14 px: 0.6 of its height, as in most monospaced fonts
HEIGHT = 20
MARGIN = 16
COLUMNS = 80

# The light colours are attributes, not CSS, for viewers that support little CSS.
FONT = ("font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace\" "
        'font-size="14"')
STYLE = '''
text{white-space:pre}.command{font-weight:bold}
@media(prefers-color-scheme:dark){rect{fill:#0d1117;stroke:#3d444d}text{fill:#e6edf3}
.prompt{fill:#9198a1}.removed{fill:#ff7b72}.added{fill:#3fb950}.place{fill:#d2a8ff}}
'''
COLOURS = {'prompt': '#59636e', 'command': '#1f2328', 'output': '#1f2328',
           'removed': '#b3261e', 'added': '#116329', 'place': '#6639ba'}

# The first character of a line of a diff.
KINDS = {'-': 'removed', '+': 'added', '@': 'place'}


def text(row, column, content, kind):
    return (f'<text x="{MARGIN + column * WIDTH:g}" y="{MARGIN + row * HEIGHT + 14}" '
            f'class="{kind}" fill="{COLOURS[kind]}" textLength="{len(content) * WIDTH:.1f}">'
            f'{escape(content)}</text>')


def lines_of(session):
    """Yields the elements of the picture for each line of the session."""
    for row, line in enumerate(session):
        if line.startswith('$ '):
            yield text(row, 0, '$', 'prompt')
            yield text(row, 2, line[2:], 'command')
        elif line:
            yield text(row, 0, line, KINDS.get(line[0], 'output'))


def main():
    session = sys.stdin.read().splitlines()
    width = 2 * MARGIN + COLUMNS * WIDTH
    height = 2 * MARGIN + len(session) * HEIGHT
    title = escape(sys.argv[1])
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" '
          f'width="{width:g}" height="{height}" role="img" aria-labelledby="title">')
    print(f'<title id="title">{title}</title>\n<style>{STYLE}</style>')
    print(f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1}" rx="8" '
          'fill="#f6f8fa" stroke="#d0d7de"/>')
    print(f'<g {FONT}>')
    print('\n'.join(lines_of(session)))
    print('</g>\n</svg>')


main()
