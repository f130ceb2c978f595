"""Measures the cost of one shown ad on the main thread of an app, and the code that the recorder links.

Builds the program in `shown/`, which shows ads of the stub SDK through the recorder, runs it some times,
and prints what each call took in its quietest round. See README.md.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The modules an app links: recorder and shell; then the decider and the ad manager.
RECORDING = ["AdRecording", "JournalFormat", "Platform", "AdSession", "JSONLines", "AdCapture", "AppJournal",
             "GoogleMobileAdsJournal"]
DECIDING = ["AdDecider", "AdManaging"]


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scratch-path", default=str(ROOT / ".build"))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--ads", type=int, default=500)
    parser.add_argument("--json", help="write all figures to this file")
    return parser.parse_args()


def build(scratch):
    command = ["swift", "build", "-c", "release", "--package-path", str(ROOT), "--scratch-path", scratch,
               "--product", "ShownAds"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return Path(scratch) / "release" / "ShownAds"


def run(program, ads):
    """The figures of each way, each in a process of its own."""
    told = {}
    for way in ("bare", "recorded", "decided"):
        folder = tempfile.mkdtemp(prefix="adjournal-shown-")
        try:
            command = [str(program), way, folder, str(ads)]
            done = subprocess.run(command, check=True, capture_output=True)
            told[way] = json.loads(done.stdout)
        finally:
            shutil.rmtree(folder)
    return told


def quietest(runs, way, call, figure):
    """The figure of the round in which other processes disturbed the call least."""
    found = [one[figure] for each in runs for one in each[way]["calls"] if one["call"] == call]
    return min(found) if found else None


def print_way(runs, way):
    last = runs[-1][way]
    lost = max(each[way]["lost"] for each in runs)
    print(f"\n{way}: {last['ads']} ads, {last['records'] / last['ads']:.1f} records an ad"
          + (f", {lost} LOST" if lost else ""))
    print(f"{'call on the main thread, ns':32} {'p50':>8} {'p99':>8} {'bare p50':>9}")
    total = 0
    for one in last["calls"]:
        name = one["call"]
        ours, bare = quietest(runs, way, name, "p50"), quietest(runs, "bare", name, "p50")
        total += ours - (bare or 0)
        p99 = quietest(runs, way, name, "p99")
        print(f"{name:32} {ours:8.0f} {p99:8.0f} {bare if bare is not None else '':>9}")
    print(f"{len(last['calls'])} calls an ad, {total / 1000:.1f} µs more than without")


def text_size(program):
    """Bytes of machine code of each module of the package in a linked program, by its symbols."""
    nm = subprocess.run(["nm", "--print-size", "--defined-only", str(program)], check=True,
                        capture_output=True, text=True)
    sizes = dict.fromkeys(RECORDING + DECIDING, 0)
    prefixes = {f"$s{len(name)}{name}": name for name in sizes}
    for line in nm.stdout.splitlines():
        parts = line.split()
        if len(parts) != 4 or parts[2] not in "tTwW":
            continue
        for prefix, name in prefixes.items():
            if parts[3].startswith(prefix):
                sizes[name] += int(parts[1], 16)
    return sizes


def main():
    chosen = options()
    program = build(chosen.scratch_path)
    load = os.getloadavg()[0]
    runs = [run(program, chosen.ads) for _ in range(chosen.rounds)]
    print(f"{chosen.rounds} rounds, load {load:.1f} before and {os.getloadavg()[0]:.1f} after")
    for way in ("recorded", "decided"):
        print_way(runs, way)
    sizes = text_size(program)
    recording = sum(sizes[name] for name in RECORDING)
    deciding = sum(sizes[name] for name in DECIDING)
    print(f"\nmachine code that is linked: {recording / 1024:.0f} KiB for recording, "
          f"{deciding / 1024:.0f} KiB more for AppOpenAds")
    for name, size in sizes.items():
        print(f"  {name:24} {size / 1024:6.0f} KiB")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps({"runs": runs, "text": sizes}, indent=1) + "\n")


if __name__ == "__main__":
    main()
