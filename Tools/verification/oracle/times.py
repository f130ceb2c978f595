"""Which rules measure a duration, and which sessions have none (RULES.md, "Sessions without times")."""
from rules_base import CATALOGUE

NO_TIMES = "the journal has no times (clock: order)"
#: The rules that RULES.md names, because they have no threshold in seconds.
NAMED = set("""
    ad-window-closed app-open-not-after-other-ad cap-counts-every-show cap-used-by-shows-only
    cold-start-only-on-splash content-shown-once daily-cap form-only-when-needed
    lock-is-not-background lock-requests-nothing memory-warning-near-ad
    no-form-after-refused-tracking no-present-while-same-ad-shown nothing-after-main-content
    one-full-screen-at-a-time one-load-in-flight ready-ad-is-used request-on-background
    shown-ad-not-discarded unexpired-ad-not-thrown-away unused-ads-bounded
""".split())


def measures_time(name):
    keys = CATALOGUE[name]["policy"].split()
    return name in NAMED or any(key.endswith("_s") for key in keys)
