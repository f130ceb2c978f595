"""Apps with several windows."""
from rules_base import guard, kept, obligation, perhaps, rule, soften, undecided, violated
from rules_freshness import names_scene, why_blocked
from rules_loading import in_multi_scene, requests_of_slot, vague_requests
from rules_presentation import by_attempt
from words import ORIENTATIONS


@rule("scene-set-on-request")
def scene_set_on_request(case, formats):
    return in_multi_scene(case, [guard(e.index, e.get("scene") is None)
                                 for e in case.of_formats(formats, "ad.requested")])


@rule("shown-in-its-own-scene")
def shown_in_its_own_scene(case, formats):
    def decide(a):
        request, own = case.request_of(a.event), a.event.get("scene")
        load = case.load_of(a.event)
        if own is not None and request is None and request_hidden(case, a.event, load):
            return undecided(a.index) if case.several else None
        if own is None or request is None or request.get("scene") is None:
            return None
        if not case.several:
            return kept(a.index)
        if load.index > a.index:
            return undecided(a.index, "unknown")
        return guard(a.index, own != request.get("scene"), request.index, load.index)
    return by_attempt(case, formats, decide)


def request_hidden(case, e, load):
    """Whether a gap may hide the ad.requested of the event's ad."""
    return case.gap_in(-1, min(load.index, e.index) if load else e.index)


@rule("fit-checked-after-resize")
def fit_checked_after_resize(case, formats):
    result = []
    for e in case.of("scene.resized"):
        i, limit = e.index, case.limit("fit_check_s", e.index)
        for load in case.of_formats(formats, "ad.loaded", before=i):
            unplaced = case.unplaced(load)
            mine = unplaced or case.scene(load) == case.scene(e)
            ready = case.ready(load, i) if mine else False
            if ready is False:
                continue
            ad = load.get("ad")
            answers = [x.index for x in case.of_ad(ad, "ad.fit_checked", "ad.discarded", after=i)]
            slot = load.get("unit"), case.scene(e)
            answers += requests_of_slot(case, slot, i)
            answers += [a.index for a in case.attempts if a.ad == ad]
            answer = obligation(case, i, answers, limit, "ad.fit_checked",
                                witness=(load.index,), excuse=None if ready is None else False,
                                vague=vague_requests(case, slot, i))
            # An ad that may be of another scene counts only where it owes a check.
            if not unplaced:
                result.append(answer)
            elif answer.outcome != "kept":
                result.append(undecided(i, answer.why or "gap"))
    return result


@rule("misfit-reloaded")
def misfit_reloaded(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.fit_checked"):
        if e.get("fits") is not False:
            continue
        slot, i = case.slot(e), e.index
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        result.append(obligation(case, i, requests_of_slot(case, slot, i),
                                 case.limit("fit_check_s", i), "ad.requested",
                                 excuse=case.blocked(slot, case.format(e), i, names_scene(case, e)),
                                 why=why_blocked(case, e), vague=vague_requests(case, slot, i)))
    return result


@rule("misfit-not-presented")
def misfit_not_presented(case, formats):
    def decide(a):
        i, birth = a.index, case.birth_of_ad(a.ad, a.index)
        checks = case.of_ad(a.ad, "ad.fit_checked", before=i)
        check = checks[-1] if checks else None
        if check and not check.get("fits") and not case.gap_in(check.index, i):
            return violated(i, check.index)
        scene = case.scene(a.event)
        if case.unplaced(a.event):
            return undecided(i)
        resized = [r for r in case.of("scene.resized", after=birth, before=i)
                   if case.scene(r) == scene and birth >= 0]
        stale = resized and not (check and check.index > resized[-1].index)
        if stale and not case.gap_in(resized[-1].index, i):
            return violated(i, birth, resized[-1].index)
        hidden = case.gap_in(check.index if check else birth, i)
        if birth < 0 and case.gap_in(-1, i):
            # Its birth is lost, and may lie before a resize that no check followed.
            stale = stale or any(case.scene(r) == scene for r in case.of(
                "scene.resized", after=check.index if check else -1, before=i))
        return guard(i, None if hidden or stale else False)
    return by_attempt(case, formats, decide, failures=False)


def banner_hidden(case, slot, i):
    """Whether the last view event of the slot hid it, with no discard of that ad since."""
    views = [v for v in case.of("view.appeared", "view.hidden", before=i)
             if case.slot(v) == slot]
    start = views[-1].index if views else -1
    if case.doubts(slot, i, start, "view.appeared", "view.hidden"):
        return None
    if not views:
        return False
    gone = case.of_ad(views[-1].get("ad"), "ad.discarded", after=start, before=i)
    return views[-1].kind == "view.hidden" and not gone


def width_changed(case, e):
    """Whether the scene had another width before; None where that is not known."""
    before = [s for s in case.of("scene.connected", "scene.resized", before=e.index)
              if case.scene(s) == case.scene(e)]
    if case.gap_in(before[-1].index if before else -1, e.index):
        return None
    return before[-1].get("width") != e.get("width") if before else None


@rule("banner-follows-width")
def banner_follows_width(case, formats):
    result = []
    for e in case.of("scene.resized"):
        changed = width_changed(case, e)
        if changed is False:
            continue
        latest = {}
        for load in banner_births(case, formats, e.index):
            if case.scene(load) == case.scene(e):
                latest[case.slot(load)] = load
        found = [follows(case, e, slot, load, changed) for slot, load in latest.items()]
        found = [answer for answer in found if answer]
        if found:
            result.append(worst(case, e.index, found))
        elif unplaced_banner(case, e, formats) or asked_banner(case, e, formats):
            result.append(perhaps(e.index))
    return result


def banner_births(case, formats, before):
    """The first ad.loaded of each banner: a callback that came twice loads nothing."""
    return [load for load in case.of_formats(formats, "ad.loaded", before=before)
            if case.load_of(load) is load]


def unplaced_banner(case, e, formats):
    """Whether a banner of unknown scene may be up in the scene of e."""
    latest = {}
    for load in banner_births(case, formats, e.index):
        if case.unplaced(load):
            latest[load.get("unit")] = load
    return any(not case.of_ad(load.get("ad"), "ad.discarded", after=load.index, before=e.index)
               for load in latest.values())


def asked_banner(case, e, formats):
    """Whether a gap can hide that a banner was loaded for the scene of e, which then gets no request."""
    i = e.index
    for r in case.of_formats(formats, "ad.requested", before=i):
        answered = any(x.get("request") == r.get("request") for x in case.of(
            "ad.loaded", "ad.failed_to_load", after=r.index, before=i))
        if case.scene(r) == case.scene(e) and not answered and case.gap_in(r.index, i):
            slot = case.slot(r)
            answer = obligation(case, i, requests_of_slot(case, slot, i),
                                case.limit("fit_check_s", i), "ad.requested",
                                excuse=case.blocked(slot, "banner", i, names_scene(case, e)))
            if answer.outcome != "kept" and banner_hidden(case, slot, i) is not True:
                return True
    return False


def worst(case, i, found):
    """What becomes of an activation that asks for several answers, a hidden banner's among them."""
    for outcome in ("violated", "undecided"):
        for answer in found:
            if answer.outcome == outcome:
                return answer
    return undecided(i) if case.gap_in(-1, i) else kept(i)


def follows(case, e, slot, load, changed):
    i = e.index
    if case.of_ad(load.get("ad"), "ad.discarded", after=load.index, before=i):
        return None
    hidden = banner_hidden(case, slot, i)
    if hidden is True:
        return None
    answer = obligation(case, i, requests_of_slot(case, slot, i), case.limit("fit_check_s", i),
                        "ad.requested", witness=(load.index,),
                        excuse=case.blocked(slot, "banner", i, names_scene(case, e)),
                        why=why_blocked(case, load), vague=vague_requests(case, slot, i))
    sure = changed and hidden is False and not case.gap_in(load.index, i)
    return soften(answer, sure, "gap" if case.gap_in(-1, i) else "unknown")


@rule("banner-resize-once")
def banner_resize_once(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        i = e.index
        if e.get("reason") != "resized" or e.get("scene") is None:
            continue
        resized = [r.index for r in case.of("scene.resized", before=i)
                   if case.scene(r) == case.scene(e)]
        start = resized[-1] if resized else -1
        same = [r.index for r in case.of("ad.requested", after=start, before=i)
                if case.slot(r) == case.slot(e) and r.get("reason") == "resized"]
        if same and not case.gap_in(same[-1], i):
            result.append(violated(i, same[-1]))
        else:
            vague = any(r.get("reason") == "resized" for r in case.unplaced_of(
                e.get("unit"), "ad.requested", after=start, before=i))
            result.append(guard(i, None if vague or case.gap_in(start, i) else False))
    return result


@rule("landscape-split-screen")
def landscape_split_screen(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        scene = case.scene(e)
        if e.get("scene") is None:
            continue
        last = [s.index for s in case.of("scene.connected", "scene.resized", before=e.index)
                if case.scene(s) == scene]
        result.append(guard(e.index, case.misplaced(scene, e.index), *last[-1:]))
    return result


@rule("closed-scene-requests-nothing")
def closed_scene_requests_nothing(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        scene = case.scene(e)
        if e.get("scene") is None:
            continue
        closed = [s.index for s in case.of("scene.disconnected", before=e.index)
                  if case.scene(s) == scene]
        state = case.scene_open(scene, e.index)
        result.append(guard(e.index, None if state is None else not state, *closed[-1:]))
    return result


@rule("closed-scene-shows-nothing")
def closed_scene_shows_nothing(case, formats):
    def decide(a):
        scene = case.scene(a.event)
        closed = case.of("scene.disconnected", before=a.index)
        if case.unplaced(a.event):
            return perhaps(a.index) if closed or case.gap_in(-1, a.index) else None
        if case.named_scene(a.event) is None:
            return None
        closed = [s.index for s in closed if case.scene(s) == scene]
        state = case.scene_open(scene, a.index)
        return guard(a.index, None if state is None else not state, *closed[-1:])
    return by_attempt(case, formats, decide, failures=False)


@rule("orientation-given")
def orientation_given(case, formats):
    return [guard(e.index, e.get("orientation") == "unknown")
            for e in case.of_formats(formats, "ad.requested")
            if e.get("orientation") is not None]


@rule("orientation-kept")
def orientation_kept(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.present_requested"):
        request = case.request_of(e)
        if request is None and e.get("orientation") is not None and request_hidden(
                case, e, case.load_of(e)):
            result.append(undecided(e.index))
            continue
        if request is None or None in (request.get("orientation"), e.get("orientation")):
            continue
        if case.load_of(e).index > e.index or not {
                request.get("orientation"), e.get("orientation")} <= ORIENTATIONS:
            # What the vocabulary does not have can be any value of a later version.
            result.append(undecided(e.index, "unknown"))
            continue
        differs = request.get("orientation") != e.get("orientation")
        result.append(guard(e.index, differs, request.index, case.load_of(e).index))
    return result
