#!/usr/bin/env python3
"""Fault injection: the recorder under failing calls, kills, full disks and other programs; hostile inputs.

    python3 Tools/verification/faults/run.py .build/debug/adjournal            # the short form, of CI
    python3 Tools/verification/faults/run.py --long --seed 7 .build/release/adjournal
    python3 Tools/verification/faults/run.py --only each_call .build/debug/adjournal

Prints a line for each trial, and each breach with the fault that caused it. The exit status is 1 if there is a breach.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import follow  # noqa: E402
import injection  # noqa: E402
import lines  # noqa: E402
import shapes  # noqa: E402
from trials import Trials  # noqa: E402

HERE = Path(__file__).resolve().parent
#: The breaches of one trial that are printed.
MOST = 20


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("adjournal", type=Path)
    parser.add_argument("--long", action="store_true", help="all calls, indices and errors, and more rounds")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", help="the name of one trial")
    options = parser.parse_args()
    adjournal = options.adjournal.resolve()
    failed = False
    with tempfile.TemporaryDirectory(prefix="faults-shim-") as folder:
        shim = build_shim(Path(folder))
        print(f"seed {options.seed}", flush=True)
        trials = Trials(adjournal, shim, options.long, options.seed)
        for name, count, breaches, seconds in results(trials, adjournal, options.only):
            print(f"{name}: {count} runs, {len(breaches)} breaches, {seconds:.0f} s", flush=True)
            for breach in breaches[:MOST]:
                print(f"  {breach}", flush=True)
            failed = failed or bool(breaches) or (count == 0 and is_required(name))
    return 1 if failed else 0


def results(trials, adjournal, only):
    yield from trials.all(only)
    if only in (None, "injection"):
        started = time.monotonic()
        count, breaches = injection.run(adjournal)
        yield "injection", count, breaches, time.monotonic() - started
    if only in (None, "lines"):
        started = time.monotonic()
        count, breaches = lines.run(adjournal, trials.is_long, trials.seed)
        yield "lines", count, breaches, time.monotonic() - started
    if only in (None, "follow"):
        started = time.monotonic()
        count, breaches = follow.run(adjournal, trials.is_long, trials.seed)
        yield "follow", count, breaches, time.monotonic() - started
    if only in (None, "shapes"):
        started = time.monotonic()
        count, breaches = shapes.run(adjournal, trials.is_long)
        yield "shapes", count, breaches, time.monotonic() - started


def is_required(name):
    """Whether a trial without runs is a failure; some need root or strace."""
    return name not in ("full_disk", "traced")


def build_shim(folder):
    """Compiles the shim; returns its path."""
    compiler = os.environ.get("CC", "cc")
    shim = folder / "shim.so"
    subprocess.run([compiler, "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", shim,
                    HERE / "shim.c", "-ldl", "-lpthread"], check=True)
    return str(shim)


if __name__ == "__main__":
    sys.exit(main())
