"""Freshness."""
from rules_base import guard, kept, obligation, rule, soften, undecided, unsettle, violated
from timeline import either
from words import FULL_SCREEN


def too_old(case, e, key):
    """At most one activation: at e, the ad is younger than the threshold."""
    load, limit = case.loaded(e.get("ad"), e.index), case.limit(key, e.index)
    if load is None:
        return unseen_load(case, e, limit)
    if limit is None:
        return [undecided(e.index, "unknown")]
    return [guard(e.index, e.t - load.t >= limit, load.index)]


def unseen_load(case, e, limit):
    """Where no ad.loaded precedes: an activation only if a gap may hide one that is too old."""
    gaps = case.gaps_upto(e.index)
    if not gaps:
        return []
    first = min(gaps)
    if first > 0 and limit is not None and e.t - case.t(first - 1) < limit:
        return []
    return [undecided(e.index, "gap")]


def attempts_young(case, formats, key):
    result = []
    for a in case.attempts_of(formats):
        for answer in too_old(case, a.event, key):
            result += unsettle(answer, a.sure)
    return result


@rule("app-open-max-age")
def app_open_max_age(case, formats):
    return attempts_young(case, formats, "app_open_max_age_s")


@rule("full-screen-max-age")
def full_screen_max_age(case, formats):
    return attempts_young(case, formats, "full_screen_max_age_s")


@rule("native-max-age")
def native_max_age(case, formats):
    result, seen = [], set()
    for e in case.of_formats(formats, "ad.impression", "view.appeared"):
        ad = e.get("ad")
        if ad in seen:
            continue
        seen.add(ad)
        # A gap can hide the record that was really the first one.
        hidden = case.gap_in(case.birth_of_ad(ad, e.index), e.index)
        result += [soften(answer, not hidden) for answer in too_old(case, e, "native_max_age_s")]
    return result


@rule("expired-ad-not-shown")
def expired_ad_not_shown(case, formats):
    result = []
    for a in case.attempts_of(formats):
        expired = case.of_ad(a.ad, "ad.expired", before=a.index)
        if expired:
            result += unsettle(violated(a.index, expired[-1].index), a.sure)
        else:
            hidden = case.gap_in(case.birth_of_ad(a.ad, a.index), a.index)
            result += unsettle(guard(a.index, None if hidden else False), a.sure)
    return result


def skip_is_answered(case, formats, reason, unless_ready=False):
    return [skip_of_slot(case, e, unless_ready) for e in case.of_formats(formats, "ad.show_decided")
            if e.get("outcome") == "skip" and e.get("reason") == reason]


def skip_of_slot(case, e, unless_ready):
    """Where no ad was shown: a request of its unit, unless one is ready or none is due."""
    slot, i = case.slot(e), e.index
    answers = [r.index for r in case.of("ad.requested", after=i) if r.get("unit") == e.get("unit")]
    excuses = [case.blocked(slot, case.format(e), i, names_scene(case, e))]
    if unless_ready:
        excuses.append(None if case.unplaced(e) else case.ready_in_slot(slot, i))
    return obligation(case, i, answers, case.limit("request_when_none_ready_s", i), "ad.requested",
                      excuse=either(excuses), why=why_blocked(case, e))


def names_scene(case, e):
    return case.named_scene(e) is not None


def why_blocked(case, e):
    """The word for an open question about a free slot."""
    i = e.index
    unknown = "consent" in case.captured and case.last("consent.updated", before=i) is None
    unknown = unknown or case.is_cause_missing(e.get("unit"), names_scene(case, e), i)
    nothing_lost = not case.gaps_upto(i)
    return "unknown" if unknown or case.header is None or nothing_lost else "gap"


@rule("expired-ad-replaced")
def expired_ad_replaced(case, formats):
    return skip_is_answered(case, formats, "expired")


@rule("request-when-none-ready")
def request_when_none_ready(case, formats):
    return skip_is_answered(case, formats, "not_ready", unless_ready=True)


@rule("single-use-ad")
def single_use_ad(case, formats):
    result, first = [], {}
    for e in case.of_formats(formats, "ad.present_requested", "ad.will_present"):
        i, key = e.index, (e.get("ad"), e.kind)
        if i in case.overlays:
            continue
        if i in case.unclear:
            result.append(undecided(i, "gap" if "revenue" in case.captured else "unknown"))
        elif key in first:
            # What a gap can make the content of a click is not what breaks the rule.
            result.append(soften(violated(i, first[key]), case.sure_show(e)))
        else:
            first[key] = i
            hidden = case.gap_in(case.birth_of_ad(key[0], i), i)
            result.append(guard(i, None if hidden else False))
    return result


@rule("unexpired-ad-not-thrown-away")
def unexpired_ad_not_thrown_away(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        i, slot = e.index, case.slot(e)
        if e.get("reason") in ("resized", "config"):
            result.append(kept(i))
            continue
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        ready = [(load, case.ready(load, i)) for load in case.of("ad.loaded", before=i)
                 if case.slot(load) == slot and case.format(load) in FULL_SCREEN]
        sure = [load.index for load, answer in ready if answer]
        if sure:
            result.append(violated(i, sure[-1]))
        else:
            format = case.format(e)
            why = "unknown" if case.max_age(format, i) is None else "gap"
            result.append(guard(i, case.ready_in_slot(slot, i), why=why))
    return result
