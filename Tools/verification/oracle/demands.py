"""Which rules demand records of one kind (RULES.md, "Which records rules see")."""
import re

from lines import CLASS_OF
from rules_base import CATALOGUE
from timeline import ALWAYS

#: The rules that RULES.md names, with the kinds that they demand.
NAMED = {
    "cold-start-only-on-splash": "splash.began", "splash-ends": "splash.finished",
    "no-load-before-sdk-start": "sdk.started", "no-load-before-consent": "consent.updated",
    "ad-window-closed": "window.closed", "adapter-reports-after-completion": "adapter.completed",
    "revenue-is-reported": "ad.paid", "native-view-released": "native.untracked",
}
#: The answer of a response, X ⇒ Y; a field of an event is no answer.
ANSWER = re.compile(r"⇒ (?:an )?([a-z_]+\.[a-z_]+)(?![.\w])(?! carries)")


def demanded(name):
    """The kind that the rule demands; None where every session captures its class."""
    answer = ANSWER.search(CATALOGUE[name]["precise"])
    kind = NAMED.get(name) or answer and answer.group(1)
    return kind if kind and CLASS_OF[kind] not in ALWAYS else None


def is_met(case, name):
    """Whether the header says what is captured, or a record of the demanded kind occurs."""
    if (case.header or {}).get("captures") is not None or demanded(name) is None:
        return True
    return any(e.kind == demanded(name) for e in case.all)
