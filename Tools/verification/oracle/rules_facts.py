"""Environment and loading: what the system says, and how the app takes it."""
from lines import VALUES
from rules_base import guard, obligation, perhaps, rule, undecided, violated
from rules_presentation import by_attempt

PROMPT = "tracking.prompt_shown"


def unless_certain(answer, is_certain, why="gap"):
    """The activations of an event that is one for certain, or only where it may be broken."""
    if is_certain:
        return [answer]
    return [] if answer.outcome == "kept" else [perhaps(answer.index, why)]


@rule("no-ad-during-tracking-prompt")
def no_ad_during_tracking_prompt(case, formats):
    def decide(a):
        i = a.index
        shown = case.last(PROMPT, before=i)
        last = case.last(PROMPT, "tracking.answered", "user.acted", "app.entered_background",
                         before=i)
        if case.gap_in(last.index if last else -1, i):
            return undecided(i) if shown else perhaps(i)
        return guard(i, last is shown, shown.index) if shown else None
    return by_attempt(case, formats, decide, failures=False)


@rule("sdk-ready-in-time")
def sdk_ready_in_time(case, formats):
    ready = [e.index for e in case.of("sdk.ready")
             if e.get("adapter") is None and e.get("state") != "not_ready"]
    return [activation for e in case.of("sdk.started")[:1] for activation in unless_certain(
        obligation(case, e.index, ready, case.limit("sdk_ready_s", e.index), "sdk.ready"),
        not case.gap_in(-1, e.index))]


@rule("previous-session-ended-well")
def previous_session_ended_well(case, formats):
    listed = VALUES["session.previous_ended", "how"]
    return [guard(e.index, e.get("how") in ("crash", "hang") if e.get("how") in listed else None,
                  why="unknown") for e in case.of("session.previous_ended")]


@rule("offline-not-hammered")
def offline_not_hammered(case, formats):
    result = []
    asked = [e for e in case.of_formats(formats, "ad.requested")
             if e.get("reason") not in ("user", "preload")]
    for e in asked:
        i, last = e.index, case.last("connectivity.changed", before=e.index)
        offline = last is not None and last.get("connected") is False
        if case.gap_in(last.index if last else -1, i):
            result.append(undecided(i) if offline else perhaps(i))
        elif offline:
            since = [r for r in asked if last.index < r.index <= i
                     and r.get("unit") == e.get("unit")]
            result.append(few_requests(case, e, last, since))
    return result


def few_requests(case, e, last, since):
    """At most offline_requests of the slot of e, of those of its unit since the connection is lost."""
    i, limit = e.index, case.policy("offline_requests", e.index)
    own = [r.index for r in since if not case.unplaced(r) and case.slot(r) == case.slot(e)]
    if limit is None or case.unplaced(e):
        return undecided(i, "unknown")
    if len(own) > limit:
        return violated(i, last.index, *own[-int(limit) - 1:])
    return guard(i, None if any(map(case.unplaced, since)) else False, why="unknown")
