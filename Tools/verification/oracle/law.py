"""The law of gaps, for the oracle: the whole journal never contradicts a verdict about the cut one.

    python3 Tools/verification/oracle/law.py [--seed N] [--cuts N] [--rule ID] FILE…

Deletes ranges of records, and compares verdicts trigger by trigger.
"""
import collections
import json
import random
import sys

import oracle
from rules_base import RULES, formats_of
from checks import BIRTHS
from sessions import assemble, join_segments, split

# Kinds that no gap hides (Journals/RULES.md, section on gaps), and the header.
STAYS = {"session.began", "config.changed", "app.time_changed", "consent.form_shown",
         "app.terminating"}


def cases_in(data, path="-"):
    sessions = join_segments(split(path, data))
    for order, session in enumerate(sessions):
        session.order = order
        assemble(session)
    return oracle.cases_of([s for s in sessions if s.events], {})


def decided(case, only=None):
    """{rule: {trigger seq: set of outcomes}}"""
    result = {}
    for name, judge in RULES.items():
        if only and name != only:
            continue
        needed = set(oracle.CATALOGUE[name]["observes"].split())
        outcomes = collections.defaultdict(set)
        for a in (judge(case, formats_of(name)) or []) if needed <= case.captured else []:
            if a.outcome == "violated":
                oracle.complete(case, a, name)
            oracle.settle_names(case, a)
            outcomes[case.all[a.index].seq].add(a.outcome)
        result[name] = outcomes
    return result


def cut(lines, rng, reborn):
    """The lines without one or two ranges of records."""
    records = [json.loads(line) for line in lines]
    gone = set()
    for _ in range(rng.choice([1, 1, 2])):
        start = rng.randrange(1, len(lines)) if len(lines) > 1 else 0
        length = rng.choice([1, 1, 2, 3, 5, 8])
        gone |= set(range(max(start, 1), min(start + length, len(lines))))
    gone = {k for k in gone
            if records[k]["event"] not in STAYS and records[k]["seq"] not in reborn}
    kept = [line for k, line in enumerate(lines) if k not in gone]
    return kept, sorted(records[k]["seq"] for k in gone)


def second_births(case):
    """The first records of names that begin more than once: no gap hides one of those."""
    births = [(e.seq, (e.kind, e.get(BIRTHS[e.kind]))) for e in case.all if e.kind in BIRTHS]
    times = collections.Counter(name for _, name in births)
    return {seq for seq, name in births if times[name] > 1}


def with_captures(lines, captured):
    """The lines with the captured classes of the whole journal in the header."""
    header = json.loads(lines[0])
    header["captures"] = sorted(captured)
    header.pop("crc", None)
    header.pop("checksums", None)
    return [json.dumps(header, separators=(",", ":"))] + lines[1:]


def compare(path, rng, cuts, only):
    with open(path, "rb") as file:
        whole = cases_in(file.read(), path)
    by_name = {case.session.key: case for case in whole}
    found = 0
    for case in whole:
        if case.session.gaps or case.header is None or len(case.all) < 3:
            continue
        others = [e.raw.decode() for other in whole if other is not case for e in other.all]
        lines = with_captures([e.raw.decode() for e in case.all], case.captured)
        reborn = second_births(case)

        def judged(own):
            data = ("\n".join(own + others) + "\n").encode()
            return decided({c.session.key: c for c in cases_in(data, path)}[case.session.key], only)

        truth = judged(lines)
        for _ in range(cuts):
            left, gone = cut(lines, rng, reborn)
            found += check(path, truth, judged(left), gone)
    return found


def check(path, truth, answers, gone):
    found = 0
    for name, outcomes in answers.items():
        for seq, now in outcomes.items():
            before = truth[name].get(seq, set())
            bad = ("violated" in now and "violated" not in before) or (
                now == {"kept"} and before == {"violated"})
            if bad:
                found += 1
                print(f"{path}: {name} at {seq}: whole {sorted(before) or 'nothing'}, "
                      f"cut {sorted(now)} without {gone}")
    return found


def main(arguments):
    options, paths = {"--seed": "1", "--cuts": "20", "--rule": ""}, []
    while arguments:
        word = arguments.pop(0)
        if word in options:
            options[word] = arguments.pop(0)
        else:
            paths.append(word)
    rng = random.Random(int(options["--seed"]))
    found = sum(compare(path, rng, int(options["--cuts"]), options["--rule"]) for path in paths)
    print(f"{len(paths)} journals, {found} broken")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
