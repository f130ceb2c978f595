"""Small changes of a session: records left out, doubled, moved, given other names."""

from writing import REQUIRED

KEEP = ("session.ended", "session.began")
BIRTHS = {
    "ad.requested": "request",
    "ad.loaded": "ad",
    "adapter.load_called": "load",
    "window.shown": "window",
}
NAMED = ("scene", "ad", "reason", "orientation", "request", "load", "window", "error_code")
RARELY = ("unit", "format")


def change(chances, events, times):
    """Changes events, lists of [t, wall shift, event, fields], some times."""
    for _ in range(times):
        if len(events) < 3:
            return
        chances.choice([leave_out, leave_out, double, move, rename, rename, squeeze])(
            chances, events
        )
        events.sort(key=lambda event: (
            event[2] != "session.began", event[2] == "session.ended", event[0]))
        if events[-1][2] == "session.ended" and len(events) > 1:
            events[-1][0] = max(events[-1][0], events[-2][0])


def _any(chances, events):
    indexes = [n for n, event in enumerate(events) if event[2] not in KEEP]
    return chances.choice(indexes) if indexes else None


def leave_out(chances, events):
    index = _any(chances, events)
    if index is not None:
        del events[index]


def double(chances, events):
    index = _any(chances, events)
    if index is not None:
        t, shift, event, fields = events[index]
        if event in BIRTHS and not chances.chance(0.1):
            return
        events.insert(
            index + 1, [t + chances.choice([0, 0, 1, 1000, 10000]), shift, event, dict(fields)]
        )


def move(chances, events):
    index = _any(chances, events)
    if index is not None:
        events[index][0] = max(
            0, events[index][0] + chances.choice([-5000, -1000, -1, 1, 1000, 5000, 60000])
        )


def squeeze(chances, events):
    """Two neighbours at one time."""
    index = _any(chances, events)
    if index:
        events[index][0] = events[index - 1][0]


def rename(chances, events):
    index = _any(chances, events)
    if index is None:
        return
    fields = events[index][3]
    born = None if chances.chance(0.1) else BIRTHS.get(events[index][2])
    rarely = RARELY if chances.chance(0.1) else ()
    names = [name for name in NAMED + rarely if name in fields and name != born]
    if not names:
        return
    name = chances.choice(names)
    values = [event[3][name] for event in events if name in event[3]] + (
        [] if name in REQUIRED.get(events[index][2], ()) else [None]
    )
    value = chances.choice(values)
    if value is None:
        del fields[name]
    else:
        fields[name] = value
