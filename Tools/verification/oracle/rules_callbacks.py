"""Callbacks as they arrive in the layers above the SDK."""
from rules_base import guard, kept, obligation, perhaps, rule, soften, undecided

OUTCOMES = {"ad.loaded": "loaded", "ad.failed_to_load": "failed_to_load",
            "ad.failed_to_present": "failed_to_present", "ad.dismissed": "dismissed",
            "ad.reward_earned": "reward"}
EVENTS = {**{what: event for event, what in OUTCOMES.items()}, "will_present": "ad.will_present",
          "impression": "ad.impression", "click": "ad.clicked", "paid": "ad.paid"}
#: The class that a header must name before a callback of the kind is judged.
TOLD = {"impression": "revenue", "click": "revenue", "paid": "revenue", "reward": "reward"}
OF_REQUESTS = ("loaded", "failed_to_load")


def subject(e):
    """The field that names what the event is about."""
    return "request" if e.kind == "ad.failed_to_load" else "ad"


@rule("callback-reaches-app")
def callback_reaches_app(case, formats):
    result, seen = [], set()
    for e in case.of_formats(formats, *OUTCOMES):
        i, key = e.index, (e.kind, e.get(subject(e)))
        if key in seen:
            continue
        seen.add(key)
        answers = [c.index for c in case.of("callback.received", after=i)
                   if c.get("layer") == "app" and c.get("what") == OUTCOMES[e.kind]
                   and c.get(subject(e)) == key[1]]
        answer = obligation(case, i, answers, case.limit("callback_s", i), "callback.received")
        result.append(soften(answer, is_first(case, e)))
    return result


def is_first(case, e):
    """Whether no gap can hide an earlier event of the kind and the ad or request."""
    if e.kind == "ad.loaded":
        return True
    if e.kind != "ad.failed_to_load":
        return not case.gap_in(case.birth_of_ad(e.get("ad"), e.index), e.index)
    request = case.request(e.get("request"), e.index)
    return not case.gap_in(request.index if request else -1, e.index)


@rule("callback-follows-its-event")
def callback_follows_its_event(case, formats):
    told = (case.header or {}).get("captures") or []
    return [activation for e in case.of_formats(formats, "callback.received")
            if e.get("layer") in ("app", "bridge") and e.get("what") in EVENTS
            and TOLD.get(e.get("what"), "load") in {"load", *told}
            for activation in follows(case, e)]


def follows(case, e):
    """At most one activation: an event that the callback reports came before it."""
    i, field = e.index, "request" if e.get("what") in OF_REQUESTS else "ad"
    name = e.get(field)
    if name is None:
        return []
    load = case.request(name, i) if field == "request" else case.loaded(name, i)
    known = load is not None
    start = -1 if not known else load.index if field == "request" else case.birth_of_ad(name, i)
    if any(x.get(field) == name for x in case.of(EVENTS[e.get("what")], before=i)):
        return [kept(i)] if known else []
    if case.gap_in(start, i):
        return [undecided(i) if known else perhaps(i)]
    return [guard(i, True, load.index)] if known else []
