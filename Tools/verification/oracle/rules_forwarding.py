"""Revenue that the app passes on, and rewards that its server verified."""
from lines import VALUES
from rules_base import guard, obligation, perhaps, rule, soften, undecided
from rules_revenue import birth


@rule("paid-is-forwarded")
def paid_is_forwarded(case, formats):
    return [obligation(case, e.index, [x.index for x in case.of_ad(
        e.get("ad"), "revenue.forwarded", after=e.index)], case.limit("forward_s", e.index),
        "revenue.forwarded") for e in case.of_formats(formats, "ad.paid")
        if e.get("value_micros") > 0]


def service(e):
    """The service that the revenue went to; those that the vocabulary does not list are one."""
    to = e.get("to")
    return to if to in VALUES["revenue.forwarded", "to"] else None


@rule("forwarded-was-paid")
def forwarded_was_paid(case, formats):
    result = []
    for e in case.of_formats(formats, "revenue.forwarded"):
        i, ad = e.index, e.get("ad")
        paid = [x.index for x in case.of_ad(ad, "ad.paid", before=i)]
        same = [x.index for x in case.of_ad(ad, "revenue.forwarded", before=i + 1)
                if service(x) == service(e)]
        if case.gap_in(birth(case, e), i):
            result.append(undecided(i))
        elif len(same) > len(paid) > 0 and service(e) in ("other", None):
            result.append(undecided(i, "unknown"))
        else:
            result.append(guard(i, len(same) > len(paid)))
    return result


@rule("forwarded-value-equals-paid")
def forwarded_value_equals_paid(case, formats):
    result = []
    for e in case.of_formats(formats, "revenue.forwarded"):
        i, paid = e.index, case.of_ad(e.get("ad"), "ad.paid", before=e.index)
        equal = any((x.get("value_micros"), x.get("currency"))
                    == (e.get("value_micros"), e.get("currency")) for x in paid)
        lost = case.gap_in(birth(case, e), i)
        if not paid:
            result += [perhaps(i)] if lost else []
        elif lost and not equal:
            result.append(undecided(i))
        else:
            result.append(guard(i, not equal, paid[-1].index))
    return result


@rule("refused-reward-not-granted")
def refused_reward_not_granted(case, formats):
    result = []
    for e in case.of_formats(formats, "ad.reward_granted"):
        i, told = e.index, case.of_ad(e.get("ad"), "reward.verified", before=e.index)
        if not told:
            result += [perhaps(i)] if case.gap_in(birth(case, e), i) else []
        elif case.gap_in(told[-1].index, i):
            result.append(undecided(i))
        else:
            result.append(guard(i, told[-1].get("valid") is False, told[-1].index))
    return result


@rule("verified-reward-is-granted")
def verified_reward_is_granted(case, formats):
    result = []
    for e in case.of_formats(formats, "reward.verified"):
        i, grants = e.index, [x.index for x in case.of_ad(e.get("ad"), "ad.reward_granted")]
        if e.get("valid") is True:
            answer = obligation(case, i, grants, case.limit("reward_grace_s", i),
                                "ad.reward_granted", excuse=any(g < i for g in grants))
            result.append(soften(answer, not case.gap_in(birth(case, e), i)))
    return result
