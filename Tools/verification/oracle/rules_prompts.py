"""Environment: the order of consent, tracking and the start of the SDK."""
from causes import GOOGLE, system
from rules_base import guard, kept, perhaps, rule, undecided, violated

OWN_CHOICE = 10_000


def where(case, condition, activations):
    """Activations of a condition on the header; without a header only what would be broken counts."""
    if case.header is None:
        return [perhaps(a.index, "unknown") for a in activations if a.outcome != "kept"]
    return activations if condition(case.header) else []


@rule("sdk-starts-after-consent")
def sdk_starts_after_consent(case, formats):
    result = []
    for e in case.of("sdk.started"):
        i, last = e.index, case.last("consent.updated", before=e.index)
        if last is None:
            if case.gap_in(-1, i):
                result.append(perhaps(i))
        elif last.get("can_request_ads"):
            result.append(guard(i, None if case.is_told_nothing(last.index, i) else False))
        else:
            hidden = case.gap_in(last.index, i)
            result.append(undecided(i) if hidden else violated(i, last.index))
    return where(case, lambda header: header.get("sdk") == GOOGLE, result)


@rule("one-prompt-at-a-time")
def one_prompt_at_a_time(case, formats):
    result = []
    for e in case.of("consent.form_shown"):
        last = case.last("consent.form_shown", "consent.form_closed", before=e.index)
        if case.gap_in(last.index if last else -1, e.index):
            result.append(undecided(e.index))
        else:
            is_up = last is not None and last.kind == "consent.form_shown"
            result.append(guard(e.index, is_up, *([last.index] if is_up else [])))
    return result


@rule("no-form-after-refused-tracking")
def no_form_after_refused_tracking(case, formats):
    result = []
    for e in case.of("consent.form_shown"):
        i = e.index
        refused = [x.index for x in case.of("tracking.answered", before=i)
                   if x.get("status") == "denied"]
        acted = case.of("user.acted", after=refused[-1] if refused else i, before=i)
        if acted and e.t - acted[-1].t <= OWN_CHOICE:
            continue
        if not refused:
            result.append(guard(i, None if case.gap_in(-1, i) else False))
        elif any(gap > refused[-1] and e.t - case.t(gap) <= OWN_CHOICE
                 for gap in case.gaps_upto(i)):
            result.append(perhaps(i))  # the user may have opened the form
        else:
            result.append(violated(i, refused[-1]))
    return where(case, lambda header: system(header) == "ios", result)


@rule("form-only-when-needed")
def form_only_when_needed(case, formats):
    result = []
    for e in case.of("consent.form_shown"):
        i, last = e.index, case.last("consent.updated", before=e.index)
        lost = case.gap_in(last.index if last else -1, i)
        acted = case.last("user.acted", before=i)
        if acted and e.t - acted.t <= OWN_CHOICE:
            result.append(kept(i))
        elif last is None or last.get("status") not in ("obtained", "not_required"):
            result.append(guard(i, None if lost else False))
        else:
            lost = lost or any(e.t - case.t(gap) <= OWN_CHOICE for gap in case.gaps_upto(i))
            result.append(guard(i, None if lost else True, last.index))
    return result


@rule("tracking-asked-in-time")
def tracking_asked_in_time(case, formats):
    return [guard(e.index, e.get("status") == "not_determined")
            for e in case.of("tracking.answered") if e.get("status") is not None]
