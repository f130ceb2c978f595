"""Presentation: what happens while an ad is on screen, and how long it is there."""
from rules_base import guard, obligation, perhaps, rule, soften, undecided, violated
from rules_presentation import while_not_shown
from timeline import both, either

BY_ITSELF = ("resized", "refresh", "config")


@rule("shown-ad-not-discarded")
def shown_ad_not_discarded(case, formats):
    return [while_not_used(case, e) for e in case.of_formats(formats, "ad.discarded")
            if e.get("reason") != "shown"]


def while_not_used(case, e):
    """The answer of an event of an ad that must not come while the ad is shown or called."""
    i, ad, shown = e.index, e.get("ad"), while_not_shown(case, e)
    calls = [(a.index, case.pending(a, i)) for a in case.attempts if a.ad == ad]
    sure = [index for index, answer in calls if answer]
    if shown.outcome == "violated" or not sure:
        open_one = None in [answer for _, answer in calls] or hides_call_of(case, ad, i)
        return undecided(i) if open_one and shown.outcome == "kept" else shown
    return violated(i, sure[-1])


def hides_call_of(case, ad, i):
    """Whether a gap can hide a call of the ad that has no outcome at i."""
    birth, limit = case.birth_of_ad(ad, i), case.limit("present_outcome_s", i)
    outcomes = [x.index for x in case.of_ad(ad, "ad.will_present", "ad.failed_to_present", before=i)
                if x.index not in case.overlays | case.unclear]
    return any(gap > max([birth] + outcomes) and (limit is None or case.open_end(gap, i) <= limit)
               for gap in case.gaps_upto(i))


def covered(case, e):
    """Whether e is something that an ad on screen covers."""
    if e.kind == "ad.requested":
        return case.format(e) == "banner" and e.get("reason") not in BY_ITSELF
    return e.kind == "content.shown" or case.format(e) in ("banner", "native")


@rule("nothing-under-the-ad")
def nothing_under_the_ad(case, formats):
    result = []
    for e in case.of("ad.requested", "ad.impression", "content.shown"):
        i, scene = e.index, case.scene(e)
        if not covered(case, e):
            continue
        if case.unplaced(e):
            result.append(undecided(i))
            continue
        shows = [(s, case.showing(s, i)) for s in case.shows if s.scene == scene and s.placed]
        shows += [(s, case.showing(s, i) and None) for s in case.shows if not s.placed]
        answers = [(s, both(answer, covers(case, s, e))) for s, answer in shows]
        sure = [s.start for s, answer in answers if answer]
        if sure:
            result.append(violated(i, sure[-1]))
        else:
            hidden = case.hidden_show(i, scene)
            why = "unknown" if case.limit("cover_s", i) is None and not hidden else "gap"
            result.append(guard(i, either([answer for _, answer in answers]
                                          + [None if hidden else False]), why=why))
    return result


def covers(case, show, e):
    """Whether the show began more than cover_s before e."""
    age, limit = case.least(show.last(e.index), e.index), case.limit("cover_s", e.index)
    if limit is None:
        return None if e.t > case.t(show.start) else False
    if age > limit:
        return True
    return None if case.most(show.start, e.index) > limit else False


@rule("full-screen-ad-is-seen")
def full_screen_ad_is_seen(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.dismissed"):
        i, ad, limit = e.index, e.get("ad"), case.limit("short_show_s", e.index)
        shows = [w.index for w in case.wills if w.get("ad") == ad and w.index < i]
        start = shows[-1] if shows else case.birth_of_ad(ad, i)
        left = times_left(case, ad, start, i)
        # A later show that a gap hides, or what may be the content of a click.
        later = [gap for gap in case.gaps_upto(i) if gap > max([start] + left)]
        later += [v for v in case.maybe
                  if max([start] + left) < v < i and case.all[v].get("ad") == ad]
        doubt = any(limit is None or case.least(at, i) < limit for at in later)
        if not shows or left:
            result += [perhaps(i)] if doubt else []
        elif limit is None:
            result.append(undecided(i, "unknown"))
        elif doubt or case.most(start, i) >= limit > case.least(start, i):
            result.append(undecided(i))
        elif case.least(start, i) < limit and (late := told_late(case, ad, start, i)):
            result += [] if late is True else [undecided(i, late)]
        else:
            answer = guard(i, case.least(start, i) < limit, start)
            sure = case.sure_show(case.all[start]) and case.phase_before[start] == "front"
            result.append(soften(answer, sure))
    return result


def told_late(case, ad, start, i):
    """Whether the show at start was reported long after its call; "gap" or "unknown" where that is open."""
    calls = [c.index for c in case.of_ad(ad, "ad.present_requested", before=i)]
    if not calls:
        return "gap" if case.gap_in(case.birth_of_ad(ad, i), i) else False
    if calls[-1] > start:
        return False
    outcome = case.limit("present_outcome_s", i)
    if outcome is None:
        return "unknown"
    return case.least(calls[-1], start) > outcome


def times_left(case, ad, start, i):
    """Where the app was in the background since a show, the user acted, or the ad was clicked."""
    # The app comes to the foreground from the background, seen or not.
    left = case.of("app.entered_background", "app.entering_foreground", "user.acted", after=start,
                   before=i)
    left += case.of_ad(ad, "ad.clicked", after=start, before=i)
    behind = start >= 0 and case.phase_before[start] == "back"
    return [x.index for x in left] + ([start] if behind else [])


@rule("reward-follows-the-view")
def reward_follows_the_view(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.dismissed"):
        i, ad = e.index, e.get("ad")
        seen, witness = seen_to_the_end(case, e)
        if seen is False:
            continue
        rewards = [x.index for x in case.of_ad(ad, "ad.reward_earned")]
        answer = obligation(case, i, rewards, case.limit("reward_grace_s", i), "ad.reward_earned",
                            witness=witness, excuse=bool([r for r in rewards if r < i]))
        answer = soften(answer, not case.gap_in(case.birth_of_ad(ad, i), i))
        if seen:
            result.append(answer)
        elif answer.outcome != "kept":
            why = "unknown" if case.limit("full_view_s", i) is None else "gap"
            result.append(perhaps(i, why))
    return result


def seen_to_the_end(case, e):
    """Whether the user saw a rewarded ad long enough, or its video to the end; with the records
    that show it."""
    i, ad, limit = e.index, e.get("ad"), case.limit("full_view_s", e.index)
    shows = [w.index for w in case.wills if w.get("ad") == ad and w.index < i]
    start = shows[-1] if shows else case.birth_of_ad(ad, i)
    later = [v for v in case.maybe if start < v < i and case.all[v].get("ad") == ad]
    ends = [v.index for v in case.of_ad(ad, "video.ended", after=start, before=i)]
    lost = case.gap_in(start, i)
    if not shows:
        return (None if lost else False), ()
    if ends and not lost and max(ends) > max(later, default=-1):
        return True, (start, ends[0])
    if limit is not None and not lost and case.least(max([start] + later), i) >= limit:
        return True, (start,)
    possible = ends or lost or limit is None or case.most(start, i) >= limit or (
        not case.sure_show(case.all[start]))
    return (None if possible else False), ()
