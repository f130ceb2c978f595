#!/usr/bin/env python3
"""Rules under mutation: every way to write a rule wrongly, built once, run one by one."""

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
TABLE, EQUIVALENT = HERE / "mutants.tsv", HERE / "equivalent.tsv"
HEAD = ["file", "line", "mutation", "killed by"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True,
                        help="folder of the copy, the build and the corpora")
    parser.add_argument("--only", default="", help="only mutants of files whose path has this in it")
    parser.add_argument("--open", action="store_true", help="only mutants that the table calls open, or does not have yet")
    parser.add_argument("--rounds", type=int, default=1,
                        help="how many seeds of random journals (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants run at once (default 2)")
    parser.add_argument("--limit", type=float, default=10,
                        help="seconds after which a run is a time-out (default 10)")
    parser.add_argument("--build-only", action="store_true", help="stops after the build")
    parser.add_argument("--show", type=int, metavar="N", help="prints what mutant N is")
    return parser.parse_args()


def build(work):
    """The tool with all mutants that compile."""
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
        found += corpora.drawn(seed, 400, True) + corpora.drawn(1000 + seed, 700, False)
    return found


def rows(file):
    if not file.exists():
        return []
    with file.open(newline="") as lines:
        return [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]


def family(killer):
    """The kind of corpus that killed a mutant, and how where not by its answer."""
    name, _, how = killer.partition(" ")
    kinds = {"journals": "journals", "varied": "varied journals", "timed": "timed journals", "simulated": "simulated journals"}
    kind = kinds.get(name.split("-")[0], "random journals")
    return f"{kind} {how}".strip()


def main():
    options = arguments()
    began = time.monotonic()
    if options.show:
        schemata = Schemata(PACKAGE, options.work / "package")
        schemata.find()
        print(*schemata.points[options.show - 1].key, sep="\n")
        return
    points, tool = build(options.work)
    if options.build_only:
        return
    built = time.monotonic()
    reasons = {tuple(row[:3]): row[3] for row in rows(EQUIVALENT)}
    known = {tuple(row[:3]): row[3] for row in rows(TABLE)}
    chosen = [p for p in points if options.only in p.path
              and not (options.open and known.get(p.key, "open") != "open")]
    done = Counter()

    def told(point, killer):
        done[killer or "alive"] += 1
        total = sum(done.values())
        if total % 50 == 0 or total == len(chosen):
            print(f"{total} of {len(chosen)}: {done['alive']} alive", file=sys.stderr, flush=True)

    corpora = corpora_of(options.work, tool, options.rounds)
    killers = Runner(tool, Usage(PACKAGE), options.limit).all(chosen, corpora, options.jobs, told)
    for point, killer in zip(chosen, killers):
        reason = reasons.get(point.key)
        if killer and reason:
            print(f"called equivalent and is not: {point.key}")
        known[point.key] = family(killer) if killer else (f"equivalent: {reason}" if reason else "open")
    with TABLE.open("w") as out:
        out.write("\t".join(HEAD) + "\n")
        for key in dict.fromkeys(point.key for point in points):
            out.write("\t".join(key + (known.get(key, "open"),)) + "\n")
    said = Counter(known[p.key].split(":")[0] for p in points if p.key in known)
    print(dict(said), f"build {built - began:.0f} s, runs {time.monotonic() - built:.0f} s")


main()
