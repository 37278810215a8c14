# SPDX-License-Identifier: LGPL-2.1-or-later
"""What should be seen of each job, and where something else was."""

from dns import WRONG
from jobs import CASE_JOBS, JOBS, NAMES, PHASES

CONVERTS = {
    "idnx": "by idnx only",
    "itself": "by itself, as before",
    "IDNA2003": "by itself, wrong with ß and ς, as before",
    "either": "as before, else by idnx",
    "nobody": "refused by itself, as before",
}


def expected(job, phase):
    """The addresses it should reach."""
    if job.program.converts == "IDNA2003" and set("ßς") & set(job.name):
        return [WRONG]
    able = job.locale not in job.program.not_in.split(",")
    reaches = {
        "idnx": able and phase == "with",
        "itself": able,
        "IDNA2003": able,
        "either": able or phase == "with",
        "nobody": False,
    }[job.program.converts]
    return [job.address] if reaches or job.name.isascii() else []


def faults(job, seen):
    """Lines that say what was not as expected; seen has a Seen for each phase."""
    for phase in PHASES:
        wanted, found = expected(job, phase), seen[phase].reached
        if found != wanted:
            yield f"{job.name} {phase} idnx: expected {wanted}, reached {found}"
            yield f"    it said {seen[phase].said!r}"
    if seen["with"].raw:
        yield f"{job.name} with idnx: expected no raw question, found {seen['with'].raw}"


def title(job):
    """Of the test that a job belongs to: in the table one for all names."""
    begin = f"{job.program.name} in {job.locale}"
    if job in CASE_JOBS:
        return f"{job.label}: {begin}: {job.name}"
    return f"{begin}: {len(NAMES)} names, {CONVERTS[job.program.converts]}"


def tests(found):
    """Title -> faults.  The first is the negative control of the last."""
    raw = {phase: sum(seen.raw for seen in found[phase]) for phase in PHASES}
    yield "without idnx a raw question is seen in the log", (
        [] if raw["without"] else ["expected some, found none"]
    )
    table = {}
    for index, job in enumerate(JOBS):
        seen = {phase: found[phase][index] for phase in PHASES}
        table.setdefault(title(job), []).extend(faults(job, seen))
    yield from table.items()
    yield "with idnx no question was raw", (
        [] if not raw["with"] else [f"expected none, found {raw['with']}"]
    )
