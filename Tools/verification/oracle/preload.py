"""Ads that the SDK's preloader requests by itself: Journals/RULES.md, section 2.3."""

#: Rules about how an app loads. A request of the preloader is no activation of them.
NOT_BY_PRELOADER = {
    "one-load-in-flight", "retry-backs-off", "no-retry-on-configuration-error",
    "request-once-per-appearance", "request-waits-for-the-window", "unexpired-ad-not-thrown-away",
}


def is_by_preloader(e):
    return e.kind == "ad.requested" and e.get("reason") == "preload"


def is_preloaded(case, unit, index):
    """Whether a preloader keeps the unit just before the record."""
    if "preload" not in case.captured:
        return False
    told = [e for e in case.of("preload.started", "preload.stopped", before=index)
            if e.get("unit") == unit]
    if case.is_told_nothing(told[-1].index if told else -1, index):
        return None
    return bool(told) and told[-1].kind == "preload.started"
