"""Clicks, and the revenue of the units that have no handler."""
from rules_base import guard, obligation, perhaps, rule, soften, undecided
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


@rule("revenue-of-every-unit")
def revenue_of_every_unit(case, formats):
    result, counted = [], {}
    for e in case.of_formats(formats, "ad.impression"):
        i, row = e.index, counted.setdefault(e.get("unit"), [])
        row.append(i)
        lost = case.gap_in(-1, i)
        set_up = case.of("ad.paid_handler_set", before=i)
        others = [h.index for h in set_up if h.get("unit") != e.get("unit")]
        if len(row) > 3 or len(others) < len(set_up) or not (others or lost):
            continue
        answer = reports_revenue(case, e, row + others[-1:])
        if len(row) == 3 and others:
            result.append(soften(answer, not lost))
        elif lost and answer.outcome != "kept":
            result.append(perhaps(i))
    return result


def reports_revenue(case, e, witness):
    paid = [p.index for p in case.of("ad.paid") if p.get("unit") == e.get("unit")]
    return obligation(case, e.index, paid, case.limit("paid_s", e.index), "ad.paid",
                      witness=witness, excuse=any(p < e.index for p in paid))
