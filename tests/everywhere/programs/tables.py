# SPDX-License-Identifier: LGPL-2.1-or-later
"""What was seen: a page, and everything."""

from collections import Counter

from jobs import ADDRESSES, CASES, JOBS, LOCALES, NAMES, PHASES, PROGRAMS, TABLE


def everything(found):
    """All that was measured, one line for each job."""
    columns = "program locale name_or_case name address"
    for phase in PHASES:
        columns += f" {phase}_reached {phase}_raw_questions {phase}_seconds"
    yield columns.replace(" ", "\t")
    for index, job in enumerate(JOBS):
        line = [job.program.name, *job[1:]]
        for phase in PHASES:
            seen = found[phase][index]
            line += [" ".join(seen.reached) or "-", seen.raw, f"{seen.seconds:.2f}"]
        yield "\t".join(map(str, line))


def page(found, seconds):
    """A table command x name."""
    yield f"{len(PROGRAMS)} commands, {len(NAMES)} names, {len(CASES)} cases"
    yield f"in the locales {', '.join(LOCALES)}"
    yield f"who converts: {converters()}"
    for phase in PHASES:
        raw = sum(seen.raw for seen in found[phase])
        yield f"{len(JOBS)} starts {phase} idnx in {seconds[phase]:.0f} s, {raw} raw questions"
    yield ""
    for number, (script, name, ace) in enumerate(NAMES, 1):
        yield f"{number:4}  {script:12}{ADDRESSES[ace]:13}{ace:31}{name}"
    yield ""
    yield "Under each name: in how many locales its address was reached, without idnx and with"
    yield 'it; "!" where any other address was.'
    yield ""
    yield f"{'program':20}{'converts':9}" + "".join(f"{n:5}" for n in range(1, len(NAMES) + 1))
    for program in PROGRAMS.values():
        cells = (cell(found, program, script) for script, *_ in NAMES)
        yield f"{program.name:20}{program.converts:9}" + "".join(cells)


def converters():
    counts = Counter(program.converts for program in PROGRAMS.values())
    return ", ".join(f"{who} {count}" for who, count in counts.items())


def cell(found, program, script):
    text = "  "
    for phase in PHASES:
        seen = [
            (job.address, found[phase][index].reached)
            for index, job in enumerate(TABLE)
            if (job.program, job.label) == (program, script)
        ]
        astray = any(set(reached) - {address} for address, reached in seen)
        count = sum(address in reached for address, reached in seen)
        text += "!" if astray else str(count)
        text += " " if phase == PHASES[0] else ""
    return text
