"""Cold start."""
from rules_background import lock_of
from rules_base import guard, kept, obligation, perhaps, rule, soften, undecided, violated
from rules_presentation import by_attempt
from rules_sequence import real_returns


def splashes_open(case, i):
    """Indices of the splash.began whose scene saw no splash.finished before i."""
    up = {}
    for e in case.of("splash.began", "splash.finished", before=i):
        if e.kind == "splash.began":
            up[e.get("scene")] = e.index
        else:
            up.pop(e.get("scene"), None)
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
        certain = [c for c in shown if c > latest and not case.hides_return(c, i)]
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
                   if f.get("scene") == e.get("scene")]
        limit = case.limit("splash_max_s", e.index)
        result.append(obligation(clock, e.index, answers, limit, "splash.finished"))
    return result


@rule("splash-closes-with-its-ad")
def splash_closes_with_its_ad(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.dismissed"):
        wills = [w for w in case.wills if w.get("ad") == e.get("ad") and w.index < e.index]
        splash = splash_during(case, wills[-1].index, e) if wills else None
        if not wills:
            if hidden_show_over_splash(case, e):
                answer = perhaps(e.index) if other_splash_hidden(case, e, splash) else (
                    after_hidden_show(case, e))
                result += [] if answer.outcome == "kept" else [answer]
            continue
        hidden = other_splash_hidden(case, e, splash)
        if splash is None:
            if hidden or splash_hidden(case, wills[-1].index, e):
                result.append(perhaps(e.index))
            continue
        if hidden:
            result.append(undecided(e.index))
            continue
        finished = [f.index for f in case.of("splash.finished", after=wills[-1].index)
                    if f.get("scene") == splash.get("scene")]
        gone = any(f < e.index and f > splash.index for f in finished)
        if gone and not case.gap_in(last_finished(case, e), e.index):
            result.append(kept(e.index))
            continue
        limit = case.limit("splash_close_s", e.index)
        answer = obligation(case, e.index, finished, limit, "splash.finished",
                            witness=(splash.index, wills[-1].index))
        # A gap between the splash and the dismissal can hide its end, and one since another splash.
        result.append(soften(answer, not gone and not case.gap_in(splash.index, e.index)))
    return result


def hidden_show_over_splash(case, e):
    """Whether a gap can hide the show that ends here, over a loading screen."""
    birth, scene = case.birth_of_ad(e.get("ad"), e.index), case.scene(e)
    if not case.gap_in(birth, e.index):
        return False
    up = [case.all[index].get("scene") for index in splashes_open(case, e.index)]
    if any(s in (None, scene) for s in up) or scene is None and up:
        return True
    return case.gap_in(last_finished(case, e), e.index)


def last_finished(case, e):
    """The record after which only a gap can hide a loading screen under the ad."""
    scene = case.scene(e)
    if case.names_scenes and scene is None:
        return -1
    ends = []
    for one in {scene, None}:
        found = [f.index for f in case.of("splash.finished", before=e.index)
                 if f.get("scene") == one]
        ends.append(found[-1] if found else -1)
    return min(ends)


def after_hidden_show(case, e):
    """The loading screen must close after the dismissal, if there is one: kept, or undecided."""
    finished = [f.index for f in case.of("splash.finished", after=e.index)]
    answer = obligation(case, e.index, finished, case.limit("splash_close_s", e.index),
                        "splash.finished")
    return soften(answer, False)


def splash_during(case, start, dismissed):
    """The splash that was up at some time between the show's start and its dismissal."""
    scene = case.scene(dismissed)
    up = [case.all[index] for index in splashes_open(case, start)]
    up += case.of("splash.began", after=start, before=dismissed.index)
    up = [s for s in up if s.get("scene") in (None, scene) or scene is None]
    return up[-1] if up else None


def other_splash_hidden(case, e, seen):
    """Whether a gap can hide that a splash of another scene was the last under the ad."""
    if not case.names_scenes:
        return False
    scene = case.scene(e)
    own = seen.get("scene") if seen else scene
    began = -1 if seen is None or gone_since(case, seen, e.index) else seen.index
    if scene is None:
        return case.gap_in(began, e.index)
    ends = [f.index for f in case.of("splash.finished", before=e.index)
            if f.get("scene") == (scene if own is None else None)]
    return case.gap_in(max(ends + [began]), e.index)


def gone_since(case, splash, i):
    return any(f.get("scene") == splash.get("scene")
               for f in case.of("splash.finished", after=splash.index, before=i))


def splash_hidden(case, start, e):
    """Whether a gap may hide a splash under the ad, not ended in time as far as is seen."""
    finished = [f.index for f in case.of("splash.finished")]
    limit = case.limit("splash_close_s", e.index)
    if any(f > start and (f < e.index or limit is not None and case.most(e.index, f) <= limit)
           for f in finished):
        return False
    return case.gap_in(min(last_finished(case, e), start), e.index)


@rule("content-shown-once")
def content_shown_once(case, formats):
    result = []
    for e in case.of("content.shown"):
        i = e.index
        sure, possible = real_returns(case, i)
        start, latest = max(sure, default=-1), max(possible, default=-1)
        same = [c.index for c in case.of("content.shown", after=start, before=i)
                if c.get("scene") == e.get("scene")]
        certain = [c for c in same if c > latest and not case.hides_return(c, i)]
        if certain:
            result.append(violated(i, certain[-1]))
        else:
            result.append(guard(i, None if same or case.gap_in(start, i) else False))
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
