"""Measures the cost of one shown ad on the main thread of an app, and the code that the recorder links.

Builds the program in `shown/`, which shows ads of the stub SDK through the recorder, runs it some times,
and prints what each call took in its quietest round. See README.md.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The modules an app links: the recorder and, in the program itself, the sources of the SDK; then the states of a
# session, the decider and the ad manager.
SOURCES = "GoogleJournal"
RECORDING = ["AdRecording", "JournalFormat", "Platform", "AdVocabulary", "JSONLines", "AdCapture", "AppJournal", SOURCES]
DECIDING = ["AdSession", "AdDecider", "AdManaging"]
# A section of code in the linker's map, with its size, the module of its object and the object; discarded ones have
# address 0.
CODE = re.compile(r"^ \.text\S*\s+0x(?!0+\s)[0-9a-f]+\s+0x([0-9a-f]+)\s+\S*/(\w+)\.build/(\S+)\.o$", re.M)


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scratch-path", default=str(ROOT / ".build"))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--ads", type=int, default=500)
    parser.add_argument("--json", help="write all figures to this file")
    return parser.parse_args()


def build(scratch):
    command = ["swift", "build", "-c", "release", "--package-path", str(ROOT), "--scratch-path", scratch,
               "--product", "ShownAds", "-Xlinker", f"-Map={map_of(scratch)}"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return Path(scratch) / "release" / "ShownAds"


def map_of(scratch):
    """The file in which the linker writes what it placed where."""
    return Path(scratch).resolve() / "ShownAds.map"


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
    """Bytes of machine code of each module of the package in a linked program, by its symbols.

    Code of the library that is specialised for a module has no name of the module; see `object_size`.
    """
    nm = subprocess.run(["nm", "--print-size", "--defined-only", str(program)], check=True,
                        capture_output=True, text=True)
    sizes = dict.fromkeys(RECORDING + DECIDING, 0)
    prefixes = {f"$s{len(name)}{name}": name for name in sizes if name != SOURCES}
    prefixes[f"$s8ShownAds{len(SOURCES)}{SOURCES}O"] = SOURCES
    for line in nm.stdout.splitlines():
        parts = line.split()
        if len(parts) != 4 or parts[2] not in "tTwW":
            continue
        for prefix, name in prefixes.items():
            if parts[3].startswith(prefix):
                sizes[name] += int(parts[1], 16)
    return sizes


def object_size(linker_map):
    """Bytes of machine code in the objects of each module of the package, by the linker's map."""
    sizes = dict.fromkeys(RECORDING + DECIDING, 0)
    for size, module, name in CODE.findall(linker_map.read_text()):
        if name.startswith(SOURCES):
            module = SOURCES
        if module in sizes:
            sizes[module] += int(size, 16)
    return sizes


def print_sizes(title, sizes):
    recording = sum(sizes[name] for name in RECORDING)
    deciding = sum(sizes[name] for name in DECIDING)
    print(f"\n{title}: {recording / 1024:.0f} KiB for recording, {deciding / 1024:.0f} KiB more for AppOpenAds")
    for name, size in sizes.items():
        print(f"  {name:24} {size / 1024:6.0f} KiB")


def main():
    chosen = options()
    program = build(chosen.scratch_path)
    load = os.getloadavg()[0]
    runs = [run(program, chosen.ads) for _ in range(chosen.rounds)]
    print(f"{chosen.rounds} rounds, load {load:.1f} before and {os.getloadavg()[0]:.1f} after")
    for way in ("recorded", "decided"):
        print_way(runs, way)
    sizes = text_size(program)
    objects = object_size(map_of(chosen.scratch_path))
    print_sizes("machine code that is linked, by symbols", sizes)
    print_sizes("with the library's code that is specialised for it", objects)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps({"runs": runs, "text": sizes, "objects": objects}, indent=1) + "\n")


if __name__ == "__main__":
    main()
