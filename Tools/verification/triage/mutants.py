#!/usr/bin/env python3
"""Measures how well `adjournal triage` groups the violations of the simulator's mutants.

    mutants.py ADJOURNAL [--sessions N] [--seed N]

Simulates N sessions of each mutant, with all faults that break no rule by themselves, audits them, and
groups them in one fleet. Prints and checks (exit status 1 below 95 %):

recall      For a mutant and an ad format: the share of its violated sessions that are in its largest
            problem, on average over all mutants and formats. Formats are counted apart because the format
            is part of a problem.
precision   For two mutants that break different rules (the column `rule` of mutants.tsv): the share of
            such pairs whose largest problems are different.

Also prints, without a target, the recall of the violations of the mutant's own rule, the recall weighted by
sessions, and for the largest problem of a mutant the share of its sessions whose mutant breaks that rule.
"""

import argparse
import collections
import itertools
import json
import pathlib
import subprocess
import sys

TARGET = 0.95
TABLE = pathlib.Path(__file__).parent.parent / "mutants" / "mutants.tsv"


def own_rules():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()[1:] if not line.startswith("#")]
    return {row[0]: row[1] for row in rows}


def harmless_faults(tool):
    lines = subprocess.run([tool, "simulate", "--list-faults"], capture_output=True, text=True, check=True)
    return [line.split(":")[0] for line in lines.stdout.splitlines() if "(violates " not in line]


def violations(tool, mutant, faults, sessions, seed):
    """The violations that are causes, as (session, format, rule, id of the problem)."""
    simulate = subprocess.Popen(
        [tool, "simulate", "--mutant", mutant, "--fault", ",".join(faults), "--seed", str(seed),
         "--sessions", str(sessions)], stdout=subprocess.PIPE)
    audit = subprocess.run(
        [tool, "audit", "--exit-zero", "--format", "jsonl", "--only", "violated", "-"],
        stdin=simulate.stdout, capture_output=True, check=True)
    if simulate.wait() != 0:
        sys.exit(f"simulate --mutant {mutant} failed")
    for line in map(json.loads, audit.stdout.splitlines()):
        for rule, result in line["rules"].items():
            for violation in result["violations"]:
                if "problem" in violation:
                    problem = violation["problem"]
                    yield line["session"], problem.get("format"), rule, problem["id"]


def recalls(found, key=lambda item: True):
    """For each mutant and format: the sessions of the largest problem, and all."""
    groups = collections.defaultdict(lambda: collections.defaultdict(set))
    for mutant, items in found.items():
        for session, form, rule, problem in filter(key, items):
            groups[mutant, form][problem].add(session)
    return {group: (max(map(len, problems.values())), len(set().union(*problems.values())))
            for group, problems in groups.items()}


def mean(recalls):
    return sum(part / whole for part, whole in recalls.values()) / len(recalls)


def weighted(recalls):
    return sum(part for part, _ in recalls.values()) / sum(whole for _, whole in recalls.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--sessions", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    own, faults = own_rules(), harmless_faults(options.tool)
    found = {}
    for mutant in own:
        items = list(violations(options.tool, mutant, faults, options.sessions, options.seed))
        if items:
            found[mutant] = [(f"{mutant} {item[0]}", *item[1:]) for item in items]

    sessions = {mutant: collections.defaultdict(set) for mutant in found}
    for mutant, items in found.items():
        for session, _, rule, problem in items:
            sessions[mutant][problem].add(session)
    main_problem = {mutant: max(problems, key=lambda id: (len(problems[id]), id))
                    for mutant, problems in sessions.items()}
    pairs = [pair for pair in itertools.combinations(found, 2) if own[pair[0]] != own[pair[1]]]
    merged = [pair for pair in pairs if main_problem[pair[0]] == main_problem[pair[1]]]
    pure = []
    for mutant, id in main_problem.items():
        inside = {other: len(problems[id]) for other, problems in sessions.items() if id in problems}
        same = sum(count for other, count in inside.items() if own[other] == own[mutant])
        pure.append(same / sum(inside.values()))

    all_groups = recalls(found)
    recall, precision = mean(all_groups), 1 - len(merged) / len(pairs)
    by_own = recalls({m: [i for i in items if i[2] == own[m]] for m, items in found.items()})
    ids = {problem for items in found.values() for *_, problem in items}
    print(f"{len(found)} of {len(own)} mutants violate a rule in {options.sessions} sessions: {len(ids)} problems")
    print(f"recall {recall:.3f} (mutants and formats: {len(all_groups)})")
    print(f"precision {precision:.4f} (pairs: {len(pairs)}, merged: {len(merged)})")
    print(f"recall of the mutant's own rule {mean(by_own):.3f}; weighted by sessions {weighted(all_groups):.3f}, "
          f"own rule {weighted(by_own):.3f}")
    print(f"share of the largest problem that breaks the mutant's rule {sum(pure) / len(pure):.3f}")
    for one, other in merged:
        print(f"merged: {one}, {other}")
    worst = sorted(all_groups.items(), key=lambda item: item[1][0] / item[1][1])[:10]
    for (mutant, form), (part, whole) in worst:
        print(f"split: {mutant} {form or '-'}: {part} of {whole}")
    sys.exit(0 if recall >= TARGET and precision >= TARGET else 1)


if __name__ == "__main__":
    main()
