#!/usr/bin/env python3
"""Random journals: sessions of `adjournal simulate`, most of them changed, and random records.

    random_journals.py ADJOURNAL --seed N --count N --to FOLDER [--plain | --damage]

Two of three journals are a simulated install, with faults or a bug of its ad manager; limits that equal
intervals of the session test the limits exactly. Each third journal is random records (soup.py).
`--plain` writes only simulated sessions, and changes none; `--damage` also damages the files.
"""

import argparse
import collections
import json
import os
import random
import subprocess

from changes import change
from damage import damage
from lines import CLASS_OF, wall_ms
from soup import Soup
from timeline import ALWAYS, DEFAULTS, POLICY_UNITS
from writing import line_of, records_of, seal

CLASSES = list(dict.fromkeys(CLASS_OF.values()))
NOON, HOUR = 1_795_176_000_000, 3_600_000
#: Records about the bytes of the file, which change here.
OF_THE_FILE = ("session.sealed", "session.continued", "recorder.gap")
ENVELOPE = ("v", "session", "seq", "t", "wall", "event")


def simulate(adjournal, *options):
    """The sessions of each simulated install, as lists of records."""
    done = subprocess.run([adjournal, "simulate", *map(str, options)], stdout=subprocess.PIPE,
                          check=True)
    sessions = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        record = json.loads(line)
        sessions[record["session"]].append(record)
    installs = collections.defaultdict(list)
    for records in sessions.values():
        installs[records[0]["install"]].append(records)
    return list(installs.values())


def mutants(adjournal):
    listed = subprocess.run([adjournal, "simulate", "--list-mutants"], stdout=subprocess.PIPE,
                            check=True, text=True).stdout
    return [line.partition(":")[0] for line in listed.splitlines() if ":" in line]


def installs_of(adjournal, seed, count):
    """Simulated installs: half with faults, half by an ad manager with a bug, by turns."""
    first = 1 + seed * 1_000_003
    found = simulate(adjournal, "--seed", first, "--sessions", count, "--fault", "all")
    names = mutants(adjournal)
    each = max(2, count // len(names))
    for number, name in enumerate(names):
        found += simulate(adjournal, "--seed", first + number * 1000, "--sessions", each, "--fault",
                          "all", "--mutant", name)
    random.Random(seed).shuffle(found)
    return found


class Chances(random.Random):
    """A seeded source of random choices."""

    def chance(self, share):
        return self.random() < share


def events_of(records):
    """The wall clock at t = 0, and the records as [t, wall shift, event, fields]."""
    start = wall_ms(records[0]["wall"]) - records[0]["t"]
    return start, [
        [record["t"], wall_ms(record["wall"]) - record["t"] - start, record["event"],
         {name: value for name, value in record.items() if name not in ENVELOPE}]
        for record in records]


def captures(chances, events):
    """What the header says it captures; None leaves the header without it."""
    others = [name for name in CLASSES if name not in ALWAYS]
    if chances.chance(0.2):
        return None
    if chances.chance(0.5):
        return sorted(ALWAYS) + [name for name in others if chances.chance(0.8)]
    used = {CLASS_OF.get(event[2]) for event in events}
    return sorted(ALWAYS) + [name for name in others if name in used]


def policy(chances, events):
    """A few limits; those in seconds are intervals of the session, or a millisecond beside them."""
    limits = {}
    for key in chances.sample(sorted(DEFAULTS), chances.randint(1, 10)):
        if POLICY_UNITS[key] == "count":
            limits[key] = chances.randint(1, 4)
            continue
        one, other = chances.choice(events)[0], chances.choice(events)[0]
        limits[key] = max(0, abs(one - other) + chances.choice([-1, 0, 0, 1])) / 1000
    return limits


def session_of(chances, records):
    """The records of one simulated session, changed."""
    start, events = events_of(records)
    events = [event for event in events if event[2] not in OF_THE_FILE]
    header = events[0][3]
    if chances.chance(0.6):
        header["policy"] = {**header.get("policy", {}), **policy(chances, events)}
    if chances.chance(0.7):
        change(chances, events, chances.choice([1, 1, 2, 4, 8, 16]))
    return finished(chances, records[0]["session"], start, events)


def soup_of(chances, seed, number):
    """The records of a few random sessions of one install."""
    start = NOON + chances.choice([0, 11, 12]) * HOUR - chances.choice([0, 1, 1000, 30_000, HOUR])
    sessions = []
    for part in range(chances.choice([1, 1, 1, 2, 3])):
        events = Soup(chances).session()
        if chances.chance(0.7):
            events[0][3]["install"] = f"i{seed}-{number}"
        sessions.append(finished(chances, f"s{seed}-{number}-{part}", start, events))
        start += chances.choice([0, 60_000, sessions[-1][0][-1]["t"] + 60_000, 8 * HOUR])
    return sessions


def finished(chances, name, start, events):
    """(records, lines) of a session, with what it captures, checksums and a seal by chance."""
    header = events[0][3]
    if chances.chance(0.5):
        header.pop("captures", None)
        if classes := captures(chances, events):
            header["captures"] = classes
    if chances.chance(0.1):
        header["clock"] = chances.choice(["order", "order", "monotonic", "later"])
    checksum = chances.chance(0.15)
    if checksum and chances.chance(0.7):
        header["checksums"] = True
    sealed = chances.chance(0.08)
    if sealed and chances.chance(0.9):
        header["seals"] = True
    made = records_of(name, start, events)
    lines = [line_of(record, checksum) for record in made]
    if sealed:
        record, line = seal(made, lines, checksum)
        made.append(record)
        lines.append(line)
    return made, lines


def journal_of(chances, sessions, damaged):
    lines = in_a_row(sessions) if chances.chance(0.5) else interleaved(sessions)
    return damage(chances, lines) if damaged else b"".join(line + b"\n" for line in lines)


def in_a_row(sessions):
    return [line for _, lines in sessions for line in lines]


def interleaved(sessions):
    """The lines in the order of the wall clock; each session keeps its own order."""
    order = [(record["wall"], number, index)
             for number, (records, _) in enumerate(sessions)
             for index, record in enumerate(records)]
    highest = {}
    for position, (wall, number, index) in enumerate(order):
        highest[number] = max(wall, highest.get(number, ""))
        order[position] = (highest[number], number, index)
    return [sessions[number][1][index] for _, number, index in sorted(order)]


def journals(adjournal, seed, count, damaged=False, plain=False):
    """`count` journals as bytes; the same arguments and the same simulator give the same bytes."""
    installs = installs_of(adjournal, seed, count)
    for number in range(count):
        chances = Chances(f"{seed}/{number}/{damaged}")
        install = installs[number % len(installs)]
        if plain:
            sessions = [(records, list(map(line_of, records))) for records in install]
        elif number % 3 == 2:
            sessions = soup_of(chances, seed, number)
        else:
            sessions = [session_of(chances, records) for records in install]
        yield journal_of(chances, sessions, damaged)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("adjournal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--to", required=True, metavar="FOLDER")
    parser.add_argument("--damage", action="store_true", help="damage the files")
    parser.add_argument("--plain", action="store_true", help="keep the sessions as simulated")
    options = parser.parse_args()
    os.makedirs(options.to, exist_ok=True)
    made = journals(options.adjournal, options.seed, options.count, options.damage, options.plain)
    for number, data in enumerate(made):
        kind = "d" if options.damage else "w"
        path = os.path.join(options.to, f"{kind}{options.seed}-{number:05}.jsonl")
        with open(path, "wb") as file:
            file.write(data)


if __name__ == "__main__":
    main()
