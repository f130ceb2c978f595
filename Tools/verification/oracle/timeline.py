"""What every rule asks of a session: gaps, phases, active time, spans, thresholds, days.

Answers are True, False or None; None says that a gap (or a missing fact) leaves it open.
"""
import math
from fractions import Fraction

from lines import format_table

# A threshold of the app has no default: unset, it limits nothing.
UNSET = math.inf
OF_APP = {row["key"] for row in format_table("policy.tsv") if row["origin"] == "app"}
DEFAULTS = {row["key"]: UNSET if row["key"] in OF_APP else float(row["default"])
            for row in format_table("policy.tsv")}
POLICY_UNITS = {row["key"]: row["unit"] for row in format_table("policy.tsv")}
ALWAYS = {"session", "app", "load", "present"}
PHASES = {"app.entered_background": "back", "app.entering_foreground": "front",
          "app.became_active": "front", "app.resigned_active": "front"}
DAY = 86_400_000


def either(answers):
    """Kleene's or."""
    answers = list(answers)
    return True if True in answers else (None if None in answers else False)


def both(one, other):
    """Kleene's and."""
    return False if False in (one, other) else None if None in (one, other) else True


def negate(answer):
    return None if answer is None else not answer


def exact(value):
    """The number as it is written: 4.001 s are 4001 ms."""
    return Fraction(repr(value)) if math.isfinite(value) else value


def threshold(key, value):
    """What a journal says of a threshold, None where it can be none: then it is unknown."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value < 0:
        return None
    return value if key.endswith("_s") or value == int(value) else None


class Span:
    """A background span: indices of its ends (None: not seen); `sure` when no gap touches it."""

    def __init__(self, start, end, sure):
        self.start, self.end, self.sure = start, end, sure


class Timeline:
    def __init__(self, session, overrides=None):
        self.session, self.overrides = session, overrides or {}
        self.all, self.header = session.events, session.header
        self.gaps = sorted(gap for gap in session.gaps if not self._is_header_alone(gap))
        self.captured = self._captured()
        self.events = [e for e in self.all if e.cls in self.captured]
        self._phases()
        self._spans()

    def _is_header_alone(self, gap):
        """Whether only the header is lost at the beginning, which hides no event."""
        first = self.all[0] if self.all else None
        if gap or not self.session.partial or first is None:
            return False
        dropped = first.get("dropped", 0) if first.kind == "recorder.gap" else 0
        return max(first.seq - 1, dropped) <= 1

    def _captured(self):
        named = (self.header or {}).get("captures")
        if named is not None:
            return ALWAYS | set(named)
        return ALWAYS | {e.cls for e in self.all if e.cls}

    # Events and gaps

    def of(self, *kinds, after=-1, before=None):
        """Events of these kinds with after < index < before."""
        before = len(self.all) if before is None else before
        return [e for e in self.events if e.kind in kinds and after < e.index < before]

    def last(self, *kinds, before):
        found = self.of(*kinds, before=before)
        return found[-1] if found else None

    def gap_in(self, after, upto):
        """Whether a gap lies after the record `after` and before the record `upto`."""
        return any(after < p <= upto for p in self.gaps)

    def is_told_nothing(self, after, upto):
        """Whether a gap that no recorder.gap explains lies between two records."""
        return any(after < p <= upto and p not in self.session.told for p in self.gaps)

    def gaps_upto(self, index):
        return [p for p in self.gaps if p <= index]

    def t(self, index):
        return self.all[index].t

    # Active time

    def _phases(self):
        self.phase_before, self.phase_after = [], []
        self.low, self.high = [0], [0]
        phase = self._phase_behind(0) if 0 in self.gaps else "front"
        for e in self.all:
            if e.index:
                passed = e.t - self.t(e.index - 1)
                gap = e.index in self.gaps
                self.low.append(self.low[-1] + (passed if phase == "front" and not gap else 0))
                self.high.append(self.high[-1] + (passed if phase != "back" or gap else 0))
                if gap:
                    phase = self._phase_behind(e.index)
            self.phase_before.append(phase)
            if e.kind in PHASES:
                called = PHASES[e.kind]
                # An activation without will-enter-foreground does not end a known span.
                if phase == "?" or e.kind.startswith("app.enter"):
                    phase = called
            self.phase_after.append(phase)

    def _phase_behind(self, gap):
        """The phase right after a gap, by the first record that shows it, with no gap between."""
        for e in self.all[gap:]:
            if e.index > gap and e.index in self.gaps:
                break
            if e.kind in PHASES:
                # Only an app in the foreground leaves it, becomes active or resigns.
                return "?" if e.kind == "app.entering_foreground" else "front"
        return "?"

    def least(self, i, j):
        return self.low[j] - self.low[i]

    def most(self, i, j):
        return self.high[j] - self.high[i]

    def lasted(self, i, j, limit):
        """Whether at most `limit` of active time lies between records i and j."""
        if self.most(i, j) <= limit:
            return True
        return False if self.least(i, j) > limit else None

    def open_end(self, gap, j):
        """The least active time from the end of a gap to the record j."""
        return self.least(gap, j) if gap < len(self.all) else 0

    # Spans

    def _spans(self):
        self.spans, current = [], None
        for e in self.of("app.entered_background", "app.entering_foreground"):
            before = self.phase_before[e.index]
            if e.kind == "app.entered_background":
                if before != "back":
                    current = Span(e.index, None, True)
                    self.spans.append(current)
            elif before == "back" and current:
                current.end, current = e.index, None
            elif before == "?":
                if current and current.end is None:
                    current.end, current.sure = e.index, False
                else:
                    self.spans.append(Span(None, e.index, False))
                current = None

    def lock_caused(self, span):
        """Whether a lock caused the span that ends there, which may be another one than began."""
        return self.begun_by_lock(span) if span.sure else None

    def begun_by_lock(self, span):
        """Whether a lock caused the span that begins there."""
        if "lock" not in self.captured:
            return False
        window = self.policy("lock_window_s", span.start)
        limit = None if window is None else self.t(span.start) + exact(window) * 1000
        active = self.last("app.became_active", before=span.start)
        begin = active.index if active else -1
        stop = len(self.all) if span.end is None else span.end
        for lock in self.of("device.locked", after=begin, before=stop):
            if lock.index > span.start:
                if limit is None and lock.t > self.t(span.start):
                    return None
                if limit is not None and lock.t > limit:
                    break
                if not self.gap_in(span.start, lock.index):
                    return True
            elif not self.gap_in(lock.index, span.start):
                return True
        if limit is None:
            locked = self.of("device.locked", after=begin, before=stop)
            return None if span.end is None or locked or self.gap_in(begin, stop) else False
        settled = next((k for k in range(span.start + 1, stop) if self.t(k) > limit), None)
        if settled is None:
            settled = span.end
        if settled is None or self.gap_in(begin, settled):
            return None
        return False

    def real(self, span):
        return negate(self.lock_caused(span))

    def begun_real(self, span):
        return negate(self.begun_by_lock(span))

    # Facts in force

    @property
    def has_times(self):
        """Whether t and wall are times: also where the header is lost."""
        return (self.header or {}).get("clock") in (None, "monotonic")

    def policy(self, key, index):
        """The threshold in force before the record: None where it is unknown, UNSET without a value."""
        if POLICY_UNITS[key] == "s" and not self.has_times:
            return None
        if key in self.overrides:
            return self.overrides[key]
        for e in reversed(self.of("config.changed", before=index)):
            if e.get("policy", {}).get(key) is not None:
                return threshold(key, e.get("policy")[key])
        if self.header is None:
            return None
        value = self.header.get("policy", {}).get(key)
        return DEFAULTS[key] if value is None else threshold(key, value)

    def is_unset(self, key, index):
        """Whether nothing has set a threshold of the app before the record."""
        return self.policy(key, index) == UNSET

    def limit(self, key, index):
        """A threshold of seconds, in milliseconds."""
        value = self.policy(key, index)
        return None if value is None else exact(value) * 1000

    def zone(self, index):
        """The minutes east of UTC in force after a record, None where they are unknown."""
        offset = (self.header or {}).get("utc_offset_min")
        for change in self.of("app.time_changed", before=index + 1):
            offset = change.get("utc_offset_min", offset)
        return offset

    def day(self, event):
        """The local day of an event, None where no offset is known."""
        offset = self.zone(event.index)
        return None if offset is None else (event.wall + offset * 60_000) // DAY
