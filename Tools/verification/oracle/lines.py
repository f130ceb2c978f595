"""Bytes of a journal to lines: each is a record, blank, or damage.

Journals/FORMAT.md, sections 3, 4 and 12.
"""
import datetime
import json
import os
import re

MAX_LINE = 1 << 20
MAX_DEPTH = 32
SESSION = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
WALL = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z\Z", re.ASCII)
ENVELOPE = [("v", "integer"), ("session", "string"), ("seq", "integer"), ("t", "integer"),
            ("wall", "string"), ("event", "string")]


def format_table(name):
    """The rows of a table in Journals/formats/1."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(here, "..", "..", "..", "Journals", "formats", "1", name)
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


VOCABULARY, CLASS_OF, VALUES = {}, {}, {}
for _row in format_table("vocabulary.tsv"):
    if not _row["event"]:
        continue
    CLASS_OF[_row["event"]] = _row["class"]
    _fields = VOCABULARY.setdefault(_row["event"], {})
    if _row.get("field"):
        _fields[_row["field"]] = (_row["type"], _row["required"] == "yes")
        VALUES[_row["event"], _row["field"]] = set(filter(None, _row["values"].split("|")))


class DuplicateKey(Exception):
    pass


def _table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_CRC = _table()


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = _CRC[(value ^ byte) & 0xFF] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


def wall_ms(text):
    """Milliseconds since 1970 of a wall of the right form, else None."""
    match = WALL.match(text)
    if not match:
        return None
    parts = [int(part) for part in match.groups()]
    try:
        day = datetime.date(*parts[:3])
    except ValueError:
        return None
    if parts[3] > 23 or parts[4] > 59 or parts[5] > 59:
        return None
    seconds = (day.toordinal() - 719163) * 86400 + parts[3] * 3600 + parts[4] * 60 + parts[5]
    return seconds * 1000 + parts[6]


def depth_of(text):
    depth = deepest = 0
    inside = escaped = False
    for char in text:
        if inside:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                inside = False
        elif char == '"':
            inside = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def has_lone_surrogate(value):
    if isinstance(value, str):
        return any(0xD800 <= ord(char) <= 0xDFFF for char in value)
    if isinstance(value, dict):
        return any(has_lone_surrogate(k) or has_lone_surrogate(v) for k, v in value.items())
    return isinstance(value, list) and any(map(has_lone_surrogate, value))


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool) and -(1 << 63) <= value < 1 << 63


def fits(value, kind):
    if kind == "string":
        return isinstance(value, str)
    if kind == "integer":
        return is_integer(value)
    if kind == "number":
        return isinstance(value, float) or is_integer(value)
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "object":
        return isinstance(value, dict)
    if kind.startswith("array"):
        item = str if kind == "array of strings" else dict
        return isinstance(value, list) and all(isinstance(each, item) for each in value)
    return True


def _object(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise DuplicateKey
    return result


def _constant(_):
    raise ValueError("constant")


def parse(text):
    """(value, damage code)."""
    if depth_of(text) > MAX_DEPTH:
        return None, "too-deep"
    try:
        value = json.loads(text, object_pairs_hook=dict, parse_constant=_constant)
    except (ValueError, RecursionError):
        return None, "not-json"
    if has_lone_surrogate(value):
        return None, "not-json"
    try:
        json.loads(text, object_pairs_hook=_object)
    except DuplicateKey:
        return value, "duplicate-key"
    return value, None


def crc_state(raw, value):
    """'none', 'good' or 'bad'."""
    if value.get("crc") is None:
        return "none"
    crc, at = value["crc"], raw.rfind(b',"crc":')
    if list(value)[-1] != "crc" or at < 0 or not isinstance(crc, str):
        return "bad"
    if not re.fullmatch(r"[0-9a-f]{8}", crc) or int(crc, 16) != crc32c(raw[:at]):
        return "bad"
    return "good"


def field_damage(record):
    """missing-field or wrong-type of a record without nulls."""
    for name, _ in ENVELOPE:
        if name not in record:
            return "missing-field"
    fields = VOCABULARY.get(record["event"], {}) if isinstance(record["event"], str) else {}
    if any(required and name not in record for name, (_, required) in fields.items()):
        return "missing-field"
    if not all(fits(record[name], kind) for name, kind in ENVELOPE):
        return "wrong-type"
    if record["seq"] < 1 or record["t"] < 0 or not SESSION.match(record["session"]):
        return "wrong-type"
    if wall_ms(record["wall"]) is None:
        return "wrong-type"
    if not all(fits(record[name], kind) for name, (kind, _) in fields.items() if name in record):
        return "wrong-type"
    return None


class Line:
    """One line: `record` when whole, else `code` (None for a blank line)."""

    def __init__(self, number, raw, torn):
        self.number, self.raw, self.torn = number, raw, torn
        self.record = self.code = self.crc = None
        self.blank = not raw.strip(b" \t\r\n")
        if self.blank:
            return
        self.code, value = self._read()
        if torn and not (self.code is None and self.crc == "good"):
            self.code = "torn-tail"
        if self.code is None:
            self.record = value
        self.named = self._named(value)

    def _read(self):
        if len(self.raw) > MAX_LINE:
            return "too-long", None
        if b"\0" in self.raw:
            return "nul-padding", None
        try:
            text = self.raw.decode("utf-8")
        except UnicodeDecodeError:
            return "not-utf8", None
        value, code = parse(text)
        if code:
            return code, value
        if not isinstance(value, dict):
            return "not-an-object", value
        self.crc = crc_state(self.raw, value)
        value = {key: each for key, each in value.items() if each is not None}
        return ("bad-crc" if self.crc == "bad" else field_damage(value)), value

    def _named(self, value):
        """(session, seq) that the bytes name, each or None."""
        session, seq = None, None
        if isinstance(value, dict):
            session, seq = value.get("session"), value.get("seq")
        else:
            found = re.search(rb'"session"\s*:\s*"([A-Za-z0-9._-]{1,64})"', self.raw)
            session = found.group(1).decode() if found else None
            found = re.search(rb'"seq"\s*:\s*([0-9]{1,18})\b', self.raw)
            seq = int(found.group(1)) if found else None
        if not (isinstance(session, str) and SESSION.match(session)):
            session = None
        return session, seq if is_integer(seq) and seq >= 1 else None


def lines_of(data):
    """(lines, begins with a byte-order mark)."""
    mark = data.startswith(b"\xef\xbb\xbf")
    parts = (data[3:] if mark else data).split(b"\n")
    last = parts.pop()
    lines = [Line(number, raw, False) for number, raw in enumerate(parts, 1)]
    if last:
        lines.append(Line(len(parts) + 1, last, True))
    return lines, mark
