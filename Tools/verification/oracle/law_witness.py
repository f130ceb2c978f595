#!/usr/bin/env python3
"""Checks that the witness of each violation alone breaks the rule, and that no smaller part does.

    law_witness.py ADJOURNAL PATH… [--rule ID] [--show N] [--keep FOLDER]
"""

import argparse
import collections
import json
import os
import sys
import tempfile

from judged import by_program, journals_of
from lines import format_table

ALWAYS = {"session.began", "config.changed", "app.time_changed"}
POLICY = {row["id"]: set(row.get("policy", "").split()) for row in format_table("rules.tsv")}
FREE = {"consent.updated", "consent.form_shown", "sdk.started"}
NEEDS_FREE = {
    "expired-ad-replaced",
    "request-when-none-ready",
    "empty-show-requests-an-ad",
    "reload-after-dismiss",
    "reload-after-present-failure",
    "load-failure-does-not-silence-slot",
    "request-on-background",
    "misfit-reloaded",
    "banner-follows-width",
}
WORDS = {
    "load_timeout_s",
    "present_outcome_s",
    "dismiss_timeout_s",
    "cover_s",
    "lock_window_s",
    "retry_base_s",
    "retry_max_s",
    "app_open_max_age_s",
    "full_screen_max_age_s",
    "daily_cap",
}
CAPS = {"daily-cap", "cap-counts-every-show"}


def records_of(path):
    """{session: {seq: record}} of the undamaged lines of a file."""
    sessions = {}
    with open(path, "rb") as file:
        for line in file.read().split(b"\n"):
            try:
                record = json.loads(line)
                record.pop("crc", None)
                sessions.setdefault(record["session"], {}).setdefault(record["seq"], record)
            except (ValueError, KeyError, TypeError, AttributeError):
                continue
    return sessions


def journal(sessions, name, rule, seqs, last):
    """The header, the records `seqs` and the records that Journals/RULES.md adds before `last`.

    None without a header.
    """
    base = name.split("#")[0]
    if base != name or base not in sessions or 1 not in sessions[base]:
        return None
    own = sessions[base]
    kept = [
        own[seq] for seq in sorted(own) if seq in seqs or (seq < last and is_added(own[seq], rule))
    ]
    lines = renumber(kept)
    if rule in CAPS | NEEDS_FREE and own[1].get("install"):
        for other, records in sessions.items():
            if other != base and records.get(1, {}).get("install") == own[1]["install"]:
                lines = renumber([records[seq] for seq in sorted(records)]) + lines
    return lines


def is_added(record, rule):
    """Whether the test adds the record because a witness may omit it."""
    event = record["event"]
    if event == "config.changed":
        return bool((POLICY[rule] | WORDS) & set(record["policy"]))
    if event == "app.time_changed":
        return rule in CAPS or rule == "cap-used-by-shows-only"
    return event == "session.began" or (event in FREE and rule in NEEDS_FREE)


def renumber(records):
    return [
        json.dumps(
            dict({k: v for k, v in record.items() if k != "checksums"}, seq=number),
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for number, record in enumerate(records, 1)
    ]


def cases_of(binary, paths, rule):
    """(path, session, rule, seq, witness, dropped seq or None, lines) of each test to make."""
    for (path, session), judgement in by_program(binary, paths).items():
        sessions = None
        for name, found in judgement["rules"].items():
            if rule and name != rule:
                continue
            for seq, witness, missing in found["violations"]:
                sessions = sessions or records_of(path)
                # A late answer proves the deadline as well as the record that does without it.
                answer = json.loads(missing)[-1] if missing else None
                late = {answer} if any(seq <= other != answer for other in witness) else set()
                for dropped in (None,) + tuple(other for other in witness if other not in late):
                    part = set(witness) - late - {dropped} if dropped else set(witness)
                    lines = journal(sessions, session, name, part, max(witness))
                    exempt = (
                        dropped and sessions[session].get(dropped, {}).get("event") in ALWAYS | FREE
                    )
                    if lines and not exempt:
                        yield path, session, name, seq, witness, dropped, lines


def offenders(binary, cases):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, case in enumerate(cases):
            paths.append(os.path.join(folder, f"{number:07}.jsonl"))
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.write("\n".join(case[-1]) + "\n")
        judged = by_program(binary, paths)
        for path, case in zip(paths, cases):
            found = judged.get((path, case[1]), {"rules": {}})["rules"].get(
                case[2], {"verdict": "absent"}
            )
            if (found["verdict"] == "violated") != (case[5] is None):
                yield case, found["verdict"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--rule")
    parser.add_argument("--show", type=int, default=3, help="examples of each rule")
    parser.add_argument("--keep", help="folder for the first offender of each rule")
    options = parser.parse_args()
    cases = list(cases_of(options.binary, journals_of(options.paths), options.rule))
    counts, shown = collections.Counter(), collections.Counter()
    for (path, session, rule, seq, witness, dropped, lines), verdict in offenders(
        options.binary, cases
    ):
        fault = "not sufficient" if dropped is None else "not minimal"
        counts[rule, fault] += 1
        shown[rule] += 1
        if shown[rule] <= options.show:
            print(
                f"{rule} {fault}: {path} {session} seq {seq} witness {list(witness)}"
                f"{f' without {dropped}' if dropped else ''} is {verdict}"
            )
        if options.keep and shown[rule] == 1:
            os.makedirs(options.keep, exist_ok=True)
            with open(os.path.join(options.keep, f"{rule}.jsonl"), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
    print(f"\n{len(cases)} tests, {sum(counts.values())} offenders")
    for (rule, fault), count in counts.most_common():
        print(f"{count:6} {rule:36} {fault}")
    sys.exit(1 if counts else 0)


if __name__ == "__main__":
    main()
