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
