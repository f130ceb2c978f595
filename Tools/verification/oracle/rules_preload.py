"""Loading: the SDK's preloader, requests that were given up, ads that are delivered again."""
from lines import VALUES
from rules_base import guard, kept, no_earlier, obligation, perhaps, rule, undecided, violated
from rules_freshness import skip_of_slot
from rules_presentation import by_attempt


@rule("delegate-is-kept")
def delegate_is_kept(case, formats):
    ends = ("ad.dismissed", "ad.failed_to_present", "ad.discarded")
    return [no_earlier(case, e, case.of_ad(e.get("ad"), *ends, before=e.index),
                       case.birth_of_ad(e.get("ad"), e.index))
            for e in case.of_formats(formats, "ad.delegate_lost")]


@rule("abandoned-load-not-shown")
def abandoned_load_not_shown(case, formats):
    return by_attempt(case, formats, lambda a: not_given_up(case, a), failures=False)


def not_given_up(case, a):
    """At an attempt of an ad whose request was abandoned: the ad was loaded long before."""
    i, load, limit = a.index, case.loaded(a.ad, a.index), case.limit("cover_s", a.index)
    if load is None:
        near = any(limit is None or a.event.t - case.t(gap) <= limit for gap in case.gaps_upto(i))
        return perhaps(i) if near else None
    is_late = limit is None or a.event.t - load.t <= limit
    request = case.request(load.get("request"), i)
    start = request.index if request else -1
    given_up = [x.index for x in case.of("ad.request_abandoned", after=start, before=i)
                if x.get("request") == load.get("request")]
    if not given_up:
        return perhaps(i) if is_late and case.gap_in(start, i) else None
    if limit is None and a.event.t > load.t:
        return undecided(i, "unknown")
    return guard(i, is_late, load.index, given_up[0])


@rule("delivered-ad-is-new")
def delivered_ad_is_new(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.loaded"):
        if e.get("again") is not True:
            continue
        i, ad = e.index, e.get("ad")
        tried = [a.index for a in case.attempts if a.ad == ad and a.index < i]
        if case.format(e) == "native":
            if "native" not in case.captured:
                continue
            tried = [r.index for r in case.of_ad(ad, "native.rendered", before=i)]
        hidden = case.gap_in(case.birth_of_ad(ad, i), i)
        result.append(violated(i, tried[-1]) if tried else guard(i, None if hidden else False))
    return result


@rule("empty-show-requests-an-ad")
def empty_show_requests_an_ad(case, formats):
    return [skip_of_slot(case, e, unless_ready=True)
            for e in case.of_formats(formats, "ad.show_without_ad")]


@rule("failure-names-its-cause")
def failure_names_its_cause(case, formats):
    return [guard(e.index, e.get("error_code") is None and e.get("cause") is None)
            for e in case.of_formats(formats, "ad.failed_to_load", "ad.failed_to_present")]


@rule("no-load-beside-preloader")
def no_load_beside_preloader(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        reason, answer = e.get("reason"), without_preloader(case, e)
        if reason is None or reason in VALUES["ad.requested", "reason"]:
            result += [] if reason == "preload" else [answer]
        elif answer.outcome != "kept":
            result.append(perhaps(e.index, "unknown"))
    return result


@rule("preloader-started-once")
def preloader_started_once(case, formats):
    return [without_preloader(case, e) for e in case.of_formats(formats, "preload.started")]


def without_preloader(case, e):
    """At e: the last preload.started or preload.stopped of its unit started nothing."""
    told = [x for x in case.of("preload.started", "preload.stopped", before=e.index)
            if x.get("unit") == e.get("unit")]
    if case.is_told_nothing(told[-1].index if told else -1, e.index):
        return undecided(e.index)
    if not told or told[-1].kind == "preload.stopped":
        return kept(e.index)
    return violated(e.index, told[-1].index)


@rule("preloader-refills")
def preloader_refills(case, formats):
    return [obligation(case, e.index, [x.index for x in case.of(
        "preload.available", "preload.stopped", "ad.failed_to_load", after=e.index)
        if x.get("unit") == e.get("unit")], case.limit("slot_silence_s", e.index),
        "preload.available") for e in case.of_formats(formats, "preload.exhausted")]
