#!/usr/bin/env python3
"""Checks that no filling of a gap contradicts a verdict.

    law_fillings.py ADJOURNAL PATH… [--fillings N]

Fills the gaps of cut journals, whose headers name the captured classes, with records that can have been
there. Reports a whole journal that breaks a rule which the cut one calls kept, or keeps a rule which it calls
violated. Records that a gap never hides are not inserted.
"""

import argparse
import collections
import json
import os
import random
import shutil
import sys
import tempfile

from fillings import filled
from judged import chunks, journals_of
from law_gaps import judge, marks
from lines import CLASS_OF, format_table
from timeline import ALWAYS


FORMATS = {row["id"]: row["formats"] for row in format_table("rules.tsv")}
# Rules whose violation becomes certain after its trigger, with the kinds of the trigger.
TRIGGERS = {"ad-window-closed": ("window.shown",), "fit-checked-after-resize": ("ad.loaded",),
            "dismissal-arrives": ("ad.will_present",),  # with a deadline after it, or after evidence
            # These records have no format; a later one may have it.
            "reward-needs-show": ("ad.reward_earned",), "grant-matches-earn": ("ad.reward_granted",),
            "reward-once": ("ad.reward_earned", "ad.reward_granted")}
# Rules whose trigger is the last such record of the witness; the one before is kept.
LAST = {"reward-once"}

# "An activation that lies in a gap itself is not judged; `gaps` > 0 says that there may have been
# some." So it is where nothing is seen of the load of the ad that is held,
HELD = {"fit-checked-after-resize", "banner-follows-width"}
# and where nothing that is seen meets the condition on the session, which "restricts the
# activations".
CONDITIONS = {
    "request-on-background": lambda record: record.get("format") == "app_open"
    and record["event"] == "ad.requested" and record.get("reason") == "background",
    "decision-on-every-foreground": lambda record: record.get("format") == "app_open",
}


# "A lost decision is assumed to agree with what is seen."
COUNTS = ("cap-counts-every-show", "cap-used-by-shows-only")


def miscounts(rules, own, gone):
    """Whether an inserted decision has a `remaining` that contradicts the shows or another decision."""
    lost = {record["seq"] for record in own if record["event"] == "ad.show_decided"} & gone
    return any(lost & set(violation["witness"]) for name in COUNTS if name in rules
               for violation in rules[name]["violations"])


def is_format_lost(name, seqs, seen):
    """Whether only lost records name the format of the trigger: a rule of formats does not judge it then."""
    if FORMATS[name] == "all":
        return False
    ads = {record["ad"] for record in seen if record["seq"] in seqs and record.get("ad")}
    return bool(ads) and not any(record.get("format") for record in seen if record.get("ad") in ads)


def lies_in_a_gap(name, violation, seen, gone, kinds):
    """Whether the whole condition of a broken activation lies in a gap."""
    if name in CONDITIONS:
        return not any(map(CONDITIONS[name], seen))
    if name not in HELD:
        return False
    resized = max(seq for seq in violation["witness"] if kinds.get(seq) == "scene.resized")
    loads = {seq for seq in violation["witness"] if kinds.get(seq) == "ad.loaded"}
    return {seq for seq in loads if seq < resized} <= gone


def triggers(rule, kinds, times):
    """(violation, mark, numbers of the records that can be its trigger) of each violation."""
    for violation in rule["violations"]:
        (mark,) = marks(dict(rule, violations=[violation]), kinds)
        name = rule["rule"]
        seqs = {seq for seq in violation["witness"] if kinds.get(seq) in TRIGGERS.get(name, ())}
        if name in LAST and seqs:
            seqs = {max(seqs)}
        if mark[0] != "seq":
            seqs |= {seq for seq in violation["witness"] if times.get(seq) == mark[1]}
        elif not seqs:
            seqs = {mark[1]}
        yield violation, mark, seqs


def contradictions(before, after, own, gone):
    """(rule, fault, mark) where a whole journal contradicts the cut one.

    What may be the content of a click is undecided in single-use-ad and nothing elsewhere.
    """
    kinds = {record["seq"]: record["event"] for record in own}
    times = {record["seq"]: record["t"] for record in own}
    captured = ALWAYS | set(own[0]["captures"])
    seen = [record for record in own
            if record["seq"] not in gone and CLASS_OF.get(record["event"]) in captured]
    single = before.get("single-use-ad", {"undecided": []})["undecided"]
    vague = {each["seq"] for each in single if kinds.get(each["seq"]) == "ad.will_present"}
    skipped = set(before) - set(COUNTS) if miscounts(after, own, gone) else set()
    for name, rule in before.items():
        new = after.get(name)
        if new is None or name in skipped or "not-captured" in (rule["verdict"], new["verdict"]):
            continue
        open_ones = {each["seq"] for each in rule["undecided"]}
        known = marks(rule, kinds)
        found = marks(new, kinds)
        for mark in known - found:
            yield name, "violated, but not in a filling", mark
        for violation, mark, seqs in triggers(new, kinds, times):
            if lies_in_a_gap(name, violation, seen, gone, kinds) or is_format_lost(name, seqs, seen):
                continue
            if mark not in known and seqs and not seqs & (open_ones | gone | vague):
                yield name, f"not undecided ({rule['verdict']}), but broken in a filling", mark


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--fillings", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=2)
    parser.add_argument("--keep")
    options = parser.parse_args()
    chances, counts = random.Random(options.seed), collections.Counter()
    tried = 0
    for part in chunks(journals_of(options.paths), 20):
        with tempfile.TemporaryDirectory() as folder:
            tried += campaign(options, chances, counts, part, folder)
    print(f"\n{tried} fillings, {sum(counts.values())} contradictions")
    for (rule, fault), count in counts.most_common():
        print(f"{count:6} {rule:36} {fault}")
    sys.exit(1 if counts else 0)


def campaign(options, chances, counts, paths, folder):
    cases = []
    before = judge(options.binary, paths)
    for path in paths:
        with open(path, "rb") as file:
            lines = [line for line in file.read().split(b"\n") if line]
        for _ in range(options.fillings):
            whole = filled(chances, lines)
            if whole is None:
                continue
            new = os.path.join(folder, f"{len(cases):07}.jsonl")
            records, session, gone = whole
            with open(new, "wb") as file:
                file.write(b"".join(json.dumps(record).encode() + b"\n" for record in records))
            cases.append((new, path, session, gone, records))
    after = judge(options.binary, [case[0] for case in cases])
    for new, path, session, gone, records in cases:
        codes, rules = after.get((new, session), ({"?"}, {}))
        if codes:
            continue
        own = [record for record in records if record["session"] == session]
        for rule, fault, mark in contradictions(before[path, session][1], rules, own, gone):
            counts[rule, fault] += 1
            if counts[rule, fault] <= options.show:
                print(f"{rule}: {fault} {mark} in {path} {session} filled {sorted(gone)}")
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    name = f"{rule}-{fault[:3]}-{counts[rule, fault]}"
                    shutil.copy(path, os.path.join(options.keep, name + ".jsonl"))
                    shutil.copy(new, os.path.join(options.keep, name + ".filled"))
    return len(cases)


if __name__ == "__main__":
    main()
