"""Small changes of a journal, at every place: what a rule must notice or bear."""

import json


def variants(lines):
    """Each journal that is one small change away, as (name, lines)."""
    records = [json.loads(line) for line in lines]
    for at in range(1, len(lines)):
        yield f"head-{at}", lines[at:]
        yield f"lost-{at}", lines[:at] + lines[at + 1:]
        yield f"torn-{at}", lines[:at + 1]
        yield f"moved-{at}", moved(records, at)
        yield f"twice-{at}", twice(records, at)
        if at + 1 < len(lines):
            yield f"swapped-{at}", swapped(records, at)
            yield f"lost-two-{at}", lines[:at] + lines[at + 2:]
    if records and records[0].get("event") == "session.began":
        yield "says-no-classes", dump([without(records[0], "captures")] + records[1:])
        yield "says-no-policy", lines[1:]
        yield "lost-after-header", lines[:1] + dump([{**r, "seq": r["seq"] + 1} for r in records[1:]])


def moved(records, at):
    """A record at the very time of the one before."""
    changed = [dict(record) for record in records]
    changed[at]["t"] = changed[at - 1].get("t", 0)
    return dump(changed)


def twice(records, at):
    """A record that comes once more, right away."""
    return numbered(records[:at + 1] + records[at:])


def swapped(records, at):
    """Two neighbours in the other order, at each other's times."""
    a, b = dict(records[at]), dict(records[at + 1])
    for name in ("t", "wall", "seq"):
        if name in a and name in b:
            a[name], b[name] = b[name], a[name]
    return dump(records[:at] + [b, a] + records[at + 2:])


def numbered(records):
    return dump([{**record, "seq": number} for number, record in enumerate(records, 1)])


def without(record, name):
    return {key: value for key, value in record.items() if key != name}


def dump(records):
    return [json.dumps({k: v for k, v in r.items() if k != "crc"}, ensure_ascii=False,
                       separators=(",", ":")).encode() for r in records]
