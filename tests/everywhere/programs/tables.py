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
    """What was found in a few lines, then a table command x name."""
    yield f"{len(PROGRAMS)} commands, {len(NAMES)} names ({NAMES[0][0]} and a script each)"
    yield f"in the locales {', '.join(LOCALES)}, and {len(CASES)} names that failed people"
    yield f"who makes ACE of a name: {converters()}"
    yield f"not reached, idnx or not: {unable()}"
    for phase in PHASES:
        yield f"{phase} idnx: {starts(found[phase], seconds[phase])}"
    yield "each of them: programs.txt (before and after), programs.tsv (and where they arrived)"
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
    words = {
        "idnx": "idnx {}",
        "itself": "the program {}",
        "IDNA2003": "the program by IDNA2003 {} (astray with ß and ς)",
        "either": "either {}",
        "nobody": "nobody {}",
    }
    counts = Counter(program.converts for program in PROGRAMS.values())
    return ", ".join(words[who].format(count) for who, count in counts.items())


def unable():
    """Programs that idnx would serve, did they ask for the name they are given."""
    return ", ".join(
        program.name + ("" if program.converts == "nobody" else f" in {program.not_in}")
        for program in PROGRAMS.values()
        if program.converts == "nobody"
        or program.converts == "idnx" and program.not_in != "-"
    )


def starts(seen, seconds):
    """Of those with a name that is not ASCII, how many arrived, and where."""
    pairs = [(job, each) for job, each in zip(JOBS, seen) if not job.name.isascii()]
    arrived = sum(each.reached == [job.address] for job, each in pairs)
    astray = sum(bool(set(each.reached) - {job.address}) for job, each in pairs)
    raw = sum(each.raw for each in seen)
    return (
        f"of {len(pairs)} starts with such a name {arrived} arrive, {astray} at another"
        f" address; {raw} raw questions; {seconds:.0f} s"
    )


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
