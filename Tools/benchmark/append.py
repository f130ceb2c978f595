"""Compares the cost of one append for its caller: the recorder and other ways to write a journal (P13, P14).

Builds the program in `append/` against this package and the peers in `append/peers/`, runs all of them
by turns, and prints medians of the rounds. See README.md.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent / "append"
ROOT = HERE.parent.parent.parent
PEERS = {"sqlite": ("sqlite_peer", ["-lsqlite3"]),
         "spdlog": ("spdlog_peer", ["-DSPDLOG_SHARED_LIB", "-DSPDLOG_COMPILED_LIB",
                                    "-DSPDLOG_FMT_EXTERNAL", "-lspdlog", "-lfmt", "-pthread"])}
# Name, program, way, appends, nanoseconds between two, threads.
ROWS = [
    ("nothing: two looks at the clock", "append", "nothing", 200_000, 2000, 1),
    ("recorder", "append", "recorder", 200_000, 2000, 1),
    ("recorder, checksums", "append", "recorder-checksums", 200_000, 2000, 1),
    ("recorder, checksums and seals", "append", "recorder-seals", 200_000, 2000, 1),
    ("recorder, 4 threads", "append", "recorder-checksums", 200_000, 2000, 4),
    ("session recorder", "append", "session", 200_000, 2000, 1),
    ("session recorder, response hashed", "append", "session-hash", 50_000, 10_000, 1),
    ("write(2) per line", "append", "write", 200_000, 2000, 1),
    ("JSONEncoder + FileHandle", "append", "foundation", 10_000, 50_000, 1),
    ("the same, and the time as text", "append", "foundation-time", 10_000, 50_000, 1),
    ("spdlog, asynchronous", "spdlog", None, 200_000, 2000, 1),
    ("SQLite, WAL", "sqlite", None, 10_000, 50_000, 1),
]
SUSTAINED = [
    ("recorder", "recorder", 2_000_000), ("recorder, checksums", "recorder-checksums", 2_000_000),
    ("recorder, checksums and seals", "recorder-seals", 500_000),
    ("write(2) per line", "write", 500_000), ("JSONEncoder + FileHandle", "foundation", 50_000),
]


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", default=Path(tempfile.gettempdir()) / "adjournal-append",
                        help="folder for programs and journals (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="write all figures to this file")
    return parser.parse_args()


class Programs:
    """The programs that append; those that do not build are missing."""

    def __init__(self, work):
        self.work = work
        self.paths = {"append": self.build()}
        for name, (source, flags) in PEERS.items():
            self.paths[name] = self.compile(source, flags)
        self.counter = self.shared()

    def build(self):
        scratch = self.work / "build"
        command = ["swift", "build", "-c", "release", "--package-path", str(HERE),
                   "--scratch-path", str(scratch)]
        environment = dict(os.environ, ADJOURNAL=str(ROOT))
        subprocess.run(command, env=environment, check=True, stdout=sys.stderr)
        return scratch / "release" / "append"

    def compile(self, source, flags):
        made = self.work / source
        command = ["g++", "-O2", "-std=c++17", str(HERE / "peers" / f"{source}.cpp"), *flags,
                   "-o", str(made)]
        if shutil.which("g++") and subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0:
            return made
        print(f"{source}: does not compile; its library may be missing (--install of benchmark.py)", file=sys.stderr)
        return None

    def shared(self):
        made = self.work / "allocations.so"
        command = ["cc", "-O2", "-shared", "-fPIC", str(HERE / "peers" / "allocations.c"),
                   "-o", str(made)]
        return made if subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0 else None

    def run(self, program, way, count, gap, threads, counts=False):
        """The figures of one run of a program in a new folder."""
        path = self.paths[program]
        if path is None:
            return None
        folder = self.work / "journals"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        command = [str(path), str(folder), str(count), str(gap)]
        if way:
            command = [str(path), way, str(folder), str(count), str(gap), str(threads)]
        environment = dict(os.environ)
        if counts and self.counter:
            environment["LD_PRELOAD"] = str(self.counter)
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        shutil.rmtree(folder, ignore_errors=True)
        return json.loads(done.stdout)


def medians(runs):
    """The median of each figure over the rounds."""
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def pair_ratio(ours, theirs, figure):
    """The median over rounds of the ratio of one round."""
    return statistics.median(a[figure] / b[figure] for a, b in zip(ours, theirs))


def measure(programs, rounds):
    paced = {name: [] for name, *_ in ROWS}
    fast = {name: [] for name, *_ in SUSTAINED}
    for _ in range(rounds):
        for name, program, way, count, gap, threads in ROWS:
            said = programs.run(program, way, count, gap, threads)
            if said:
                paced[name].append(said)
        for name, way, count in SUSTAINED:
            fast[name].append(programs.run("append", way, count, 0, 1))
    return paced, fast


def net(runs, nothing):
    """The same runs without the cost of reading the clock."""
    return [{"p50": max(1, run["p50"] - none["p50"])} for run, none in zip(runs, nothing)]


def print_paced(paced):
    ours, nothing = paced["recorder, checksums"], paced["nothing: two looks at the clock"]
    print(f"{'nanoseconds of one append':34} {'p50':>8} {'p99':>8} {'p99.9':>8} {'max':>10}"
          f"   p50 of the recorder as a share; less the looks at the clock")
    for name, runs in paced.items():
        if not runs:
            print(f"{name:34} not here")
            continue
        told = medians(runs)
        share = ""
        if runs is not ours and runs is not nothing:
            less = pair_ratio(net(ours, nothing), net(runs, nothing), "p50")
            share = f"   {pair_ratio(ours, runs, 'p50'):.4f}  {less:.4f}"
        print(f"{name:34} {told['p50']:8.0f} {told['p99']:8.0f} {told['p999']:8.0f} "
              f"{told['max']:10.0f}{share}")


def main():
    chosen = options()
    work = Path(chosen.work)
    work.mkdir(parents=True, exist_ok=True)
    programs = Programs(work)
    load = os.getloadavg()[0]
    paced, fast = measure(programs, chosen.rounds)
    print(f"{chosen.rounds} rounds by turns, {os.cpu_count()} cores, load {load:.1f} before and "
          f"{os.getloadavg()[0]:.1f} after; every append is between two looks at the clock\n")
    print_paced(paced)
    print("\nas fast as it goes, one thread: appends a second until all is written")
    for name, runs in fast.items():
        print(f"{name:34} {medians(runs)['per_second']:10.0f}")
    counted = programs.run("append", "recorder-checksums", 200_000, 2000, 1, counts=True)
    if programs.counter:
        print(f"\nallocations during 200 000 appends, all threads: {counted['allocations']}")
    if chosen.json:
        told = {"paced": paced, "fast": fast, "allocations": counted, "load": load}
        Path(chosen.json).write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
