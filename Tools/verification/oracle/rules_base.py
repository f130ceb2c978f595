"""What a rule returns, and the two shapes that most rules have."""
from lines import format_table
from words import ALL_FORMATS, FULL_SCREEN

CATALOGUE = {row["id"]: row for row in format_table("rules.tsv")}
RULES = {}


def rule(name):
    """Registers a rule: a function of (case, formats) that returns its activations."""
    def register(function):
        assert name in CATALOGUE, name
        RULES[name] = function
        return function
    return register


def formats_of(name):
    words = set(CATALOGUE[name]["formats"].split())
    if "all" in words:
        return ALL_FORMATS
    return (words - {"full-screen"}) | (FULL_SCREEN if "full-screen" in words else set())


class Activation:
    def __init__(self, index, outcome, certain=None, witness=(), missing=None, why=None):
        self.index, self.outcome, self.why, self.possible = index, outcome, why, False
        self.certain = index if certain is None else certain
        self.witness, self.missing = sorted(set(witness) | {index}), missing
        self.late = None  # (the answer that came late, ms of active time beyond the limit)


def kept(index):
    return Activation(index, "kept")


def violated(index, *witness, certain=None, missing=None):
    return Activation(index, "violated", certain, witness, missing)


def undecided(index, why="gap"):
    return Activation(index, "undecided", why=why)


def perhaps(index, why="gap"):
    """The event is an activation only by what is not known, and then broken."""
    activation = undecided(index, why)
    activation.possible = True
    return activation


def guard(index, broken, *witness, why="gap"):
    """broken: True, False, or None where it cannot be known."""
    if broken is None:
        return undecided(index, why)
    return violated(index, *witness) if broken else kept(index)


def soften(activation, sure, why="gap"):
    """A violation that is not certain to be one is undecided."""
    if activation.outcome == "violated" and not sure:
        return undecided(activation.index, why)
    return activation


def unsettle(activation, sure):
    """What a gap can make no activation at all is one only where it may be broken."""
    if sure:
        return [activation]
    return [] if activation.outcome == "kept" else [undecided(activation.index, "gap")]


def deadline_t(case, start, limit):
    last = start
    for j in range(start, len(case.all)):
        if case.least(start, j) <= limit:
            last = j
    left = limit - case.least(start, last)
    if last + 1 < len(case.all):
        # Time that does not count comes first.
        left += case.t(last + 1) - case.t(last) - case.least(last, last + 1)
    return int(case.t(last) + left)


def obligation(case, start, answers, limit, missing, witness=(), excuse=False, why="gap", vague=()):
    """An answer within `limit` (ms of active time) after the record `start`.

    `excuse` is True, False or None; `answers` are indices after `start`, and `vague` those of what
    may be an answer.
    """
    if excuse is True:
        return kept(start)
    if limit is None:
        return undecided(start, "unknown")
    answers = sorted(j for j in answers if j > start)
    if any(case.most(start, j) <= limit for j in answers):
        return kept(start)
    touched = any(p > start and case.least(start, p - 1) <= limit for p in case.gaps)
    doubtful = answers + [j for j in vague if j > start]
    if touched or any(case.least(start, j) <= limit for j in doubtful):
        return undecided(start, "gap")
    late = next((j for j in range(start + 1, len(case.all)) if case.least(start, j) > limit), None)
    if late is None:
        over = case.most(start, len(case.all) - 1) > limit
        return undecided(start, "gap" if over else "pending")
    if excuse is None:
        return undecided(start, why)
    window = {"event": missing, "from_t": case.t(start), "to_t": deadline_t(case, start, limit)}
    broken = violated(start, *witness, late, certain=late, missing=window)
    if answers:
        broken.late = answers[0], case.least(start, answers[0]) - int(limit)
    return broken


def around(case, here, answers, limit, missing, birth):
    """An answer within `limit` of active time before or after the record `here`."""
    if limit is None:
        return undecided(here, "unknown")
    early = [j for j in answers if j < here]
    if any(case.most(j, here) <= limit for j in early):
        return kept(here)
    after = obligation(case, here, [j for j in answers if j > here], limit, missing)
    if after.outcome == "kept":
        return after
    hidden = any(birth < p <= here and case.least(p, here) <= limit for p in case.gaps)
    if hidden or any(case.least(j, here) <= limit for j in early):
        return undecided(here, "gap")
    if after.outcome == "violated" and after.late is None and early:
        after.late = max(early), case.least(max(early), here) - int(limit)
    return after


def no_earlier(case, e, found, birth):
    """At e: an earlier event is demanded; `found` says that it was seen."""
    if found:
        return kept(e.index)
    return guard(e.index, None if case.gap_in(birth, e.index) else True)


def once(case, events, birth_of):
    """Each event beyond the first is a violation; a gap may hide an earlier one."""
    result = []
    for number, e in enumerate(events):
        if number:
            result.append(violated(e.index, events[0].index))
        else:
            result.append(guard(e.index, None if case.gap_in(birth_of(e), e.index) else False))
    return result
