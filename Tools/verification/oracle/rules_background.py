"""Background and lock."""
from rules_base import guard, kept, obligation, perhaps, rule, undecided, violated
from rules_freshness import names_scene
from rules_presentation import by_attempt
from rules_sequence import real_returns


@rule("lock-is-not-background")
def lock_is_not_background(case, formats):
    def decide(a):
        i = a.index
        spans = [s for s in case.spans if s.end is not None and s.end < i]
        if not spans:
            return guard(i, None if case.gap_in(-1, i) else False)
        span = spans[-1]
        caused = None if case.gap_in(span.end, i) else case.lock_caused(span)
        if caused:
            lock = lock_of(case, span)
            return violated(i, lock, span.start, span.end)
        return guard(i, caused)
    return by_attempt(case, formats, decide, failures=False)


def lock_of(case, span, before=None):
    """The index of the first device.locked that makes the span lock-caused."""
    active = case.last("app.became_active", before=span.start)
    window = case.limit("lock_window_s", span.start)
    limit = case.t(span.start) + (window or 0)
    stop = len(case.all) if span.end is None else span.end
    if before is not None:
        stop = min(stop, before)
    locks = case.of("device.locked", after=active.index if active else -1, before=stop)
    return next((e.index for e in locks if e.t <= limit and not case.gap_in(
        min(e.index, span.start), max(e.index, span.start))), None)


@rule("lock-requests-nothing")
def lock_requests_nothing(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        if e.get("reason") != "background":
            continue
        i = e.index
        spans = [s for s in case.spans if s.start is not None]
        begun = [s for s in spans if s.start < i][-1:]
        # A gap hides the end of one that another follows.
        span = next((s for s in begun + [s for s in spans if s.start > i]
                     if s.end is None or s.end > i), None)
        answer = locked_before(case, i, span)
        if answer is True:
            result.append(violated(i, lock_of(case, span, i), span.start,
                                   certain=max(i, span.start)))
        elif answer == "pending":
            result.append(undecided(i, "pending"))
        else:
            result.append(guard(i, answer))
    return result


def locked_before(case, i, span):
    """Whether the request i lies after the lock of the lock-caused span around or after it."""
    active = case.last("app.became_active", before=i)
    begin = active.index if active else -1
    if span is not None and span.start < i:
        active = case.last("app.became_active", before=span.start)
        begin = active.index if active else -1
        limit = case.limit("lock_window_s", span.start)
        before = [k for k in case.of("device.locked", after=begin, before=span.start)
                  if not case.gap_in(k.index, i)]
        if limit is None:
            seen = case.of("device.locked", after=begin, before=i)
            # At the very beginning of the span a lock explains it whatever the threshold.
            before += [k for k in seen if k.index > span.start and k.t == case.t(span.start)
                       and not case.gap_in(span.start, i)]
            return True if before else None if seen or case.gap_in(begin, i) else False
        locks = [k for k in case.of("device.locked", after=begin, before=i)
                 if k.t <= case.t(span.start) + limit]
        if locks:
            sure = [k for k in locks if not case.gap_in(min(k.index, span.start),
                                                        max(i, span.start))]
            return True if sure else None
        near = any(begin < p <= i and (p == 0 or case.t(p - 1) <= case.t(span.start) + limit)
                   for p in case.gaps)
        return None if near or case.phase_before[i] == "?" else False
    if case.phase_before[i] == "?":
        return None
    locks = case.of("device.locked", after=begin, before=i)
    if not locks:
        return None if case.gap_in(begin, i) else False
    stop = case.of("app.became_active", "app.entered_background", after=i)
    if not stop:
        return None if case.gap_in(locks[-1].index, len(case.all)) else "pending"
    if case.gap_in(locks[-1].index, stop[0].index):
        return None
    return stop[0].kind == "app.entered_background"


@rule("request-on-background")
def request_on_background(case, formats):
    asked = [e for e in case.of_formats(formats, "ad.requested")
             if e.get("reason") == "background"]
    if not asked:
        return []
    slots = {(case.slot(e), names_scene(case, e)) for e in asked}
    result = []
    for span in case.spans:
        real = case.begun_real(span) if span.start is not None else False
        if real is False:
            continue
        i, end = span.start, span.end
        stop = len(case.all) if end is None else end
        answers = [e.index for e in asked if i < e.index < stop]
        if answers and not case.gap_in(i, answers[0]):
            result.append(kept(i))
            continue
        excuse = nothing_due(case, slots, i)
        if excuse is True:
            result.append(kept(i))
        elif real is None or end is None:
            why = "gap" if case.gap_in(i, stop) or case.gap_in(-1, i) else "pending"
            result.append(undecided(i, why))
        elif excuse is None or not span.sure or case.gap_in(i, end):
            result.append(undecided(i, "gap"))
        else:
            missing = {"event": "ad.requested", "from_t": case.t(i), "to_t": case.t(end)}
            asking = next(e.index for e in asked
                          if case.blocked(case.slot(e), "app_open", i, names_scene(case, e)) is False)
            certain = max(end, asking)
            result.append(violated(i, end, asking, certain=certain, missing=missing))
    return result


def nothing_due(case, slots, i):
    """Whether an app-open ad is ready, or none of these slots is free, at i."""
    ready = [case.ready(e, i) for e in case.of_formats({"app_open"}, "ad.loaded", before=i)]
    blocked = [case.blocked(slot, "app_open", i, named) for slot, named in slots]
    if True in ready:
        return True
    if all(b is True for b in blocked):
        # A slot of which a gap hides that it ever asked so may be free.
        return None if case.gaps else True
    if None in ready or case.hidden_ready(i) or False not in blocked:
        return None
    return False


@rule("minimum-background")
def minimum_background(case, formats):
    def decide(a):
        i = a.index
        earlier = case.attempts_of(formats, before=i)
        since = max((b.index for b in earlier), default=-1)
        # What a gap may hide an earlier call of may itself be no attempt.
        certain = max((b.index for b in earlier if b.sure), default=-1)
        spans = [s for s in case.spans if s.end is not None and certain < s.end < i]
        if not spans or spans[-1].end < since:
            return perhaps(i) if spans or case.gap_in(certain, i) else None
        span, limit = spans[-1], case.limit("min_background_s", i)
        if limit is None:
            return undecided(i, "unknown")
        if not span.sure or case.gap_in(span.start, i):
            return undecided(i, "gap")
        return guard(i, case.t(span.end) - case.t(span.start) <= limit, span.start, span.end)
    return by_attempt(case, formats, decide, failures=False)


@rule("decision-on-every-foreground")
def decision_on_every_foreground(case, formats):
    own = [e.index for e in case.events if case.format(e) in formats]
    if not own:
        return []
    result = []
    for span in case.spans:
        real = case.real(span) if span.end is not None else False
        if real is False:
            continue
        answers = [e.index for e in case.of_formats(formats, "ad.show_decided", after=span.end)]
        answer = obligation(case, span.end, answers, case.limit("decision_s", span.end),
                            "ad.show_decided",
                            witness=[k for k in [span.start] if k is not None],
                            excuse=None if real is None else False)
        if answer.outcome == "violated":
            answer.certain = max(answer.certain, own[0])
            if not set(own) & set(answer.witness):
                answer.witness = sorted(answer.witness + own[:1])
        result.append(answer)
    return result


@rule("ready-ad-is-used")
def ready_ad_is_used(case, formats):
    result = []
    for span in case.spans:
        real = case.real(span) if span.end is not None else False
        if real is False:
            continue
        i = span.end
        if case.is_unset("unused_returns", i):
            continue
        count, age = case.policy("unused_returns", i), case.policy("app_open_max_age_s", i)
        sure, possible = real_returns(case, i + 1)
        # The fewer returns are needed, the sooner an ad lies unused.
        needed = max(int(count or 0), 1)
        if None in (count, age) and may_be_unused(case, formats, i, needed, possible) is None:
            result.append(undecided(i, "unknown"))
            continue
        if count is None:
            continue
        answer = unused(case, formats, i, needed, sure, possible) if real else None
        if real and len(sure) >= count:
            result.append(answer or guard(i, may_be_unused(case, formats, i, needed, possible)))
        elif may_be_unused(case, formats, i, needed, possible) is None:
            # What is perhaps no activation counts only where it would be broken.
            result.append(undecided(i) if len(possible) >= needed else perhaps(i))
    return result


def unused(case, formats, i, count, sure, possible):
    """A violation that no filling of a gap takes back, if there is one."""
    if len(sure) < count:
        return None
    first = sure[-count]
    idle = [e for e in case.of_formats(formats, "ad.loaded", before=first)
            if case.ready(e, i) and not used(case, e, first, i)]
    if not idle or case.gap_in(first, i):
        return None
    return violated(i, *span_records(case, sure[-count:]), idle[-1].index)


def may_be_unused(case, formats, i, count, possible):
    """None where a filling of a gap can leave an ad unused over so many returns, else False."""
    for e in case.of_formats(formats, "ad.loaded", before=i):
        last = last_use(case, e, i)
        returns = len([end for end in possible if end > last])
        if case.ready(e, i) is not False and (returns >= count or case.gap_in(last, i)):
            return None
    return None if case.hidden_ready(i) else False


def last_use(case, load, i):
    """The last decision or certain attempt of the ad's unit, or its load."""
    unit = load.get("unit")
    found = [e.index for e in case.of("ad.show_decided", before=i) if e.get("unit") == unit]
    found += [a.index for a in case.attempts
              if a.sure and a.event.get("unit") == unit and a.index < i]
    return max(found + [load.index])


def used(case, load, first, i):
    """Whether an attempt or decision of the ad's unit lies between these returns."""
    unit = load.get("unit")
    return any(e.get("unit") == unit for e in case.of("ad.show_decided", after=first, before=i)
               ) or any(a.event.get("unit") == unit and first < a.index < i
                        for a in case.attempts)


def span_records(case, ends):
    return [index for s in case.spans if s.end in ends for index in (s.start, s.end)
            if index is not None]


@rule("app-active-before-present")
def app_active_before_present(case, formats):
    return [was_active(case, e) for e in case.of_formats(formats, "ad.failed_to_present")]


def was_active(case, e):
    """The last call before a failure did not come right after the foreground, before the activation."""
    i, ad = e.index, e.get("ad")
    call = next(iter(case.of_ad(ad, "ad.present_requested", before=i)[::-1]), None)
    if call is None:
        return guard(i, None if case.gap_in(case.birth_of_ad(ad, i), i) else False)
    last = case.last("app.entering_foreground", "app.became_active", before=call.index)
    if case.gap_in(last.index if last else -1, i):
        return undecided(i)
    if last is None or last.kind == "app.became_active":
        return kept(i)
    limit, passed = case.limit("cover_s", i), call.t - last.t
    if limit is None and passed:
        return undecided(i, "unknown")
    return guard(i, passed <= (limit or 0), last.index, call.index)
