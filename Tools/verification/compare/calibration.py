#!/usr/bin/env python3
"""Measures how often `adjournal compare` is wrong, and how often it finds a difference.

    calibration.py ADJOURNAL [--lines FILE…] [--comparisons N] [--sessions N] [--doublings N] [--seed N]

Writes lines as `adjournal audit --format jsonl --only violated --figures` does, and compares them. With
`--lines`, sessions are drawn by install from the lines of a real fleet, and the rules whose violations are
doubled are three of its rules, in turn.

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


# The members of a violation that are compared.
READ = ("seq", "severity", "problem", "missing", "late_ms", "unlisted", "follows")


class RealFleet(Fleet):
    """Draws installs with their sessions from the lines of audits."""

    def __init__(self, tool, seed, files):
        super().__init__(tool, seed)
        lines = [json.loads(line) for file in files for line in file.open()]
        installs = {}
        for line in lines:
            line["figures"].pop("sources", None)
            for result in line["rules"].values():
                result["violations"] = [{key: one[key] for key in READ if key in one}
                                        for one in result.get("violations", [])]
            installs.setdefault(line.get("install", line["session"]), []).append(line)
        self.installs = list(installs.values())
        self.planted = self.choose(lines)
        self.samples = {rule: [line["rules"][rule] for line in lines if rule in line["rules"]
                               and any("problem" in one for one in line["rules"][rule]["violations"])]
                        for rule in self.planted}
        self.texts = {}

    def choose(self, lines):
        """Three rules with one problem each, about as frequent as the doubled one."""
        problems, count = {}, {}
        for line in lines:
            for rule, result in line["rules"].items():
                ids = {one["problem"]["id"] for one in result.get("violations", []) if "problem" in one}
                problems.setdefault(rule, set()).update(ids)
                count[rule] = count.get(rule, 0) + bool(ids)
        single = [rule for rule, ids in problems.items() if len(ids) == 1]
        return sorted(single, key=lambda rule: (abs(count[rule] / len(lines) - 0.01), rule))[:3]

    def text(self, number, index, rule, result):
        """A line with this result of a rule, or none, and marks for the session and the install."""
        key = (number, index, rule)
        if result is None and key in self.texts:
            return self.texts[key]
        line = dict(self.installs[number][index], session="@session", install="@install", path="fleet")
        if rule is not None:
            place = self.rules.index(rule)
            letter = "h" if result is None else "v"
            line["verdicts"] = line["verdicts"][:place] + letter + line["verdicts"][place + 1:]
            line["rules"] = {id: value for id, value in line["rules"].items() if id != rule}
            if result is not None:
                line["rules"][rule] = result
        text = json.dumps(line, separators=(",", ":"))
        if result is None:
            self.texts[key] = text
        return text

    def drawn(self, count, name, rule=None, rate=0.0):
        """The lines of `count` sessions by install, in which a rule is violated at a rate of its own."""
        installs, number = [], 0
        while number < count:
            chosen = self.random.randrange(len(self.installs))
            install = f"{self.random.getrandbits(48):012x}"
            lines = []
            for index in range(min(len(self.installs[chosen]), count - number)):
                isViolated = rule is not None and self.random.random() < rate
                result = self.random.choice(self.samples[rule]) if isViolated else None
                text = self.text(chosen, index, rule, result)
                lines.append(text.replace("@session", f"{name}-{number}").replace("@install", install))
                number += 1
            installs.append(lines)
        return installs


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
        if isinstance(fleet, RealFleet):
            installs = fleet.drawn(2 * sessions, f"f{number}")
        else:
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
                      and row["id"] not in (problem, fleet.rules[0], "without_violations") for row in rows)
    return found, others


def real_doublings(tool, fleet, folder, comparisons):
    """The same with the rules of a real fleet; violations of a doubled rule are those of its sessions."""
    found, others, rows_all = {rule: 0 for rule in fleet.planted}, 0, 0
    for number in range(comparisons):
        rule = fleet.planted[number % len(fleet.planted)]
        before = sum(fleet.drawn(5000, f"b{number}", rule, 0.01), [])
        after = sum(fleet.drawn(5000, f"a{number}", rule, 0.02), [])
        rows = compare(tool, folder, before, after)
        rows_all += sum(row["p_value"] is not None for row in rows)
        own = [row for row in rows if rule in (row["id"], row.get("rule"))]
        found[rule] += any(row["change"] == "worse" for row in own)
        others += any(row["change"] in ("new", "gone", "worse", "better") and row not in own
                      and row["id"] != "without_violations" for row in rows)
    print(f"{rows_all / max(1, comparisons):.0f} tests in a comparison; found by rule: {found}")
    return sum(found.values()), others


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--comparisons", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=1000, help="sessions of a half")
    parser.add_argument("--doublings", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=pathlib.Path, nargs="+", help="output of audit --figures")
    options = parser.parse_args()
    fleet = (RealFleet(options.tool, options.seed, options.lines) if options.lines
             else Fleet(options.tool, options.seed))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong, rows, count = halves(options.tool, fleet, folder, options.comparisons, options.sessions)
        print(f"halves: {wrong} of {options.comparisons} comparisons report a difference "
              f"({count} rows; {rows})", flush=True)
        measure = real_doublings if options.lines else doublings
        found, others = measure(options.tool, fleet, folder, options.doublings)
        print(f"doublings: {found} of {options.doublings} found; {others} comparisons report something else")
    isFine = wrong <= 0.05 * options.comparisons and found >= 0.9 * options.doublings
    sys.exit(0 if isFine else 1)


if __name__ == "__main__":
    main()
