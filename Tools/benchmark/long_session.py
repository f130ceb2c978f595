"""One session of a million records: the course of a day, again and again, for weeks."""

import datetime
import json
from collections import Counter

from story_plan import Plan

DAY = 24 * 3600 * 1000
#: So many app-open shows a day that no session reaches it: the cap would end the shows of a day.
CAP = 10_000
START = datetime.datetime(2026, 1, 5, tzinfo=datetime.timezone.utc)
NAME = "0b5e4c1a-77d2-4b0e-9d3f-5a1c2e8f9b60"


class LongPlan(Plan):
    """A session of many days, each with its own shows."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.days = Counter()

    def day(self):
        return (int(START.timestamp() * 1000) + self.t + self.utc_offset * 60_000) // DAY

    def emit(self, event, **fields):
        super().emit(event, **fields)
        if event == "ad.will_present" and fields.get("format") == "app_open":
            self.days[self.day()] += 1

    def remaining(self):
        """How many shows of the day are left, the one that was just decided on counted."""
        decided = self.shows - sum(self.days.values())
        return CAP - self.days[self.day()] - decided


def write(file, size, source):
    """Writes a session of about `size` bytes, and returns what is true of it."""
    plan = LongPlan(source)
    plan.begin()
    plan.launch()
    made, done, kinds = 0, 0, Counter()

    def flush():
        nonlocal made, done
        for t, event, fields in plan.records:
            done += 1
            kinds[event] += 1
            if event == "session.began":
                fields = {**fields, "install": "i-0b5e4c1a", "policy": {"daily_cap": CAP}}
            wall = (START + datetime.timedelta(milliseconds=t)).isoformat(timespec="milliseconds")
            record = {"v": 1, "session": NAME, "seq": done, "t": t, "wall": wall[:23] + "Z",
                      "event": event, **fields}
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            made += len(text)
            file.write(text)
        plan.records.clear()

    while made < size:
        flush()
        plan.scene_of_life()
    plan.end()
    flush()
    return {"sessions": 1, "records": done, "kinds": dict(sorted(kinds.items())),
            "stale": plan.stale, "unreloaded": plan.unreloaded}
