# SPDX-License-Identifier: LGPL-2.1-or-later
"""Formats the results: a page, all measurements, and a line for each program."""

import shutil
import subprocess
from collections import Counter

from jobs import (
    ADDRESSES,
    CASES,
    EVERY_PROGRAM,
    JOBS,
    LOCALES,
    NAMES,
    PHASES,
    PROGRAMS,
    TABLE,
    WORK,
)


def everything(found):
    """Yields all measurements, one line for each job."""
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
    """Yields a summary of a few lines, then a table of commands and names."""
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
        "another": "nobody for {}, which ask for another name",
        "escapes": "nobody for {}, which asks for its octets as %C3",
    }
    counts = Counter(program.converts for program in PROGRAMS.values())
    return ", ".join(words[who].format(count) for who, count in counts.items())


def unable():
    """Returns the programs that idnx cannot serve, as they do not query for the name given."""
    return ", ".join(
        program.name + ("" if program.converts in ("nobody", "another", "escapes") else f" in {program.not_in}")
        for program in PROGRAMS.values()
        if program.converts in ("nobody", "another", "escapes")
        or program.converts == "idnx" and program.not_in != "-"
    )


def starts(seen, seconds):
    """Counts the jobs with a non-ASCII name that reached its address or another one."""
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


def measured(found):
    """Yields the rows of measured.tsv: each program that was run, and each that cannot be."""
    for program in EVERY_PROGRAM:
        if program.seen == "-":
            cells = ["-"] * (len(LOCALES) + 1) + [program.command]
        elif program.name in PROGRAMS:
            cells = [version(program), *(count(found, program, at) for at in LOCALES)]
            cells.append(host_header(found, program))
        else:
            continue
        yield "\t".join([program.name, program.asks, *cells])


def version(program):
    """Returns the version of its first package, which may be unpacked only; "?" if the program
    exists without that package."""
    package = program.packages.split()[0]
    query = ["dpkg-query", "-W", "-f", "${Version}", package]
    if unpacked := list(WORK.glob(package + "_*.deb")):
        query = ["dpkg-deb", "-f", unpacked[0], "Version"]
    if not shutil.which(query[0]):
        return "?"
    return subprocess.run(query, capture_output=True, text=True).stdout.strip() or "?"


def jobs_of(program, locale):
    return [
        (index, job)
        for index, job in enumerate(TABLE)
        if (job.program, job.locale) == (program, locale) and not job.name.isascii()
    ]


def count(found, program, locale):
    """Counts the names that led to their address, without idnx and with it; "!" if one led to
    another address."""
    text = []
    for phase in PHASES:
        seen = [
            (job.address, found[phase][index].reached)
            for index, job in jobs_of(program, locale)
        ]
        astray = any(set(reached) - {address} for address, reached in seen)
        text.append("!" if astray else str(sum(address in reached for address, reached in seen)))
    return " ".join(text)


def host_header(found, program):
    """Returns the form of the host that HTTP requests send in C.UTF-8 with idnx."""
    said = set()
    for index, job in jobs_of(program, "C.UTF-8"):
        ace = dict((name, ace) for _, name, ace in NAMES)[job.name]
        for host in found["with"][index].host:
            said.add({ace: "ASCII form", job.name: "UTF-8"}.get(host, "another"))
    return ", ".join(sorted(said)) or "-"
