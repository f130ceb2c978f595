#!/usr/bin/env python3
"""Counts the verdicts of each rule in journals: `coverage.py [--by ADJOURNAL] PATH…`."""

import collections
import os
import sys

from judged import HERE, by_oracle, by_program, journals_of

VERDICTS = ("holds", "violated", "inconclusive", "vacuous", "not-captured")


def main():
    arguments = sys.argv[1:]
    program = arguments[1] if arguments[:1] == ["--by"] else None
    paths = journals_of(arguments[2:] if program else arguments)
    judged = by_program(program, paths) if program else by_oracle(paths)
    counts = collections.Counter()
    for judgement in judged.values():
        for rule, found in judgement["rules"].items():
            counts[rule, found["verdict"]] += 1
    names = os.path.join(HERE, "..", "..", "..", "Journals", "formats", "1", "rules.tsv")
    with open(names, encoding="utf-8") as file:
        rules = [line.split("\t")[0] for line in file if line.strip()][1:]
    print(f"{'rule':36}" + "".join(f"{verdict:>14}" for verdict in VERDICTS))
    for rule in rules:
        row = [counts[rule, verdict] for verdict in VERDICTS]
        rare = "  rare" if min(row[:2]) < 20 else ""
        print(f"{rule:36}" + "".join(f"{count:14}" for count in row) + rare)


if __name__ == "__main__":
    main()
