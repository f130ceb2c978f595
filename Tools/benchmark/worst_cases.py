"""Measures the sessions that are the most expensive for a rule: one session of many records each.

    python3 Tools/benchmark/worst_cases.py --tool ADJOURNAL                     # 100 000 and 200 000 records
    python3 Tools/benchmark/worst_cases.py --tool ADJOURNAL --records 1000000 --case splashes

Every case is judged at two sizes. The last column is the ratio of their processor times: 2 is linear, 4 is
quadratic. Only a run that takes longer than --limit seconds fails.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone

from story import POLICY

START = datetime(2026, 11, 20, tzinfo=timezone.utc)
CLASSES = (
    "session app load present lock splash user suppress scene window consent decision fit delegate"
    " handler revenue reward grant video native visibility adapter"
).split()
NEXT = "the next session of the install"
RESIZED = 'scene.resized","scene":"m","width":{},"height":9,"full_screen":true'


def ad(event, unit, name, form="app_open", more=""):
    return f'{event}","ad":"a{name}","unit":"u{unit}","format":"{form}"{more}'


def requested(unit, name, form="app_open", more=""):
    return f'ad.requested","unit":"u{unit}","format":"{form}","request":"r{name}"{more}'


def loaded(unit, name, form="app_open", more=""):
    return f'ad.loaded","unit":"u{unit}","format":"{form}","request":"r{name}","ad":"a{name}"{more}'


def failed(unit, name, form="app_open", more=""):
    return (
        f'ad.failed_to_load","unit":"u{unit}","format":"{form}","request":"r{name}"'
        f',"error_code":3{more}'
    )


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
    yield 0, 'scene.connected","scene":"m","width":9,"height":9,"full_screen":true'
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
    yield 0, 'scene.connected","scene":"m","width":9,"height":9,"full_screen":true'
    for n in range(count // 3):
        yield 0, requested(1, n, "interstitial", ',"scene":"m"')
        yield 10, loaded(1, n, "interstitial", ',"scene":"m"')
        yield 5 * 3_600_000, RESIZED.format(n)


def banners(count):
    """A hundred banners in a window that is resized on and on."""
    yield 0, 'scene.connected","scene":"m","width":9,"height":9,"full_screen":true'
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


CASES = [unanswered, landing, units, shows, dismissals, held, unshown, banners, mapped, gaps, returns,
         departures, splashes, rewards, silence, overlays, thresholds, absences, midnights, launches]


def write(path, case, count, captures=True):
    classes = ",".join(f'"{name}"' for name in CLASSES)
    listed = f',"captures":[{classes}]' if captures else ""
    header = ('session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18"'
              f',"sdk":"other","sdk_version":"1","install":"i","utc_offset_min":0{listed}'
              f',"policy":{json.dumps(POLICY)}')
    with open(path, "w", encoding="utf-8") as file:
        t, seq, session = 0, 0, 0
        for passed, rest in [(0, header), *case(count)]:
            t, seq = t + passed, seq + 1
            if rest is None:
                continue
            if rest is NEXT:
                rest, seq, session = header, 1, session + 1
            wall = (START + timedelta(milliseconds=t)).isoformat(timespec="milliseconds")[:23]
            quote = "" if '"' in rest else '"'
            file.write(f'{{"v":1,"session":"s{session}","seq":{seq},"t":{t},"wall":"{wall}Z"'
                       f',"event":"{rest}{quote}}}\n')


def cost(tool, path, limit):
    """Processor seconds and peak memory in MiB of one audit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [tool, "audit", "--jobs", "1", "--exit-zero", path]
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        sys.exit(f"{path}: ended with {done.returncode}: {done.stderr.decode()[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--case", action="append", help="only these")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--unlisted", action="store_true", help="headers without captures")
    options = parser.parse_args()
    failed_cases = 0
    print(f"{'case':12} {'half':>8} {'all':>8} {'ratio':>6}   seconds of processor time,"
          f" {options.records} records")
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if options.case and case.__name__ not in options.case:
                continue
            path, costs = os.path.join(folder, "worst.jsonl"), []
            for count in (options.records // 2, options.records):
                write(path, case, count, not options.unlisted)
                costs.append(cost(options.tool, path, options.limit))
                if costs[-1] is None:
                    failed_cases += 1
                    break
            texts = ["over" if each is None else f"{each:.2f}" for each in costs]
            ratio = f"{costs[1] / costs[0]:.1f}" if len(costs) == 2 and costs[1] else "-"
            print(f"{case.__name__:12} {texts[0]:>8} {texts[-1]:>8} {ratio:>6}", flush=True)
    sys.exit(1 if failed_cases else 0)


if __name__ == "__main__":
    main()
