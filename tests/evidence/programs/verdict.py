# SPDX-License-Identifier: LGPL-2.1-or-later
"""What each job is expected to do, and where it did something else."""

from urllib.parse import quote

from dns import WRONG
from jobs import CASE_JOBS, JOBS, NAMES, PHASES

LABEL_MAX = 63  # RFC 1035 section 2.3.4

CONVERTS = {
    "idnx": "by idnx only",
    "itself": "by itself, as before",
    "IDNA2003": "by itself, wrong with ß and ς, as before",
    "either": "as before, else by idnx",
    "nobody": "refused by itself, as before",
    "another": "another name is asked for, as before",
    "escapes": "escaped by itself and asked for, as before",
}


def expected(job, phase):
    """Returns the addresses that the job should reach."""
    not_in = job.program.not_in.split(",")
    if job.locale + "!" in not_in and not job.name.isascii():
        return what_is_left(job.name)
    if job.locale + "-" in not_in and not job.name.isascii():
        return []
    if job.program.converts == "another" and not job.name.isascii():
        return [WRONG]
    if job.program.converts == "escapes" and not job.name.isascii():
        return [WRONG] if len(quote(job.name.split(".")[0])) <= LABEL_MAX else []
    able = job.locale not in not_in
    if job.program.converts == "IDNA2003" and able and set("ßς") & set(job.name):
        return [WRONG]
    reaches = {
        "idnx": able and phase == "with",
        "itself": able,
        "IDNA2003": able or phase == "with",
        "either": able or phase == "with",
        "nobody": False,
        "another": False,
        "escapes": False,
    }[job.program.converts]
    return [job.address] if reaches or job.name.isascii() else []


def what_is_left(name):
    """Returns what is reached by a program that removes non-ASCII characters from the name."""
    rest = "".join(filter(str.isascii, name))
    return [] if rest.startswith(".") else [WRONG]


def faults(job, seen):
    """Yields a line for each deviation; seen has a Seen for each phase."""
    for phase in PHASES:
        wanted, found = expected(job, phase), seen[phase].reached
        if found != wanted:
            yield f"{job.name} {phase} idnx: expected {wanted}, reached {found}"
            yield f"    it said {seen[phase].said!r}"
    if seen["with"].raw and not asks_dns(job):
        yield f"{job.name} with idnx: expected no raw question, found {seen['with'].raw}"


def title(job):
    """Returns the title of the job's test; in the table one test has all names."""
    begin = f"{job.program.name} in {job.locale}"
    if job in CASE_JOBS:
        return f"{job.label}: {begin}: {job.name}"
    return f"{begin}: {len(NAMES)} names, {CONVERTS[job.program.converts]}"


def asks_dns(job):
    """Returns whether the program queries DNS itself, perhaps in addition to glibc."""
    return "DNS" in job.program.asks.split(",")


def raw_questions(found):
    """Counts the raw queries of programs that leave DNS to glibc."""
    return sum(seen.raw for job, seen in zip(JOBS, found) if not asks_dns(job))


def tests(found):
    """Yields titles and faults of the tests.  The first is the negative control of the last."""
    raw = {phase: raw_questions(found[phase]) for phase in PHASES}
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
