"""Banners and native ads: what is told of them before they are in view, and after they are gone."""
from rules_base import guard, kept, perhaps, rule, undecided, violated
from rules_revenue import hidden_end

DISTURBS = ("app.resigned_active", "scene.resized", "content.shown", "ad.will_present")


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


@rule("ad-stays-in-view")
def ad_stays_in_view(case, formats):
    return [stays_in_view(case, e) for e in case.of_formats(formats, "view.hidden")]


def stays_in_view(case, e):
    i, ad, limit = e.index, e.get("ad"), case.limit("short_show_s", e.index)
    if case.of_ad(ad, "ad.impression", before=i):
        return kept(i)
    birth = case.birth_of_ad(ad, i)
    views = [v.index for v in case.of_ad(ad, "view.appeared", before=i)]
    start = views[-1] if views else birth
    disturbed = [x.index for x in case.of(*DISTURBS, after=start, before=i)]
    disturbed += [x.index for x in case.of("user.acted", before=i)
                  if x.index > start or limit is not None and views and case.t(start) - x.t <= limit]
    disturbed += [x.index for x in case.of("ad.loaded", after=birth, before=i)
                  if x.get("unit") == e.get("unit") and x.get("ad") != ad]
    # What a gap hides: the ad came into view again, and nothing disturbed it since.
    hidden = any(max([birth] + disturbed) < gap and (limit is None or case.open_end(gap, i) < limit)
                 for gap in case.gaps_upto(i))
    if not views or disturbed:
        return guard(i, None if hidden else False)
    if limit is None:
        return undecided(i, "unknown")
    if case.least(start, i) >= limit:
        return guard(i, None if hidden else False)
    sure = case.most(start, i) < limit and not case.gap_in(birth, i)
    return violated(i, start) if sure else undecided(i)
