"""Clicks that are counted."""
from rules_base import guard, perhaps, rule, undecided
from rules_revenue import birth


@rule("click-counted-once")
def click_counted_once(case, formats):
    result, last = [], {}
    for e in case.of_formats(formats, "ad.clicked"):
        i, ad, limit = e.index, e.get("ad"), case.limit("same_tap_s", e.index)
        before = last.get(ad)
        last[ad] = e
        start = birth(case, e) if before is None else before.index
        near = any(gap > start and (limit is None or e.t - case.t(gap) < limit)
                   for gap in case.gaps_upto(i))
        if before is None:
            result += [perhaps(i)] if near else []
        elif limit is None:
            result.append(undecided(i, "unknown"))
        elif e.t - before.t < limit:
            result.append(guard(i, True, before.index))
        else:
            result.append(guard(i, None if near else False))
    return result


@rule("clicks-bounded")
def clicks_bounded(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.clicked"):
        clicks = case.of_formats(formats, "ad.clicked", before=e.index + 1)
        own = [c for c in clicks if c.get("ad") == e.get("ad")]
        answers = few(case, e, own, "clicks_per_show", birth(case, e))
        answers += few(case, e, clicks, "clicks_per_session", -1)
        result += worst(answers)
    return result


def few(case, e, clicks, key, start):
    """What a threshold makes of these clicks; nothing where the app set none."""
    i, limit = e.index, case.policy(key, e.index)
    if case.is_unset(key, i):
        return []
    if limit is None:
        return [undecided(i, "unknown")]
    broken = len(clicks) > limit or (None if case.gap_in(start, i) else False)
    return [guard(i, broken, *[c.index for c in clicks[-int(limit) - 1:]])]


def worst(answers):
    """At most one activation: the first violation, else what is open, else what is kept."""
    order = ("violated", "undecided", "kept")
    return sorted(answers, key=lambda answer: order.index(answer.outcome))[:1]
