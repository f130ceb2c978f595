"""Events to lines: envelope, field order of the vocabulary, checksums, seals."""

import datetime
import hashlib
import json

from .chances import table

ORDER = {}
REQUIRED = {"app.mood": []}
CLASSES = []
CLASS_OF = {}
for _row in table("vocabulary.tsv"):
    if not _row["event"]:
        continue
    ORDER.setdefault(_row["event"], [])
    REQUIRED.setdefault(_row["event"], [])
    if _row.get("required") == "yes":
        REQUIRED[_row["event"]].append(_row["field"])
    if _row.get("field"):
        ORDER[_row["event"]].append(_row["field"])
    CLASS_OF[_row["event"]] = _row["class"]
    if _row["class"] not in CLASSES:
        CLASSES.append(_row["class"])
_TABLE = []
for _byte in range(256):
    for _ in range(8):
        _byte = (_byte >> 1) ^ (0x82F63B78 if _byte & 1 else 0)
    _TABLE.append(_byte)


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = _TABLE[(value ^ byte) & 0xFF] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


def wall_text(milliseconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=milliseconds)
    return moment.isoformat(timespec="milliseconds") + "Z"


def records_of(session, start, header, events):
    """Whole records with seq 1…n; `events` are [t, wall shift, event, fields]."""
    records = []
    for t, shift, event, fields in [[0, 0, "session.began", header]] + events:
        record = {
            "v": 1,
            "session": session,
            "seq": len(records) + 1,
            "t": t,
            "wall": wall_text(start + t + shift),
            "event": event,
        }
        known = ORDER.get(event, [])
        for name in known + [name for name in fields if name not in known]:
            if name in fields:
                record[name] = fields[name]
        records.append(record)
    return records


def line_of(record, checksum=False):
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if checksum:
        text = f'{text[:-1]},"crc":"{crc32c(text[:-1].encode()):08x}"}}'
    return text.encode()


def seal(records, lines, checksum):
    """A `session.sealed` record for the lines of one session."""
    last = records[-1]
    digest = hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
    record = dict(
        list(last.items())[:6],
        seq=last["seq"] + 1,
        event="session.sealed",
        records=len(lines),
        sha256=digest,
    )
    return record, line_of(record, checksum)
