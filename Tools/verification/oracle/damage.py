"""Damage as disks, recorders and pipelines do it to the lines of a journal."""

import json

from writing import line_of

SAFE = (
    "config.changed",
    "consent.updated",
    "sdk.started",
    "app.time_changed",
    "app.terminating",
    "consent.form_shown",
    "consent.form_closed",
    "tracking.answered",
    "preload.started",
    "preload.stopped",
)


def damage(chances, lines):
    """The bytes of a file of the lines, damaged; `lines` have no LF."""
    lines, tail = list(lines), b"\n"
    for _ in range(chances.choice([1, 1, 1, 2, 3])):
        if len(lines) < 3:
            break
        chances.choice(LINES)(chances, lines)
    if chances.chance(0.15) and lines:
        tail = b""
        if chances.chance(0.8):
            lines[-1] = lines[-1][: chances.randint(1, len(lines[-1]))]
    return b"\n".join(lines) + tail


def _later(chances, lines):
    return chances.randint(1, len(lines) - 1)


def cut_out(chances, lines):
    at = _later(chances, lines)
    del lines[at : at + chances.choice([1, 1, 2, 3, 5, 8])]


def recorder_gap(chances, lines):
    """Replaces adjacent records of a session by a `recorder.gap`."""
    at = _later(chances, lines)
    first = _record(lines[at])
    if not first or first["event"] in SAFE or first["event"].startswith("session."):
        return
    gone, last = [], first
    for index in range(at, min(len(lines), at + chances.choice([1, 2, 4, 7]))):
        record = _record(lines[index])
        if not record or record["session"] != first["session"]:
            continue
        if record["event"] in SAFE or record["event"].startswith("session."):
            break
        gone.append(index)
        last = record
    after = [
        record
        for record in map(_record, lines[gone[-1] + 1 :])
        if record and record["session"] == first["session"]
    ]
    if not after or after[0]["event"] == "session.sealed":
        return
    keep = dict(list(last.items())[:6])
    if chances.chance(0.5):
        keep["t"], keep["wall"] = after[0]["t"], after[0]["wall"]
    keep.update(event="recorder.gap", dropped=len(gone) - 1 or 1, reason="buffer_full")
    if len(gone) > 1:
        lines[gone[-1]] = line_of(keep, b'"crc":' in lines[gone[-1]])
        gone.pop()
    for index in reversed(gone):
        del lines[index]


def corrupt(chances, lines):
    at = _later(chances, lines)
    line = bytearray(lines[at])
    if not line:
        return
    place = chances.randint(0, len(line) - 1)
    kind = chances.random()
    if kind < 0.5:
        line[place] = chances.choice(b'x"{},:0\xff\x00')
    elif kind < 0.7:
        line = line[:place]
    elif kind < 0.8:
        line = bytearray(b"\0" * chances.randint(1, 20))
    elif kind < 0.9:
        line = bytearray(line.replace(b'"t":', b'"t":"x","u":', 1))
    else:
        line = bytearray(line.replace(b'"unit":', b'"unity":', 1))
    lines[at] = bytes(line).replace(b"\n", b" ")


def twice(chances, lines):
    at = _later(chances, lines)
    lines.insert(min(len(lines), at + chances.choice([0, 1, 4])), lines[at])


def conflict(chances, lines):
    at = _later(chances, lines)
    record = _record(lines[at])
    if record and record["seq"] > 1:
        record["extra"] = chances.randint(1, 9)
        if chances.chance(0.4):
            record["t"] += 1
        lines.insert(
            at + 1,
            line_of(
                {key: value for key, value in record.items() if key != "crc"},
                b'"crc":' in lines[at],
            ),
        )


def swap(chances, lines):
    at = _later(chances, lines)
    to = max(0 if chances.chance(0.1) else 1, at - chances.choice([1, 1, 3]))
    lines.insert(to, lines.pop(at))


def clock_back(chances, lines):
    at, by = _later(chances, lines), chances.choice([-1, -500, -20000, 700, 60000])
    for index in range(at, min(len(lines), at + chances.choice([1, 1, 2, 4]))):
        record = _record(lines[index])
        if record:
            record["t"] = max(0, record["t"] + by)
            record.pop("crc", None)
            lines[index] = line_of(record, b'"crc":' in lines[index])


def lose_header(chances, lines):
    for index, line in enumerate(lines):
        if b'"event":"session.began"' in line:
            del lines[index]
            return


def reuse_name(chances, lines):
    """Gives a new ad, request, load or window the name of an earlier one."""
    for name, event in chances.sample(
        [
            ("request", "ad.requested"),
            ("ad", "ad.loaded"),
            ("load", "adapter.load_called"),
            ("window", "window.shown"),
        ],
        4,
    ):
        births = [
            (n, record)
            for n, record in enumerate(map(_record, lines))
            if record and record["event"] == event
        ]
        if len(births) > 1:
            (_, one), (at, other) = sorted(chances.sample(births, 2), key=lambda birth: birth[0])
            if one["session"] == other["session"] and name in one and name in other:
                old, new = other[name], one[name]
                ending = len(lines) if chances.chance(0.7) else at + 1
                for index in range(at, ending):
                    record = _record(lines[index])
                    if record and record["session"] == one["session"] and record.get(name) == old:
                        record[name] = new
                        record.pop("crc", None)
                        lines[index] = line_of(record, b'"crc":' in lines[index])
                return


def second_header(chances, lines):
    for line in lines:
        record = _record(line)
        if record and record["event"] == "session.began":
            if chances.chance(0.7):
                record["os_version"] = "17.0"
            if chances.chance(0.3):
                record["seq"] = chances.randint(2, 9)
            record.pop("crc", None)
            lines.insert(_later(chances, lines), line_of(record, b'"crc":' in line))
            return


def blanks(chances, lines):
    lines.insert(_later(chances, lines), chances.choice([b"", b"  ", b"\r"]))


def _record(line):
    try:
        record = json.loads(line)
    except ValueError:
        return None
    whole = isinstance(record, dict) and all(
        key in record for key in ("session", "seq", "t", "wall", "event")
    )
    return (
        record
        if whole and isinstance(record["t"], int) and isinstance(record["seq"], int)
        else None
    )


LINES = (
    [cut_out] * 8
    + [recorder_gap] * 8
    + [corrupt] * 3
    + [twice, conflict, swap, swap]
    + [clock_back] * 3
    + [lose_header, reuse_name, reuse_name, second_header, blanks]
)
