"""Environment: users who paid for an app without ads."""
from rules_base import guard, kept, rule, undecided, violated
from rules_presentation import by_attempt
from words import FULL_SCREEN


@rule("no-ad-for-paying-user")
def no_ad_for_paying_user(case, formats):
    seen = case.of_formats(formats - FULL_SCREEN, "ad.impression")
    return by_attempt(case, formats & FULL_SCREEN, lambda a: has_not_paid(case, a.event, "cover_s"),
                      failures=False) + [has_not_paid(case, e, "late_event_s") for e in seen]


@rule("no-load-for-paying-user")
def no_load_for_paying_user(case, formats):
    return [has_not_paid(case, e, "cover_s") for e in case.of_formats(formats, "ad.requested")]


def has_not_paid(case, e, key):
    """At e: the user did not pay for an app without ads, or did so at most the threshold ago."""
    i, limit, last = e.index, case.limit(key, e.index), case.last(
        "entitlement.changed", before=e.index)
    answer = since_paid(case, e, last, limit or 0)
    return undecided(i, "unknown") if limit is None and answer.outcome != "kept" else answer


def since_paid(case, e, last, limit):
    i, start = e.index, last.index if last else -1
    if last is not None and last.get("ad_free") is True:
        if e.t - last.t <= limit:
            return kept(i)
        return undecided(i) if case.gap_in(start, i) else violated(i, start)
    hidden = any(e.t - (case.t(gap - 1) if gap else 0) > limit
                 for gap in case.gaps_upto(i) if gap > start)
    return guard(i, None if hidden else False)
