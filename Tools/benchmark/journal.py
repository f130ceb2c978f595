"""Writes a journal from a seed: the same arguments give the same bytes.

A file consists of days. Each day plays every template once, in the order in which they begin, several at a
time. The correct answers to the three questions are counted on the way.
"""

import argparse
import datetime
import hashlib
import json
import os
import random
from collections import Counter
from pathlib import Path

from story_plan import Plan
from template import Template

SHAPES = ("rows", "interleaved", "shuffled", "spaced", "strange", "checksums", "cut",
          "files")
LANES = {"rows": 1, "files": 1, "shuffled": 64}
BURST = {"rows": 1000, "files": 1000, "shuffled": 1}
TEMPLATES = 1500
FIRST_DAY = datetime.date(2026, 1, 5)
HOUR = 3600 * 1000


def templates(shape, seed):
    """The sessions of a day in the order in which they begin; every third install has two."""
    source = random.Random(seed)
    starts = sorted(source.randint(8 * HOUR, 15 * HOUR) for _ in range(TEMPLATES))
    stories, made = [], []
    for number, start in enumerate(starts):
        chance = source.random()
        fault = "stale" if chance < 0.02 else "no_reload" if chance < 0.06 else None
        earlier = number - TEMPLATES // 2
        if earlier % 2 or earlier < 0 or starts[earlier] + stories[earlier].t >= start:
            earlier = None
        story = Plan(random.Random(source.getrandbits(64)), fault,
                     stories[earlier] if earlier is not None else None)
        stories.append(story.run(source.randint(40, 80)))
        install = number if earlier is None else earlier
        made.append(
            Template(story, start, install, shape, random.Random(source.getrandbits(64))))
    return made


def name(seed, number):
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=16).hexdigest()
    return "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:])).encode()


class Maker:
    """Fills templates and deals them out to the lanes until the size is reached."""

    def __init__(self, shape, size, seed):
        self.size, self.seed = size, seed
        self.templates = templates(shape, seed)
        self.random = random.Random(seed + 1)
        burst = BURST.get(shape, 6)
        self.cuts = [[t.cuts(self.random, burst) for _ in range(3)] for t in self.templates]
        self.lanes = LANES.get(shape, 8)
        self.played = Counter()
        self.made = self.sessions = 0

    def next_session(self):
        """The pieces of one more session, last one first; none when the size is reached."""
        if self.made >= self.size:
            return []
        day, number = divmod(self.sessions, len(self.templates))
        template = self.templates[number]
        self.sessions += 1
        self.made += template.size
        self.played[number] += 1
        install = b"i-%08x" % (template.install * 2654435761 + day // 7 * 40503 & 0xFFFFFFFF)
        date = (FIRST_DAY + datetime.timedelta(day)).isoformat().encode()
        text = template.fill(name(self.seed, self.sessions), date, install)
        ends = self.random.choice(self.cuts[number])
        return [text[a:b] for a, b in zip([0] + ends[:-1], ends)][::-1]

    def write(self, file):
        lanes = [[] for _ in range(self.lanes)]
        while lanes := [lane for lane in (lane or self.next_session() for lane in lanes) if lane]:
            for index in self.random.choices(range(len(lanes)), k=4096):
                lane = lanes[index]
                if not lane:
                    lane = lanes[index] = self.next_session()
                    if not lane:
                        continue
                file.write(lane.pop())

    def write_files(self, folder):
        """Each session in a file of its own, a hundred to a folder."""
        number = 0
        while pieces := self.next_session():
            inner = folder / f"{number // 100:04}"
            inner.mkdir(parents=True, exist_ok=True)
            (inner / f"{number:06}.jsonl").write_bytes(b"".join(reversed(pieces)))
            number += 1

    def truth(self):
        kinds, sums = Counter(), Counter()
        for number, times in self.played.items():
            template = self.templates[number]
            for kind, count in template.kinds.items():
                kinds[kind] += count * times
            sums["stale"] += template.stale * times
            sums["unreloaded"] += template.unreloaded * times
        return {"sessions": self.sessions, "records": sum(kinds.values()),
                "kinds": dict(sorted(kinds.items())), **sums}


def version():
    here = Path(__file__).parent
    parts = ("journal.py", "template.py", "story.py", "story_ads.py", "story_plan.py", "crc32c.py")
    return hashlib.sha256(b"".join((here / part).read_bytes() for part in parts)).hexdigest()[:10]


def write(path, shape, size, seed):
    """Writes a journal, or a folder of them, and returns the correct answers."""
    if shape == "files":
        maker = Maker(shape, size, seed)
        maker.write_files(path)
        return {"bytes": sum(each.stat().st_size for each in path.rglob("*.jsonl")), **maker.truth()}
    with open(path, "wb", buffering=1 << 20) as file:
        maker = Maker(shape, size, seed)
        maker.write(file)
    return {"bytes": os.path.getsize(path), **maker.truth()}


def make(folder, shape, size, seed):
    """The path of the journal and the correct answers; an existing journal is used again."""
    name = f"{shape}-{size}-{seed}-{version()}"
    path = Path(folder) / (name if shape == "files" else name + ".jsonl")
    told = Path(folder) / (name + ".truth.json")
    if not told.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        truth = write(path, shape, size, seed)
        told.write_text(json.dumps(truth))
    return path, json.loads(told.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", default=".")
    parser.add_argument("--shape", choices=SHAPES, default="interleaved")
    parser.add_argument("--size", type=int, default=10_000_000, help="bytes in canonical form")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    path, truth = make(options.folder, options.shape, options.size, options.seed)
    print(path)
    print(json.dumps(truth))


if __name__ == "__main__":
    main()
