"""Journals in which two records lie exactly a threshold apart: where strict and non-strict differ."""

import csv
import json
from pathlib import Path

from variants import dump

WORDS = (
    "load_timeout_s", "present_outcome_s", "dismiss_timeout_s", "cover_s", "lock_window_s",
    "retry_base_s", "retry_max_s", "app_open_max_age_s", "full_screen_max_age_s", "decision_s",
)
LOSSES = ("", "after", "before", "both", "beginning")


class Thresholds:
    """The lengths of time that a rule can measure, in milliseconds, by default."""

    def __init__(self, package):
        folder = Path(package) / "Journals/formats/1"
        self.defaults = {row["key"]: int(float(row["default"]) * 1000)
                         for row in table(folder / "policy.tsv")
                         if row["unit"] == "s" and row["origin"] != "app"}
        self.own = {row["id"]: row["policy"].split() for row in table(folder / "rules.tsv")}

    def of(self, rule, policy):
        """Those of the rule and of the words that it may use, under a header's policy."""
        names = [name for name in self.own[rule] if name.endswith("_s")] + list(WORDS)
        return sorted({int(policy[name] * 1000) if name in policy else self.defaults[name]
                       for name in names if name in policy or name in self.defaults})


def table(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def timed(records, thresholds, rule):
    """Each journal in which a later record (and all after it) lies a threshold after an earlier
    one, in plain and in active time, as (name, lines); with records lost at the two ends, too."""
    policy = records[0].get("policy", {}) if records else {}
    for first in range(len(records)):
        for second in range(first + 1, len(records)):
            for limit in thresholds.of(rule, policy):
                for passed in sorted({limit, limit + away(records, first, second)}):
                    shifted = apart(records, first, second, passed)
                    if shifted is None:
                        continue
                    for loss in LOSSES:
                        left = lost(shifted, first, second, loss)
                        if left is not None:
                            yield f"apart-{first}-{second}-{passed}-{loss}", dump(left)


def away(records, first, second):
    """How much of the time between two records lies in the background."""
    total, since = 0, None
    for record in records[:second + 1]:
        t = max(record["t"], records[first]["t"])
        if record["event"] == "app.entered_background" and since is None:
            since = t
        if record["event"] == "app.entering_foreground" and since is not None:
            total, since = total + t - since, None
    return total + (records[second]["t"] - since if since is not None else 0)


def apart(records, first, second, passed):
    """The second record and all after it moved; None where it would come before its neighbour."""
    shift = records[first]["t"] + passed - records[second]["t"]
    if records[second]["t"] + shift < records[second - 1]["t"]:
        return None
    return [dict(record, t=record["t"] + (shift if at >= second else 0))
            for at, record in enumerate(records)]


def lost(records, first, second, loss):
    """Without what follows the first record, what precedes the second, or the beginning."""
    if loss == "beginning":
        return records[1:] if first > 0 else None
    gone = {"after": {first + 1}, "before": {second - 1}, "both": set(range(first + 1, second)),
            "": set()}[loss]
    if loss and (first + 1 >= second or loss != "after" and first + 2 >= second):
        return None
    return [record for at, record in enumerate(records) if at not in gone]


def retimed(lines, chances, thresholds):
    """Records of a random journal moved so that many lie exactly a threshold after another one."""
    records = [json.loads(line) for line in lines]
    for session in dict.fromkeys(record["session"] for record in records):
        own = [record for record in records if record["session"] == session]
        policy = {**thresholds.defaults, **{
            name: int(value * 1000) for name, value in own[0].get("policy", {}).items()
            if name in thresholds.defaults}}
        few = chances.sample(sorted(policy), 4)
        for second in range(1, len(own)):
            if chances.random() < 0.35:
                move(own, second, policy[chances.choice(few)], chances)
    return dump(records)


def move(records, second, limit, chances):
    """Puts a record, and all after it, a threshold after one of those before it."""
    first = max(0, second - chances.choice([1, 1, 2, 2, 3, 4, 5, 6, 8]))
    passed = limit + (away(records, first, second) if chances.random() < 0.5 else 0)
    shift = records[first]["t"] + passed - records[second]["t"]
    if records[second]["t"] + shift >= records[second - 1]["t"]:
        for record in records[second:]:
            record["t"] += shift
