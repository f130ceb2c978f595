#!/usr/bin/env python3
"""Checks the journals that `adjournal explain --to` writes.

    check.py ADJOURNAL PATH… [--own-rule] [--effort N] [--keep FOLDER]

Explains every session of the journals. Each written journal must be undamaged, have no gap, and have the
verdict in its name by adjournal and by the independent implementation. A completed journal must have the header
of the session with no other value. Ends with a table of what was found.
"""

import argparse
import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "oracle"))

from compare import differences  # noqa: E402
from judged import by_oracle, by_program, journals_of  # noqa: E402


def explained(options, path, session, folder):
    """The explanations of one session, whose journals are written to a folder."""
    command = [options.adjournal, "explain", "--format", "json", "--session", session, "--to", folder,
               "--effort", str(options.effort), path]
    if options.own_rule:
        command += ["--rule", os.path.basename(os.path.dirname(path))]
    done = subprocess.run(command, capture_output=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{path} {session}: exit status {done.returncode}: {done.stderr.decode()}")
    sessions = json.loads(done.stdout)["sessions"]
    return sessions[0]["explanations"] if sessions else []


def violations(judged, rule=None):
    """The number of violations of a rule, or the rules with violations."""
    if rule:
        return len(judged["rules"].get(rule, {"violations": []})["violations"])
    return {name for name, result in judged["rules"].items() if result["violations"]}


def faults(name, before, after):
    """What is wrong with a written journal, as sentences."""
    if after["damage"]:
        yield f"it is damaged: {after['damage']}"
    if after["gaps"]:
        yield f"it has {after['gaps']} gaps"
    rule, kind = name.split(".")[0], name.split(".")[-2]
    count, verdict = violations(after, rule), after["rules"][rule]["verdict"]
    if kind == "violating" and verdict != "violated":
        yield f"{rule} is {verdict}, not violated"
    # Lost records may break a rule elsewhere.
    if len(before["rules"][rule]["undecided"]) == 1 and kind == "holding" and count > violations(before, rule):
        yield f"{rule} has {count} violations"
    if kind == "kept" and not before["gaps"]:
        if count >= violations(before, rule):
            yield f"{rule} still has {count} violations"
        for other in violations(after) - violations(before):
            yield f"{other} is violated now"


def changed_header(name, path, origin, session):
    """The fields of the recorded header that a completed journal has with another value."""
    if name.endswith(".kept.jsonl"):
        return
    before, after = header(origin, session), header(path, session)
    for field, value in (before or {}).items():
        now = after.get(field)
        if field == "captures" and set(value) <= set(now or []):
            continue
        if field == "policy":
            usable = {key: each for key, each in value.items() if isinstance(each, (int, float)) and each >= 0}
            value, now = usable, {key: each for key, each in (now or {}).items() if key in usable}
        if field not in ("checksums", "seals", "crc") and now != value:
            yield f"the header has {field} {now}, recorded was {value}"


def header(path, session):
    """The header of a session in a journal; None if it is lost."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        for line in file:
            try:
                record = json.loads(line)
            except ValueError:
                continue
            if isinstance(record, dict) and record.get("event") == "session.began" and record.get("seq") == 1 \
                    and record.get("session") == session.split("#")[0]:
                return record
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("adjournal")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--own-rule", action="store_true",
                        help="explain violated.jsonl and inconclusive.jsonl by the rule of their folder")
    parser.add_argument("--effort", type=int, default=20000)
    parser.add_argument("--keep", metavar="FOLDER", help="keep the written journals in a new folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if options.keep:
            os.makedirs(options.keep)
        sys.exit(1 if check(options, options.keep or temporary) else 0)


def check(options, folder):
    """The number of findings, which it prints."""
    paths = journals_of(options.paths)
    if options.own_rule:
        paths = [path for path in paths if not path.endswith("holds.jsonl")]
    before = by_program(options.adjournal, paths)
    origins, table = {}, collections.Counter()
    for number, (path, session) in enumerate(sorted(before)):
        target = os.path.join(folder, f"{number:05}")
        for each in explained(options, path, session, target):
            table[outcome(each)] += 1
        if os.path.isdir(target):
            origins.update({os.path.join(target, name): (path, session) for name in os.listdir(target)})
    written = sorted(origins)
    after, other = by_program(options.adjournal, written), by_oracle(written)
    judged = {path: result for (path, _), result in after.items()}
    found = 0
    for path in written:
        name = os.path.basename(path)
        for fault in [*faults(name, before[origins[path]], judged[path]), *changed_header(name, path, *origins[path])]:
            print(f"{path} of {origins[path][0]}: {fault}")
            found += 1
    for path, _, rule, field, one, two in differences(after, other):
        if field in ("verdict", "session", "rule", "gaps", "damage"):
            print(f"{path} of {origins.get(path, [''])[0]}: {rule} {field}: {one}, the oracle: {two}")
            found += 1
    for name, count in sorted(table.items()):
        print(f"{count:6} {name}")
    print(f"{len(written)} journals written, {found} findings")
    return found


def outcome(explanation):
    if "because" in explanation:
        return "violated: " + ("history found" if explanation["kept"] else "no history found")
    return "undecided: " + explanation["found"] if "found" in explanation else "not judged"


if __name__ == "__main__":
    main()
