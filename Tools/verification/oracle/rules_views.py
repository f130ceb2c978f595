"""Banners and native ads: what is told of them before they are in view, and after they are gone."""
from rules_base import guard, kept, perhaps, rule, undecided, violated
from rules_revenue import hidden_end


@rule("impression-not-before-view")
def impression_not_before_view(case, formats):
    result, seen = [], set()
    for e in case.of_formats(formats, "view.appeared"):
        i, ad = e.index, e.get("ad")
        if ad in seen:
            continue
        seen.add(ad)
        birth, limit = case.birth_of_ad(ad, i), case.limit("late_event_s", i)
        counted = [x.index for x in case.of_ad(ad, "ad.impression", before=i)]
        hidden = hidden_end(case, e, limit)
        if not counted:
            result += [perhaps(i)] if hidden else []
            continue
        in_time = case.lasts(counted[0], i, limit)
        if in_time is False and case.gap_in(birth, i):
            result.append(undecided(i))  # the ad may have appeared before
        elif in_time is None or in_time and hidden:
            result.append(undecided(i, "gap" if case.gap_in(birth, i) else "unknown"))
        else:
            result.append(guard(i, not in_time, counted[0]))
    return result


@rule("nothing-after-the-discard")
def nothing_after_the_discard(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.clicked", "ad.impression", "view.appeared"):
        i, limit = e.index, case.limit("late_event_s", e.index)
        gone = [d.index for d in case.of_ad(e.get("ad"), "ad.discarded", before=i)]
        hidden = hidden_end(case, e, limit)
        in_time = case.lasts(gone[0], i, limit) if gone else True
        if in_time is False:
            result.append(violated(i, gone[0]))
        elif gone and (in_time is None or hidden):
            result.append(undecided(i, "unknown" if limit is None else "gap"))
        elif gone:
            result.append(kept(i))
        elif hidden:
            result.append(perhaps(i))
    return result
