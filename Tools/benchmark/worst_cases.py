"""Measures the inputs that are the most expensive for a rule or a command.

    python3 Tools/benchmark/worst_cases.py --tool ADJOURNAL                     # up to 200 000 records
    python3 Tools/benchmark/worst_cases.py --tool ADJOURNAL --records 1000000 --case splashes
    python3 Tools/benchmark/worst_cases.py --tool ADJOURNAL --records 50000 --instructions

Every case runs at three sizes, each four times the one before. The last column is the exponent of the
processor time between the last two: 1 is linear, 2 is quadratic; the target is at most 1.15. It is `-`
where a run is too short to tell. Only a run that takes longer than --limit seconds fails.

The time of a linear case can grow faster than its input, because the state outgrows the processor's caches.
With --instructions, valgrind counts the instructions, which depend neither on caches nor on other load.
"""

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile

import instructions
from worst_commands import SHAPES, held_resizes
from worst_events import CONNECTED, NEXT, RESIZED, ad, failed, loaded, requested, write


def unanswered(count):
    """Requests of one slot that nobody answers."""
    for n in range(count):
        yield 500, requested(1, n)


def landing(count):
    """Loads in flight that end in the middle of the row."""
    half = count // 2
    for n in range(half):
        yield 0, requested(1, n)
    for n in range(half):
        yield 0, loaded(1, half // 2 + (n // 2 if n % 2 else -n // 2 - 1))


def units(count):
    """Every load is of another unit, and every tenth record brings the app back."""
    for n in range(count // 10):
        for k in range(4):
            yield 0, requested(n * 4 + k, n * 4 + k, more=',"reason":"background"')
            yield 0, loaded(n * 4 + k, n * 4 + k)
        yield 5000, 'app.entered_background'
        yield 5000, 'app.entering_foreground'


def shows(count):
    """App-open ads shown one after the other, each with its decision."""
    for n in range(count // 5):
        decision = f'ad.show_decided","unit":"u1","format":"app_open","outcome":"show","remaining":{n}'
        yield 10, loaded(1, n)
        yield 10, decision
        yield 10, ad("ad.present_requested", 1, n)
        yield 10, ad("ad.will_present", 1, n)
        yield 10, ad("ad.dismissed", 1, n)


def dismissals(count):
    """Ads of one slot that are dismissed at once, and one request for them all."""
    for n in range(count // 3):
        yield 0, loaded(1, n, "rewarded")
        yield 0, ad("ad.will_present", 1, n, "rewarded")
        yield 0, ad("ad.dismissed", 1, n, "rewarded")
    yield 0, requested(1, "last", "rewarded")


def held(count):
    """A hundred ads held for a window that is resized on and on, and checked by nobody in time."""
    yield 0, CONNECTED
    for n in range(100):
        yield 0, loaded(n, n, "interstitial", ',"scene":"m"')
    for n in range(count // 100):
        yield 0, RESIZED.format(n)
        yield from ((10, 'user.acted') for _ in range(79))
        yield 10, requested(n % 100, f"x{n}", "interstitial", ',"scene":"m","reason":"resized"')
        yield from ((0, f'ad.fit_checked","ad":"a{k}","unit":"u{k}","scene":"m","fits":true')
                    for k in range(n % 5, 100, 5))


def unshown(count):
    """Ads of a window that nobody shows, too old whenever it is resized."""
    yield 0, CONNECTED
    for n in range(count // 3):
        yield 0, requested(1, n, "interstitial", ',"scene":"m"')
        yield 10, loaded(1, n, "interstitial", ',"scene":"m"')
        yield 5 * 3_600_000, RESIZED.format(n)


def banners(count):
    """A hundred banners in a window that is resized on and on."""
    yield 0, CONNECTED
    for n in range(100):
        yield 0, loaded(n, n, "banner", ',"scene":"m"')
    for n in range(count // 100):
        yield 0, RESIZED.format(n)
        for k in range(99):
            yield 0, requested(k, f"{n}-{k}", "banner", ',"scene":"m","reason":"resized"')


def mapped(count):
    """Mediated native ads whose impressions are reported when all of them are mapped."""
    many = count // 5
    for n in range(many):
        yield 0, (f'adapter.load_called","load":"l{n}","request":"r{n}","adapter":"A"'
                  ',"format":"native","parameter_present":true')
        yield 0, f'adapter.completed","load":"l{n}","adapter":"A","has_ad":true,"has_error":false'
        yield 0, (f'native.mapped","ad":"a{n}","unit":"u1","headline":true,"media":true'
                  ',"handles_impressions":true,"handles_clicks":true')
        yield 0, loaded(1, n, "native")
    for n in range(many):
        yield 0, f'adapter.reported","load":"l{n}","adapter":"A","what":"impression"'


def gaps(count):
    """Every other record of a busy session is lost."""
    for n in range(count // 5):
        yield 50, None
        yield 50, loaded(1, n)
        yield 50, None
        yield 50, ad("ad.will_present", 1, n)
        yield 50, None
        yield 50, 'app.entered_background'
        yield 50, None
        yield 50, 'app.entering_foreground'
        yield 50, None
        yield 50, failed(1, f"x{n}")


def returns(count):
    """An ad that lies ready over all returns."""
    yield 0, loaded(1, 1)
    for _ in range(count // 2):
        yield 10, 'app.entered_background'
        yield 10, 'app.entering_foreground'


def departures(count):
    """Backgrounds without the request that the session makes on others."""
    for n in range(count // 6):
        yield 2000, 'app.entered_background'
        yield 2000, requested(1, n, more=',"reason":"background"')
        yield 2000, 'app.entering_foreground'
        yield 65000, 'app.entered_background'
        yield 3000, 'app.entering_foreground'
        yield 1, 'app.became_active'


def splashes(count):
    """Loading screens that come and go."""
    for _ in range(count // 2):
        yield 10, 'splash.began'
        yield 10, 'splash.finished'


def rewards(count):
    """One ad that earns rewards without end, granted in another amount."""
    yield 0, loaded(1, 1, "rewarded")
    for n in range(count // 2):
        yield 0, f'ad.reward_earned","ad":"a1","unit":"u1","type":"c","amount":{n}'
    for n in range(count // 2):
        yield 0, f'ad.reward_granted","ad":"a1","unit":"u1","type":"c","amount":-{n + 1}'


def silence(count):
    """Slots that wait for a request while consent says no again and again."""
    for n in range(count // 2):
        yield 0, failed(n, n)
    for n in range(count // 2):
        yield 10, 'consent.updated","can_request_ads":false'


def overlays(count):
    """An ad that comes up again and again, with gaps that may hide that it was gone."""
    yield 0, loaded(1, 1, "rewarded")
    yield 0, ad("ad.present_requested", 1, 1, "rewarded")
    for n in range(count // 2):
        yield 0, ad("ad.present_requested", 1, 1, "rewarded")
        yield 0, None if n % 3 == 0 else ad("ad.will_present", 1, 1, "rewarded")


def thresholds(count):
    """An ad held for each of many slots, and ages that change to and fro."""
    for n in range(count // 4):
        yield 0, requested(n, n)
        yield 0, loaded(n, n)
    for n in range(count // 2):
        yield 0, f'config.changed","policy":{{"app_open_max_age_s":{14_400 + n % 2}}}'


def absences(count):
    """Many slots that ask on background before the SDK was started, and as many absences."""
    for n in range(count // 4):
        yield 0, requested(n, n, more=',"reason":"background"')
        yield 0, failed(n, n)
    for n in range(count // 4):
        yield 10_000, 'app.entered_background'
        yield 10_000, 'app.entering_foreground'


def midnights(count):
    """A show a day, and a record lost over each midnight."""
    for n in range(count // 4):
        yield 86_400_000, None
        yield 0, loaded(1, n)
        yield 10, ad("ad.will_present", 1, n)
        yield 10, ad("ad.dismissed", 1, n)


def launches(count):
    """Many sessions of one install on one day, each with a show and a loss."""
    for n in range(count // 5):
        if n:
            yield 1, NEXT
        yield 0, loaded(1, n)
        yield 0, None
        yield 1, ad("ad.will_present", 1, n)
        yield 1, ad("ad.dismissed", 1, n)


def held_resizes_lost(count):
    """Interstitials whose requests are lost, so that they can be those of a window that is resized."""
    yield 0, CONNECTED
    for n in range(count // 3):
        yield 1, None
        yield 1, loaded(n, n, "interstitial")
    for n in range(count // 3):
        yield 1, RESIZED.format(n)


def held_resizes_reused(count):
    """Interstitials for one window that all have the request name of the first."""
    yield 0, CONNECTED
    for n in range(count // 3):
        yield 1, requested(n, 0, "interstitial", ',"scene":"m"')
        yield 1, loaded(n, 0, "interstitial", ',"scene":"m"').replace('"ad":"a0"', f'"ad":"a{n}"')
    for n in range(count // 3):
        yield 1, RESIZED.format(n)


def held_resizes_late(count):
    """A hundred interstitials in one window, which is resized on and on; each is checked, but too late."""
    yield 0, CONNECTED
    for n in range(100):
        yield 0, loaded(n, n, "interstitial", ',"scene":"m"')
    for n in range(count // 4):
        yield 1, RESIZED.format(n)
        yield 1, RESIZED.format(n + 1)
        yield 3000, f'ad.fit_checked","ad":"a{n % 100}","unit":"u{n % 100}","scene":"m","fits":true'
        yield 1, requested(n % 7, f"x{n}", "interstitial", ',"scene":"m","reason":"resized"')


CASES = [unanswered, landing, units, shows, dismissals, held, unshown, banners, mapped, gaps, returns,
         departures, splashes, rewards, silence, overlays, thresholds, absences, midnights, launches,
         held_resizes, held_resizes_lost, held_resizes_reused, held_resizes_late]


def judged(case, captures):
    """A case as a shape of `worst_commands`: an audit of its session."""
    def shape(folder, count):
        path = os.path.join(folder, "worst.jsonl")
        write(path, case, count, captures)
        return ["audit", "--jobs", "1", "--exit-zero", path]
    shape.__name__ = case.__name__
    return shape


def cost(command, limit):
    """Processor seconds of a command; None if it takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode not in (0, 1, 2, 3):
        sys.exit(f"{command}: ended with {done.returncode}: {done.stderr.decode()[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def counted(command, limit):
    """Millions of instructions of a command, however long it takes."""
    return instructions.profile(command)[""] / 1e6


def exponent(costs, start, least):
    """The exponent from the second size to the third, which is four times as large."""
    small, large = costs[1] - start, costs[2] - start
    return math.log(large / small, 4) if small > least and large > 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--records", type=int, default=200_000, help="the largest size")
    parser.add_argument("--case", action="append", help="only these")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--unlisted", action="store_true", help="headers without captures")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead of time")
    options = parser.parse_args()
    shapes = [(judged(case, not options.unlisted), 1) for case in CASES] + SHAPES
    measured, unit, least = cost, "seconds of processor time", 0.02
    if options.instructions:
        measured, unit, least = counted, "millions of instructions", 20
    start = min(measured([options.tool, "--version"], options.limit) for _ in range(5))
    failed_cases = 0
    print(f"{'case':22} {'n':>8} {'4n':>8} {'16n':>8} {'exponent':>9}   {unit}, 16n = {options.records}")
    for shape, share in shapes:
        if options.case and shape.__name__ not in options.case:
            continue
        costs = []
        for part in (16, 4, 1):
            with tempfile.TemporaryDirectory() as folder:
                arguments = shape(folder, int(options.records * share) // part)
                costs.append(measured([options.tool, *arguments], options.limit))
            if costs[-1] is None:
                failed_cases += 1
                break
        texts = ["over" if each is None else f"{each:.2f}" for each in costs]
        texts += ["-"] * (3 - len(texts))
        power = exponent(costs, start, least) if None not in costs else None
        print(f"{shape.__name__:22} {texts[0]:>8} {texts[1]:>8} {texts[2]:>8} "
              f"{'-' if power is None else f'{power:.2f}':>9}", flush=True)
    sys.exit(1 if failed_cases else 0)


if __name__ == "__main__":
    main()
