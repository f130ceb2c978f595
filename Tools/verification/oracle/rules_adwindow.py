"""The window that the ad module puts above the app."""
from rules_base import guard, kept, rule, undecided, violated
from timeline import either


@rule("ad-window-closed")
def ad_window_closed(case, formats):
    return [window_closed(case, e) for e in case.of("window.shown")]


def window_closed(case, e):
    i = e.index
    end = next(iter(case.of("session.ended", after=i)), None)
    shown = case.of("window.shown", after=i)
    nexts = [n.index for n in shown if case.scene(n) == case.scene(e)]
    closes = [c.index for c in case.of("window.closed", after=i)
              if c.get("window") == e.get("window")]
    marks = nexts[:1] + closes[:1] + ([end.index] if end else [])
    if not marks:
        return undecided(i, "gap" if case.gap_in(i, len(case.all)) else "cut")
    first = min(marks)
    vague = case.unplaced(e) or any(case.unplaced(n) for n in shown if n.index <= first)
    if case.gap_in(i, first) or vague and closes[:1] != [first]:
        return undecided(i, "gap")
    if closes[:1] == [first]:
        return kept(i)
    if nexts[:1] == [first]:
        return violated(i, first, certain=first)
    up = either([case.showing(s, first) for s in case.shows]
                + [case.pending(a, first) for a in case.attempts])
    if up is not True and any(hidden_up(case, gap, first) for gap in case.gaps_upto(first)):
        up = None
    if up is None:
        return undecided(i, "gap")
    return kept(i) if up else violated(i, first, certain=first)


def hidden_up(case, gap, i):
    limits = [case.limit(key, i) for key in ("dismiss_timeout_s", "present_outcome_s")]
    return any(limit is None or case.open_end(gap, i) <= limit for limit in limits)


@rule("ad-window-has-a-scene")
def ad_window_has_a_scene(case, formats):
    connected = case.of("scene.connected")
    several = (case.header or {}).get("multi_scene") is True
    result = []
    for e in case.of("window.shown"):
        if several:
            result.append(guard(e.index, e.get("scene") is None))
        elif connected:
            first = connected[0].index
            result.append(kept(e.index) if e.get("scene") is not None else violated(
                e.index, first, certain=max(e.index, first)))
        elif e.get("scene") is None and (case.header is None or hidden_scene(case)):
            result.append(undecided(e.index, "gap" if hidden_scene(case) else "unknown"))
        elif e.get("scene") is not None and (case.header is None or hidden_scene(case)):
            result.append(kept(e.index))
    return result


def hidden_scene(case):
    open_list = (case.header or {}).get("captures") is None
    return bool(case.gaps) and (open_list or "scene" in case.captured)
