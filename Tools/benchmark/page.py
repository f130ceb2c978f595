#!/usr/bin/env python3
"""Times the page in Debian's Chromium: start, journals that are dropped, a report, long sessions.

    python3 Tools/benchmark/page.py TOOL [--runs 5]

TOOL is a release build of the command. Prints the median of the runs and the load average; asserts
nothing. Needs what Tools/verification/page/browser.py needs.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "verification" / "page"))
from browser import Browser  # noqa: E402

# Milliseconds until the first problem is listed and until all is done, and the longest time in
# which the page could not take input.
LOAD = """
const done = arguments[0];
const start = performance.now();
let first = null;
let last = start;
let blocked = 0;
const tick = () => {
  const now = performance.now();
  blocked = Math.max(blocked, now - last);
  last = now;
  if (first === null && document.querySelector('a[href^="#problem/"]')) first = now - start;
  if (document.body.classList.contains('open') && !document.querySelector('progress')) {
    return done({first, all: now - start, blocked});
  }
  setTimeout(tick, 4);
};
window.adjournal.load([{name: 'sample.jsonl', blob: window.sample}]);
setTimeout(tick, 4);
"""


def simulate(tool, sessions, path):
    subprocess.run([tool, "simulate", "--fault", "all", "--sessions", str(sessions), "--to", str(path)],
                   check=True, capture_output=True)


def long_session(records, path):
    """A session with this number of records: an ad is loaded and shown again and again."""
    kinds = [("ad.requested", {"request": "r-{n}"}), ("ad.loaded", {"request": "r-{n}", "ad": "a-{n}"}),
             ("ad.present_requested", {"ad": "a-{n}"}), ("ad.will_present", {"ad": "a-{n}"}),
             ("ad.impression", {"ad": "a-{n}"}), ("ad.dismissed", {"ad": "a-{n}"}),
             ("user.acted", {"what": "next"})]
    with path.open("w") as file:
        for seq in range(1, records + 1):
            kind, fields = kinds[(seq - 2) % len(kinds)] if seq > 1 else ("session.began", {})
            line = {"v": 1, "session": "long", "seq": seq, "t": seq * 1500,
                    "wall": "2026-11-01T10:00:00.000Z", "event": kind}
            if seq == 1:
                line |= {"app": "a", "app_version": "1", "build": "release", "os": "iOS", "os_version": "18",
                         "device": "phone", "sdk": "google-mobile-ads", "sdk_version": "12", "timezone": "UTC",
                         "utc_offset_min": 0, "captures": ["app", "load", "present"], "policy": {}}
            if kind.startswith("ad."):
                line |= {"unit": "u", "format": "interstitial"}
            line |= {name: text.format(n=(seq - 2) // len(kinds)) for name, text in fields.items()}
            file.write(json.dumps(line) + "\n")


def put(browser, path):
    """Gives a file to the page as one that was dropped, outside of the measured time."""
    browser.run("""
      const input = document.createElement('input');
      input.type = 'file';
      input.id = 'sample';
      document.body.append(input);
      input.onchange = () => {
        window.sample = input.files[0];
        input.remove();
      };""")
    browser.driver.find_element("id", "sample").send_keys(str(path))
    browser.wait("window.sample")


def start(browser, page):
    browser.open(page)
    return browser.run("return performance.now()")


def load(browser, page, path):
    browser.open(page)
    put(browser, path)
    return browser.driver.execute_async_script(LOAD)


# The time from an input to the frame that shows it, of 60 inputs at the begin of a frame.
STEPS = """
const done = arguments[0];
const slider = document.querySelector('input[type=range]');
const count = Number(slider.max);
const times = [];
const at = performance.now();
(async () => {
  for (let step = 0; step < 60; step += 1) {
    await new Promise(requestAnimationFrame);
    const begin = performance.now();
    slider.value = String(Math.floor(count * (0.2 + step / 100)));
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  done({p95: times[56]});
})();
"""

STATE = """
const done = arguments[0];
const slider = document.querySelector('input[type=range]');
const title = () => document.querySelector('.state')?.textContent ?? '';
const before = title();
const begin = performance.now();
slider.value = slider.max;
slider.dispatchEvent(new Event('input', {bubbles: true}));
const wait = () => (title() !== before ? done(performance.now() - begin) : setTimeout(wait, 1));
wait();
"""


def session(browser, page, path):
    """Milliseconds until the picture of a session is there, of a step, and of a state."""
    load(browser, page, path)
    browser.run("window.begin = performance.now(); location.hash = '#session/long'")
    browser.wait("document.querySelector('input[type=range]')")
    opened = browser.run("return performance.now() - window.begin")
    step = browser.driver.execute_async_script(STEPS)["p95"]
    state = browser.driver.execute_async_script(STATE)
    return {"opened": opened, "step p95": step, "state": state}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    tool = str(pathlib.Path(arguments.tool).resolve())
    print("load average:", " ".join(f"{load:.1f}" for load in os.getloadavg()))
    with tempfile.TemporaryDirectory() as scratch, Browser() as browser:
        folder = pathlib.Path(scratch)
        page = folder / "page.html"
        subprocess.run([tool, "page", "--to", str(page)], check=True, capture_output=True)
        print(f"page: {page.stat().st_size:,} bytes")
        times = [start(browser, page) for _ in range(arguments.runs)]
        print(f"page: ready after {statistics.median(times):.0f} ms")
        for sessions in (270, 3000):
            path = folder / f"{sessions}.jsonl"
            simulate(tool, sessions, path)
            show(f"{sessions} sessions, {path.stat().st_size / 1e6:.0f} MB",
                 [load(browser, page, path) for _ in range(arguments.runs)])
        report = folder / "report.html"
        subprocess.run([tool, "report", str(folder / "3000.jsonl"), "--to", str(report)], capture_output=True)
        print(f"report of 3000 sessions: {report.stat().st_size:,} bytes")
        times = []
        for _ in range(arguments.runs):
            browser.driver.get(report.as_uri())
            browser.wait("document.querySelector('a[href^=\"#problem/\"]')")
            times.append(browser.run("return performance.now()"))
            browser.settle()
            nodes = browser.nodes()
        print(f"report of 3000 sessions: first problems after {statistics.median(times):.0f} ms, {nodes} nodes")
        for records in (10_000, 100_000):
            path = folder / f"long-{records}.jsonl"
            long_session(records, path)
            show(f"session of {records:,} records",
                 [session(browser, page, path) for _ in range(arguments.runs)])
    print("load average:", " ".join(f"{load:.1f}" for load in os.getloadavg()))


def show(title, rows):
    """Prints the medians of the columns of some rows."""
    parts = [f"{name} {statistics.median(row[name] or 0 for row in rows):.0f} ms" for name in rows[0]]
    print(f"{title}: {', '.join(parts)}")


if __name__ == "__main__":
    main()
