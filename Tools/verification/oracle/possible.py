"""Whether a session could have happened at all, by the assumptions of Journals/RULES.md about gaps.

For example no record of an ad comes before its `ad.loaded`. The gap properties exclude journals
that break such an assumption.
"""

FREE = {"native.mapped", "adapter.completed", "callback.received"}
BEGINS = {
    "ad.loaded": "ad",
    "ad.requested": "request",
    "adapter.load_called": "load",
}
LEAVES = {"app.became_active", "app.resigned_active", "app.entered_background"}


def born_twice(records):
    """The numbers of the first records of names that begin more than once; includes doubled callbacks."""
    births = {}
    for record in records:
        name = BEGINS.get(record["event"])
        if name in record:
            births.setdefault((record["event"], record[name]), set()).add(record["seq"])
    return set().union(*(seqs for seqs in births.values() if len(seqs) > 1))


def faults(records):
    """The impossible parts, as texts: records before the load of their ad, an active app in the background."""
    found, met, is_background = early_deliveries(records), set(), False
    for record in records:
        event = record["event"]
        if event in LEAVES and is_background:
            found.append(f"{event} in the background at {record['seq']}")
        if event == "app.entered_background":
            is_background = True
        if event == "app.entering_foreground":
            is_background = False
        for birth, name in BEGINS.items():
            if name not in record:
                continue
            key = name, record[name]
            if event == birth and key in met and (birth, *key) not in met:
                found.append(f"{name} {record[name]} before its {birth} at {record['seq']}")
            if event == birth:
                met.add((birth, *key))
            if event not in FREE or name != "ad":
                met.add(key)
    return found


def early_deliveries(records):
    """What an adapter says of an ad before its request: "nothing of a request before its
    ad.requested"."""
    asked, request_of, found = {}, {}, []
    for record in records:
        if record["event"] == "ad.requested":
            asked.setdefault(record.get("request"), record["seq"])
        if record["event"] == "ad.loaded":
            request_of.setdefault(record.get("ad"), record.get("request"))
    for record in records:
        if record["event"] in FREE and record.get("ad") in request_of:
            since = asked.get(request_of[record["ad"]], 0)
            if record["seq"] < since:
                found.append(f"ad {record['ad']} before its ad.requested at {record['seq']}")
    return found
