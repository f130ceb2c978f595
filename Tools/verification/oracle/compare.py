#!/usr/bin/env python3
"""Compares the verdicts of adjournal with those of the oracle.

    compare.py ADJOURNAL PATH… [options]

Prints each difference; the exit status is 1 if there is one. A rule or a session that only one of the two
judges is always a difference.
"""

import argparse
import collections
import json
import os
import sys

from judged import HERE, by_oracle, by_program, journals_of

#: Differences that no option hides: one of the two judged less than the other.
MISSING = ("session", "rule")
SESSION_FIELDS = ("records", "end", "gaps", "damage")
ABSENT = {"verdict": "absent", "activations": 0, "violations": [], "undecided": []}


def differences(program, oracle):
    """(path, session, rule, field, program's, oracle's) for each field that differs."""
    for key in sorted(set(program) | set(oracle)):
        one, other = program.get(key), oracle.get(key)
        if one is None or other is None:
            yield key + ("", "session", presence(one), presence(other))
            continue
        for field in SESSION_FIELDS:
            if one[field] != other[field]:
                yield key + ("", field, one[field], other[field])
        for rule in sorted(set(one["rules"]) & set(other["rules"])):
            for field, left, right in of_rule(one["rules"][rule], other["rules"][rule]):
                yield key + (rule, field, left, right)


def presence(judged):
    return "judged" if judged else "missing"


def unknown_rules(program, oracle):
    """A difference for each rule that only one of the two knows."""
    one, other = (set().union(*(session["rules"] for session in judged.values()))
                  for judged in (program, oracle))
    for rule in sorted(one ^ other):
        yield ("", "", rule, "rule", presence(rule in one), presence(rule in other))


def of_rule(one, other):
    for field in ("verdict", "activations", "undecided"):
        if one[field] != other[field]:
            yield field, brief(one, field), brief(other, field)
    for field, keep in (
        ("violations", lambda v: v[0]),
        ("witness", lambda v: v[:2]),
        ("missing", lambda v: v),
    ):
        left, right = [keep(v) for v in one["violations"]], [keep(v) for v in other["violations"]]
        if left != right:
            yield field, left, right
            return


def kinds_of(one, other):
    """The kinds of difference between two judgements of a rule, by their names in explained.tsv."""
    left, right = dict(one["undecided"]), dict(other["undecided"])
    found = set()
    if left.keys() - right.keys():
        found.add("program-undecided")
    if right.keys() - left.keys():
        found.add("oracle-undecided")
    if any(left[seq] != right[seq] for seq in left.keys() & right.keys()):
        found.add("why")
    seqs = [{v[0] for v in each["violations"]} for each in (one, other)]
    if seqs[0] - seqs[1]:
        found.add("program-violated")
    if seqs[1] - seqs[0]:
        found.add("oracle-violated")
    if seqs[0] == seqs[1] and one["violations"] != other["violations"]:
        found.add("witness")
    if one["activations"] != other["activations"] and not found & UNDECIDED:
        found.add("activations")
    return found


UNDECIDED = {"program-undecided", "oracle-undecided"}


def explained():
    """The pairs (rule or *, kind of difference) that explained.tsv explains for journals with gaps."""
    with open(os.path.join(HERE, "explained.tsv"), encoding="utf-8") as file:
        return {tuple(line.split("\t")[:2]) for line in list(file)[1:]}


def unexplained(found, program, oracle):
    """The differences without those of journals with gaps that explained.tsv explains."""
    known, left = explained(), []
    # A loss in one session affects the daily caps of all sessions of its install.
    torn = {path for (path, _), session in program.items() if session["gaps"]}
    for each in found:
        path, session, rule = each[:3]
        one, other = program.get((path, session)), oracle.get((path, session))
        if rule and path in torn:
            kinds = kinds_of(one["rules"].get(rule, ABSENT), other["rules"].get(rule, ABSENT))
            if all((rule, kind) in known or ("*", kind) in known for kind in kinds):
                continue
        left.append(each)
    return left


def brief(found, field):
    if field != "verdict":
        return found[field]
    seqs = [v[0] for v in found["violations"]] + [f"{seq}?{why}" for seq, why in found["undecided"]]
    return f"{found['verdict']}({found['activations']}) {seqs}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("adjournal")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--rule", action="append", metavar="ID", help="compare only this rule")
    parser.add_argument("--except", dest="leave", action="append", default=[], metavar="ID",
                        help="do not compare this rule")
    parser.add_argument("--only", action="append", metavar="FIELD",
                        help="compare only this field: verdict, activations, witness, …")
    parser.add_argument("--show", type=int, default=50, metavar="N",
                        help="print at most N differences (default: 50)")
    parser.add_argument("--explained", action="store_true",
                        help="leave out differences that explained.tsv explains")
    parser.add_argument("--dump", metavar="FILE", help="write each difference as a line of JSON")
    options = parser.parse_args()
    paths = journals_of(options.paths)
    program, oracle = by_program(options.adjournal, paths), by_oracle(paths)
    found = [
        each for each in differences(program, oracle)
        if each[3] in MISSING
        or (not options.rule or each[2] in options.rule)
        and each[2] not in options.leave
        and (not options.only or each[3] in options.only)
    ] + list(unknown_rules(program, oracle))
    if options.explained:
        found = unexplained(found, program, oracle)
    if options.dump:
        with open(options.dump, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(each) + "\n" for each in found)
    for path, session, rule, field, left, right in found[: options.show]:
        print(f"{path} {session} {rule} {field}\n    program {left}\n    oracle  {right}")
    by_rule = collections.Counter(each[2] or each[3] for each in found)
    files = collections.defaultdict(set)
    for each in found:
        files[each[2] or each[3]].add(each[0])
    print(f"\n{len(paths)} journals, {len(program)} sessions, {len(found)} differences")
    for rule, count in by_rule.most_common():
        fields = collections.Counter(each[3] for each in found if (each[2] or each[3]) == rule)
        print(
            f"{count:6} in {len(files[rule]):4} journals  {rule:36}"
            + "  ".join(f"{field} {n}" for field, n in fields.most_common())
        )
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
