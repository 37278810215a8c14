# SPDX-License-Identifier: LGPL-2.1-or-later
"""fields.py DIRECTORY: compares the members of the subcommands' JSON objects.

DIRECTORY has a file for each subcommand, called like it, with objects for the same names.  Prints
what differs, and how many values were compared.
"""

import json
import sys

REASON = ['status', 'label', 'position', 'column', 'message', 'character', 'rule', 'fix']
LOOKUP = ['output', 'verdict', 'configuration', 'finding', 'warning']

compared = 0


def objects(subcommand):
    with open(f'{sys.argv[1]}/{subcommand}') as file:
        for line in file:
            value = json.loads(line)
            yield from value['names'] if subcommand == 'compare' else [value]


def agree(name, member, one, other, who):
    global compared
    compared += 1
    if one != other:
        print(f'{name!r}: {member}: {one!r}, but of {who}: {other!r}')


def same(members, subcommands):
    told = {subcommand: list(objects(subcommand)) for subcommand in subcommands}
    first = told[subcommands[0]]
    for subcommand in subcommands[1:]:
        agree('', 'names', len(first), len(told[subcommand]), subcommand)
        for one, other in zip(first, told[subcommand]):
            for member in members:
                agree(one['input'], member, one[member], other[member], subcommand)


def broken_steps(explained):
    steps = [step for label in explained['labels'] for step in label['steps']]
    return [step for step in steps + explained['steps'] if step['step'] == 'broken']


def true_of_one(explained):
    """Checks that the members of one object agree."""
    name, valid = explained['input'], explained['status'] == 'OK'
    agree(name, 'broken step', not valid, bool(broken_steps(explained)), 'status')
    if not valid:
        step = [{member: step[member] for member in REASON} for step in broken_steps(explained)]
        agree(name, 'first', True, {member: explained[member] for member in REASON} in step,
              'steps')
    agree(name, 'no query', explained['output'] is None,
          explained['verdict'] in ('rejected', 'configuration', 'converter'), 'verdict')
    agree(name, 'nothing broken', valid, explained['fix'] is None, 'fix')
    agree(name, 'a place', valid, explained['position'] == 0, 'position')
    if explained['character'] and not explained['input'].isascii():
        agree(name, 'column', True, explained['column'] > 0, 'column')
    if explained['verdict'] == 'converted':
        agree(name, 'valid', True, valid, 'verdict')


same(['input'] + REASON, ['explain', 'to-ascii', 'to-unicode', 'check', 'compare', 'resolve'])
same(LOOKUP, ['explain', 'check', 'compare', 'resolve'])
for one, ascii_form in zip(objects('explain'), objects('to-ascii')):
    true_of_one(one)
    if one['verdict'] == 'converted':
        agree(one['input'], 'output', one['output'], ascii_form['output'], 'to-ascii')
print(compared)
