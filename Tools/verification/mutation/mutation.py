#!/usr/bin/env python3
"""Mutation testing of the rules: changes each rule in every simple way and prints undetected changes.

    python3 Tools/verification/mutation/mutation.py --work FOLDER          # every mutant; hours
    python3 Tools/verification/mutation/mutation.py --work FOLDER --open   # those still open in FOLDER
    python3 Tools/verification/mutation/mutation.py --check                # only check equivalent.tsv

Results are kept in FOLDER/mutants.tsv. The exit status is 1 if a mutant is open: no journal detects it,
and equivalent.tsv has no reason why no journal can. It is also 1 if a row of equivalent.tsv names no
mutant of the present sources.
"""

import argparse
import csv
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from corpora import Corpora
from runs import Runner
from schemata import Schemata
from usage import Usage

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[2]
EQUIVALENT = HERE / "equivalent.tsv"
HEAD = ["file", "line", "mutation", "killed by"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path,
                        help="folder for the copy, the build, the corpora and the results")
    parser.add_argument("--check", action="store_true",
                        help="build nothing; report the rows of equivalent.tsv that name no mutant")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="only mutants of files whose path contains TEXT")
    parser.add_argument("--open", action="store_true",
                        help="only mutants that are open in the results, or missing from them")
    parser.add_argument("--rounds", type=int, default=1,
                        help="number of seeds for random journals (default: 1)")
    parser.add_argument("--jobs", type=int, default=2,
                        help="number of mutants run at the same time (default: 2)")
    parser.add_argument("--limit", type=float, default=10,
                        help="time limit of one run in seconds (default: 10)")
    parser.add_argument("--build-only", action="store_true", help="stop after the build")
    parser.add_argument("--show", type=int, metavar="N", help="print mutant number N")
    options = parser.parse_args()
    if not options.work and not options.check:
        parser.error("missing required option '--work'")
    return options


def build(work):
    """Builds one tool that contains all mutants that compile; returns the mutants and its path."""
    schemata = Schemata(PACKAGE, work / "package")
    schemata.find()
    schemata.write()
    modules = work / "modules"
    modules.mkdir(parents=True, exist_ok=True)
    schemata.emit_session_module(modules)
    while errors := schemata.typecheck(modules):
        if not schemata.drop(errors):
            raise SystemExit("the copy does not compile")
        schemata.rewrite()
    print(f"{len(schemata.points)} mutants, {len(schemata.dropped)} that do not compile", flush=True)
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", "adjournal", "--scratch-path",
         str(work / "build"), "--package-path", str(work / "package")], check=True)
    return schemata.points, str(work / "build/release/adjournal")


def corpora_of(work, tool, rounds):
    corpora = Corpora(PACKAGE, work / "corpora")
    found = [corpora.journals(), corpora.varied_by_rule(), corpora.timed_by_rule()]
    for seed in range(1, rounds + 1):
        found += [corpora.varied(seed, 0.1), corpora.simulated(tool, seed)]
        found += corpora.drawn(tool, seed, 400, True)
        found += corpora.drawn(tool, 1000 + seed, 700, False)
    return found


def rows(file):
    if not file.exists():
        return []
    with file.open(newline="") as lines:
        return [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]


def check_equivalents(points):
    """Exits if a row of equivalent.tsv does not name exactly one mutant, or names one twice."""
    known = Counter(point.key for point in points)
    named = Counter(tuple(row[:3]) for row in rows(EQUIVALENT))
    wrong = [key for key in named if known[key] != 1 or named[key] != 1]
    for key in wrong:
        print(f"equivalent.tsv has {named[key]} rows for {known[key]} mutants:", *key, sep="\t")
    if wrong:
        sys.exit(1)


def points_of_sources():
    schemata = Schemata(PACKAGE, PACKAGE)
    schemata.find()
    return schemata.points


def family(killer):
    """The kind of corpus that detected a mutant; with "crash" or "time-out" if that was how."""
    name, _, how = killer.partition(" ")
    kinds = {"journals": "journals", "varied": "varied journals", "timed": "timed journals", "simulated": "simulated journals"}
    kind = kinds.get(name.split("-")[0], "random journals")
    return f"{kind} {how}".strip()


def main():
    options = arguments()
    points = points_of_sources()
    if options.show:
        print(*points[options.show - 1].key, sep="\n")
        return
    check_equivalents(points)
    if options.check:
        return
    began = time.monotonic()
    points, tool = build(options.work)
    if options.build_only:
        return
    built = time.monotonic()
    table = options.work / "mutants.tsv"
    known = outcomes(options, points, tool, table)
    write(table, points, known)
    summarize([known.get(point.key, "open") for point in points])
    print(f"build {built - began:.0f} s, runs {time.monotonic() - built:.0f} s")
    undetected = [point.key for point in points if known.get(point.key, "open") == "open"]
    for key in dict.fromkeys(undetected):
        print("open:", *key, sep="\t")
    sys.exit(1 if undetected else 0)


def outcomes(options, points, tool, table):
    """The outcome of each mutant: those in the table, updated by a run of the chosen ones."""
    reasons = {tuple(row[:3]): row[3] for row in rows(EQUIVALENT)}
    known = {tuple(row[:3]): row[3] for row in rows(table)}
    chosen = [point for point in points if options.only in point.path
              and not (options.open and known.get(point.key, "open") != "open")]
    corpora = corpora_of(options.work, tool, options.rounds)
    runner = Runner(tool, Usage(PACKAGE), options.limit)
    killers = runner.all(chosen, corpora, options.jobs, progress(len(chosen)))
    for point, killer in zip(chosen, killers):
        reason = reasons.get(point.key)
        if killer and reason:
            print("listed in equivalent.tsv, but detected:", *point.key, sep="\t")
        known[point.key] = (family(killer) if killer
                            else f"equivalent: {reason}" if reason else "open")
    return known


def progress(total):
    """A function that counts finished mutants and reports every fiftieth."""
    done = Counter()

    def finished(point, killer):
        done["detected" if killer else "alive"] += 1
        if done.total() % 50 == 0 or done.total() == total:
            print(f"{done.total()} of {total}: {done['alive']} alive", file=sys.stderr, flush=True)

    return finished


def write(table, points, known):
    with table.open("w") as out:
        out.write("\t".join(HEAD) + "\n")
        for key in dict.fromkeys(point.key for point in points):
            out.write("\t".join(key + (known.get(key, "open"),)) + "\n")


def summarize(found):
    for outcome, count in Counter(each.split(":")[0] for each in found).most_common():
        print(f"{count:6} {outcome}")


if __name__ == "__main__":
    main()
