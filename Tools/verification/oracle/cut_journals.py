#!/usr/bin/env python3
"""Random journals that have lost records: `cut_journals.py --seed N --count N --to DIR`.

Beside each cut journal `NAME.jsonl` lies the whole one, `NAME.whole`. Journals that cannot have
happened so are left out, and what no gap hides stays: gaps are judged by what can be.
"""

import argparse
import json
import os
import random

from law_gaps import STAY, with_captures
from possible import born_twice, faults
from random_journals import journal_of
from simulation.slot import CONFIGURATION

BLIND = 0.15


def whole(seed, number):
    """Lines of a random journal that can have happened, None where it cannot."""
    lines = journal_of(f"cut-{seed}", number, False, number % 3 == 0).split(b"\n")[:-1]
    sessions = {}
    for line in lines:
        record = json.loads(line)
        sessions.setdefault(record["session"], []).append(record)
    return None if any(faults(records) for records in sessions.values()) else lines


def is_hidden(record, twice):
    """Whether a gap can hide the record."""
    if record["event"] in STAY or record["seq"] in twice:
        return False
    return record.get("error_code") not in CONFIGURATION or record["event"] != "ad.failed_to_load"


def renamed(lines, turn):
    """The same records in sessions of their own: those of one name in several files are joined."""
    result = []
    for line in lines:
        record = json.loads(line)
        record["session"] += f"-{turn}"
        record.pop("crc", None)
        record.pop("checksums", None)
        if record["event"] != "session.sealed":
            result.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())
    return result


def cut(chances, lines):
    """The lines without one or two ranges of one session; seldom its header is lost with what
    follows it."""
    records = [json.loads(line) for line in lines]
    chosen = chances.choice(sorted({record["session"] for record in records}))
    own = [n for n, record in enumerate(records) if record["session"] == chosen]
    twice = born_twice(records[n] for n in own)
    gone = set()
    for _ in range(chances.choice([1, 1, 2])):
        first = chances.randrange(1, max(2, len(own) - 1))
        for n in own[first : first + chances.choice([1, 1, 2, 3, 6, 12])]:
            if not is_hidden(records[n], twice):
                break
            gone.add(n)
    if chances.random() < BLIND:
        if chances.random() < 0.5:
            gone.clear()
        for n in own[: chances.choice([1, 2, 4, 8, 16])]:
            gone.add(n)
    return [line for n, line in enumerate(lines) if n not in gone] if gone else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--cuts", type=int, default=3)
    parser.add_argument("--to", required=True)
    options = parser.parse_args()
    os.makedirs(options.to, exist_ok=True)
    for number in range(options.count):
        lines, chances = whole(options.seed, number), random.Random(f"{options.seed}/{number}")
        if lines is None:
            continue
        if chances.random() < 0.9:
            lines = with_captures(lines)
        path = os.path.join(options.to, f"c{options.seed}-{number:05}")
        for turn in range(options.cuts):
            full = renamed(lines, turn)
            left = cut(chances, full)
            if not left:
                continue
            for name, kept in ((f"{path}-{turn}.jsonl", left), (f"{path}-{turn}.whole", full)):
                with open(name, "wb") as file:
                    file.write(b"".join(line + b"\n" for line in kept))


if __name__ == "__main__":
    main()
