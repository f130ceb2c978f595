"""Caps, and the distance of interstitials."""
from rules_base import guard, kept, perhaps, rule, soften, undecided, violated
from rules_presentation import by_attempt


@rule("daily-cap")
def daily_cap(case, formats):
    result = []
    for e in case.wills:
        if case.format(e) not in formats:
            continue
        i, cap = e.index, case.policy("daily_cap", e.index)
        if cap is None or case.day(e) is None:
            result.append(undecided(i, "unknown"))
            continue
        shows, lost = case.shows_of_day(i)
        if len(shows) + 1 > cap:
            answer = violated(i, *[x.index for owner, x in shows if owner is case])
            result.append(soften(answer, case.sure_show(e)))
        else:
            if len(shows) + 1 + lost <= cap and case.hides_earlier(i):
                result.append(undecided(i, "unknown"))
                continue
            result.append(guard(i, None if len(shows) + 1 + lost > cap else False))
    return result


def decisions(case, formats, outcome=None):
    return [e for e in case.of_formats(formats, "ad.show_decided")
            if e.get("remaining") is not None and outcome in (None, e.get("outcome"))]


def comparable(case, found, e):
    """The last of these decisions before e, if of the same day and cap."""
    early = [p for p in found if p.index < e.index]
    if not early:
        return None
    p = early[-1]
    days, caps = (case.day(p), case.day(e)), (
        case.policy("daily_cap", p.index), case.policy("daily_cap", e.index))
    same = all(None in pair or pair[0] == pair[1] for pair in (days, caps))
    return p if same else None


@rule("cap-counts-every-show")
def cap_counts_every_show(case, formats):
    result, made = [], decisions(case, formats, "show")
    for e in made:
        i, cap, left = e.index, case.policy("daily_cap", e.index), e.get("remaining")
        if cap is None or case.day(e) is None:
            result.append(undecided(i, "unknown"))
            continue
        shows, lost = case.shows_of_day(i)
        if left > cap - (len(shows) + 1):
            result.append(violated(i, *[x.index for owner, x in shows if owner is case]))
            continue
        before = comparable(case, made, e)
        open_steps = hidden_decision(case, made, e)
        if before is not None:
            open_steps = case.day(before) is None or case.policy(
                "daily_cap", before.index) is None or case.gap_in(before.index, i) or any(
                before.index < w < i for w in case.maybe | case.doubtful
                if case.format(case.all[w]) in formats)
        if before is not None and not open_steps:
            between = [w.index for w in case.wills if case.format(w) in formats
                       and before.index < w.index < i]
            if before.get("remaining") - left != len(between):
                result.append(violated(i, before.index, *between))
                continue
        doubt = open_steps or left > cap - (len(shows) + 1 + lost)
        if not doubt and case.hides_earlier(i):
            result.append(undecided(i, "unknown"))
            continue
        result.append(guard(i, None if doubt else False))
    return result


@rule("cap-used-by-shows-only")
def cap_used_by_shows_only(case, formats):
    result, made = [], decisions(case, formats)
    for e in made:
        before = comparable(case, made, e) if e.get("outcome") == "skip" else None
        if before is None:
            if e.get("outcome") == "skip" and hidden_decision(case, made, e):
                result.append(perhaps(e.index))
            continue
        i = e.index
        if case.gap_in(before.index, i):
            result.append(undecided(i, "gap"))
        elif None in (case.day(e), case.day(before), case.policy("daily_cap", i),
                      case.policy("daily_cap", before.index)):
            result.append(undecided(i, "unknown"))
        elif case.of_formats(formats, "ad.failed_to_present", after=before.index, before=i):
            result.append(kept(i))
        else:
            result.append(guard(i, e.get("remaining") != before.get("remaining"), before.index))
    return result


def hidden_decision(case, made, e):
    """Whether a gap may hide a decision of the day and cap before this one."""
    early = [p.index for p in made if p.index < e.index]
    return any(
        gap > max(early, default=-1) and case.gap_on_day(gap, case.day(e))
        for gap in case.gaps_upto(e.index))


@rule("interstitial-per-user-actions")
def interstitial_per_user_actions(case, formats):
    result = []
    shows = [w for w in case.of_formats(formats, "ad.will_present")
             if w in case.wills or w.index in case.maybe]
    for e in shows:
        i, least = e.index, case.policy("interstitial_min_actions", e.index)
        before = next((w for w in reversed(shows) if w.index < i and w in case.wills), None)
        start = before.index if before else -1
        if before is None and not case.gap_in(-1, i):
            continue
        if least is None:
            result.append(undecided(i, "unknown"))
            continue
        acted = [u.index for u in case.of("user.acted", after=start, before=i)]
        gaps = [gap for gap in case.gaps_upto(i) if gap > start]
        # What may be a show counts like one that a gap hides.
        maybe = [gaps[-1:] and gaps[-1] or -1] + [
            w.index for w in case.of_formats(formats, "ad.will_present", after=start, before=i)
            if w.index in case.maybe]
        since = [u for u in acted if u >= max(maybe)]
        if len(since) >= least:
            result += [kept(i)] if before and i not in case.maybe else []
        elif before is None or i in case.maybe:
            result.append(perhaps(i))
        else:
            sure = not gaps and case.sure_show(e) and case.sure_show(before)
            result.append(violated(i, before.index) if sure else undecided(i))
    return result


@rule("interstitial-min-gap")
def interstitial_min_gap(case, formats):
    result = []
    for e in [w for w in case.wills if case.format(w) in formats]:
        ends = case.of_formats(formats, "ad.dismissed", "ad.will_present", before=e.index)
        ends = [x for x in ends if x.kind == "ad.dismissed" or x in case.wills]
        i, limit = e.index, case.limit("interstitial_min_gap_s", e.index)
        if not ends or ends[-1].kind != "ad.dismissed":
            start = max([x.index for x in ends if x.index not in case.doubtful], default=-1)
            follows = follows_dismissal(case, ends, e, limit)
            if limit is None and (follows or case.gap_in(start, i)):
                result.append(undecided(i, "unknown"))
            elif follows:
                result.append(perhaps(i))
            elif limit is not None and any(gap > start and e.t - case.t(gap) < limit
                                         for gap in case.gaps_upto(i)):
                result.append(perhaps(i))
            continue
        if limit is None:
            result.append(undecided(i, "unknown"))
            continue
        gaps = [gap for gap in case.gaps_upto(i) if gap > ends[-1].index]
        if e.t - ends[-1].t < limit:
            vague = any(ends[-1].index < w < i and case.format(case.all[w]) in formats
                        for w in case.maybe)
            sure = not gaps and not vague and case.sure_show(e)
            result.append(violated(i, ends[-1].index) if sure else undecided(i))
        else:
            near = any(e.t - case.t(gap) < limit for gap in gaps)
            result.append(guard(i, None if near else False))
    return result


def follows_dismissal(case, ends, e, limit):
    """Whether every show since a dismissal less than the limit ago (None: ever) may be an overlay."""
    for end in reversed(ends):
        if end.kind == "ad.dismissed":
            return limit is None or e.t - end.t < limit
        if case.sure_show(end):
            return False
    return False


@rule("no-interstitial-on-launch-or-exit")
def no_interstitial_on_launch_or_exit(case, formats):
    begins = ("app.launched", "splash.began")

    def decide(a):
        i = a.index
        exiting = case.last("app.terminating", before=i)
        if exiting:
            return violated(i, exiting.index)
        marks = case.of(*begins, "content.shown", "splash.finished", before=i)
        if marks and marks[-1].kind in begins and not case.gap_in(marks[-1].index, i):
            closed = max([m.index for m in marks if m.kind not in begins], default=-1)
            screens = [m.index for m in marks if m.kind == "splash.began" and m.index > closed
                       and not case.gap_in(m.index, i)]
            return violated(i, (screens or [marks[-1].index])[-1])
        open_now = bool(marks) and marks[-1].kind in begins
        return guard(i, None if open_now or case.gap_in(-1, i) else False)
    return by_attempt(case, formats, decide, failures=False)
