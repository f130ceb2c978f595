"""Records to lines: the envelope, the fields in the order of the vocabulary, checksums, seals."""

import datetime
import hashlib
import json

from lines import VOCABULARY, crc32c

#: The fields of each kind of event in their order, and those that a record must have.
ORDER = {event: list(fields) for event, fields in VOCABULARY.items()}
REQUIRED = {event: [name for name, (_, is_required) in fields.items() if is_required]
            for event, fields in VOCABULARY.items()}


def wall_text(milliseconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=milliseconds)
    return moment.isoformat(timespec="milliseconds") + "Z"


def records_of(session, start, events):
    """Whole records with seq 1…n; `events` are [t, wall shift, event, fields]."""
    records = []
    for t, shift, event, fields in events:
        record = {"v": 1, "session": session, "seq": len(records) + 1, "t": t,
                  "wall": wall_text(start + t + shift), "event": event}
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
    record = dict(list(records[-1].items())[:6], seq=records[-1]["seq"] + 1,
                  event="session.sealed", records=len(lines))
    start = line_of(record)[:-1]
    record["sha256"] = hashlib.sha256(
        b"".join(line + b"\n" for line in lines) + start).hexdigest()
    return record, line_of(record, checksum)
