#!/usr/bin/env python3
"""Measures how often `adjournal compare` is wrong, and how often it finds a difference.

    calibration.py ADJOURNAL [--comparisons N] [--sessions N] [--doublings N] [--seed N]

Writes lines as `adjournal audit --format jsonl --only violated --figures` does, and compares them.

halves      N comparisons of two random halves of one fleet. Some problems are those of an install, which
            shows them in most of its sessions. At most 5 % of the comparisons may report a difference.
doublings   N comparisons of 5,000 sessions each, in which one of ten problems doubles from 1 % to 2 %. At
            least 90 % must call that problem worse.

The exit status is 1 if one of the targets is missed.
"""

import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

# The problems of the fleet: the share of sessions, and whether installs have it rather than sessions.
PROBLEMS = [(0.3, False), (0.1, False), (0.05, True), (0.02, False), (0.02, True), (0.01, False),
            (0.01, True), (0.005, False), (0.002, True), (0.001, False)]


def rule_ids(tool):
    """The rules of the catalogue, in the order of verdict vectors."""
    run = subprocess.run([tool, "audit", "--format", "jsonl", "--exit-zero", "-"], capture_output=True,
                         input=HEADER.encode(), check=True)
    return list(json.loads(run.stdout.splitlines()[0])["rules"])


HEADER = ('{"v":1,"session":"s","seq":1,"t":0,"wall":"2026-01-05T08:00:00.000Z","event":"session.began",'
          '"app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26.1","sdk":"s",'
          '"sdk_version":"1","utc_offset_min":0}\n')


class Fleet:
    """Writes sessions: installs with one to twelve sessions each."""

    def __init__(self, tool, seed):
        self.random = random.Random(seed)
        self.rules = rule_ids(tool)
        run = subprocess.run([tool, "audit", "--format", "jsonl", "--only", "violated", "--exit-zero", "-"],
                             capture_output=True, input=HEADER.encode(), check=True)
        line = json.loads(run.stdout.splitlines()[0])
        self.rule_set, self.tool_version = line["rule_set"], line["tool"]

    def sessions(self, count, problems, name):
        """The lines of `count` sessions, grouped by install."""
        installs, number = [], 0
        while number < count:
            install = f"{self.random.getrandbits(48):012x}"
            has = [self.random.random() < share / 0.8 for share, _ in problems]
            speed = math.exp(self.random.gauss(7, 0.4))
            size = min(count - number, 1 + int(self.random.expovariate(0.4)) % 12)
            lines = []
            for _ in range(size):
                broken = [index for index, (share, of_install) in enumerate(problems)
                          if (has[index] and self.random.random() < 0.8 if of_install
                              else self.random.random() < share)]
                lines.append(self.line(f"{name}-{number}", install, broken, speed))
                number += 1
            installs.append(lines)
        return installs

    def line(self, session, install, broken, speed):
        verdicts = ["h"] * len(self.rules)
        rules = {}
        for index in broken:
            verdicts[index] = "v"
            rules[self.rules[index]] = {"verdict": "violated", "activations": 1, "violations": [
                {"seq": 3, "severity": "error", "problem": {"id": f"{index:012x}", "kinds": []}}]}
        ads = 1 + int(self.random.expovariate(0.7))
        filled = sum(self.random.random() < 0.85 for _ in range(ads))
        shown = sum(self.random.random() < 0.6 for _ in range(filled))
        latencies = [item for _ in range(filled)
                     for item in (max(1, int(speed * math.exp(self.random.gauss(0, 0.5)))), 1)]
        micros = sum(int(self.random.expovariate(1 / 2000)) for _ in range(shown))
        return json.dumps({
            "path": "fleet", "session": session, "records": 40, "end": "clean", "gaps": 0, "damage": [],
            "notes": [], "rule_set": self.rule_set, "verdicts": "".join(verdicts),
            "tool": self.tool_version, "install": install,
            "figures": {"filled": filled, "failed": ads - filled, "ads": filled, "shown": shown,
                        "latencies": latencies, "revenue": {"EUR": micros} if micros else {}},
            "rules": rules}, separators=(",", ":"))


def compare(tool, folder, before, after):
    """The rows of a comparison of two lists of lines."""
    for name, lines in (("before", before), ("after", after)):
        (folder / name).write_text("".join(line + "\n" for line in lines))
    run = subprocess.run([tool, "compare", "--exit-zero", "--format", "json", folder / "before",
                          folder / "after"], capture_output=True, check=True)
    return json.loads(run.stdout)["rows"]


def halves(tool, fleet, folder, comparisons, sessions):
    """The number of comparisons of halves that report a difference."""
    wrong, rows_wrong, rows_all = 0, {}, 0
    for number in range(comparisons):
        installs = fleet.sessions(2 * sessions, PROBLEMS, f"f{number}")
        fleet.random.shuffle(installs)
        before, after = [], []
        for lines in installs:
            (before if len(before) <= len(after) else after).extend(lines)
        rows = compare(tool, folder, before, after)
        different = [row["id"] for row in rows if row["change"] in ("new", "gone", "worse", "better")]
        wrong += bool(different)
        rows_all += len(rows)
        for id in different:
            rows_wrong[id] = rows_wrong.get(id, 0) + 1
    return wrong, rows_wrong, rows_all


def doublings(tool, fleet, folder, comparisons):
    """The number of comparisons that find a doubling from 1 % to 2 %, and of wrong differences."""
    found = others = 0
    rest = [problem for problem in PROBLEMS if problem != (0.01, False)]
    for number in range(comparisons):
        before = sum(fleet.sessions(5000, [(0.01, False)] + rest, f"b{number}"), [])
        after = sum(fleet.sessions(5000, [(0.02, False)] + rest, f"a{number}"), [])
        rows = compare(tool, folder, before, after)
        problem = f"{0:012x}"
        found += any(row["id"] == problem and row["change"] == "worse" for row in rows)
        others += any(row["change"] in ("new", "gone", "worse", "better")
                      and row["id"] not in (problem, fleet.rules[0]) for row in rows)
    return found, others


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--comparisons", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=1000, help="sessions of a half")
    parser.add_argument("--doublings", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    fleet = Fleet(options.tool, options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong, rows, count = halves(options.tool, fleet, folder, options.comparisons, options.sessions)
        print(f"halves: {wrong} of {options.comparisons} comparisons report a difference "
              f"({count} rows; {rows})", flush=True)
        found, others = doublings(options.tool, fleet, folder, options.doublings)
        print(f"doublings: {found} of {options.doublings} found; {others} comparisons report something else")
    isFine = wrong <= 0.05 * options.comparisons and found >= 0.9 * options.doublings
    sys.exit(0 if isFine else 1)


if __name__ == "__main__":
    main()
