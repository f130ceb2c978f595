#!/usr/bin/env python3
"""Measures whether the shrunk journals of `adjournal triage --to` stand alone.

    exemplars.py ADJOURNAL [INPUT...]

An input is a journal or a folder; without one, it is 300 simulated sessions of each mutant. Writes the journal of each
problem of an input, and judges that journal by all rules. Prints them, and checks (exit status 1 if a target is missed):

missing     problems without a journal, such as those that only a session before it explains
first       journals whose first problem is their own: at least 90 %
only        journals without another problem: at least 90 %
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import mutants


def problems(tool, *words):
    run = subprocess.run(
        [tool, "triage", "--exit-zero", "--format", "json", *words], capture_output=True, check=True)
    return json.loads(run.stdout)["problems"]


def inputs(tool, paths, folder):
    """The paths, or the files of simulated sessions, one at a time."""
    yield from paths
    for mutant in mutants.own_rules() if not paths else []:
        path = folder / "sessions.jsonl"
        with open(path, "wb") as file:
            if mutants.simulated(tool, mutant, [], 424242, 300, file).wait() != 0:
                sys.exit(f"simulate --mutant {mutant} failed")
        yield path


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = sys.argv[1]
    total = missing = first = only = 0
    seconds = 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, path in enumerate(inputs(tool, sys.argv[2:], folder)):
            start = time.time()
            found = problems(tool, "--to", folder / str(number), path)
            seconds += time.time() - start
            for problem in found:
                journal = problem["exemplar"]["journal"]
                total += 1
                if journal is None:
                    missing += 1
                    print(f"missing: {problem['rule']} {problem['id']} of {path}")
                    continue
                rules = [(other["id"], other["rule"]) for other in problems(tool, journal)]
                is_first = rules[0][0] == problem["id"]
                first += is_first
                only += is_first and len(rules) == 1
                if len(rules) > 1 or not is_first:
                    session = problem["exemplar"]["session"]
                    print(f"{problem['rule']} of {session} shows {', '.join(rule for _, rule in rules)}")
    written = max(1, total - missing)
    print(f"{total} problems, {missing} missing, first {first} ({first / written:.2%}), "
          f"only {only} ({only / written:.2%}); {seconds / max(1, total):.2f} s a problem")
    sys.exit(0 if first >= 0.9 * written and only >= 0.9 * written else 1)


if __name__ == "__main__":
    main()
