"""Presentation: what the app decides, and the state that it names as the reason."""
from fractions import Fraction

from rules_base import guard, kept, rule, undecided, violated
from timeline import both, either
from witness import sources
from words import FULL_SCREEN


@rule("decision-agrees-with-state")
def decision_agrees_with_state(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.show_decided"):
        decide = JUDGES.get((e.get("outcome"), e.get("reason")))
        answer = decide(case, e) if decide else None
        if answer is not None:
            result.append(answer)
    return result


def nothing_ready(case, e, share=1):
    """No ad of the slot and format is ready for longer than cover_s, and of less than this share of
    its maximum age."""
    i, slot, format = e.index, case.slot(e), case.format(e)
    if case.unplaced(e):
        return undecided(i)
    cover, oldest = case.limit("cover_s", i), case.max_age(format, i)
    loads = [x for x in case.of("ad.loaded", before=i)
             if case.slot(x) == slot and case.format(x) == format and not case.unplaced(x)]
    answers = [(x.index, both(case.ready(x, i), is_between(e.t - x.t, cover, oldest, share)))
               for x in loads]
    sure = [index for index, answer in answers if answer]
    if sure:
        scenes = sources(case, e, "scene") + sources(case, case.all[sure[-1]], "scene")
        return violated(i, sure[-1], *scenes)
    doubts = [t for _, t in case.doubts(slot, i, -1, "ad.loaded")]
    hidden = any(oldest is None or e.t - t < oldest * share for t in doubts)
    why = "gap" if doubts or None not in (cover, oldest) else "unknown"
    return guard(i, either([answer for _, answer in answers] + [None if hidden else False]), why=why)


def is_between(age, cover, oldest, share):
    """Whether an age is more than cover_s, and less than a share of the maximum age."""
    young = None if oldest is None else age < oldest * share
    return both(young, None if cover is None and age else age > (cover or 0))


def not_ready(case, e):
    return nothing_ready(case, e)


def expired(case, e):
    return nothing_ready(case, e, Fraction(1, 2))


def is_up(case, i):
    """Whether a full-screen ad of any scene is shown or pending before the record i."""
    return either([case.showing(s, i) for s in case.shows]
                  + [case.pending(a, i) for a in case.attempts])


def may_hide_one(case, i):
    """Whether a gap can hide an ad that is shown or pending before the record i."""
    limits = [case.limit(key, i) for key in ("dismiss_timeout_s", "present_outcome_s")]
    return any(limit is None or case.open_end(gap, i) <= limit
               for gap in case.gaps_upto(i) for limit in limits)


def showing(case, e):
    i, cover = e.index, case.limit("cover_s", e.index)
    up = is_up(case, i)
    if up:
        return kept(i)
    ends = [x.index for x in case.of_formats(
        FULL_SCREEN, "ad.dismissed", "ad.failed_to_present", before=i)]
    ends += [s.over for s in case.shows if s.over is not None and s.over < i]
    if cover is None:
        return undecided(i, "unknown")
    if any(e.t - case.t(end) <= cover for end in ends):
        return kept(i)
    hidden = may_hide_one(case, i) or any(e.t - case.t(gap) <= cover for gap in case.gaps_upto(i))
    return guard(i, None if up is None or hidden else True)


def something_to_show(case, e):
    """An ad of the unit was loaded, and is neither attempted nor gone."""
    i = e.index
    if e.get("ad") is not None:
        return None  # the ad that it names is judged where it is shown
    loads = [x for x in case.of("ad.loaded", before=i)
             if case.load_of(x) is x and x.get("unit") == e.get("unit")]
    left = [x for x in loads if not is_used(case, x, i)]
    if any(not case.gap_in(case.birth_of_ad(x.get("ad"), i), i) for x in left):
        return kept(i)
    return guard(i, None if case.gap_in(-1, i) else True)


def is_used(case, load, i):
    ad = load.get("ad")
    return any(a.ad == ad and a.index < i for a in case.attempts) or bool(
        case.of_ad(ad, "ad.discarded", "ad.expired", after=load.index, before=i))


JUDGES = {("skip", "not_ready"): not_ready, ("skip", "expired"): expired,
          ("skip", "showing"): showing, ("show", "ready"): something_to_show}
