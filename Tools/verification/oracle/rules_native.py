"""Native ads: their views and impressions."""
from rules_base import guard, kept, obligation, perhaps, rule, soften, undecided

VIEW = ("view.appeared", "view.hidden")


@rule("native-impression-follows-view")
def native_impression_follows_view(case, formats):
    result, seen = [], set()
    for e in case.of_formats(formats, "view.appeared"):
        i, ad = e.index, e.get("ad")
        if ad in seen:
            continue
        seen.add(ad)
        early = [x.index for x in case.of_ad(ad, "ad.impression", before=i)]
        answers = [x.index for x in case.of_ad(ad, "ad.impression", "view.hidden", "ad.discarded",
                                               after=i)]
        answer = obligation(case, i, answers, case.limit("impression_s", i), "ad.impression",
                            excuse=bool(early))
        # A gap can hide the impression, or that the ad appeared before.
        result.append(soften(answer, not case.gap_in(case.birth_of_ad(ad, i), i)))
    return result


def last_view(case, e):
    """The last view event of the ad before e, and whether a gap can hide a later one."""
    views = case.of_ad(e.get("ad"), *VIEW, before=e.index)
    start = max([v.index for v in views] + [case.birth_of_ad(e.get("ad"), e.index)])
    return views[-1] if views else None, case.gap_in(start, e.index)


@rule("native-ad-in-one-view")
def native_ad_in_one_view(case, formats):
    result = []
    for e in case.of_formats(formats, "view.appeared"):
        i, (last, hidden) = e.index, last_view(case, e)
        twice = last is not None and last.kind == "view.appeared"
        if not twice and not hidden:
            continue
        answers = [x.index for x in case.of_ad(e.get("ad"), "view.hidden", "ad.discarded", after=i)]
        answer = obligation(case, i, answers, case.limit("cover_s", i), "view.hidden",
                            witness=(last.index,) if twice else ())
        if not hidden:
            result.append(answer)
        elif answer.outcome != "kept":
            result.append(perhaps(i))
    return result


@rule("impression-while-visible")
def impression_while_visible(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.impression"):
        i, (last, hidden) = e.index, last_view(case, e)
        limit = case.limit("late_event_s", i)
        if last is None:
            result += [perhaps(i)] if hidden else []
        elif hidden:
            result.append(undecided(i))
        elif last.kind == "view.appeared":
            result.append(kept(i))
        elif limit is None:
            result.append(undecided(i, "unknown"))
        else:
            late = case.lasted(last.index, i, limit)
            result.append(guard(i, None if late is None else not late, last.index))
    return result


@rule("native-view-released")
def native_view_released(case, formats):
    result = []
    for e in case.of_formats(formats, "native.rendered"):
        i, ad = e.index, e.get("ad")
        views = case.of_ad(ad, "native.rendered", "native.untracked", before=i)
        hidden = case.gap_in(max([v.index for v in views] + [case.birth_of_ad(ad, i)]), i)
        if any(v.kind == "native.rendered" for v in views):
            again = views[-1].kind == "native.rendered"
            result.append(guard(i, None if hidden else again, views[-1].index))
        elif hidden:
            result.append(perhaps(i))
    return result
