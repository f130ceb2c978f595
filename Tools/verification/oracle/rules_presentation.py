"""Presentation: attempts, their outcomes and their ends."""
from causes import is_google_on_ios
from rules_base import guard, kept, no_earlier, obligation, once, perhaps, rule, soften
from rules_base import undecided, unsettle, violated
from timeline import either


def by_attempt(case, formats, decide, failures=True):
    """One activation per attempt; `failures` says whether failure-only ones are judged."""
    result = []
    for a in case.attempts_of(formats):
        answer = decide(a)
        if answer is None:
            continue
        if a.kind == "failure" and not failures:
            result.append(undecided(a.index, "unknown"))
        else:
            result += unsettle(answer, a.sure)
    return result


def needs_earlier(case, formats, kind):
    def decide(a):
        found = case.of_ad(a.ad, kind, before=a.index)
        birth = case.birth_of_ad(a.ad, a.index)
        return no_earlier(case, a.event, found, -1 if kind == "ad.loaded" else birth)
    return by_attempt(case, formats, decide)


@rule("present-only-if-loaded")
def present_only_if_loaded(case, formats):
    return needs_earlier(case, formats, "ad.loaded")


@rule("delegate-set-before-present")
def delegate_set_before_present(case, formats):
    return needs_earlier(case, formats, "ad.delegate_set")


@rule("paid-handler-set-before-present")
def paid_handler_set_before_present(case, formats):
    return needs_earlier(case, formats, "ad.paid_handler_set")


@rule("one-full-screen-at-a-time")
def one_full_screen_at_a_time(case, formats):
    def decide(a):
        i, scene = a.index, case.scene(a.event)
        if case.unplaced(a.event):
            return undecided(i)
        shows = [(s.start, case.showing(s, i))
                 for s in case.shows if s.ad != a.ad and s.scene == scene]
        waits = [(p.index, case.pending(p, i) and (not asked_elsewhere(case, p, i) or None))
                 for p in case.attempts if p.ad != a.ad and case.scene(p.event) == scene]
        shows += [(s.start, None) for s in case.shows if s.ad != a.ad
                  and not s.placed and case.showing(s, i) is not False]
        waits += [(p.index, None) for p in case.attempts if p.ad != a.ad
                  and case.unplaced(p.event) and case.pending(p, i) is not False]
        sure = [index for index, answer in shows + waits if answer]
        if sure:
            return violated(i, sure[-1])
        hidden = case.hidden_show(i, scene) or case.hidden_pending(i)
        return guard(i, either([answer for _, answer in shows + waits]
                               + [None if hidden else False]),
                     why="gap" if case.gaps else "unknown")
    return by_attempt(case, formats, decide, failures=False)


def asked_elsewhere(case, attempt, i):
    """Whether the ad was asked to show in another scene since: then it waits in either."""
    return any(a.ad == attempt.ad and attempt.index < a.index < i
               and case.scene(a.event) != case.scene(attempt.event) for a in case.attempts)


@rule("no-present-while-same-ad-shown")
def no_present_while_same_ad_shown(case, formats):
    return [while_not_shown(case, e) for e in case.of_formats(formats, "ad.present_requested")]


def while_not_shown(case, e):
    """The answer of an event of an ad that must not come while the ad is shown."""
    ad, i = e.get("ad"), e.index
    sure = [s.start for s in case.shows if s.ad == ad and case.showing(s, i)]
    if sure:
        return violated(i, sure[-1])
    hidden = None if hides_show_of(case, ad, i) else False
    return guard(i, either([case.shown(ad, i), hidden]))


def hides_show_of(case, ad, i):
    """Whether a gap can hide a show of the ad that still lasts at i."""
    birth, limit = case.birth_of_ad(ad, i), case.limit("dismiss_timeout_s", i)
    return any(birth < gap and (limit is None or case.open_end(gap, i) <= limit)
               and not case.ends(ad, gap - 1, i)
               and not case.is_over(gap, i, case.scene(case.all[i])) for gap in case.gaps_upto(i))


@rule("present-resolves")
def present_resolves(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.present_requested"):
        found = [x.index for x in case.of_ad(e.get("ad"), "ad.will_present",
                                             "ad.failed_to_present", after=e.index)
                 if x.index not in case.overlays]
        # What may be the content of a click in a show before the call is no certain answer; what a
        # gap after the call hides of such a show is one itself.
        shown = [s.start for s in case.shows if s.ad == e.get("ad") and s.start < e.index]
        hidden = case.gap_in(max([case.birth_of_ad(e.get("ad"), e.index)] + shown), e.index)
        vague = {x for x in found if x in case.unclear or x in case.doubtful and hidden}
        limit = case.limit("present_outcome_s", e.index)
        answer = obligation(case, e.index, [x for x in found if x not in vague], limit,
                            "ad.will_present")
        maybe = answer.outcome != "kept" and limit is not None and any(
            case.least(e.index, x) <= limit for x in vague)
        result.append(undecided(e.index, "gap") if maybe else answer)
    return result


@rule("present-outcome-exclusive")
def present_outcome_exclusive(case, formats):
    result = []
    other = {"ad.will_present": "ad.failed_to_present", "ad.failed_to_present": "ad.will_present"}
    for e in case.of_formats(formats, *other):
        i, ad = e.index, e.get("ad")
        if i in case.overlays or i in case.unclear - case.maybe:
            continue
        found = [x.index for x in case.of_ad(ad, other[e.kind], before=i)
                 if x.index not in case.overlays]
        hidden = case.gap_in(case.birth_of_ad(ad, i), i)
        answer = violated(i, found[-1]) if found else guard(i, None if hidden else False)
        if i not in case.maybe:
            result.append(soften(answer, case.sure_show(e)))
        elif answer.outcome != "kept":
            result.append(perhaps(i))  # an overlay is no activation
    return result


@rule("dismiss-only-after-present")
def dismiss_only_after_present(case, formats):
    return [no_earlier(case, e, case.of_ad(e.get("ad"), "ad.will_present", before=e.index),
                       case.birth_of_ad(e.get("ad"), e.index))
            for e in case.of_formats(formats, "ad.dismissed")]


@rule("dismiss-once")
def dismiss_once(case, formats):
    groups = {}
    for e in case.of_formats(formats, "ad.dismissed"):
        groups.setdefault(e.get("ad"), []).append(e)
    return [a for events in groups.values()
            for a in once(case, events, lambda e: case.birth_of_ad(e.get("ad"), e.index))]


@rule("will-and-did-dismiss")
def will_and_did_dismiss(case, formats):
    return [obligation(case, e.index,
                       [x.index for x in case.of_ad(e.get("ad"), "ad.dismissed", after=e.index)],
                       case.limit("dismiss_pair_s", e.index), "ad.dismissed")
            for e in case.of_formats(formats, "ad.will_dismiss")]


@rule("dismissal-arrives")
def dismissal_arrives(case, formats):
    result = []
    for show in case.shows:
        e = case.all[show.start]
        if case.format(e) not in formats:
            continue
        ends = case.ends(show.ad, show.start)
        limit = case.limit("dismiss_timeout_s", show.start)
        answers = [obligation(case, show.start, ends, limit, "ad.dismissed")]
        answers += [after_evidence(case, show, at, ends) for at in evidence_of(case, show)
                    if not any(end < at for end in ends)]
        if may_hide_evidence(case, show, ends):
            answers.append(undecided(show.start))
        result.append(soften(first_missed(answers), case.sure_show(e)))
    return result


def evidence_of(case, show):
    """The records that show, or may show, that the ad is over; also after a later show of it."""
    later = [s for s in case.shows if s.ad == show.ad and s.start >= show.start]
    return [at for s in later for at in s.hints + [s.over] if at is not None]


def after_evidence(case, show, at, ends):
    """What becomes of a show that a record shows to be over: it is dismissed soon."""
    answer = obligation(case, at, ends, case.limit("dismiss_pair_s", at), "ad.dismissed",
                        witness=(show.start,))
    sure = any(s.over == at for s in case.shows) and not case.gap_in(show.start, at)
    answer = soften(answer, sure)
    answer.index = show.start
    return answer


def may_hide_evidence(case, show, ends):
    """Whether a gap can hide that the ad was over too long before its dismissal."""
    if not ends or not {"user", "decision"} & case.captured:
        return False
    pair, cover = case.limit("dismiss_pair_s", ends[0]), case.limit("cover_s", ends[0])
    return any(gap > show.start and (pair is None or case.most(gap - 1, ends[0]) > pair)
               and (cover is None or case.t(gap) - case.t(show.start) > cover)
               for gap in case.gaps_upto(ends[0]))


def first_missed(answers):
    """The first of several demands that is broken, else one that is open."""
    broken = [answer for answer in answers if answer.outcome == "violated"]
    open_ones = [answer for answer in answers if answer.outcome == "undecided"]
    if broken:
        return min(broken, key=lambda answer: (answer.certain, answer.missing["to_t"]))
    return (open_ones or answers)[0]


def foreground_shown_next(case, i):
    """Whether the next record of the app's life cycle is one that only an app in the foreground has."""
    phases = case.of("app.entered_background", "app.entering_foreground", "app.became_active",
                     "app.resigned_active", after=i)
    return bool(phases) and phases[0].kind != "app.entering_foreground" and not case.gap_in(
        i, phases[0].index)


@rule("no-present-in-background")
def no_present_in_background(case, formats):
    def decide(a):
        phase = case.phase_before[a.index]
        if phase == "?" and not foreground_shown_next(case, a.index):
            return undecided(a.index, "gap")
        if phase != "back":
            return kept(a.index)
        return violated(a.index, case.last("app.entered_background", before=a.index).index)
    return by_attempt(case, formats, decide, failures=False)


@rule("present-on-main-thread")
def present_on_main_thread(case, formats):
    failures = case.of_formats(formats, "ad.failed_to_present")
    if case.header is None:
        return [perhaps(e.index, "unknown") for e in failures if e.get("error_code") == 21]
    if not is_google_on_ios(case.header):
        return []
    return [guard(e.index, e.get("error_code") == 21) for e in failures]


@rule("no-present-from-load-callback")
def no_present_from_load_callback(case, formats):
    return [guard(e.index, e.get("trigger") == "loaded")
            for e in case.of_formats(formats, "ad.present_requested")]
