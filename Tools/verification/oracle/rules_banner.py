"""Loading: banners, and what is loaded and never used."""
from causes import GOOGLE
from preload import is_preloaded
from rules_base import guard, kept, perhaps, rule, soften, undecided, violated
from rules_prompts import where

TOLERANCE = 1000


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
        lost = is_request_lost(case, e)
        if not lost and reason_of_load(case, e) != "refresh":
            continue
        answer = since_last_load(case, e, formats)
        if answer and not lost:
            result.append(answer)
        elif answer and answer.outcome != "kept":
            result.append(perhaps(e.index))
    return where(case, lambda header: header.get("sdk") == GOOGLE, result)


def since_last_load(case, e, formats):
    """Whether the banner that a refresh replaces was requested long enough before; None without one."""
    i, slot, limit = e.index, case.slot(e), case.limit("banner_refresh_s", e.index)
    if case.unplaced(e):
        return undecided(i)
    own = of_slot(case, formats, slot, i)
    if len(in_views(case, own, i)) > 1:
        return None
    own = [x for x in own if all(d.get("reason") == "replaced" for d in discards(case, x, i))]
    if not own:
        return None
    if limit is None:
        return undecided(i, "unknown")
    last, lost = own[-1], case.doubts(slot, i, -1, "ad.loaded")
    asked, before = asking(case, e), asking(case, last)
    if asked.t - before.t < limit - TOLERANCE:
        if lost:
            return undecided(i)
        resized = [r for r in case.of("scene.resized", after=before.index, before=i)
                   if case.scene(r) == slot[1]]
        # Its request is not seen, they overtook each other, or the banner no longer fits.
        if before is last or asked.index <= before.index or resized:
            return None
        return violated(i, asked.index, before.index, last.index)
    near = any(at > last.index and e.t - t < limit for at, t in lost)
    return guard(i, None if near else False)


def asking(case, load):
    """The request of an ad.loaded, or itself if that was not seen."""
    return case.request(load.get("request"), load.index) or load


def of_slot(case, formats, slot, i):
    return [x for x in births(case, formats, before=i)
            if case.slot(x) == slot and not case.unplaced(x)]


def discards(case, load, i):
    return case.of_ad(load.get("ad"), "ad.discarded", after=load.index, before=i)


def in_views(case, loads, i):
    """The banners that are in views before the record i. A refresh takes the place of a single one."""
    held = []
    for x in loads:
        held = [h for h in held if not discards(case, h, x.index)]
        alone = reason_of_load(case, x) == "refresh" and len(held) < 2
        held = [x] if alone else held + [x]
    return [h for h in held if not discards(case, h, i)]


@rule("banner-width-given")
def banner_width_given(case, formats):
    return [guard(e.index, e.get("width") <= 0) for e in case.of_formats(formats, "ad.requested")
            if e.get("width") is not None]


@rule("replaced-banner-is-discarded")
def replaced_banner_is_discarded(case, formats):
    result = []
    for e in births(case, formats):
        i, slot = e.index, case.slot(e)
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        held = []
        for x in of_slot(case, formats, slot, i) + [e]:
            held = [h for h in held if not discards(case, h, x.index)]
            # A refresh replaces what the view showed before, and discards nothing.
            if held and (reason_of_load(case, x) == "refresh" or is_request_lost(case, x)):
                held.pop()
            held.append(x)
        answer = bounded(case, i, by_request(held), vague_loads(case, formats, slot, i))
        result += only_with_discards(case, slot, answer)
    return result


def only_with_discards(case, slot, answer):
    """The app is judged only if it discards banners of the slot."""
    i = answer.index
    seen = [d.index for d in case.of("ad.discarded", before=i) if case.slot(d) == slot]
    if not seen:
        hidden = answer.outcome != "kept" and case.gap_in(-1, i)
        return [perhaps(i, answer.why or "gap")] if hidden else []
    if answer.outcome == "violated":
        return [violated(i, *answer.witness, seen[-1])]
    return [answer]


def vague_loads(case, formats, slot, i):
    """Loads of the unit that may be of the slot."""
    return [x for x in births(case, formats, before=i)
            if x.get("unit") == slot[0] and case.unplaced(x)]


def bounded(case, i, held, vague, why="gap"):
    """At most unused_ads of these groups of ad.loaded, of which a gap can hide the end; `vague` are
    further ones that may count."""
    limit = case.policy("unused_ads", i)
    if limit is None:
        return undecided(i, "unknown")
    sure = [group for group in held if any(is_known_since(case, x, i) for x in group)]
    if len(sure) > limit:
        shown = sorted(next(x.index for x in group if is_known_since(case, x, i))
                       for group in sure)
        return violated(i, *shown[-int(limit) - 1:])
    if case.gap_in(-1, i):
        return undecided(i)
    return guard(i, None if len(held) + len(vague) > limit else False, why=why)


def is_known_since(case, load, i):
    """Whether no gap can hide what became of the ad of an ad.loaded."""
    return not case.gap_in(case.birth_of_ad(load.get("ad"), load.index + 1), i)


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
        unused = [x for x in of_slot(case, formats, slot, i) + [e] if is_unused(case, x, i)]
        young = by_request(x for x in unused if is_young(case, x, i))
        aged = by_request(x for x in unused if is_young(case, x, i) is None)
        vague = vague_loads(case, formats, slot, i) + aged
        answer = bounded(case, i, young, vague, "unknown" if aged else "gap")
        result.append(unless_preloaded(case, e, answer))
    return result


def unless_preloaded(case, e, answer):
    """The answer of an ad.loaded; a preloader that keeps the unit ready bounds its ads itself."""
    preloaded = is_preloaded(case, e.get("unit"), e.index)
    return kept(e.index) if preloaded else soften(answer, preloaded is False)


def by_request(loads):
    """The ads of one request count once."""
    groups = {}
    for load in loads:
        groups.setdefault(load.get("request"), []).append(load)
    return list(groups.values())


def is_young(case, load, i):
    limit = case.max_age(case.format(load), i)
    return None if limit is None else case.t(i) - load.t < limit


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


@rule("replaced-only-by-another")
def replaced_only_by_another(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.discarded"):
        if e.get("reason") == "replaced":
            result += replaced_by_another(case, e)
    return result


def replaced_by_another(case, e):
    """At most one activation: another ad of the slot was loaded after this one."""
    i, slot, load = e.index, case.slot(e), case.loaded(e.get("ad"), e.index)
    if case.unplaced(e):
        return [undecided(i)]
    flying, last = case.slot_in_flight(slot, i), case.last_loaded(slot, i)
    if load is None:
        return [undecided(i)] if flying is not True and case.gap_in(last, i) else []
    if flying or last > load.index:
        return [kept(i)]
    lost = flying is None or case.doubts(slot, i, load.index, "ad.loaded")
    return [guard(i, None if lost else True, load.index)]


@rule("banner-is-kept")
def banner_is_kept(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        if e.get("reason") not in ("refresh", "resized", "config", "user"):
            result.append(undecided(e.index) if case.unplaced(e) else is_kept(case, e, formats))
    return result


def is_kept(case, e, formats):
    """Not the three banners loaded last in the slot were each soon discarded."""
    i, slot, limit = e.index, case.slot(e), case.limit("banner_refresh_s", e.index)
    hidden = max([at for at, _ in case.doubts(slot, i, -1, "ad.loaded", "ad.failed_to_load")],
                 default=None)
    failed = max([f.index for f in case.of("ad.failed_to_load", before=i)
                  if case.slot(f) == slot and not case.unplaced(f)], default=-1)
    start = max(failed, -1 if hidden is None else hidden - 1)
    last = [x for x in of_slot(case, formats, slot, i) if x.index > start][-3:]
    ends = [thrown_away(case, x, until) for x, until in zip(last, [n.index for n in last[1:]] + [i])]
    if None in ends or len(last) < 3 and (hidden is None or failed >= hidden):
        return kept(i)
    if len(last) < 3 and limit is not None and last and last[-1].t - case.t(hidden) >= limit:
        return kept(i)
    if len(last) < 3 or limit is None:
        return undecided(i, "gap" if len(last) < 3 else "unknown")
    return guard(i, last[2].t - last[0].t < limit, *[x.index for x in last], *ends)


KEPT_REASONS = ("replaced", "resized", "scene_closed", "memory", "expired")


def thrown_away(case, load, until):
    """The index of the first discard of a banner, before another record and for no good reason."""
    gone = discards(case, load, until)[:1]
    return gone[0].index if gone and gone[0].get("reason") not in KEPT_REASONS else None
