#!/usr/bin/env python3
"""Measures how well `adjournal triage` groups the violations of the simulator's mutants.

    mutants.py ADJOURNAL [--sessions N] [--seed N] [--faults none|harmless]

Simulates N sessions of each mutant, by default without faults, audits them, and groups all of them in one fleet. A
problem that sessions with the same faults and without a mutant have is none of a mutant. Prints, and checks (exit
status 1 if a target is missed):

problems    of a mutant with violations, on average: at most 1.6
largest     the share of a mutant's violated sessions that are in its largest problem, on average: at least 95 %
apart       the share of the pairs of mutants that break different rules (the column `rule` of mutants.tsv) whose
            largest problems differ: at least 99.5 %
"""

import argparse
import collections
import itertools
import json
import pathlib
import subprocess
import sys

TABLE = pathlib.Path(__file__).parent.parent / "mutants" / "mutants.tsv"


def own_rules():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()[1:] if not line.startswith("#")]
    return {row[0]: row[1] for row in rows}


def harmless_faults(tool):
    lines = subprocess.run([tool, "simulate", "--list-faults"], capture_output=True, text=True, check=True)
    return [line.split(":")[0] for line in lines.stdout.splitlines() if "(violates " not in line]


def simulated(tool, mutant, faults, seed, sessions, output):
    """The process that writes sessions of a mutant, or of the manager without one, to an output."""
    words = ["--mutant", mutant] if mutant else ["--manager", "handwritten"]
    words += ["--fault", ",".join(faults)] if faults else []
    return subprocess.Popen(
        [tool, "simulate", *words, "--seed", str(seed), "--sessions", str(sessions)], stdout=output)


def sessions_by_problem(tool, mutant, faults, options):
    """For each problem of a cause, by rule and id: the sessions with it."""
    simulate = simulated(tool, mutant, faults, options.seed, options.sessions, subprocess.PIPE)
    audit = subprocess.run(
        [tool, "audit", "--exit-zero", "--format", "jsonl", "--only", "violated", "-"],
        stdin=simulate.stdout, capture_output=True, check=True)
    if simulate.wait() != 0:
        sys.exit(f"simulate --mutant {mutant} failed")
    found = collections.defaultdict(set)
    for line in map(json.loads, audit.stdout.splitlines()):
        for rule, result in line["rules"].items():
            for violation in result["violations"]:
                if "problem" in violation:
                    found[rule, violation["problem"]["id"]].add(line["session"])
    return found


def mean(numbers):
    return sum(numbers) / len(numbers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--sessions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=424242)
    parser.add_argument("--faults", choices=["none", "harmless"], default="none")
    options = parser.parse_args()
    own = own_rules()
    faults = harmless_faults(options.tool) if options.faults == "harmless" else []
    without = sessions_by_problem(options.tool, None, faults, options)
    found = {}
    for mutant in own:
        problems = sessions_by_problem(options.tool, mutant, faults, options)
        problems = {key: sessions for key, sessions in problems.items() if key not in without}
        if problems:
            found[mutant] = problems
    largest = {mutant: max(problems, key=lambda key: (len(problems[key]), key))
               for mutant, problems in found.items()}
    shares = {mutant: len(problems[largest[mutant]]) / len(set().union(*problems.values()))
              for mutant, problems in found.items()}
    pairs = [pair for pair in itertools.combinations(found, 2) if own[pair[0]] != own[pair[1]]]
    merged = [pair for pair in pairs if largest[pair[0]] == largest[pair[1]]]
    number, share, apart = mean([len(problems) for problems in found.values()]), mean(list(shares.values())), \
        1 - len(merged) / len(pairs)
    print(f"{len(found)} of {len(own)} mutants violate a rule in {options.sessions} sessions: "
          f"{len(set().union(*found.values()))} problems; without a mutant: {sorted(rule for rule, _ in without)}")
    print(f"problems {number:.2f} (most: {max(map(len, found.values()))})")
    print(f"largest {share:.4f} (mutants with at least 95 %: {sum(part >= 0.95 for part in shares.values())})")
    print(f"apart {apart:.4f} (pairs: {len(pairs)}, merged: {len(merged)})")
    for one, other in merged:
        print(f"merged: {one}, {other}")
    for mutant in sorted(found, key=lambda mutant: shares[mutant])[:10]:
        parts = sorted(((len(sessions), rule) for (rule, _), sessions in found[mutant].items()), reverse=True)
        print(f"split: {mutant}: {', '.join(f'{count} {rule}' for count, rule in parts)}")
    sys.exit(0 if number <= 1.6 and share >= 0.95 and apart >= 0.995 else 1)


if __name__ == "__main__":
    main()
