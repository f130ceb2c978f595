"""Loading: banners, and what is loaded and never used."""
from rules_base import guard, kept, perhaps, rule, undecided, violated

TOLERANCE = 1000
AT_ONCE = 1000
FIRST = ("launch", "view_did_load", "view_did_appear")


def births(case, formats, before=None):
    """The first ad.loaded of each ad: a callback that came twice loads nothing."""
    return [load for load in case.of_formats(formats, "ad.loaded", before=before)
            if case.load_of(load) is load]


def reason_of_load(case, load):
    """The reason of the request that an ad.loaded answers; None if it has none or was not seen."""
    request = case.request(load.get("request"), load.index)
    return request.get("reason") if request else None


def is_request_lost(case, load):
    return case.request(load.get("request"), load.index) is None and case.gap_in(-1, load.index)


@rule("banner-refresh-rate")
def banner_refresh_rate(case, formats):
    result = []
    for e in births(case, formats):
        request = case.request(e.get("request"), e.index)
        if is_request_lost(case, e):
            answer = since_last_load(case, e)
            if answer and answer.outcome != "kept":
                result.append(perhaps(e.index))
        elif request and request.get("reason") == "refresh":
            answer = since_last_load(case, e, request.index)
            result += [answer] if answer else []
    return result


def since_last_load(case, e, *witness):
    """Whether the slot's load before e is long enough ago; None without one."""
    i, slot, limit = e.index, case.slot(e), case.limit("banner_refresh_s", e.index)
    if case.unplaced(e):
        return undecided(i)
    loads = [x for x in case.of("ad.loaded", before=i)
             if case.load_of(x) is x and case.slot(x) == slot and not case.unplaced(x)]
    last = loads[-1] if loads else None
    doubts = case.doubts(slot, i, last.index if last else -1, "ad.loaded")
    if limit is None:
        return undecided(i, "unknown") if last else perhaps(i) if doubts else None
    if last and e.t - last.t < limit - TOLERANCE:
        return violated(i, last.index, *witness)
    if any(e.t - t < limit - TOLERANCE for _, t in doubts):
        return undecided(i) if last else perhaps(i)
    return kept(i) if last else None


@rule("banner-width-given")
def banner_width_given(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        i, width = e.index, e.get("width")
        if width is None:
            continue
        if width <= 0 or "scene" not in case.captured:
            result.append(guard(i, width <= 0))
        elif case.unplaced(e):
            result.append(undecided(i))
        else:
            sizes = [s for s in case.of("scene.connected", "scene.resized", before=i)
                     if case.scene(s) == case.scene(e)]
            last = sizes[-1] if sizes else None
            if case.gap_in(last.index if last else -1, i):
                result.append(undecided(i))
            elif last and width > last.get("width"):
                result.append(violated(i, last.index))
            else:
                result.append(kept(i))
    return result


@rule("banner-requested-once")
def banner_requested_once(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        if e.get("reason") not in FIRST:
            continue
        i, slot = e.index, case.slot(e)
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        near = [r for r in case.of("ad.requested", before=i)
                if e.t - r.t < AT_ONCE and r.get("reason") in FIRST and not other_width(e, r)]
        flying = [(r.index, case.in_flight(r, i)) for r in near if case.slot(r) == slot]
        sure = [index for index, answer in flying if answer]
        if sure:
            result.append(violated(i, sure[-1]))
            continue
        hidden = [at for at, t in case.doubts(slot, i, -1) if e.t - t < AT_ONCE]
        vague = [r for r in near if r.get("unit") == e.get("unit") and case.unplaced(r)
                 and case.in_flight(r, i) is not False]
        unsure = any(answer is None for _, answer in flying)
        lost = hidden or vague or unsure
        why = "unknown" if case.limit("load_timeout_s", i) is None and not hidden else "gap"
        result.append(guard(i, None if lost else False, why=why))
    return result


def other_width(one, other):
    """Whether two requests are of views of different widths."""
    return None not in (one.get("width"), other.get("width")) and (
        one.get("width") != other.get("width"))


@rule("replaced-banner-is-discarded")
def replaced_banner_is_discarded(case, formats):
    result = []
    for e in births(case, formats):
        i, slot = e.index, case.slot(e)
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        loads = births(case, formats, before=i + 1)
        own = [x for x in loads if case.slot(x) == slot and not case.unplaced(x)]
        # A refresh replaces what the view showed before, and discards nothing.
        gone = {before.index for before, x in zip(own, own[1:])
                if reason_of_load(case, x) == "refresh" or is_request_lost(case, x)}
        held = [x for x in own if x.index not in gone and not discarded(case, x, i)]
        result.append(bounded(case, i, [[x] for x in held], vague_loads(case, slot, loads, i)))
    return result


def discarded(case, load, i):
    return bool(case.of_ad(load.get("ad"), "ad.discarded", after=load.index, before=i))


def vague_loads(case, slot, loads, i):
    """Loads of the unit that may be of the slot."""
    return [x for x in loads if x.get("unit") == slot[0] and case.unplaced(x)
            and not discarded(case, x, i)]


def bounded(case, i, held, vague):
    """At most unused_ads of these groups of ad.loaded, of which a gap can hide the end."""
    limit = case.policy("unused_ads", i)
    if limit is None:
        return undecided(i, "unknown")
    sure = [group for group in held if any(not case.gap_in(x.index, i) for x in group)]
    if len(sure) > limit:
        shown = sorted(next(x.index for x in group if not case.gap_in(x.index, i))
                       for group in sure)
        return violated(i, *shown[-int(limit) - 1:])
    return guard(i, None if vague or case.gap_in(-1, i) else False)


@rule("unused-ads-bounded")
def unused_ads_bounded(case, formats):
    result = []
    for e in births(case, formats):
        i, slot = e.index, case.slot(e)
        if case.format(e) == "native" and "revenue" not in case.captured:
            continue  # what was used is not seen
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        loads = [x for x in births(case, formats, before=i + 1) if is_unused(case, x, i)]
        groups = {}
        for x in loads:
            if case.slot(x) == slot and not case.unplaced(x):
                groups.setdefault(x.get("request"), []).append(x)
        result.append(bounded(case, i, list(groups.values()), vague_loads(case, slot, loads, i)))
    return result


def is_unused(case, load, i):
    """Whether the ad was not shown, discarded or reported as expired before the record i."""
    ad = load.get("ad")
    if case.format(load) == "native":
        if "revenue" not in case.captured:
            return False
        used = case.of_ad(ad, "ad.impression", after=load.index, before=i)
    else:
        used = [a for a in case.attempts if a.ad == ad and a.index < i]
    return not used and not case.of_ad(ad, "ad.discarded", "ad.expired",
                                       after=load.index, before=i)
