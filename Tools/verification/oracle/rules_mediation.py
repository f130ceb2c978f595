"""Mediation: adapters, mapped native ads, video."""
from rules_base import (
    guard, kept, no_earlier, obligation, once, rule, soften, undecided, violated)


def of_load(case, load, *kinds, after=-1, before=None):
    return [e for e in case.of(*kinds, after=after, before=before) if e.get("load") == load]


def called(case, load, before):
    found = of_load(case, load, "adapter.load_called", before=before)
    return found[-1] if found else None


def birth(case, e):
    call = called(case, e.get("load"), e.index)
    return call.index if call else -1


def once_per_load(case, events):
    groups = {}
    for e in events:
        groups.setdefault(e.get("load"), []).append(e)
    return [a for group in groups.values() for a in once(case, group, lambda e: birth(case, e))]


@rule("adapter-completes-once")
def adapter_completes_once(case, formats):
    return once_per_load(case, case.of("adapter.completed"))


@rule("adapter-impression-once")
def adapter_impression_once(case, formats):
    return once_per_load(case, [e for e in case.of("adapter.reported")
                                if e.get("what") == "impression"])


@rule("adapter-completes")
def adapter_completes(case, formats):
    return [obligation(case, e.index, [c.index for c in of_load(
        case, e.get("load"), "adapter.completed", after=e.index)],
        case.limit("adapter_timeout_s", e.index), "adapter.completed")
        for e in case.of("adapter.load_called")]


@rule("adapter-ad-or-error")
def adapter_ad_or_error(case, formats):
    return [guard(e.index, e.get("has_ad") == e.get("has_error"))
            for e in case.of("adapter.completed")]


@rule("adapter-reports-after-completion")
def adapter_reports_after_completion(case, formats):
    return [no_earlier(case, e, any(c.get("has_ad") for c in of_load(
        case, e.get("load"), "adapter.completed", before=e.index)), birth(case, e))
        for e in case.of("adapter.reported")]


@rule("adapter-parameter-given")
def adapter_parameter_given(case, formats):
    return [guard(e.index, not e.get("parameter_present"))
            for e in case.of("adapter.load_called")]


@rule("adapter-ready-before-load")
def adapter_ready_before_load(case, formats):
    result = []
    for e in case.of("sdk.ready"):
        i, adapter = e.index, e.get("adapter")
        if adapter is None or e.get("state") != "ready":
            continue
        told = [r for r in case.of("sdk.ready", before=i) if r.get("adapter") == adapter]
        start = told[-1].index if told else -1
        if case.gap_in(start, i):
            result.append(undecided(i))
        elif told and told[-1].get("state") == "not_ready":
            calls = [c.index for c in case.of("adapter.load_called", after=start, before=i)
                     if c.get("adapter") == adapter]
            result.append(guard(i, bool(calls), start, *calls[:1]))
    return result


@rule("adapter-test-flag-forwarded")
def adapter_test_flag_forwarded(case, formats):
    result = []
    for e in case.of("adapter.load_called"):
        request = case.request(e.get("request"), e.index)
        if request is not None and None not in (request.get("test"), e.get("test")):
            result.append(guard(e.index, request.get("test") != e.get("test"), request.index))
        elif request is None and e.get("test") is not None and case.gap_in(-1, e.index):
            result.append(undecided(e.index))
    return result


class Mapping:
    """A native.mapped and the adapter's load that it came from; `witness` ties them."""

    def __init__(self, case, mapped, until=None):
        """By what is known of it before the record `until`, or of the whole session."""
        self.until = len(case.all) if until is None else until
        self.event, self.index, self.witness, self.sure = mapped, mapped.index, [], True
        self.load = mapped.get("load")
        if self.load is None:
            self._by_completion(case, mapped)

    def _by_completion(self, case, mapped):
        ad = mapped.get("ad")
        named = [c for c in case.of("adapter.completed", before=self.until) if c.get("ad") == ad]
        if named:
            self.load, self.witness = named[-1].get("load"), [named[-1].index]
            return
        births = [e for e in case.loads.get(ad, []) if e.index < self.until]
        birth_event = next(iter(births), None)
        if birth_event is None:
            self.sure = not case.gaps
            return
        loads = {c.get("load"): c.index for c in case.of("adapter.load_called")
                 if c.get("request") == birth_event.get("request")}
        done = [c for c in case.of("adapter.completed", before=birth_event.index)
                if c.get("load") in loads and c.get("has_ad") and c.get("ad") is None]
        request = case.request(birth_event.get("request"), birth_event.index)
        start = request.index if request else -1
        self.sure = not case.gap_in(start, birth_event.index)
        if done:
            self.load = done[-1].get("load")
            self.witness = [done[-1].index, birth_event.index, loads[self.load]]


def mappings(case):
    return [Mapping(case, m) for m in case.of("native.mapped")]


def mapping_of_ad(case, ad, i):
    found = [m for m in case.of("native.mapped") if m.get("ad") == ad]
    return ([None] + [m for m in found if m.index < i])[-1]


def said_by_mappings(case, ad, i, say):
    """What the last mapping of the ad says, None where the first one says otherwise."""
    found = [m for m in case.of("native.mapped", before=i) if m.get("ad") == ad]
    return say(found[-1]) if say(found[0]) == say(found[-1]) else None


def mapping_hidden(case, e):
    """Whether a gap may hide the native.mapped of the event's ad."""
    load = case.load_of(e)
    said = load.get("format") if load is not None else case.format(e)
    if said not in ("native", None):
        return False
    request = case.request_of(e)
    return case.gap_in(request.index if request else -1, e.index)


def tracked_by_one(case, what, field):
    result, known = [], mappings(case)
    for e in case.of("adapter.told", "adapter.reported"):
        if e.get("what") != what:
            continue
        by_now = [Mapping(case, m, e.index) for m in case.of("native.mapped", before=e.index)]
        mine = [m for m in by_now if m.load == e.get("load")] or [
            m for m in known if m.load == e.get("load") and m.index < e.index]
        if not mine:
            call = called(case, e.get("load"), e.index)
            native = call is None or call.get("format") == "native"
            untied = case.gap_in(birth(case, e), len(case.all)) and any(
                m.load is None and not m.sure and m.index < e.index for m in known)
            if native and (untied or case.gap_in(birth(case, e), e.index)):
                result.append(undecided(e.index))
            continue
        m = mine[-1]
        handles = m.event.get(field) is True
        first = next(x for x in case.of("native.mapped") if x.get("ad") == m.event.get("ad"))
        of_same_load = first.get("load") == m.event.get("load")
        if of_same_load and (first.get(field) is True) != handles:
            result.append(undecided(e.index, "unknown"))
            continue
        if handles if e.kind == "adapter.told" else not handles:
            answer = violated(e.index, m.index, *m.witness, certain=max([e.index] + m.witness))
        else:
            answer = kept(e.index)
        result.append(answer if m.sure else undecided(e.index))
    return result


@rule("impression-tracked-by-one")
def impression_tracked_by_one(case, formats):
    return tracked_by_one(case, "impression", "handles_impressions")


@rule("click-tracked-by-one")
def click_tracked_by_one(case, formats):
    return tracked_by_one(case, "click", "handles_clicks")


@rule("adapter-forwards-impression")
def adapter_forwards_impression(case, formats):
    result, seen = [], set()
    for e in case.of("native.rendered"):
        ad, i = e.get("ad"), e.index
        mapped = mapping_of_ad(case, ad, i)
        if ad in seen:
            continue
        seen.add(ad)
        if mapped is None and mapping_hidden(case, e):
            result.append(undecided(i))
        handles = mapped is not None and said_by_mappings(
            case, ad, i, lambda m: m.get("handles_impressions") is True)
        if handles is False:
            continue
        m = Mapping(case, mapped)
        limit, answers = case.limit("impression_s", i), []
        if m.load is not None:
            answers += [x.index for x in of_load(case, m.load, "adapter.reported", after=i)
                        if x.get("what") == "impression"]
        # A release after the deadline is no late answer.
        answers += [x.index for x in case.of_ad(ad, "native.untracked", after=i)
                    if limit is None or case.least(i, x.index) <= limit]
        answer = obligation(case, i, answers, limit, "adapter.reported", witness=[m.index] + m.witness)
        first = not case.gap_in(case.birth_of_ad(ad, i), i)
        answer = soften(answer, first and m.sure)
        answer = soften(answer, m.load is not None, "unknown")
        # Whether it is an activation at all is unknown then.
        if handles is True:
            result.append(answer)
        elif answer.outcome != "kept":
            result.append(soften(answer, False, "unknown"))
    return result


@rule("view-passed-to-network")
def view_passed_to_network(case, formats):
    result = []
    for e in case.of("native.rendered"):
        mapped = mapping_of_ad(case, e.get("ad"), e.index)
        if mapped is None and not e.get("view_passed") and mapping_hidden(case, e):
            result.append(undecided(e.index))
        tracks = mapped is not None and said_by_mappings(
            case, e.get("ad"), e.index,
            lambda m: True in (m.get("handles_impressions"), m.get("handles_clicks")))
        if tracks is False or tracks is None and e.get("view_passed"):
            continue
        if tracks is None or e.get("view_passed") is None:
            result.append(undecided(e.index, "unknown"))
        else:
            result.append(guard(e.index, not e.get("view_passed"), mapped.index))
    return result


@rule("native-required-assets")
def native_required_assets(case, formats):
    return [guard(e.index, not (e.get("headline") and e.get("media")))
            for e in case.of("native.mapped")]


@rule("native-ad-choices")
def native_ad_choices(case, formats):
    return [guard(e.index, e.get("ad_choices") is False) for e in case.of("native.mapped")]


@rule("image-loading-honoured")
def image_loading_honoured(case, formats):
    result = []
    for m in mappings(case):
        if not (m.event.get("images") or 0) > 0:
            continue
        calls = of_load(case, m.load, "adapter.load_called") if m.load is not None else []
        call = called(case, m.load, m.index) or (calls + [None])[0]
        # A value that is not listed is unknown.
        if call is None or not m.sure or m.event.get("images_as") not in ("image", "url"):
            lost = not m.sure or (call is None and case.gap_in(-1, m.index))
            result.append(undecided(m.index, "gap" if lost else "unknown"))
            continue
        wanted = "url" if call.get("disable_image_loading") else "image"
        ties = [c.index for c in of_load(case, m.load, "adapter.completed", before=m.index)
                if m.event.get("load") is None and c.get("ad") == m.event.get("ad")]
        tie = ties[-1:] or m.witness
        late = max([m.index, call.index] + tie)
        answer = guard(m.index, m.event.get("images_as") != wanted, call.index, *tie)
        if answer.outcome == "violated":
            answer.certain = late
        result.append(answer)
    return result
