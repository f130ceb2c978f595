#!/usr/bin/env python3
"""No violation may appear when records are lost: `law_gaps.py BINARY PATH… [--cuts N] [--keep DIR]`.

Deletes ranges of records of whole journals, so that a gap is left, and looks for violations that
the whole journal does not have, and for broken guards of the whole that the cut journal calls kept.
"""

import argparse
import collections
import json
import os
import random
import shutil
import sys
import tempfile

from judged import audited, chunks, journals_of
from simulation.slot import CONFIGURATION

STAY = {
    "session.began",
    "session.sealed",
    "config.changed",
    "app.time_changed",
    "app.terminating",
    "consent.updated",
    "consent.form_shown",
    "consent.form_closed",
    "sdk.started",
    "session.ended",
    "session.continued",
}


def cut(chances, lines):
    """Lines of a file without one range of records of one session, and what went."""
    records = [json.loads(line) for line in lines]
    chosen = chances.choice(sorted({record["session"] for record in records}))
    own = [n for n, record in enumerate(records) if record["session"] == chosen]
    first = chances.randrange(1, max(2, len(own) - 1))
    gone = set()
    for n in own[first : first + chances.choice([1, 1, 2, 3, 6, 12])]:
        record = records[n]
        if record["event"] in STAY or record.get("error_code") in CONFIGURATION:
            break
        gone.add(n)
    return (
        [line for n, line in enumerate(lines) if n not in gone],
        chosen,
        {records[n]["seq"] for n in gone},
    )


def judge(binary, paths):
    found = {}
    for part in chunks(paths):
        for journal in audited(binary, part):
            codes = {each["code"] for each in journal["damage"]}
            for session in journal["sessions"]:
                found[journal["path"], session["session"]] = codes, {
                    rule["rule"]: rule for rule in session["rules"]
                }
    return found


def marks(rule):
    """What tells a violation: its seq, or the beginning of its window if something is missing."""
    found = set()
    for violation in rule["violations"]:
        missing = violation.get("missing")
        found.add(("from", missing["from_t"]) if missing else ("seq", violation["seq"]))
    return found


def compare(whole, after, gone):
    for name, rule in after.items():
        for new in marks(rule) - marks(whole[name]):
            yield name, "new violation", new
        undecided = {each["seq"] for each in rule["undecided"]}
        if rule["verdict"] == "holds" and rule["activations"] == whole[name]["activations"]:
            for kind, seq in marks(whole[name]):
                if kind == "seq" and seq not in gone | undecided:
                    yield name, "kept, but broken in the whole", (kind, seq)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--cuts", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=2)
    parser.add_argument("--keep")
    options = parser.parse_args()
    paths, chances = journals_of(options.paths), random.Random(options.seed)
    whole = judge(options.binary, paths)
    damaged = {path for (path, _), (codes, _) in whole.items() if codes}
    counts, cases = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            if path in damaged:
                continue
            with open(path, "rb") as file:
                lines = [line for line in file.read().split(b"\n") if line]
            for _ in range(options.cuts):
                left, session, gone = cut(chances, lines)
                if gone:
                    new = os.path.join(folder, f"{len(cases):07}.jsonl")
                    with open(new, "wb") as file:
                        file.write(b"\n".join(left) + b"\n")
                    cases.append((new, path, session, gone))
        after = judge(options.binary, [case[0] for case in cases])
        for new, path, session, gone in cases:
            for key in [key for key in after if key[0] == new]:
                for rule, fault, mark in compare(
                    whole[path, key[1]][1], after[key][1], gone if key[1] == session else set()
                ):
                    counts[rule, fault] += 1
                    if counts[rule, fault] <= options.show:
                        print(
                            f"{rule}: {fault} {mark} in {path} {key[1]}"
                            f" without {sorted(gone)} of {session}"
                        )
                    if options.keep and counts[rule, fault] == 1:
                        os.makedirs(options.keep, exist_ok=True)
                        shutil.copy(new, os.path.join(options.keep, f"{rule}-{fault[:3]}.jsonl"))
    print(f"\n{len(cases)} cut journals, {sum(counts.values())} offenders")
    for (rule, fault), count in counts.most_common():
        print(f"{count:6} {rule:36} {fault}")
    sys.exit(1 if counts else 0)


if __name__ == "__main__":
    main()
