"""Loading."""
from rules_base import guard, kept, obligation, perhaps, rule, soften, undecided, violated
from rules_freshness import names_scene, why_blocked

TOO_OFTEN = 10


@rule("one-load-in-flight")
def one_load_in_flight(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        slot, i = case.slot(e), e.index
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        flying = [r.index for r in case.of("ad.requested", before=i)
                  if case.slot(r) == slot and case.in_flight(r, i)]
        known = case.limit("load_timeout_s", i) is not None and case.gaps
        why = "gap" if known else "unknown"
        result.append(violated(i, flying[-1]) if flying
                      else guard(i, case.slot_in_flight(slot, i), why=why))
    return result


@rule("load-completes-once")
def load_completes_once(case, formats):
    result, first = [], {}
    for e in case.of_formats(formats, "ad.loaded", "ad.failed_to_load"):
        name, i = e.get("request"), e.index
        if name in first:
            result.append(violated(i, first[name]))
            continue
        first[name] = i
        request = case.request(name, i)
        birth = request.index if request else -1
        result.append(guard(i, None if case.gap_in(birth, i) else False))
    return result


@rule("load-completes")
def load_completes(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        answers = [a.index for a in case.of("ad.loaded", "ad.failed_to_load", after=e.index)
                   if a.get("request") == e.get("request")]
        limit = case.limit("load_timeout_s", e.index)
        result.append(obligation(case, e.index, answers, limit, "ad.loaded"))
    return result


def requests_of_slot(case, slot, after):
    return [r.index for r in case.of("ad.requested", after=after) if case.slot(r) == slot]


def vague_requests(case, slot, after):
    """Requests of the unit that may be of the slot."""
    return [r.index for r in case.unplaced_of(slot[0], "ad.requested", after=after)]


def reload(case, e, key):
    """After the end of an ad: a request of its slot, unless one is ready or none is due."""
    slot, i, format = case.slot(e), e.index, case.format(e)
    if case.unplaced(e):
        return undecided(i)
    ready = case.ready_in_slot(slot, i, but=e.get("ad"))
    blocked = case.blocked(slot, format, i, names_scene(case, e))
    excuse = True if True in (ready, blocked) else None if None in (ready, blocked) else False
    limit = case.limit(key, i)
    return obligation(case, i, requests_of_slot(case, slot, i), limit, "ad.requested",
                      excuse=excuse, why=why_blocked(case, e), vague=vague_requests(case, slot, i))


@rule("reload-after-dismiss")
def reload_after_dismiss(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.dismissed"):
        own = case.format(e) == "app_open"
        result.append(reload(case, e, "app_open_reload_after_dismiss_s" if own
                             else "reload_after_dismiss_s"))
    return result


@rule("reload-after-present-failure")
def reload_after_present_failure(case, formats):
    return [reload(case, e, "reload_after_present_failure_s")
            for e in case.of_formats(formats, "ad.failed_to_present")]


@rule("reload-storm-after-present-failure")
def reload_storm_after_present_failure(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.failed_to_present"):
        i = e.index
        count, span = (case.policy("present_failure_storm", i),
                       case.limit("present_failure_storm_s", i))
        if count is None or span is None:
            result.append(undecided(i, "unknown"))
            continue
        near = [f for f in case.of_formats(formats, "ad.failed_to_present", before=i + 1)
                if f.get("unit") == e.get("unit") and f.get("error_code") == e.get("error_code")
                and e.t - f.t <= span]
        placed = [f.index for f in near if case.slot(f) == case.slot(e)]
        if case.unplaced(e):
            result.append(undecided(i))
        elif len(placed) >= count:
            least = max(int(-(-count // 1)), 1)
            result.append(violated(i, *placed[-least:]))
        else:
            lost = any(map(case.unplaced, near)) or any(
                e.t - case.t(gap) <= span for gap in case.gaps_upto(i))
            result.append(guard(i, None if lost else False))
    return result


@rule("retry-backs-off")
def retry_backs_off(case, formats):
    result = []
    failed = {x.index for x in case.of("ad.failed_to_load") if case.is_second_answer(x) is not True}

    def counts(x):
        if x.kind == "ad.requested":
            return x.get("reason") not in ("resized", "config", "user", "preload")
        return x.kind == "ad.loaded" or x.index in failed

    for e in case.of_formats(formats, "ad.requested"):
        slot, i = case.slot(e), e.index
        if not counts(e):
            continue
        ends = [x for x in case.of("ad.loaded", "ad.failed_to_load", "ad.requested", before=i)
                if case.slot(x) == slot and not case.unplaced(x) and counts(x)]
        if ends and ends[-1].kind == "ad.failed_to_load" and not case.unplaced(e):
            result.append(backs_off(case, e, slot, counts))
            continue
        # A failure that is not known of the slot: of any scene, or lost.
        start, longest = ends[-1].index if ends else -1, case.limit("retry_max_s", i)
        hidden = [t for _, t in case.doubts(slot, i, start, "ad.failed_to_load")]
        if case.unplaced(e):
            hidden += [x.t for x in case.of("ad.failed_to_load", before=i)
                       if x.get("unit") == slot[0]]
        if any(longest is None or e.t - t < longest for t in hidden):
            result.append(perhaps(i))
    return result


def backs_off(case, e, slot, counts):
    """A request after a row of failures, which what is lost can lengthen or end."""
    i, run = e.index, []
    for x in reversed([x for x in case.of("ad.loaded", "ad.failed_to_load", before=i)
                       if case.slot(x) == slot and counts(x)]):
        if x.kind == "ad.loaded":
            break
        run.insert(0, x)
    doubts = case.doubts(slot, i, case.last_loaded(slot, i), "ad.loaded", "ad.failed_to_load")
    row = [x for x in run if not any(at > x.index for at, _ in doubts)
           and case.is_second_answer(x) is False]
    pausing = case.may_pause(e.t, run, row, doubts, i)
    # Another request may have come first.
    pausing = pausing and (None if case.unplaced_of(
        slot[0], "ad.requested", after=run[-1].index, before=i) else True)
    if not pausing:
        return guard(i, pausing, why="unknown" if case.pause(1, i) is None else "gap")
    shortest = next(k for k in range(1, len(row) + 1) if e.t - row[-1].t < case.pause(k, i))
    return violated(i, *[f.index for f in row[-shortest:]])


@rule("no-retry-on-configuration-error")
def no_retry_on_configuration_error(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        i, unit = e.index, e.get("unit")
        failure, _ = case.configuration_failures(unit, i)
        broken = case.uncleared(failure, names_scene(case, e), i)
        doubted = case.is_cause_missing(unit, names_scene(case, e), i)
        if failure is None:
            if not cleared_for_good(case, e, None):
                result.append(perhaps(i))
            elif doubted:
                result.append(perhaps(i, "unknown"))
        elif broken is False:
            hidden = case.gap_in(failure.index, i) and not cleared_for_good(case, e, failure)
            if hidden or not doubted:
                result.append(guard(i, None if hidden else False))
            else:
                result.append(undecided(i, "unknown"))
        elif broken is None or doubted:
            result.append(undecided(i, "gap" if broken is None else "unknown"))
        else:
            result.append(violated(i, failure.index))
    return result


def cleared_for_good(case, e, failure):
    """Whether no failure hidden after the last clearing could forbid the request."""
    after = failure.index if failure else -1
    clear = [c.index for c in case.of("config.changed", "ad.loaded", before=e.index, after=after)
             if c.kind == "config.changed" or c.get("unit") == e.get("unit")]
    return not case.gap_in(clear[-1] if clear else -1, e.index)


@rule("load-failure-does-not-silence-slot")
def load_failure_does_not_silence_slot(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.failed_to_load"):
        if case.cause(e) == "configuration":
            continue
        slot, i = case.slot(e), e.index
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        limit = case.limit("slot_silence_s", i)
        answer = obligation(case, i, requests_of_slot(case, slot, i), limit, "ad.requested")
        if answer.outcome == "violated":
            places, named = range(i, answer.certain + 1), names_scene(case, e)
            blocked = [case.blocked(slot, case.format(e), j, named, lasting=True) for j in places]
            # After a gap the miss is certain later than it can have been.
            possible = next((j for j in places if case.most(i, j) > limit), answer.certain)
            free = [j for j, b in zip(places, blocked) if b is False]
            if all(b is True for b in blocked):
                answer = kept(i)
            elif not free:
                answer = undecided(i, why_blocked(case, e))
            elif free[0] > possible or any(
                    case.least(i, j) <= limit for j in vague_requests(case, slot, i)):
                answer = undecided(i, "gap")
        if case.cause(e) is None:
            if answer.outcome == "kept":
                continue
            if answer.outcome == "violated":
                answer = perhaps(i, "unknown")
        result.append(answer)
    return result


@rule("request-once-per-appearance")
def request_once_per_appearance(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.requested"):
        if e.get("reason") != "view_did_appear":
            continue
        slot, i = case.slot(e), e.index
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        ends = [x for x in case.of("ad.failed_to_load", "ad.discarded", before=i)
                if case.slot(x) == slot]
        start = ends[-1].index if ends else -1
        same = [r.index for r in case.of("ad.requested", after=start, before=i)
                if case.slot(r) == slot and r.get("reason") == "view_did_appear"]
        resets = case.doubts(slot, i, same[-1], "ad.failed_to_load", "ad.discarded") if same else []
        vague = case.unplaced_of(slot[0], "ad.requested", after=start, before=i)
        if same and not resets:
            result.append(violated(i, same[-1]))
        else:
            result.append(guard(i, None if same or vague or case.gap_in(start, i) else False))
    return result


@rule("request-waits-for-the-window")
def request_waits_for_the_window(case, formats):
    return in_multi_scene(case, [
        guard(e.index, e.get("reason") == "view_did_load")
        for e in case.of_formats(formats, "ad.requested")])


def in_multi_scene(case, activations):
    """Activations of a condition on the session; without a header it is not known."""
    if case.header is None:
        return [undecided(a.index, "unknown") for a in activations]
    return activations if case.header.get("multi_scene") is True else []


@rule("native-multi-load-bounded")
def native_multi_load_bounded(case, formats):
    result, seen = [], {}
    for e in case.of_formats(formats, "ad.loaded"):
        name, i = e.get("request"), e.index
        ads = seen.setdefault(name, [])
        ads.append(i)
        request = case.request(name, i)
        if request is None:
            # How many were asked for is a fact that the journal does not have.
            result.append(undecided(i, "gap" if case.gap_in(-1, i) else "unknown"))
            continue
        count = request.get("count")
        count = 1 if count is None else count
        if len(ads) > count:
            shown = ads[-count - 1:] if count >= 0 else ads
            result.append(violated(i, request.index, *shown))
        else:
            hidden = case.gap_in(request.index, i)
            result.append(guard(i, None if hidden else False))
    return result


@rule("slot-gets-an-ad")
def slot_gets_an_ad(case, formats):
    result, rows = [], {}
    for e in case.of_formats(formats, "ad.loaded", "ad.failed_to_load"):
        row = rows.setdefault(e.get("unit"), [])
        row.append((e.index, None if e.kind == "ad.loaded" else case.cause(e) or "undetermined"))
        if row[-1][1] == "no_fill":
            result += never_filled(case, row)
    return result


def never_filled(case, row):
    """At a failure for want of an ad: the tenth of a unit that had nothing else."""
    i, hidden = row[-1][0], case.gap_in(-1, row[-1][0])
    failed = [index for index, cause in row if cause == "no_fill"]
    causes = {cause for _, cause in row} - {"no_fill"}
    filled = bool(causes - {"undetermined"})
    if len(failed) == TOO_OFTEN:
        answer = guard(i, not filled, *failed)
        answer = soften(answer, not causes, "unknown")
        return [soften(answer, not hidden)]
    return [perhaps(i)] if len(failed) < TOO_OFTEN and hidden and not filled else []


@rule("used-object-not-loaded-again")
def used_object_not_loaded_again(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.failed_to_load"):
        i, cause = e.index, case.cause(e)
        if cause not in ("already_used", None):
            continue
        answer = undecided(i) if case.unplaced(e) else used_before(case, e)
        if cause:
            result.append(answer)
        elif answer.outcome != "kept":
            result.append(perhaps(i, "unknown"))
    return result


def used_before(case, e):
    """No failure of the slot because of a used object since its last ad."""
    i, slot = e.index, case.slot(e)
    start = case.last_loaded(slot, i)
    failed = [x for x in case.of("ad.failed_to_load", after=start, before=i)
              if case.slot(x) == slot and not case.unplaced(x)]
    sure = [x.index for x in failed if case.cause(x) == "already_used"]
    if sure and not case.doubts(slot, i, sure[-1], "ad.loaded"):
        return violated(i, sure[-1])
    if sure or case.doubts(slot, i, start, "ad.loaded", "ad.failed_to_load"):
        return undecided(i)
    return guard(i, None if any(case.cause(x) is None for x in failed) else False, why="unknown")
