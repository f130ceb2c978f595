"""Presentation: what the app and the screen are like after an ad."""
from lines import VALUES
from rules_base import kept, obligation, perhaps, rule, undecided, violated
from rules_decision import is_up, may_hide_one
from rules_facts import unless_certain
from timeline import both, either
from words import FULL_SCREEN

AWAY = ("ad.present_requested", "app.resigned_active", "app.entered_background")
BY_AN_AD = ("advert", None)


def returns(case, e, answers, limit, missing):
    """After the dismissal e: one of these answers, another ad, or the app is left."""
    shows = case.of("ad.will_present", after=e.index)
    vague = {w.index for w in shows if w.index in case.unclear
             or w.index in case.doubtful and may_be_up_since(case, w, e.index)}
    found = [x.index for x in answers + case.of(*AWAY, after=e.index)] + [
        w.index for w in case.wills if w.index > e.index and w.index not in vague]
    return obligation(case, e.index, found, limit, missing, vague=vague)


def may_be_up_since(case, show, i):
    """Whether a gap before i can hide a show whose content this is; one that a gap after i hides
    answers as well."""
    ad = show.get("ad")
    seen = [x.index for x in case.of_ad(ad, "ad.will_present", "ad.dismissed", before=i + 1)]
    return case.gap_in(max(seen + [case.birth_of_ad(ad, show.index)]), i)


@rule("content-resumes-after-ad")
def content_resumes_after_ad(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.dismissed", "ad.failed_to_present", "ad.show_without_ad"):
        i, last = e.index, case.last("content.paused", "content.resumed", before=e.index)
        answers = case.of("content.resumed", after=i) + [
            p for p in case.of("content.paused", after=i) if p.get("reason") not in BY_AN_AD]
        answer = returns(case, e, answers, case.limit("content_resume_s", i), "content.resumed")
        if case.gap_in(last.index if last else -1, i):
            result += unless_certain(answer, False)
        elif last is not None and last.kind == "content.paused":
            result += after_pause(last, answer)
    return result


def after_pause(pause, answer):
    """The activations of a dismissal with this pause as the last content.* before it."""
    if pause.get("reason") not in BY_AN_AD:
        listed = pause.get("reason") in VALUES["content.paused", "reason"]
        return [] if listed else unless_certain(answer, False, "unknown")
    if answer.outcome == "violated":
        answer.witness = sorted({pause.index, *answer.witness})
    return [answer]


@rule("sound-returns-after-ad")
def sound_returns_after_ad(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.dismissed"):
        i, ad = e.index, e.get("ad")
        answer = returns(case, e, case.of("audio.resumed", after=i),
                         case.limit("sound_return_s", i), "audio.resumed")
        is_due, witness = owes_sound(case, ad, i)
        if answer.outcome == "violated":
            answer.witness = sorted({*witness, *answer.witness})
        if is_due is not False:
            result += unless_certain(answer, is_due)
    return result


def owes_sound(case, ad, i):
    """Whether the sound was interrupted since the last attempt of the ad, with the records that show it."""
    last = case.last("audio.interrupted", "audio.resumed", before=i)
    calls = [c.index for c in case.of_ad(ad, "ad.present_requested", before=i)]
    shows = [w.index for w in case.wills if w.get("ad") == ad and w.index < i]
    tried = (calls or shows)[-1:]
    if case.gap_in(max(tried + [last.index if last else -1]), i):
        return None, ()
    if last is None or last.kind == "audio.resumed":
        return False, ()
    is_before = bool(tried) and tried[0] < last.index
    # A call that a gap hides can come before the interruption.
    hides_call = not is_before and case.gap_in(case.birth_of_ad(ad, i), i)
    if not calls and (hides_call or may_be_tried(case, ad, last.index, i)):
        return None, ()
    return is_before, (*tried, last.index)


def may_be_tried(case, ad, after, before):
    """Whether the ad came up between two records only in what may be the content of a click."""
    vague = case.unclear | case.doubtful
    found = [w.index for w in case.of_ad(ad, "ad.will_present", after=after, before=before)
             if w.index not in case.overlays]
    return bool(found) and vague.issuperset(found)


@rule("nothing-covers-after-ad")
def nothing_covers_after_ad(case, formats):
    result = []
    for e in case.of("cover.observed"):
        answer = uncovered(case, e)
        if e.get("by") == "advert":
            result.append(answer)
        elif e.get("by") not in VALUES["cover.observed", "by"] and answer.outcome != "kept":
            result.append(perhaps(e.index, "unknown"))
    return result


def uncovered(case, e):
    """At a cover by an ad: an ad is up, was up a moment ago, or opened something by a click."""
    i, cover, timeout = e.index, *(case.limit(key, e.index)
                                   for key in ("cover_s", "dismiss_timeout_s"))
    known = VALUES["cover.observed", "when"] | {None}
    late = both(just_over(case, e, cover), True if e.get("when") in known else None)
    if e.get("when") == "after_dismissal":
        late = False
    clicked = either(case.lasts(c.index, i, timeout) for c in case.of("ad.clicked", before=i))
    excuse = either([is_up(case, i), late, clicked])
    if excuse:
        return kept(i)
    if may_hide_one(case, i) or excuse is None:
        lost = case.gaps and None not in (cover, timeout)
        return undecided(i, "gap" if lost else "unknown")
    return violated(i)


def just_over(case, e, cover):
    """Whether a full-screen ad ended at most cover_s before e."""
    ends = [x.index for x in case.of_formats(
        FULL_SCREEN, "ad.dismissed", "ad.failed_to_present", before=e.index)]
    if any(e.t - case.t(end) <= (cover or 0) for end in ends):
        return True
    near = ends if cover is None else [
        gap for gap in case.gaps_upto(e.index) if e.t - case.t(gap) <= cover]
    return None if near or cover is None and case.gaps_upto(e.index) else False
