"""Lines of one or more files to sessions: events in order, gaps, damage.

Journals/FORMAT.md, sections 5, 6, 9 and 11.
"""
from checks import check_seals, names_reused
from lines import CLASS_OF, lines_of, wall_ms


#: The name of what holds the damage of no session.
NO_SESSION = ""


class Event:
    def __init__(self, line, journal):
        self.record, self.line, self.journal = line.record, line.number, journal
        self.seq, self.t = line.record["seq"], line.record["t"]
        self.kind = line.record["event"]
        self.cls = CLASS_OF.get(self.kind)
        self.wall = wall_ms(line.record["wall"])
        self.raw, self.crc = line.raw.rstrip(b"\r"), line.crc
        self.index = None

    def get(self, name, default=None):
        return self.record.get(name, default)


class Session:
    """`gaps` maps a position p (between events p-1 and p) to the records lost there."""

    def __init__(self, name, key, path):
        self.name, self.key, self.path = name, key, path
        self.items = []        # (Line, journal) of the session in file order
        self.events, self.gaps, self.damage = [], {}, []
        self.told = set()      # gaps of which a recorder.gap says all
        self.header = None
        self.torn = self.partial = self.bad_seal = False
        self.order = 0

    def report(self, code, line):
        self.damage.append({"code": code, "line": line})

    @property
    def end(self):
        if self.torn:
            return "torn"
        return "clean" if any(e.kind == "session.ended" for e in self.events) else "cut"


def read(paths):
    """All sessions of the files, in the order of their beginning."""
    files = []
    for path in paths:
        with open(path, "rb") as file:
            files.append(split(path, file.read()))
    found = join_segments([session for each in files for session in each])
    for order, session in enumerate(found):
        session.order = order
        assemble(session)
    return [session for session in found if session.items]


def split(path, data):
    """The sessions of one file, each with its own lines."""
    lines, _ = lines_of(data)
    current, found, last, early = {}, [], None, {}
    counts, headers = {}, {}

    def begin(name):
        counts[name] = counts.get(name, 0) + 1
        shown = name if counts[name] == 1 else f"{name}#{counts[name]}"
        session = Session(name, shown, path)
        current[name] = session
        found.append(session)
        return session

    for line in lines:
        if line.blank:
            continue
        name = line.named[0]
        if line.record is None:
            last = name or last
            known = current[last].items if last in current else early.setdefault(
                last or NO_SESSION, [])
            known.append((line, path))
            continue
        session = current.get(name) or begin(name)
        session.items += early.pop(name, [])
        if line.record["event"] == "session.began" and line.record["seq"] == 1:
            raw, known = line.raw.rstrip(b"\r"), headers.setdefault(name, {})
            if raw in known:
                session = current[name] = known[raw]
            elif session in known.values():
                session = begin(name)
                session.report("second-header", line.number)
            known[raw] = session
        session.items.append((line, path))
        last = name
    for name, items in early.items():
        begin(name).items += items  # which never gets a record
    return found


def join_segments(sessions):
    """The sessions, where the parts of a session that a session.continued continues are one."""
    continued = {session.name for session in sessions for line, _ in session.items
                 if line.record and line.record["event"] == "session.continued"}
    parts = {}
    for session in sessions:
        own = session.name if session.name in continued else session
        parts.setdefault(own, []).append(session)
    return [whole for several in parts.values() for whole in joined(several)]


def joined(parts):
    headers = [header_of(part) for part in parts]
    last = next((header for header in headers if header), None)
    wholes = {}
    for part, header in zip(parts, headers):
        last = header or last
        wholes.setdefault(last, []).append(part)
    for several in wholes.values():
        # Those with a header in the order of the files, then the others by their first seq.
        several.sort(key=lambda part: (0, 0) if header_of(part) else (1, first_seq(part)))
        for part in several[1:]:
            several[0].items += part.items
            several[0].damage += part.damage
        yield several[0]


def header_of(session):
    """The bytes of the header, None where the part has none."""
    return next((line.raw.rstrip(b"\r") for line, _ in session.items if line.record
                 and line.record["event"] == "session.began" and line.record["seq"] == 1), None)


def first_seq(session):
    return next((line.record["seq"] for line, _ in session.items if line.record), 0)


def assemble(session):
    check_seals(session)
    events, holes = pick(session)
    events.sort(key=lambda event: event.seq)
    if not events:
        session.partial = True
        place_gaps(session, holes)
        return
    if events[0].kind == "session.began":
        session.header = events[0].record
    else:
        session.partial = True
        session.report("no-header", events[0].line)
    checksums(session, events, holes)
    trusted = longest(events)
    for event in events:
        if event not in trusted:
            session.report("clock-backwards", event.line)
            holes.append(event.seq)
    kept = [event for event in events if event in trusted]
    for index, event in enumerate(kept):
        event.index = index
    session.events = kept
    if session.header and kept[0].kind != "session.began":
        session.header, session.partial = None, True
        session.report("no-header", kept[0].line)
    place_gaps(session, holes)
    names_reused(session)
    session.damage.sort(key=lambda each: (each["line"], each["code"]))


def pick(session):
    """Whole records, one per seq; and the seqs (or line neighbours) of what is damaged."""
    by_seq, order, holes = {}, [], []
    before = None
    for line, journal in session.items:
        if line.record is None:
            session.report(line.code, line.number)
            session.torn = session.torn or line.code == "torn-tail"
            holes.append(("line", line.named[1], before, line.code))
            continue
        event = Event(line, journal)
        if event.kind == "session.began" and event.seq != 1 and any(
                l.record and l.record["event"] == "session.began" and l is not line
                and l.number < line.number for l, _ in session.items):
            session.report("second-header", line.number)
            holes.append(("line", event.seq, before, "second-header"))
            continue
        before = event.seq
        if event.seq not in by_seq:
            order.append(event.seq)
        by_seq.setdefault(event.seq, []).append(event)
    events = []
    for seq in order:
        same = by_seq[seq]
        odd = [event for event in same if event.raw != same[0].raw]
        if odd:
            session.report("record-conflict", odd[0].line)
            holes.append(seq)
        else:
            events.append(same[0])
    return events, holes


def checksums(session, events, holes):
    """Records without a crc in a session that promises one are damage."""
    if not (session.header and session.header.get("checksums") is True):
        return
    for event in [event for event in events if event.crc == "none"]:
        session.report("missing-crc", event.line)
        holes.append(event.seq)
        events.remove(event)
        if event.record is session.header:
            session.header, session.partial = None, True


def longest(events):
    """The longest run of non-decreasing t, the earliest where several are as long."""
    best = [1] * len(events)
    for i in range(len(events) - 1, -1, -1):
        later = [best[j] for j in range(i + 1, len(events)) if events[j].t >= events[i].t]
        best[i] = 1 + max(later, default=0)
    kept, wanted, at = set(), max(best, default=0), 0
    for i, event in enumerate(events):
        if best[i] == wanted and event.t >= at and wanted:
            kept.add(event)
            at, wanted = event.t, wanted - 1
    return kept


def place_gaps(session, holes):
    events, gaps = session.events, session.gaps
    explained = {}

    def position(seq):
        return next((e.index for e in events if e.seq > seq), len(events))

    for hole in holes:
        if isinstance(hole, int):
            where = position(hole)
        else:
            _, seq, before, code = hole
            taken = seq is None or any(event.seq == seq for event in events)
            where = position(before or 0) if taken else position(seq)
            if code == "torn-tail":
                where = len(events)
        explained[where] = explained.get(where, 0) + 1
    damaged = set(explained)
    for event in events:
        if event.kind == "recorder.gap":
            lost = max(event.get("dropped", 0), 0)
            explained[event.index] = explained.get(event.index, 0) + lost
            before = events[event.index - 1].seq if event.index else 0
            if event.seq - before - 1 <= lost and event.index not in damaged | {0}:
                session.told.add(event.index)
    for index, event in enumerate(events):
        missing = event.seq - (events[index - 1].seq if index else 0) - 1
        whole = index == 0 and session.partial
        if missing > explained.get(index, 0) and not whole:
            session.report("seq-gap", event.line)
        if missing or index in explained or whole:
            gaps[index] = max(missing, explained.get(index, 0))  # records lost, at least
    if len(events) in explained:
        gaps[len(events)] = explained[len(events)]
