"""Presentation: what may come after what."""
from rules_base import guard, kept, perhaps, rule, undecided, violated
from rules_presentation import by_attempt
from timeline import either
from words import FULL_SCREEN


def dismissed_of_others(case, ad, i):
    return [d for d in case.of_formats(FULL_SCREEN, "ad.dismissed", before=i)
            if d.get("ad") != ad]


@rule("dismissal-leads-to-no-other-ad")
def dismissal_leads_to_no_other_ad(case, formats):
    def decide(a):
        i = a.index
        limit = case.limit("quiet_after_dismiss_s", i)
        if limit is None:
            return undecided(i, "unknown")
        acted = case.last("user.acted", before=i)
        since = acted.index if acted else -1
        others = dismissed_of_others(case, a.ad, i)
        recent = [d for d in others if d.index > since and a.event.t - d.t <= limit]
        if recent and not case.gap_in(recent[-1].index, i):
            return violated(i, recent[-1].index)
        hidden = any(gap > since and a.event.t - case.t(gap) <= limit
                     for gap in case.gaps_upto(i))
        return guard(i, None if hidden or recent else False)
    return by_attempt(case, formats, decide, failures=False)


def real_returns(case, i, after=-1):
    """(certain, possible) indices of app.entering_foreground of real spans before i."""
    ends = [(s.end, case.real(s)) for s in case.spans
            if s.end is not None and after < s.end < i]
    return ([end for end, real in ends if real], [end for end, real in ends if real is not False])


@rule("app-open-not-after-other-ad")
def app_open_not_after_other_ad(case, formats):
    def decide(a):
        i = a.index
        others = dismissed_of_others(case, a.ad, i)
        start = others[-1].index if others else -1
        sure, possible = real_returns(case, i, start)
        resigned = [e.index for e in case.of("app.resigned_active", after=start, before=i)]
        if resigned or sure:
            if case.gap_in(max(resigned + sure), i):
                return undecided(i)
            return kept(i) if others else None
        if not others:
            return perhaps(i) if case.gap_in(-1, i) else None
        if possible or case.gap_in(start, i):
            return undecided(i, "gap")
        return violated(i, start)
    return by_attempt(case, formats, decide, failures=False)


def launch_end(case):
    """(index of the certain end of the launch span, index of the first possible end)."""
    sure = [e.index for e in case.of("splash.finished", "content.shown")]
    possible = list(sure) + [gap for gap in case.gaps]
    for span in case.spans:
        if span.start is None:
            continue
        real = case.real(span)
        if real:
            sure.append(span.start)
        if real is not False:
            possible.append(span.start)
    return min(sure, default=len(case.all)), min(possible, default=len(case.all))


@rule("app-open-not-after-system-dialog")
def app_open_not_after_system_dialog(case, formats):
    end, possible_end = launch_end(case)

    def decide(a):
        i = a.index
        resigned = case.last("app.resigned_active", before=i)
        if i < possible_end or resigned is None and not case.gap_in(-1, i):
            return None
        answer = outside_launch(a, resigned)
        if i < end or resigned is None:
            return perhaps(i) if answer.outcome != "kept" else None
        return answer

    def outside_launch(a, resigned):
        i, limit = a.index, case.limit("decision_s", a.index)
        r = resigned.index if resigned else -1
        sure, possible = real_returns(case, i)
        if limit is not None and any(case.most(f, i) <= limit for f in sure):
            return kept(i)
        backs = [e.index for e in case.of("app.entered_background", after=r, before=i)]
        if backs:
            return guard(i, None if case.gap_in(backs[-1], i) else False)
        if limit is None:
            return undecided(i, "unknown")
        if case.gap_in(r, i) or any(case.least(f, i) <= limit for f in possible):
            return undecided(i, "gap")
        hidden = any(case.least(gap, i) <= limit for gap in case.gaps_upto(i))
        return undecided(i, "gap") if hidden else violated(i, r, end)
    return by_attempt(case, formats, decide, failures=False)


@rule("suppression-respected")
def suppression_respected(case, formats):
    def decide(a):
        i = a.index
        limit = case.limit("suppression_tail_s", i)
        open_since = {}
        ended = None
        for e in case.of("suppression.began", "suppression.ended", before=i):
            if e.kind == "suppression.began":
                open_since[e.get("why")] = e.index
            else:
                open_since.pop(e.get("why"), None)
                ended = e
        if limit is not None and ended and a.event.t - ended.t <= limit:
            return violated(i, ended.index)
        sure = [s for s in open_since.values() if not case.gap_in(s, i)]
        if sure:
            return violated(i, max(sure))
        if limit is None:
            return undecided(i, "unknown")
        return guard(i, None if case.gap_in(-1, i) else False)
    return by_attempt(case, formats, decide, failures=False)


@rule("session-ends-off-screen")
def session_ends_off_screen(case, formats):
    ended = next(iter(case.of("session.ended")), None)
    i = ended.index if ended else len(case.all) - 1
    wills = [w for w in case.wills if case.format(w) in formats and (w.index < i or not ended)]
    if not wills and not case.gaps:
        return []
    limit = case.limit("stuck_ad_s", i if ended else i + 1)
    if limit is None:
        return [undecided(i, "unknown")] if wills else [perhaps(i, "unknown")] if any(
            not replaced(case, gap, i) for gap in case.gaps_upto(i)) else []
    answers = []
    for w in case.of_formats(formats, "ad.will_present"):
        # What may be the content of a click may be the ad itself, or one that was up before.
        vague = w.index in case.unclear and case.most(w.index, i) >= limit
        start = max(case.birth_of_ad(w.get("ad"), w.index), another_up(case, w))
        gaps = [gap for gap in case.gaps_upto(w.index) if gap > start]
        early = gaps and most_since(case, gaps[0], i) >= limit
        if (vague or early) and (w.index < i or not ended) and not gone(case, w, i):
            answers.append((w.index, None))
    for w in wills:
        if not gone(case, w, i) and case.most(w.index, i) >= limit:
            sure = case.least(w.index, i) >= limit and not case.gap_in(w.index, i)
            # What comes up of the ad itself replaces it not, be it content of a click or not.
            vague = case.gap_in(-1, i) and any(
                w.index < v < i and case.all[v].get("ad") != w.get("ad") for v in case.unclear)
            sure = sure and not vague and not maybe_gone(case, w, i)
            answers.append((w.index, True if sure else None))
    stuck = [index for index, answer in answers if answer]
    if stuck:
        return [violated(i, stuck[-1]) if ended else undecided(i, "cut")]
    hidden = any(most_since(case, gap, i) >= limit and not replaced(case, gap, i)
                 for gap in case.gaps_upto(i))
    if not wills:
        return [perhaps(i)] if hidden else []
    return [guard(i, either([answer for _, answer in answers] + [None if hidden else False]))]


def most_since(case, gap, i):
    """The most active time from what the gap hides to the record i; a lost beginning began at 0."""
    return case.most(gap - 1, i) if gap else case.most(0, i) + case.t(0)


def another_up(case, will):
    """The last show of another ad in the scene before, -1 where none is certain."""
    return max([w.index for w in case.wills if w.index < will.index
                and w.get("ad") != will.get("ad") and in_scene_of(case, will, w)], default=-1)


def replaced(case, gap, i):
    """Whether a show hidden in the gap is over because the only scene saw another one since, or the
    user acted in it."""
    return not case.several and (any(gap <= show.start <= i for show in case.shows)
                                 or case.is_over(gap, i + 1, None))


def gone(case, will, i):
    """Whether the ad is off the screen: dismissed, failed, over, or another one took its scene."""
    if case.ends(will.get("ad"), will.index, i + 1):
        return True
    over = [s.over for s in shows_since(case, will) if s.over is not None]
    return any(at <= i for at in over) or any(
        in_scene_of(case, will, w) for w in others_since(case, will, i))


def shows_since(case, will):
    return [s for s in case.shows if s.ad == will.get("ad") and s.start >= will.index]


def maybe_gone(case, will, i):
    """Whether an ad of unknown scene came up since, or its own is unknown, or it may be over."""
    return any(case.unplaced(w) or case.unplaced(will) for w in others_since(case, will, i)) or any(
        at <= i for s in shows_since(case, will) for at in s.hints)


def in_scene_of(case, will, other):
    return case.scene(will) == case.scene(other) and not case.unplaced(will)


def others_since(case, will, i):
    return [w for w in case.wills
            if will.index < w.index <= i and w.get("ad") != will.get("ad")]
