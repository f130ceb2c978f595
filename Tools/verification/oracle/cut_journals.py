#!/usr/bin/env python3
"""Random journals that have lost records.

    cut_journals.py ADJOURNAL --seed N --count N --to FOLDER

Beside each cut journal `NAME.jsonl` lies the whole one, `NAME.whole`. Sessions that no app can have are
left out, and records that a gap never hides are kept.
"""

import argparse
import json
import os
import random

from law_gaps import STAY, with_captures
from possible import born_twice, faults
from random_journals import OF_THE_FILE, journals

BLIND = 0.15


def whole_journals(adjournal, seed, count):
    """The lines of random journals; None for one that is not whole or that no app can have."""
    changed = list(journals(adjournal, seed, count))
    plain = list(journals(adjournal, seed, count, plain=True))
    for number in range(count):
        lines = (changed if number % 3 else plain)[number].split(b"\n")[:-1]
        sessions = {}
        for line in lines:
            record = json.loads(line)
            sessions.setdefault(record["session"], []).append(record)
        is_impossible = any(
            faults(records) or any(record["event"] in OF_THE_FILE[1:] for record in records)
            for records in sessions.values())
        yield None if is_impossible else lines


def is_hidden(record, twice):
    """Whether a gap can hide the record."""
    return record["event"] not in STAY and record["seq"] not in twice


def renamed(lines, turn):
    """The same records under another session name: sessions of one name in several files are joined."""
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
    """The lines without one or two ranges of one session; at times its header is lost, too."""
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
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("adjournal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--cuts", type=int, default=3)
    parser.add_argument("--to", required=True)
    options = parser.parse_args()
    os.makedirs(options.to, exist_ok=True)
    found = whole_journals(options.adjournal, options.seed, options.count)
    for number, lines in enumerate(found):
        chances = random.Random(f"{options.seed}/{number}")
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
