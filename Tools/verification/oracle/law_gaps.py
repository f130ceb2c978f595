#!/usr/bin/env python3
"""Checks that losing records adds no violation.

    law_gaps.py ADJOURNAL PATH… [--cuts N] [--keep FOLDER]

Deletes ranges of records of whole journals. Reports violations that the whole journal does not have, and
violations of the whole journal that the cut one calls kept. Journals with a session that no app can have
are left out, and the first records of reused names are kept.
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
from possible import born_twice, faults
from lines import CLASS_OF

STAY = {
    "session.began",
    "session.sealed",
    "config.changed",
    "app.time_changed",
    "app.terminating",
    "consent.form_shown",
    "consent.form_closed",
    "session.ended",
    "session.continued",
}


# Rules whose violation becomes certain by a later record: the kind of the record that breaks them.
LATE = {
    "ad-window-has-a-scene": "window.shown",
    "lock-requests-nothing": "ad.requested",
    "image-loading-honoured": "native.mapped",
    "cold-start-only-on-splash": "ad.will_present",
}


def with_captures(lines):
    """The journal with the captured classes in its headers, so losing records loses no class."""
    records = [json.loads(line) for line in lines]
    classes = {}
    for record in records:
        if record["event"] in CLASS_OF:
            classes.setdefault(record["session"], set()).add(CLASS_OF[record["event"]])
    for number, record in enumerate(records):
        if record["event"] != "session.began" or record.get("captures"):
            continue
        record.pop("crc", None)
        record.pop("checksums", None)
        record["captures"] = sorted(classes[record["session"]])
        lines[number] = json.dumps(record, separators=(",", ":")).encode()
    return lines


def cut(chances, lines):
    """The lines without one range of records of one session; the session; the lost numbers."""
    records = [json.loads(line) for line in lines]
    chosen = chances.choice(sorted({record["session"] for record in records}))
    own = [n for n, record in enumerate(records) if record["session"] == chosen]
    first = chances.randrange(1, max(2, len(own) - 1))
    twice = born_twice(records[n] for n in own)
    gone = set()
    for n in own[first : first + chances.choice([1, 1, 2, 3, 6, 12])]:
        record = records[n]
        if record["event"] in STAY or record["seq"] in twice:
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


def marks(rule, kinds):
    """What identifies a violation: its seq, or the beginning of its window if a record is missing."""
    found = set()
    for violation in rule["violations"]:
        missing = violation.get("missing")
        late = LATE.get(rule["rule"])
        seqs = [seq for seq in violation["witness"] if kinds.get(seq) == late] if late else []
        found.add(
            ("from", missing["from_t"]) if missing else ("seq", max(seqs or [violation["seq"]]))
        )
    return found


def compare(whole, after, gone, kinds):
    for name, rule in after.items():
        for new in marks(rule, kinds) - marks(whole[name], kinds):
            yield name, "new violation", new
        undecided = {each["seq"] for each in rule["undecided"]}
        if rule["verdict"] == "holds" and rule["activations"] == whole[name]["activations"]:
            for kind, seq in marks(whole[name], kinds):
                if kind == "seq" and seq not in gone | undecided:
                    yield name, "kept, but broken in the whole", (kind, seq)


def whole_journals(binary, paths, folder):
    """{path of a copy with captures: (path, {session: {seq: kind}})}, and how many are left out."""
    damaged = {path for (path, _), (codes, _) in judge(binary, paths).items() if codes}
    found, left_out = {}, 0
    for number, path in enumerate(paths):
        if path in damaged:
            continue
        with open(path, "rb") as file:
            lines = [line for line in file.read().split(b"\n") if line]
        kinds = {}
        sessions = collections.defaultdict(list)
        for line in lines:
            record = json.loads(line)
            sessions[record["session"]].append(record)
            kinds.setdefault(record["session"], {})[record["seq"]] = record["event"]
        if any(faults(records) for records in sessions.values()):
            left_out += 1
            continue
        copy = os.path.join(folder, f"whole-{number:07}.jsonl")
        with open(copy, "wb") as file:
            file.write(b"\n".join(with_captures(lines)) + b"\n")
        found[copy] = path, kinds
    return found, left_out


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
    counts, cases, left_out = collections.Counter(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        paths, left_out = whole_journals(options.binary, paths, folder)
        whole = judge(options.binary, list(paths))
        for path in paths:
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
        by_path = collections.defaultdict(list)
        for key in after:
            by_path[key[0]].append(key)
        for new, path, session, gone in cases:
            for key in by_path[new]:
                own = gone if key[1] == session else set()
                for rule, fault, mark in compare(
                    whole[path, key[1]][1], after[key][1], own, paths[path][1][key[1]]
                ):
                    counts[rule, fault] += 1
                    if counts[rule, fault] <= options.show:
                        print(
                            f"{rule}: {fault} {mark} in {paths[path][0]} {key[1]}"
                            f" without {sorted(gone)} of {session}"
                        )
                    if options.keep and counts[rule, fault] == 1:
                        os.makedirs(options.keep, exist_ok=True)
                        shutil.copy(new, os.path.join(options.keep, f"{rule}-{fault[:3]}.jsonl"))
    print(f"\n{left_out} journals left out")
    print(f"{len(cases)} cut journals, {sum(counts.values())} offenders")
    for (rule, fault), count in counts.most_common():
        print(f"{count:6} {rule:36} {fault}")
    sys.exit(1 if counts else 0)


if __name__ == "__main__":
    main()
