#!/usr/bin/env python3
"""Finds rules that cannot both be kept.

    contradictions.py ADJOURNAL PATH…

Repairs each violation of a rule that the app keeps, by the nearest correct history of `adjournal explain`, and
judges the repaired journal again. A request that the repair adds is answered by an ad: which answer comes is no
choice of the app. If that breaks another rule, the new violation is repaired in turn, with the first rule still
kept. Prints each rule that cannot be kept together with another one, and each repair without the record that its
rule demands. Counts the violations that have no repair.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "oracle"))

from judged import by_program, journals_of  # noqa: E402

FORMAT = os.path.join(HERE, "..", "..", "..", "Journals", "formats", "1")


def of_the_app(table, column):
    """The first cells of the rows of a table whose column says `app`."""
    with open(os.path.join(FORMAT, table), encoding="utf-8") as file:
        head, *rows = [line.rstrip("\n").split("\t") for line in file]
    return {row[0] for row in rows if row[head.index(column)] == "app"}


def explained(adjournal, path, *options):
    """The explanations of a journal."""
    done = subprocess.run(
        [adjournal, "explain", "--no-config", "--format", "json", *options, path], capture_output=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{path}: exit status {done.returncode}: {done.stderr.decode()}")
    return [each for part in json.loads(done.stdout)["sessions"] for each in part["explanations"]]


def answer_by_an_ad(path):
    """Replaces a failure that answers an added request by an ad."""
    with open(path, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    for record in records:
        if record["event"] == "ad.failed_to_load" and record["request"].startswith("other-request"):
            for field in ("error_code", "cause", "adapter"):
                record.pop(field, None)
            record.update(event="ad.loaded", ad="ad-of-" + record["request"])
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n" for record in records)


def is_repaired(adjournal, path, rule):
    """Whether each violation of a rule can be repaired without a new violation of any rule."""
    return all(each["kept"] for each in explained(adjournal, path, "--rule", rule) if "kept" in each)


def missing_records(judged, rule, seq):
    """The missing record of each violation of a rule at a `seq`: its kind, and from when to when it is due."""
    violations = judged["rules"][rule]["violations"]
    return [json.loads(missing)[:3] for at, _, missing in violations if at == seq and missing]


def supplies(changes, kind, from_t, to_t):
    """Whether a repair has a record of a kind that was not there in a time."""
    return any(
        each["record"]["event"] == kind and each["change"] != "remove" and from_t <= each["record"]["t"] <= to_t
        for each in changes)


def counts(judged):
    return {rule: len(result["violations"]) for rule, result in judged["rules"].items()}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    adjournal, paths = sys.argv[1], journals_of(sys.argv[2:])
    own, kinds = of_the_app("rules.tsv", "actor"), of_the_app("vocabulary.tsv", "origin")
    table, found = collections.Counter(), 0
    before = by_program(adjournal, paths)
    with tempfile.TemporaryDirectory() as temporary:
        origins = {}
        for number, (path, session) in enumerate(sorted(before)):
            # Gaps are filled before the repair, which can break rules.
            if before[path, session]["gaps"] or not any(counts(before[path, session]).get(rule) for rule in own):
                continue
            folder = os.path.join(temporary, f"{number:05}")
            for each in explained(adjournal, path, "--session", session, "--to", folder):
                if "kept" in each and each["rule"] in own:
                    table["repaired" if each["kept"] else "not repaired"] += 1
                    missing = missing_records(before[path, session], each["rule"], each["seq"])
                    if (each["kept"] and missing and missing[0][0] in kinds
                            and not any(supplies(each["kept"]["changes"], *one) for one in missing)):
                        print(f"{path} {session}: {each['rule']} at seq {each['seq']} demands {missing[0][0]}, "
                              "and its repair does without")
                        found += 1
            for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                if name.endswith(".kept.jsonl"):
                    repaired = os.path.join(folder, name)
                    answer_by_an_ad(repaired)
                    origins[repaired] = (path, session)
        for (repaired, _), judged in sorted(by_program(adjournal, sorted(origins)).items()):
            path, session = origins[repaired]
            rule, seq = os.path.basename(repaired).split(".")[:2]
            old = counts(before[path, session])
            for other, count in counts(judged).items():
                if count > old.get(other, 0) and not is_repaired(adjournal, repaired, other):
                    print(f"{path} {session}: the repair of {rule} at seq {seq} breaks {other}")
                    found += 1
    print(f"{table['repaired']} violations repaired, {table['not repaired']} not; {found} contradictions")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
