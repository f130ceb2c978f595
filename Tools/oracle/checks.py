"""Seals, and names that are born twice."""
import hashlib


def check_seals(session):
    hashed, count, journal = hashlib.sha256(), 0, None
    seen = set()
    for line, path in session.items:
        if path != journal:
            hashed, count, journal, seen = hashlib.sha256(), 0, path, set()
        record = line.record
        if record and record["event"] == "session.sealed":
            if record["sha256"] != hashed.hexdigest() or record["records"] != count:
                session.bad_seal = True
                session.report("bad-seal", line.number)
        if line.raw in seen:
            continue
        seen.add(line.raw)
        hashed.update(line.raw + b"\n")
        count += 1


BIRTHS = {"ad.requested": "request", "ad.loaded": "ad", "adapter.load_called": "load",
          "window.shown": "window"}


def names_reused(session):
    born, session.reused = {}, set()
    for event in session.events:
        field = BIRTHS.get(event.kind)
        if not field:
            continue
        name = (field, event.get(field))
        if name not in born:
            born[name] = event
        elif event.kind != "ad.loaded" or event.get("request") != born[name].get("request"):
            session.report("name-reused", event.line)
            session.reused.add(name)
            born[name] = event
