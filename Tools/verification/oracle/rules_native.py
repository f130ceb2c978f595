"""Native ads: their views and impressions."""
from rules_base import guard, obligation, perhaps, rule, soften, undecided, violated

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
    last = views[-1] if views else None
    start = last.index if last else case.birth_of_ad(e.get("ad"), e.index)
    return last, case.gap_in(start, e.index)


@rule("native-ad-in-one-view")
def native_ad_in_one_view(case, formats):
    result = []
    for e in case.of_formats(formats, "view.appeared"):
        last, hidden = last_view(case, e)
        if hidden:
            result.append(undecided(e.index))
        elif last and last.kind == "view.appeared":
            result.append(violated(e.index, last.index))
        else:
            result.append(guard(e.index, False))
    return result


@rule("impression-while-visible")
def impression_while_visible(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.impression"):
        last, hidden = last_view(case, e)
        if last is None:
            result += [perhaps(e.index)] if hidden else []
        elif hidden:
            result.append(undecided(e.index))
        else:
            result.append(guard(e.index, last.kind == "view.hidden", last.index))
    return result
