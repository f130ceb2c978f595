"""Impressions, rewards, revenue."""
import re
from rules_base import around, guard, kept, no_earlier, obligation, once, rule, soften
from rules_base import perhaps, undecided, violated
from rules_sequence import most_since


def birth(case, e):
    return case.birth_of_ad(e.get("ad"), e.index)


def once_per_ad(case, formats, kind):
    groups = {}
    for e in case.of_formats(formats, kind):
        groups.setdefault(e.get("ad"), []).append(e)
    return [a for group in groups.values() for a in once(case, group, lambda e: birth(case, e))]


@rule("impression-once")
def impression_once(case, formats):
    return once_per_ad(case, formats, "ad.impression")


@rule("paid-once")
def paid_once(case, formats):
    return once_per_ad(case, formats, "ad.paid")


@rule("reward-once")
def reward_once(case, formats):
    return once_per_ad(case, formats, "ad.reward_earned") + once_per_ad(
        case, formats, "ad.reward_granted")


@rule("impression-needs-display")
def impression_needs_display(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.impression"):
        i, ad = e.index, e.get("ad")
        if any(a.ad == ad and a.index < i for a in case.attempts):
            result.append(kept(i))
            continue
        answers = [w.index for w in case.of_ad(ad, "ad.will_present", after=i)]
        answer = obligation(case, i, answers, case.limit("impression_s", i), "ad.will_present")
        result.append(soften(answer, not case.gap_in(birth(case, e), i)))
    return result


@rule("impression-follows-present")
def impression_follows_present(case, formats):
    return [soften(around(case, e.index, [x.index for x in case.of_ad(
        e.get("ad"), "ad.impression")], case.limit("impression_s", e.index), "ad.impression",
        birth(case, e)), case.sure_show(e))
            for e in case.wills if case.format(e) in formats]


@rule("click-needs-display")
def click_needs_display(case, formats):
    return [no_earlier(case, e, case.of_ad(e.get("ad"), "ad.impression", "ad.will_present",
                                           before=e.index), birth(case, e))
            for e in case.of_formats(formats, "ad.clicked")]


@rule("accidental-click")
def accidental_click(case, formats):
    result, seen = [], set()
    for e in case.of_formats(formats, "ad.clicked"):
        i, ad = e.index, e.get("ad")
        if ad in seen:
            continue
        seen.add(ad)
        limit = case.limit("accidental_click_s", i)
        wills = [w for w in case.wills if w.get("ad") == ad and w.index < i]
        lost = case.gap_in(birth(case, e), i)
        if not wills and not lost:
            continue
        if limit is None:
            result.append(undecided(i, "unknown"))
        elif not wills:
            start = birth(case, e)
            if any(gap > start and e.t - case.t(gap) < limit for gap in case.gaps_upto(i)):
                result.append(undecided(i))
        elif e.t - wills[-1].t < limit:
            result.append(undecided(i) if lost else violated(i, wills[-1].index))
        else:
            near = any(gap > wills[-1].index and e.t - case.t(gap) < limit
                       for gap in case.gaps_upto(i)) or any(
                u in case.unclear and e.t - case.t(u) < limit
                for u in [w.index for w in case.of_ad(ad, "ad.will_present", before=i)])
            result.append(guard(i, None if near else False))
    return result


@rule("reward-needs-show")
def reward_needs_show(case, formats):
    return [no_earlier(case, e, case.of_ad(e.get("ad"), "ad.will_present", before=e.index),
                       birth(case, e))
            for e in case.of_formats(formats, "ad.reward_earned")]


def hidden_end(case, e, limit, last=None):
    """Whether a gap may hide an end of the ad longer before e than the limit; since a record if there
    is one, else since its load."""
    start = max(birth(case, e), last.index if last else -1)
    if limit is None:
        return case.gap_in(start, e.index)
    return any(gap > start and most_since(case, gap, e.index) > limit
               for gap in case.gaps_upto(e.index))


@rule("reward-in-time")
def reward_in_time(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.reward_earned"):
        i, ends = e.index, case.of_ad(e.get("ad"), "ad.dismissed", before=e.index)
        limit = case.limit("reward_grace_s", i)
        if not ends:
            if hidden_end(case, e, limit):
                result.append(perhaps(i))
            continue
        if limit is None:
            result.append(undecided(i, "unknown"))
            continue
        lasted = case.lasted(ends[0].index, i, limit)
        if lasted is False:
            result.append(violated(i, ends[0].index))
        else:
            late = hidden_end(case, e, limit) and case.gap_in(birth(case, e), ends[0].index)
            result.append(kept(i) if lasted and not late else undecided(i))
    return result


@rule("grant-matches-earn")
def grant_matches_earn(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.reward_earned", "ad.reward_granted"):
        i, ad = e.index, e.get("ad")
        if e.kind == "ad.reward_granted":
            found = case.of_ad(ad, "ad.reward_earned", before=i)
            result.append(no_earlier(case, e, found, birth(case, e)))
            continue
        answers = [g.index for g in case.of_ad(ad, "ad.reward_granted", after=i)
                   if (g.get("type"), g.get("amount")) == (e.get("type"), e.get("amount"))]
        answers += [v.index for v in case.of_ad(ad, "reward.verified", after=i)]
        answer = obligation(case, i, sorted(answers), case.limit("reward_grace_s", i), "ad.reward_granted")
        result.append(proved_by_no_grant(case, answer))
    return result


def proved_by_no_grant(case, answer):
    """A grant that shows the time breaks the rule alone: where there is one, another record does."""
    if answer.outcome == "violated":
        others = [e.index for e in case.all[answer.certain:] if e.kind != "ad.reward_granted"]
        answer.witness = sorted({answer.index} | set((others + [answer.certain])[:1]))
    return answer


@rule("paid-needs-impression")
def paid_needs_impression(case, formats):
    return [around(case, e.index, [x.index for x in case.of_ad(e.get("ad"), "ad.impression")],
                   case.limit("paid_s", e.index), "ad.impression", birth(case, e))
            for e in case.of_formats(formats, "ad.paid")]


@rule("paid-is-sane")
def paid_is_sane(case, formats):
    names = ("unknown", "estimated", "publisher", "precise")
    return [guard(e.index, not (e.get("value_micros") >= 0
                                and re.fullmatch("[A-Z]{3}", e.get("currency"))
                                and e.get("precision") in names))
            for e in case.of_formats(formats, "ad.paid")]


@rule("known-ad")
def known_ad(case, formats):
    left_out = ("ad.loaded", "native.mapped", "adapter.completed", "callback.received")
    return [no_earlier(case, e, case.loaded(e.get("ad"), e.index), -1) for e in case.events
            if e.get("ad") is not None and e.cls and e.kind not in left_out]


@rule("nothing-after-the-end")
def nothing_after_the_end(case, formats):
    left_out = ("ad.discarded", "ad.paid", "ad.reward_earned", "ad.reward_granted",
                "revenue.forwarded", "reward.verified", "callback.received", "ad.delegate_lost")
    result = []
    for e in case.events:
        i, ad = e.index, e.get("ad")
        if ad is None or not e.cls or e.kind in left_out or case.format(e) not in formats:
            continue
        if e.kind == "ad.loaded" and e.get("again") is True:
            continue
        ends = case.of_ad(ad, "ad.dismissed", before=i)
        if e.kind == "ad.loaded" and not ends and birth(case, e) < 0:
            continue
        if case.is_format_late(e) and ends:
            result.append(undecided(i))
            continue
        limit = case.limit("late_event_s", i)
        if limit is None:
            if ends:
                result.append(undecided(i, "unknown"))
            elif case.gap_in(birth(case, e), i):
                result.append(perhaps(i))
            continue
        lasted = case.lasted(ends[0].index, i, limit) if ends else True
        if lasted is False:
            result.append(violated(i, ends[0].index))
        elif lasted is None or hidden_end(case, e, limit) and not (
                ends and not case.gap_in(birth(case, e), ends[0].index)):
            result.append(undecided(i) if ends else perhaps(i))
        elif ends:
            result.append(kept(i))
    return result


@rule("revenue-is-reported")
def revenue_is_reported(case, formats):
    result, found = [], []
    paid = [x.index for x in case.of("ad.paid")]
    for e in case.of_formats(formats, "ad.impression"):
        i = e.index
        if len(found) == 3 or not case.of_ad(e.get("ad"), "ad.paid_handler_set", before=i):
            continue
        found.append(i)
        answer = obligation(case, i, paid, case.limit("paid_s", i), "ad.paid",
                            witness=reported_by(case, found),
                            excuse=bool([x for x in paid if x < i]))
        if len(found) == 3:
            result.append(soften(answer, not case.gap_in(-1, i)))
        elif case.gap_in(-1, i) and answer.outcome != "kept":
            result.append(perhaps(i))
    return result


def reported_by(case, impressions):
    """These impressions, and that each ad had a handler before."""
    handled = {case.of_ad(case.all[i].get("ad"), "ad.paid_handler_set", before=i)[0].index
               for i in impressions}
    return sorted(handled | set(impressions))
