"""Cold start."""
from rules_background import lock_of
from rules_base import guard, kept, obligation, perhaps, rule, soften, undecided, violated
from rules_presentation import by_attempt
from rules_sequence import real_returns

LAUNCH = 10_000


def splashes_open(case, i):
    """Indices of the splash.began whose scene saw no splash.finished before i."""
    up = {}
    for e in case.of("splash.began", "splash.finished", before=i):
        if e.kind == "splash.began":
            up[case.scene(e)] = e.index
        else:
            up.pop(case.scene(e), None)
    return sorted(up.values())


@rule("cold-start-only-on-splash")
def cold_start_only_on_splash(case, formats):
    result = []
    for e in case.wills:
        i = e.index
        launched = case.last("app.launched", before=i)
        cold = launched.get("cold") if launched else (None if case.gap_in(-1, i) else False)
        if case.format(e) not in formats or cold is False:
            continue
        if e.t - case.t(0) > LAUNCH or case.of("content.shown", before=i):
            continue
        reals = [case.begun_real(s) for s in case.spans if s.start is not None and s.start < i]
        if True in reals:
            continue
        up = splashes_open(case, i)
        if up and (launched or case.gap_in(up[-1], i)):
            result.append(guard(i, None if case.gap_in(up[-1], i) else False))
        elif up:
            continue
        elif launched is None:
            result.append(perhaps(i))
        elif case.gap_in(-1, i) or None in reals:
            result.append(undecided(i, "gap" if case.gaps else "pending"))
        else:
            answer = violated(i, launched.index, certain=max([i] + late_locks(case, i)))
            result.append(soften(answer, case.sure_show(e)))
    return result


def late_locks(case, i):
    """The lock that explains the span around i and comes after it, if none did before."""
    around = [s for s in case.spans if s.start is not None and s.start < i
              and (s.end is None or s.end > i) and "lock" in case.captured]
    locks = [lock_of(case, span) for span in around]
    return [lock for lock in locks if lock is not None]


@rule("nothing-after-main-content")
def nothing_after_main_content(case, formats):
    def decide(a):
        i = a.index
        sure, possible = real_returns(case, i)
        start = max(sure, default=-1)
        shown = [e.index for e in case.of("content.shown", after=start, before=i)]
        latest = max(possible, default=-1)
        certain = [c for c in shown if c > latest and not case.gap_in(c, i)]
        if certain:
            return violated(i, certain[-1])
        return guard(i, None if shown or case.gap_in(start, i) else False)
    return by_attempt(case, formats, decide, failures=False)


class SplashClock:
    """Active time without shown ads and consent forms, as an obligation asks for it."""

    def __init__(self, case):
        self.all, self.gaps, self.t = case.all, case.gaps, case.t
        self.low, self.high = [0], [0]
        for k in range(len(case.all) - 1):
            least, most = case.least(k, k + 1), case.most(k, k + 1)
            for span in self.pauses(case, k, most):
                least, most = max(0, least - span[1]), max(0, most - span[0])
            self.low.append(self.low[-1] + least)
            self.high.append(self.high[-1] + most)

    @staticmethod
    def pauses(case, k, passed):
        """The (least, most) time of the step after record k that does not count."""
        found, form = [], case.last("consent.form_shown", "consent.form_closed", before=k + 1)
        if form and form.kind == "consent.form_shown":
            found.append((0 if case.gap_in(form.index, k + 1) else passed, passed))
        for show in case.shows:
            answer = case.showing(show, k + 1)
            limit = case.limit("dismiss_timeout_s", k + 1)
            started = show.start <= k and (show.end is None or show.end > k)
            if started and limit is not None:
                rest = min(passed, max(0, limit - case.least(show.start, k)))
                sure = 0 if case.gap_in(show.start, k + 1) else min(
                    passed, max(0, limit - case.most(show.start, k)))
                found.append((sure, rest))
            elif answer is None:
                found.append((0, passed))
        limit = case.limit("dismiss_timeout_s", k + 1)
        for gap in case.gaps_upto(k):
            if limit is None or case.open_end(gap, k) <= limit:
                rest = passed if limit is None else min(passed, limit - case.open_end(gap, k))
                found.append((0, rest))
        return [tuple(max(times) for times in zip(*found))] if found else []

    def least(self, i, j):
        return self.low[j] - self.low[i]

    def most(self, i, j):
        return self.high[j] - self.high[i]


@rule("splash-ends")
def splash_ends(case, formats):
    clock, result = SplashClock(case), []
    for e in case.of("splash.began"):
        answers = [f.index for f in case.of("splash.finished", after=e.index)
                   if case.scene(f) == case.scene(e)]
        vague = [f.index for f in case.of("splash.finished", after=e.index) if case.unplaced(f)]
        limit = case.limit("splash_max_s", e.index)
        result.append(undecided(e.index) if case.unplaced(e) else obligation(
            clock, e.index, answers, limit, "splash.finished", vague=vague))
    return result


@rule("splash-closes-with-its-ad")
def splash_closes_with_its_ad(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.dismissed"):
        i, shows = e.index, case.of_ad(e.get("ad"), "ad.will_present", before=e.index)
        shows = [w.index for w in shows if w in case.wills]
        if not shows and not case.gap_in(case.birth_of_ad(e.get("ad"), i), i):
            continue
        begun, finished = of_scene(case, e, "splash.began"), of_scene(case, e, "splash.finished")
        later = [f.index for f in finished if f.index > i]
        under = splash_under(begun, finished, shows[-1], i) if shows else None
        answer = obligation(case, i, later, case.limit("splash_close_s", i), "splash.finished",
                            witness=(under.index, shows[-1]) if under else ())
        if may_hide_splash(case, e, begun, finished, shows):
            # Another one may be under the ad, or this one gone.
            if answer.outcome != "kept":
                result.append(undecided(i) if under else perhaps(i))
            elif under:
                result.append(kept(i))
        elif under:
            gone = any(under.index < f.index < i for f in finished)
            result.append(kept(i) if gone else answer)
    return result


def of_scene(case, e, kind):
    return [s for s in case.of(kind) if case.scene(s) == case.scene(e) and not case.unplaced(e)]


def splash_under(begun, finished, start, end):
    """The last loading screen that was up between a show and the dismissal."""
    found = [s for s in begun if s.index < end and not any(
        s.index < f.index < start for f in finished)]
    return found[-1] if found else None


def may_hide_splash(case, e, begun, finished, shows):
    """Whether it is unknown what loading screen was under the ad at its end."""
    seen = [s.index for s in begun + finished if s.index < e.index]
    last = max(seen, default=-1)
    vague = any(case.unplaced(e) or case.unplaced(s)
                for s in case.of("splash.began", "splash.finished", after=last, before=e.index))
    is_up = bool(begun) and last == max([s.index for s in begun if s.index < e.index], default=None)
    return vague or case.gap_in(last, e.index) or not shows and is_up


@rule("content-shown-once")
def content_shown_once(case, formats):
    result = []
    for e in case.of("content.shown"):
        i = e.index
        sure, possible = real_returns(case, i)
        start, latest = max(sure, default=-1), max(possible, default=-1)
        earlier = case.of("content.shown", after=start, before=i)
        same = [c.index for c in earlier if case.scene(c) == case.scene(e)]
        certain = [c for c in same if c > latest and not case.gap_in(c, i)]
        if case.unplaced(e):
            result.append(undecided(i))
        elif certain:
            result.append(violated(i, certain[-1]))
        else:
            vague = same or any(map(case.unplaced, earlier))
            result.append(guard(i, None if vague or case.gap_in(start, i) else False))
    return result


@rule("first-ad-waits")
def first_ad_waits(case, formats):
    if case.header is not None and case.header.get("launch_count") is None:
        return None
    result = []
    for e in case.wills:
        if case.format(e) not in formats:
            continue
        least = case.policy("first_ad_min_launches", e.index)
        if case.header is None or least is None:
            result.append(undecided(e.index, "unknown"))
        else:
            answer = guard(e.index, case.header["launch_count"] < least)
            result.append(soften(answer, case.sure_show(e)))
    return result
