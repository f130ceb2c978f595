"""An independent implementation of Journals/FORMAT.md and Journals/RULES.md.

It judges whole sessions, one at a time, and shares no code with the package.

    python3 Tools/verification/oracle/oracle.py [--policy KEY=VALUE]… [--seen-only] FILE…

Prints one line of JSON per session. `--seen-only` omits events that are activations only because a gap may
hide their condition (a first interstitial, an earlier failure); without it these are undecided.
"""
import importlib
import json
import os
import sys

from demands import is_met
from installs import link
from preload import NOT_BY_PRELOADER, is_by_preloader
from rules_base import CATALOGUE, RULES, formats_of
from sessions import NO_SESSION, read
from slots import Slots
from timeline import OF_APP
from times import NO_TIMES, measures_time
from witness import complete
from words import ALL_FORMATS

for _name in sorted(os.listdir(os.path.dirname(os.path.abspath(__file__)))):
    if _name.startswith("rules_") and _name.endswith(".py"):
        importlib.import_module(_name[:-3])

NOT_CAPTURED = {"verdict": "not-captured", "activations": 0, "violations": [], "undecided": []}
NAMES = {"request": "request", "ad": "ad", "load": "load", "window": "window"}


def cases_of(sessions, overrides):
    cases = [Slots(session, overrides) for session in sessions]
    link(cases)
    return cases


def names_of(case, index):
    """The names in a record, with the request of its ad or of its adapter load."""
    e = case.all[index]
    names = {(field, e.get(field)) for field in NAMES if e.get(field) is not None}
    for ad in [name for field, name in names if field == "ad"]:
        names |= {("request", load.get("request")) for load in case.loads.get(ad, [])}
    for load in [name for field, name in names if field == "load"]:
        names |= {("request", called.get("request")) for called in case.of("adapter.load_called")
                  if called.get("load") == load}
    return names


def settle_names(case, activation):
    reused = case.session.reused
    if not reused:
        return
    records = {activation.index}
    if activation.outcome == "violated":
        records |= activation.own | {activation.certain}
    if any(names_of(case, index) & reused for index in records):
        activation.outcome, activation.why = "undecided", "unknown"


def settle_format(case, activation):
    """Adds the later record that names the format of an ad to the witness."""
    e = case.all[activation.index]
    if e.get("ad") is None or not case.is_format_late(e):
        return
    says = [o.index for o in case.events if o.get("ad") == e.get("ad") and o.get("format")]
    shown = set(says) & set(activation.witness)
    if shown:
        activation.certain = max(activation.certain, min(shown))
        return
    said = says[0]
    records = set(activation.witness) | {said}
    if activation.missing and said >= activation.certain:
        records = {e.index, said}  # which shows the time as well
    activation.witness = sorted(records)
    activation.certain = max(activation.certain, said)


#: Rules each of whose thresholds of the app has activations of its own.
ONE_SUFFICES = {"clicks-bounded"}
SEEN_ONLY = "--seen-only"
OPTIONS = set()


def judge(case, name):
    needed = set(CATALOGUE[name]["observes"].split())
    if not needed <= case.captured or not is_met(case, name):
        return NOT_CAPTURED
    if measures_time(name) and not case.has_times:
        return {**NOT_CAPTURED, "reason": NO_TIMES}
    of_app = OF_APP & set(CATALOGUE[name]["policy"].split())
    unset = [key for key in sorted(of_app) if case.is_unset(key, len(case.all))]
    if unset and (name not in ONE_SUFFICES or len(unset) == len(of_app)):
        return {**NOT_CAPTURED, "reason": f"policy {unset[0]} is not set"}
    activations = RULES[name](case, formats_of(name))
    if activations is None:
        return NOT_CAPTURED
    if name not in ONE_SUFFICES:
        activations = [a for a in activations if not any(case.is_unset(k, a.index) for k in of_app)]
    if name in NOT_BY_PRELOADER:
        activations = [a for a in activations if not is_by_preloader(case.all[a.index])]
    if SEEN_ONLY in OPTIONS:
        activations = [a for a in activations if not a.possible]
    for activation in activations:
        if activation.outcome == "violated":
            complete(case, activation, name)
        settle_names(case, activation)
        if activation.outcome == "violated" and formats_of(name) != ALL_FORMATS:
            settle_format(case, activation)
        doubts = case.several or case.header is None or not case.has_times
        if activation.why == "gap" and not case.gaps and doubts:
            activation.why = "unknown"  # nothing is lost but the header, the name of a scene or times
    broken = [a for a in activations if a.outcome == "violated"]
    unknown = [a for a in activations if a.outcome == "undecided"]
    if broken:
        verdict = "violated"
    elif unknown:
        verdict = "inconclusive"
    elif not activations:
        verdict = "vacuous"
    else:
        doubted = case.session.partial or case.session.bad_seal
        verdict = "inconclusive" if doubted else "holds"
    return {"verdict": verdict, "activations": len(activations),
            "violations": [violation(case, a) for a in sorted(
                broken, key=lambda a: (a.certain, a.index))],
            "undecided": [{"seq": case.all[a.index].seq, "why": a.why} for a in sorted(
                unknown, key=lambda a: a.index)]}


def violation(case, activation):
    shown = {"seq": case.all[activation.certain].seq,
             "witness": [case.all[index].seq for index in activation.witness]}
    if activation.missing:
        shown["missing"] = activation.missing
    if activation.late:
        answer, beyond = activation.late
        shown["late_ms"], shown["answer"] = beyond, case.all[answer].seq
        shown["witness"] = sorted({*shown["witness"], shown["answer"]})
    return shown


def audit(paths, overrides=None):
    sessions = read(paths)
    cases = {case.session: case
             for case in cases_of([s for s in sessions if s.name != NO_SESSION], overrides or {})}
    for session in sessions:
        case = cases.get(session)
        if case is None:
            yield {"path": session.path, "damage": session.damage}
            continue
        yield {"path": session.path, "session": session.key, "records": len(session.events),
               "end": session.end, "gaps": len(session.gaps), "damage": session.damage,
               "rules": {name: judge(case, name) for name in CATALOGUE if name in RULES}}


def main(arguments):
    overrides, paths = {}, []
    while arguments:
        word = arguments.pop(0)
        if word == "--policy":
            key, _, value = arguments.pop(0).partition("=")
            overrides[key] = float(value)
        elif word == SEEN_ONLY:
            OPTIONS.add(word)
        else:
            paths.append(word)
    for result in audit(paths, overrides):
        print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
