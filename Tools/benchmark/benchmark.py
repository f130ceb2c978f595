"""Compares adjournal with other programs on journals made from a seed, and prints a table of ratios.

Every ratio is the median over pairs of whole processes, run in turn: A B A B. See README.md.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

import answers
import instructions
import peers as peers_module
from journal import SHAPES
from measure import output
from rows import Fact, Ratios, memory_rows, start_rows
from tool import Tool, build

ASKED = ("wc", "grep", "duckdb two", "duckdb three", "orjson", "polars", "simdjson")
ELSEWHERE = [
    Fact("P13", "append against other recorders", "wall", "", "see append.py"),
    Fact("P14", "append, tail and sustained", "wall", "", "see append.py"),
]


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", help="the adjournal to measure (default: builds it)")
    parser.add_argument("--work", default=Path(tempfile.gettempdir()) / "adjournal-benchmark",
                        help="folder for the journals (default: %(default)s)")
    parser.add_argument("--size", type=int, help="bytes of the journal (default: 1 GB)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shape", choices=SHAPES, default="interleaved",
                        help="shape of the main journal")
    parser.add_argument("--runs", type=int, help="pairs of each row (default: 5)")
    parser.add_argument("--rows", help="only these rows, for example P1,P6")
    parser.add_argument("--quick", action="store_true", help="50 MB, 3 pairs")
    parser.add_argument("--large", action="store_true",
                        help="also measure memory on a journal of four times the size")
    parser.add_argument("--install", action="store_true", help="install the missing peers by name")
    parser.add_argument("--callgrind", action="store_true", help="also count instructions")
    parser.add_argument("--json", help="write all figures to this file")
    chosen = parser.parse_args()
    chosen.size = chosen.size or (50_000_000 if chosen.quick else 1_000_000_000)
    chosen.runs = chosen.runs or (3 if chosen.quick else 5)
    chosen.rows = set(chosen.rows.split(",")) if chosen.rows else None
    return chosen


class Journals:
    """The journals by name. Each is written by another process at the first request."""

    def __init__(self, chosen, work):
        self.chosen, self.work = chosen, work
        self.has_large = chosen.large
        self.made = {}
        size, shape = chosen.size, chosen.shape
        self.plan = {"interleaved": (shape, size), "quarter": (shape, size // 4),
                     "cut quarter": ("cut", size // 4),
                     "large": (shape, size * 4), "small": ("interleaved", 10_000_000),
                     "files": ("files", 100_000_000), "one file": ("rows", 100_000_000)}

    def make(self, shape, size):
        note(f"journal: {shape}, {size / 1e6:.0f} MB")
        maker = [sys.executable, Path(__file__).parent / "journal.py", "--folder", self.work,
                 "--shape", shape, "--size", size, "--seed", self.chosen.seed]
        path, truth = output(maker).splitlines()
        return Path(path), json.loads(truth)

    def entry(self, name):
        if name not in self.made:
            self.made[name] = self.make(*self.plan.get(name, (name, self.chosen.size)))
        return self.made[name]

    def __getitem__(self, name):
        return self.entry(name)[0]

    def file(self, name, make):
        """The path of a file next to the journals, written by `make(path)` once per run."""
        if name not in self.made:
            path = Path(self.work) / name
            make(path)
            self.made[name] = (path, None)
        return self[name]

    def truth(self, name):
        return self.entry(name)[1]


class Benchmark:
    """One comparison: journals, answers, rows."""

    def __init__(self, chosen):
        self.chosen = chosen
        work = Path(chosen.work)
        work.mkdir(parents=True, exist_ok=True)
        self.tool = Tool(chosen.tool or build(work))
        self.peers = peers_module.Peers(work)
        self.journals = Journals(chosen, work)

    def check(self):
        note("answers")
        lines = answers.check(self.tool, self.peers, *self.journals.entry("interleaved"), ASKED)
        small = answers.check(self.tool, self.peers, *self.journals.entry("small"), ["jq three"])
        return lines + small[2:]

    def is_wanted(self, number):
        return self.chosen.rows is None or number in self.chosen.rows

    def rows(self):
        ratios = Ratios(self.tool, self.peers, self.journals).rows(self.is_wanted)
        for turn in range(self.chosen.runs):
            for row in ratios:
                note(f"run {turn + 1} of {self.chosen.runs}: {row.number} {row.says}")
                row.take()
        facts = ELSEWHERE + start_rows(self.tool)
        if self.is_wanted("P9"):
            facts += memory_rows(self.tool, self.journals)
        found = ratios + [fact for fact in facts if self.is_wanted(fact.number)]
        return sorted(found, key=lambda row: int(row.number[1:] or 99))


def note(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def machine():
    return {"system": platform.platform(), "cores": os.cpu_count(), "load": os.getloadavg(),
            "python": platform.python_version()}


def print_table(rows):
    titles = ["", "what", "by", "target", "measured", "best", "medians"]
    table = [titles] + [row.cells() for row in rows]
    widths = [max(len(cells[column]) for cells in table) for column in range(len(titles))]
    for cells in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip())


def main():
    chosen = options()
    if chosen.install:
        peers_module.install()
    benchmark = Benchmark(chosen)
    before = machine()
    truth = benchmark.journals.truth("interleaved")
    checked = benchmark.check()
    rows = benchmark.rows()
    note("")
    print(f"{truth['bytes'] / 1e6:.0f} MB, {truth['records']} records, {truth['sessions']} sessions, "
          f"{chosen.shape}, seed {chosen.seed}; {chosen.runs} pairs; {before['cores']} cores, "
          f"load {before['load'][0]:.1f} before and {os.getloadavg()[0]:.1f} after\n")
    for line in checked:
        mark = {True: "right", False: "WRONG", None: "absent"}[line["right"]]
        print(f"{mark:7}{line['program']}: {line['says']}")
    print()
    print_table(rows)
    counted = instructions.report(benchmark.tool, chosen.work) if chosen.callgrind else []
    print("\n".join(["", *counted]) if counted else "", end="\n" if counted else "")
    if chosen.json:
        told = {"machine": before, "journal": truth, "answers": checked, "instructions": counted,
                "rows": [row.as_json() for row in rows]}
        Path(chosen.json).write_text(json.dumps(told, indent=1, default=str) + "\n")
    return 1 if any(line["right"] is False for line in checked) else 0


if __name__ == "__main__":
    sys.exit(main())
