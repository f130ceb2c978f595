"""What a witness needs beside its own records: where a format or a scene comes from."""
import installs
from demands import demanded
from rules_base import CATALOGUE
from timeline import ALWAYS

# Rules that ask for a slot or a scene which an event can take over from its load.
SCENES = {"hidden-banner-rests", "misfit-reloaded", "fit-checked-after-resize",
          "unexpired-ad-not-thrown-away", "no-retry-on-configuration-error", "retry-backs-off",
          "banner-follows-width", "one-full-screen-at-a-time", "misfit-not-presented",
          "closed-scene-shows-nothing", "reload-storm-after-present-failure",
          "request-once-per-appearance", "one-load-in-flight", "banner-resize-once",
          "offline-not-hammered"}
# The same in sessions of several scenes.
SLOTS = {"banner-refresh-rate", "replaced-banner-is-discarded", "unused-ads-bounded",
         "nothing-under-the-ad"}
# Classes whose records of ads have no format.
FORMATLESS = {"reward", "grant", "fit", "visibility", "verification"}
# Rules in which something must still last: spans that stop the clock belong to the witness.
LASTING = {"one-load-in-flight": "load_timeout_s", "one-full-screen-at-a-time": "dismiss_timeout_s",
           "no-present-while-same-ad-shown": "dismiss_timeout_s",
           "shown-ad-not-discarded": "dismiss_timeout_s",
           "nothing-under-the-ad": "dismiss_timeout_s"}


def sources(case, e, name):
    """Indices of the records that give the event this field, if it has none itself."""
    if e.get(name) is not None or case.fact(e, name) is None:
        return []
    load, request = case.load_of(e), case.request_of(e)
    if load is not None and load is not e and load.get(name) is not None:
        return [load.index]
    if request is None:
        return []
    return [request.index] + ([load.index] if load is not None and load is not e else [])


def complete(case, activation, rule):
    records = set(activation.witness)
    for index in list(records):
        e = case.all[index]
        some = CATALOGUE[rule]["formats"] != "all"
        if some and e.cls in FORMATLESS and index == activation.index:
            others = [case.all[other] for other in records - {index}]
            if not any(o.get("ad") == e.get("ad") and o.get("format") for o in others):
                records |= set(sources(case, e, "format"))
        asks = rule in SCENES or case.several and rule in SLOTS
        if asks and (e.get("ad") or e.get("request")):
            records |= set(sources(case, e, "scene"))
    if rule in LASTING:
        limit, first, last = case.limit(LASTING[rule], activation.index), min(records), max(records)
        if limit is not None and case.t(last) - case.t(first) > limit:
            starts = [s.start for s in case.spans if s.start is not None and s.start > first]
            records |= set([start for start in starts if start < last][:1])
    if rule == "splash-ends":
        first, last = min(records), max(records)
        if case.last("consent.form_shown", before=last):
            records |= {c.index for c in case.of("consent.form_closed", after=first, before=last)}
    records |= own_count(case, activation, rule)
    activation.own = set(records)  # which show that it is broken, and not what is captured
    records |= seen_classes(case, records, rule)
    if rule == "decision-on-every-foreground":
        records -= replaced(case, records, activation)
    activation.witness = sorted(records)


def own_count(case, activation, rule):
    """The decision by which the app counted that shows of the day are left, and the failure that gave
    the decided show back."""
    e = case.all[activation.index]
    if "not free" not in CATALOGUE[rule]["precise"] or case.fact(e, "format") != "app_open":
        return set()
    counted = case.own_count(e.index)
    if counted is None or installs.are_known(case, e, case.day(e)):
        return set()
    decision = case.all[counted[2]]
    failed = case.of_formats({"app_open"}, "ad.failed_to_present", after=decision.index, before=e.index)
    is_last = decision.get("outcome") == "show" and decision.get("remaining") <= 0
    return {decision.index} | {other.index for other in failed[:1] if is_last}


def seen_classes(case, records, rule):
    """Without `captures`, one record of each class that the rule observes must be there, and one of
    the kind that it demands; where an ad comes up twice, also one of those that clicks are of."""
    if case.header is None or case.header.get("captures") is not None:
        return set()
    kind = demanded(rule)
    shown = any(case.all[index].kind == kind for index in records)
    asked = {e.index for e in case.of(kind)[:1] if not shown} if kind else set()
    there = ALWAYS | {case.all[index].cls for index in records | asked}
    needed = set(CATALOGUE[rule]["observes"].split())
    shows = [case.all[i].get("ad") for i in records if case.all[i].kind == "ad.will_present"]
    if len(set(shows)) < len(shows) and "revenue" in case.captured:
        needed.add("revenue")
    return asked | {next(e.index for e in case.all if e.cls == name) for name in needed - there}


def replaced(case, records, activation):
    """The app-open event that a decision on an app-open ad replaces."""
    events = [case.all[i] for i in sorted(records) if case.all[i].get("format") == "app_open"]
    if not any(e.kind == "ad.show_decided" for e in events):
        return set()
    return {e.index for e in events if e.kind != "ad.show_decided"} - {activation.certain}
