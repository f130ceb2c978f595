"""Environment: consent, start, units, memory."""
from rules_base import guard, kept, no_earlier, once, rule, undecided, violated
from rules_windows import banner_hidden
from words import FORMATS


@rule("no-load-before-consent")
def no_load_before_consent(case, formats):
    # A recorder that captures consent says first what is known of it.
    told = case.header is not None and "consent" in case.header.get("captures", [])
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        i, last = e.index, case.last("consent.updated", before=e.index)
        if last is not None and last.get("can_request_ads"):
            result.append(guard(i, None if case.is_told_nothing(last.index, i) else False))
        elif case.gap_in(last.index if last else -1, i):
            result.append(undecided(i))
        elif told:
            result.append(violated(i))
        else:
            result.append(violated(i, last.index) if last else undecided(i, "unknown"))
    return result


@rule("sdk-starts-once")
def sdk_starts_once(case, formats):
    return once(case, case.of("sdk.started"), lambda e: -1)


@rule("no-load-before-sdk-start")
def no_load_before_sdk_start(case, formats):
    return [no_earlier(case, e, case.of("sdk.started", before=e.index), -1)
            for e in case.of_formats(formats, "ad.requested")]


def is_test_unit(unit):
    return unit.startswith("ca-app-pub-3940256099942544/") or unit.startswith("/21775744923/")


def in_build(case, build, activations):
    if case.header is None:
        return [undecided(a.index, "unknown") for a in activations]
    same = case.header.get("sdk") == "google-mobile-ads" and case.header.get("build") == build
    return activations if same else []


@rule("no-test-unit-in-release")
def no_test_unit_in_release(case, formats):
    return in_build(case, "release", [guard(e.index, is_test_unit(e.get("unit")))
                                      for e in case.of_formats(formats, "ad.requested")])


@rule("no-live-unit-in-debug")
def no_live_unit_in_debug(case, formats):
    if (case.header or {}).get("test_device") is True:
        return []
    return in_build(case, "debug", [guard(e.index, not is_test_unit(e.get("unit")))
                                    for e in case.of_formats(formats, "ad.requested")
                                    if e.get("test") is not True])


@rule("one-format-per-unit")
def one_format_per_unit(case, formats):
    result, first = [], {}
    for e in case.of_formats(formats, "ad.requested"):
        i, known = e.index, first.setdefault(e.get("unit"), e)
        if case.gap_in(-1, known.index):
            # The first request of the unit can lie in the gap before.
            result.append(undecided(i))
        elif known is not e and not {e.get("format"), known.get("format")} <= FORMATS:
            # What the vocabulary does not have can be any value of a later version.
            result.append(undecided(i, "unknown"))
        else:
            result.append(guard(i, e.get("format") != known.get("format"), known.index))
    return result


EXEMPT = ("launch", "user", "view_did_load", "view_did_appear")


def against_rest(case, request):
    """Whether this banner request was made for a hidden slot without an excuse."""
    if request.get("reason") in EXEMPT:
        return False
    if case.unplaced(request):
        return None
    return banner_hidden(case, case.slot(request), request.index)


def hiding(case, slot, i):
    views = [v.index for v in case.of("view.appeared", "view.hidden", before=i)
             if case.slot(v) == slot]
    return views[-1:]


@rule("hidden-banner-rests")
def hidden_banner_rests(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested", "ad.loaded", "ad.impression"):
        i, slot = e.index, case.slot(e)
        if e.kind == "ad.requested":
            if e.get("reason") not in EXEMPT:
                result.append(guard(i, against_rest(case, e), *hiding(case, slot, i)))
        elif e.kind == "ad.impression":
            hidden = None if case.unplaced(e) else banner_hidden(case, slot, i)
            result.append(guard(i, hidden, *hiding(case, slot, i)))
        else:
            request = case.request(e.get("request"), i)
            if request is None:
                result.append(guard(i, None if case.gap_in(-1, i) else False))
            elif case.format(request) not in formats:
                result.append(kept(i))
            else:
                result.append(guard(i, against_rest(case, request), request.index,
                                    *hiding(case, slot, request.index)))
    return result


@rule("memory-warning-near-ad")
def memory_warning_near_ad(case, formats):
    result = []
    for e in case.of("app.memory_warning"):
        near = [x.index for x in case.of("ad.requested", before=e.index) + case.wills
                if x.index < e.index and e.t - x.t <= 10_000 and x.index not in case.doubtful]
        vague = any(w.index in case.maybe | case.doubtful and e.t - w.t <= 10_000
                    for w in case.of("ad.will_present", before=e.index))
        lost = vague or any(
            e.t - case.t(gap) <= 10_000 for gap in case.gaps_upto(e.index))
        result.append(violated(e.index, max(near)) if near
                      else guard(e.index, None if lost else False))
    return result
