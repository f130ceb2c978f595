"""Seals and reused names (Journals/FORMAT.md, sections 13 and 8)."""
import hashlib


def check_seals(session):
    """A seal fits its segment without lines that came before, or with those of other segments.

    It covers the beginning of its own line, too; behind `sha256` are only `hmac` and `crc`. It is only
    checked if the session announced seals before it.
    """
    segment, covered, journal, seen, announced = 0, [[], []], None, {}, False
    for line, path in session.items:
        event = line.record["event"] if line.record else None
        if path != journal:
            segment, covered, journal, seen = 0, [[], []], path, {}
            announced = event not in ("session.began", "session.continued")
        known = seen.get(line.raw)
        if event == "session.began":
            announced = line.record.get("seals") is True
        if event == "session.continued" and line.record.get("seals") is True:
            announced = True
        if event == "session.continued" and known is None:
            segment, covered = segment + 1, [[], []]
        if event == "session.sealed":
            said = (line.record["records"], line.record["sha256"])
            start = line.raw.partition(MARK)[0] if MARK in line.raw else None
            right = [] if start is None or not ends_with_seal(line.record) else [
                (len(lines), digest(lines, start)) for lines in covered]
            if known is None and (said not in right or not announced):
                session.bad_seal = True
                session.report("bad-seal" if announced else "unannounced-seal", line.number)
        seen[line.raw] = segment
        if known == segment:
            continue
        if known is None:
            covered[0].append(line.raw)
        covered[1].append(line.raw)
        if event == "session.sealed":
            segment, covered = segment + 1, [[], []]


MARK = b',"sha256":'


def ends_with_seal(record):
    names = list(record)
    return set(names[names.index("sha256") + 1:]) <= {"hmac", "crc"}


def digest(lines, start=b""):
    return hashlib.sha256(b"".join(line + b"\n" for line in lines) + start).hexdigest()


BIRTHS = {"ad.requested": "request", "ad.loaded": "ad", "adapter.load_called": "load",
          "window.shown": "window"}


def names_reused(session):
    born, session.reused = {}, set()
    for event in session.events:
        field = BIRTHS.get(event.kind)
        if not field or event.kind == "ad.loaded" and event.get("again") is True:
            continue
        name = (field, event.get(field))
        if name not in born:
            born[name] = event
        elif event.kind != "ad.loaded" or not is_same_ad(event, born[name]):
            session.report("name-reused", event.line)
            session.reused.add(name)
            born[name] = event


def is_same_ad(load, birth):
    """Whether an ad.loaded delivers the ad of an earlier one: twice for its request, or again."""
    return load.get("again") is True or load.get("request") == birth.get("request")
