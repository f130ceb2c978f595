#!/usr/bin/env python3
"""Random but structured journals: `random_journals.py --seed N --count N --to DIR [--damage]`."""

import argparse
import os

from simulation.chances import Chances
from simulation.caps import Day
from simulation.damage import damage
from simulation.mutations import mutate
from simulation.rendering import CLASSES, CLASS_OF, line_of, records_of, seal
from simulation.soup import Soup
from simulation.story import Story

NOON = 1_795_176_000_000
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def captures(chances, events):
    always = ["session", "app", "load", "present"]
    others = [name for name in CLASSES if name not in always]
    draw = chances.random()
    if draw < 0.45:
        return None
    if draw < 0.75:
        return always + others
    if draw < 0.88:
        return always + [name for name in others if chances.chance(0.8)]
    used = {CLASS_OF.get(event[2]) for event in events}
    return always + [name for name in others if name in used]


def start_of(chances, offset):
    """Midnight of the local day is often near."""
    start = NOON + chances.randint(0, 9) * DAY
    if chances.chance(0.5):
        midnight = start - start % DAY + DAY - offset * MINUTE
        return midnight - chances.choice([1, 1000, 30_000, 2 * MINUTE, 10 * MINUTE, HOUR])
    return start + chances.randint(0, HOUR)


def session_of(chances, name, start, install, day, launch, plain=False):
    """(records, lines) of one session; `plain`: a story that could have happened."""
    story = Story(chances, start, day, launch)
    if chances.chance(0.2) and not plain:
        story.chances.carelessness = 0.3
        events = Soup(chances).tell(story.policy)
    else:
        events = story.tell()
        if chances.chance(0.45) and not plain:
            mutate(chances, events, chances.choice([1, 1, 2, 4, 8]))
    header = story.header
    if install:
        header["install"] = install
    classes = captures(chances, events)
    if classes:
        header["captures"] = classes
    checksum = chances.chance(0.15)
    if checksum and chances.chance(0.7):
        header["checksums"] = True
    records = records_of(name, start, header, events)
    lines = [line_of(record, checksum) for record in records]
    if chances.chance(0.08):
        record, line = seal(records, lines, checksum)
        records.append(record)
        lines.append(line)
    return records, lines


def journal_of(seed, number, damaged, plain=False):
    chances = Chances(f"{seed}/{number}/{damaged}")
    day = Day()
    install = chances.choice([None, f"i{seed}-{number}", f"i{seed}-{number}", f"i{seed}-{number}"])
    start, sessions = start_of(chances, 0), []
    for part in range(chances.choice([1, 1, 1, 2, 2, 3])):
        if not (install and chances.chance(0.6)):
            day = Day()
        name = f"{'d' if damaged else 's'}{seed}-{number}-{part}"
        of_install = install if chances.chance(0.85) else None
        records, lines = session_of(chances, name, start, of_install, day, part + 1, plain)
        sessions.append((records, lines))
        start += chances.choice([0, MINUTE, records[-1]["t"] + MINUTE, 8 * HOUR])
    lines = in_a_row(sessions) if chances.chance(0.5) else interleaved(sessions)
    return damage(chances, lines) if damaged else b"".join(line + b"\n" for line in lines)


def in_a_row(sessions):
    return [line for _, lines in sessions for line in lines]


def interleaved(sessions):
    order = [
        (record["wall"], number, index)
        for number, (records, _) in enumerate(sessions)
        for index, record in enumerate(records)
    ]
    highest = {}
    for position, (wall, number, index) in enumerate(order):
        highest[number] = max(wall, highest.get(number, ""))
        order[position] = (highest[number], number, index)
    return [sessions[number][1][index] for _, number, index in sorted(order)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--to", required=True)
    parser.add_argument("--damage", action="store_true")
    parser.add_argument(
        "--plain", action="store_true", help="no random changes, no records without a plan"
    )
    options = parser.parse_args()
    os.makedirs(options.to, exist_ok=True)
    for number in range(options.count):
        kind = "d" if options.damage else "w"
        path = os.path.join(options.to, f"{kind}{options.seed}-{number:05}.jsonl")
        with open(path, "wb") as file:
            file.write(journal_of(options.seed, number, options.damage, options.plain))


if __name__ == "__main__":
    main()
