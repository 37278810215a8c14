# SPDX-License-Identifier: LGPL-2.1-or-later
"""The jobs, from programs.tsv, names.tsv and cases.tsv, and the address of each name.

PROGRAMS and LOCALES in the environment, lists with commas, choose among them.  getent -i
ahostsv4 is always included: it is the control, whose queries are raw without idnx."""

import os
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
WORK = Path("/run/idnx-programs")  # what inside compiles and unpacks, and the workers' output
ALL_LOCALES = "C,C.UTF-8,de_DE.ISO-8859-1,tr_TR.UTF-8"
LOCALES = os.environ.get("LOCALES", ALL_LOCALES).split(",")
PHASES = ["without", "with"]
WORKERS = 2  # each gets every second job


class Program(NamedTuple):
    name: str
    packages: str
    converts: str
    asks: str
    seen: str
    not_in: str
    command: str


class Job(NamedTuple):
    """A program run in a locale with a name, once in each phase."""

    program: Program
    locale: str
    label: str
    name: str
    address: str


class Seen(NamedTuple):
    """What one run of a program did."""

    reached: list
    raw: int
    seconds: float
    said: str
    host: list


def rows(file):
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


EVERY_PROGRAM = [Program(*row) for row in rows("programs.tsv")]
PROGRAMS = {each.name: each for each in EVERY_PROGRAM if each.seen != "-"}
if "PROGRAMS" in os.environ:
    chosen = ["getent -i ahostsv4", *os.environ["PROGRAMS"].split(",")]
    PROGRAMS = {name: PROGRAMS[name] for name in chosen}
NAMES = rows("names.tsv")
CASES = [row for row in rows("cases.tsv") if row[1] in PROGRAMS and row[2] in LOCALES]

# One address for each ACE form, in the order of the files.
ACES = dict.fromkeys([row[2] for row in NAMES] + [row[4] for row in CASES])
ADDRESSES = {ace: f"127.46.0.{n}" for n, ace in enumerate(ACES, 1)}
IN_HOSTS = {ace for *_, ace, place in CASES if place == "hosts"}

TABLE = [
    Job(program, locale, script, name, ADDRESSES[ace])
    for program in PROGRAMS.values()
    for locale in LOCALES
    for script, name, ace in NAMES
]
CASE_JOBS = [
    Job(PROGRAMS[program], locale, case, name, ADDRESSES[ace])
    for case, program, locale, name, ace, _ in CASES
]
JOBS = TABLE + CASE_JOBS
