"""A session as bytes with three blanks: its name, its calendar day, its install."""

import json
from collections import Counter

from crc32c import LineSum, checksum, update

SESSION = b"@" * 36
DATE = b"@@@@-@@-@@"
INSTALL = b"i-@@@@@@@@"
#: A field that the vocabulary does not have, as a newer recorder may write it.
STRANGE = b',"x_build":null}'


class Template:
    """The lines of one story in one of the shapes; `fill` makes a session of them."""

    def __init__(self, story, start, install, shape, random):
        self.start, self.install = start, install
        self.summed = shape == "checksums"
        self.stale, self.unreloaded = story.stale, story.unreloaded
        records = story.records[:-1] if shape == "cut" else story.records
        self.kinds = Counter(event for _, event, _ in records)
        flat = [self._fields(number, record) for number, record in enumerate(records, 1)]
        plain = [compact(fields, escape) for fields, escape in flat]
        self.size = sum(map(len, plain)) + len(plain)
        self.lines = plain
        if shape == "spaced":
            self.lines = [spaced(fields, random) for fields, _ in flat]
        elif shape == "strange":
            self.lines = [line[:-1] + STRANGE for line in plain]
        self.text = b"".join(line + b"\n" for line in self.lines)
        if self.summed:
            heads = [line[:-1] for line in self.lines]
            self.sums = [LineSum(head, SESSION, DATE) for head in heads[1:]]

    def _fields(self, number, record):
        t, event, fields = record
        envelope = {"v": 1, "session": SESSION.decode(), "seq": number, "t": t,
                    "wall": wall(self.start + t), "event": event}
        if event == "session.began":
            fields = {k: INSTALL.decode() if k == "install" else v for k, v in fields.items()}
            if self.summed:
                fields["checksums"] = True
        return {**envelope, **fields}, event == "note" and number % 3 == 0

    def cuts(self, random, burst):
        """The ends of pieces of 1 to `burst` lines."""
        ends, at, left = [], 0, random.randint(1, burst)
        for line in self.lines:
            at += len(line) + 1 + (len(',"crc":"00000000"') if self.summed else 0)
            left -= 1
            if left == 0:
                ends.append(at)
                left = random.randint(1, burst)
        return ends if ends and ends[-1] == at else ends + [at]

    def fill(self, session, date, install):
        text = self.text.replace(SESSION, session).replace(DATE, date)
        text = text.replace(INSTALL, install, 1)
        return self._with_sums(text, session, date) if self.summed else text

    def _with_sums(self, text, session, date):
        lines = text.split(b"\n")
        head = lines[0][:-1]
        done = [b'%b,"crc":"%08x"}' % (head, checksum(head))]
        a, b = update(0, session), update(0, date)
        for line, total in zip(lines[1:], self.sums):
            done.append(b'%b,"crc":"%08x"}' % (line[:-1], total.of(a, b)))
        return b"\n".join(done) + b"\n"


def wall(ms):
    second, ms = divmod(ms, 1000)
    return f"{DATE.decode()}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.{ms:03}Z"


def compact(fields, escape):
    return json.dumps(fields, ensure_ascii=escape, separators=(",", ":")).encode()


def spaced(fields, random):
    """The same record with its keys in another order and white space between the tokens."""
    keys = list(fields)
    random.shuffle(keys)
    return json.dumps({key: fields[key] for key in keys}, ensure_ascii=False).encode()
