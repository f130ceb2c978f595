"""The sessions of one install: their order, and which earlier shows are known.

Journals/RULES.md, sections 8.1 and 8.2.
"""
import collections
import math

from timeline import DAY

EAST = 14 * 3_600_000


def launch(case):
    return (case.header or {}).get("launch_count")


def first(case):
    return case.all[0].wall


def began(case, e):
    """When the session began, the later of what its first record and the record e say."""
    return max(first(case), e.wall - (e.t - case.all[0].t))


def whole_day(wall):
    """The first local day that began nowhere before this instant."""
    return (wall + EAST) // DAY + 1


def link(cases):
    """Gives each session its row: the sessions of its install that follow each other."""
    installs = collections.defaultdict(list)
    for case in cases:
        case.row, case.place, case.complete_from = [case], 0, math.inf
        install = (case.header or {}).get("install")
        if install and case.has_times:
            installs[install].append(case)
    for found in installs.values():
        link_install(without_copies(found))


def without_copies(found):
    copies = collections.defaultdict(list)
    for case in found:
        copies[case.session.name, first(case), launch(case)].append(case)
    return [max(same, key=lambda case: len(case.all)) for same in copies.values()], copies


def link_install(sorted_and_copies):
    unique, copies = sorted_and_copies
    unique.sort(key=lambda case: (first(case), -math.inf if launch(case) is None else launch(case)))
    rows, latest, complete = [], -math.inf, math.inf
    for number, case in enumerate(unique):
        before = unique[number - 1] if number else None
        tied = number > 1 and first(unique[number - 2]) == first(before)
        if before is not None and not tied and follows(case, before, latest):
            one_more = launch(case) is not None and launch(case) == launch(before) + 1
            whole = -math.inf if launch(before) == 1 else whole_day(began(before, before.all[-1]))
            complete = min(complete, whole) if one_more else math.inf
            rows[-1].append(case)
        else:
            complete = math.inf
            rows.append([case])
        latest = max([latest] + [e.wall for e in case.all])
        for copy in copies[case.session.name, first(case), launch(case)]:
            copy.row, copy.place = rows[-1], len(rows[-1]) - 1
            copy.complete_from = complete


def follows(case, before, latest):
    if first(case) < latest or first(case) == first(before):
        return False
    if launch(case) is None or launch(before) is None:
        return launch(case) is None and launch(before) is None
    return launch(case) > launch(before)


def alone(case, e, day):
    """Whether no other session can have a show of the day before the record e."""
    return launch(case) == 1 or day >= whole_day(began(case, e))


def earlier(case, e, day):
    """The earlier sessions whose shows of the day count."""
    return [] if alone(case, e, day) else case.row[:case.place]


def are_known(case, e, day):
    """Whether all shows of the day in earlier sessions are known."""
    return alone(case, e, day) or day >= case.complete_from
