#!/usr/bin/env python3
"""Checks the C library from C, Python and Node: every call has a defined result, and no line is lost uncounted.

usage: check.py [--long] [--seed N] [--sanitize address|thread] ADJOURNAL LIBRARY_FOLDER

LIBRARY_FOLDER has libAdJournalC.so; `swift build --product AdJournalC` makes it. With --sanitize, the programs
are built with that sanitizer; the library must be, too. The long form records 10,000,000 lines from 8 threads
and kills 200 processes.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parents[2] / "Sources" / "AdJournalCHeader" / "include"
sys.path.insert(0, str(HERE))
from binding import Library  # noqa: E402

RECORD = re.compile(rb'"seq":(\d+),.*?"event":"([a-z_.]+)"')
NOTE = re.compile(rb'"text":"(\d+)-(\d+)"')
DROPPED = re.compile(rb'"dropped":(\d+),"reason":"([a-z_]+)"')


class Journals:
    """The lines of all journals of a folder, in their order."""

    def __init__(self, folder):
        self.notes, self.gaps, self.seqs, self.torn, self.order = 0, {}, {}, 0, True
        last = {}
        for path in sorted(folder.glob("*.jsonl"), key=self.number):
            for line in path.open("rb"):
                found = RECORD.search(line)
                if not line.endswith(b"}\n") or not found:
                    self.torn += 1
                    continue
                seq, event = int(found[1]), found[2]
                self.seqs[path.name.split("-")[0]] = seq
                if event == b"note":
                    self.notes += 1
                    note = NOTE.search(line)
                    if note:
                        self.order &= last.get(note[1], -1) < int(note[2])
                        last[note[1]] = int(note[2])
                elif event == b"recorder.gap":
                    gap = DROPPED.search(line)
                    self.gaps[gap[2].decode()] = self.gaps.get(gap[2].decode(), 0) + int(gap[1])

    @staticmethod
    def number(path):
        parts = path.stem.split("-")
        return parts[0], int(parts[1]) if len(parts) > 1 else 1

    @property
    def newest(self):
        return max(self.seqs.values(), default=0)


class Check:
    def __init__(self, options, folder):
        self.options, self.folder, self.failures = options, folder, 0
        self.random = random.Random(options.seed)
        self.library = pathlib.Path(options.library).resolve()
        self.environment = dict(os.environ, TSAN_OPTIONS="halt_on_error=1", ASAN_OPTIONS="detect_leaks=0")

    def expect(self, is_true, what):
        if not is_true:
            self.failures += 1
            print(f"FAILED: {what} (seed {self.options.seed})")

    def new_folder(self):
        return pathlib.Path(tempfile.mkdtemp(dir=self.folder))

    def build(self, name):
        program = self.folder / name
        command = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-std=c11", "-D_DEFAULT_SOURCE", "-I", HEADERS]
        if self.options.sanitize:
            # The run-time library of the thread sanitizer calls Dispatch.
            information = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
            swift = information["paths"]["runtimeLibraryPaths"][0]
            command[0:2] = ["clang", "-O1", "-g", "-fuse-ld=lld", f"-fsanitize={self.options.sanitize}",
                            "-Wl,--no-as-needed", f"-L{swift}", "-ldispatch", "-lBlocksRuntime", f"-Wl,-rpath,{swift}"]
        subprocess.run([*command, HERE / f"{name}.c", "-o", program, "-L", self.library, "-lAdJournalC", "-pthread",
                        f"-Wl,-rpath,{self.library}"], check=True)
        return program

    def run(self, program, *words):
        done = subprocess.run(
            [program, *map(str, words)], capture_output=True, text=True, env=self.environment, timeout=3000)
        self.expect(done.returncode == 0, f"{program.name}: status {done.returncode}\n{done.stderr[-3000:]}")
        return done.stdout if done.returncode == 0 else "{}"

    def adjournal(self, *words):
        return subprocess.run([self.options.adjournal, *map(str, words)], capture_output=True, text=True)

    def audited(self, folder, status, what):
        done = self.adjournal("check", *sorted(folder.glob("*.jsonl"), key=Journals.number))
        self.expect(done.returncode in status, f"{what}: adjournal check: {done.returncode}\n{done.stdout[-2000:]}")

    def header(self):
        """The header is C and C++."""
        for compiler, language in [("gcc", "c"), ("g++", "c++")]:
            if shutil.which(compiler):
                subprocess.run([compiler, "-x", language, "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                                HEADERS / "adjournal.h"], check=True)

    def misuse(self):
        rounds = 20_000 if self.options.long else 300
        print(self.run(self.build("misuse"), self.new_folder(), rounds, self.options.seed).strip())

    def flood(self):
        lines = 1_250_000 if self.options.long else 20_000
        if self.options.sanitize:
            lines = 20_000
        program = self.build("flood")
        for name, malformed, more in [("", 10, ""), ("a large queue, ", 0, ',"queue_bytes":268435456')]:
            folder = self.new_folder()
            found = json.loads(self.run(program, folder, 8, lines, malformed, 0, ',"total_bytes":0' + more))
            if not found:
                continue
            journals = Journals(folder)
            what = f"flood: {found} {journals.notes} {journals.gaps}"
            self.expect(found["other"] == 0, what)
            self.expect(found["recorded"] + found["malformed"] + found["dropped"] == 8 * lines, what)
            self.expect(journals.notes == found["recorded"] and journals.torn == 0 and journals.order, what)
            self.expect(journals.gaps.get("malformed", 0) + journals.gaps.get("buffer_full", 0) == found["lost"], what)
            self.expect(found["lost"] == found["malformed"] + found["dropped"], what)
            self.audited(folder, [0], "flood")
            print(f"8 threads, {8 * lines} lines, {name}{found['recorded']} recorded, {found['dropped']} dropped, "
                  f"{found['malformed']} malformed: {8 * lines / found['seconds']:,.0f} lines/s, "
                  f"{8 * lines / found['seconds_with_close']:,.0f} with close; a call {found['p50_ns'] / 1000:.2f} µs "
                  f"(p50), {found['p99_ns'] / 1000:.2f} µs (p99), {found['p999_ns'] / 1000:.1f} µs (p99.9)")
            shutil.rmtree(folder)

    def calls(self):
        """The time of a call while nothing else happens: one thread, a line each 50 µs."""
        found = json.loads(self.run(self.build("flood"), self.new_folder(), 1, 20_000, 0, 50_000, ""))
        if found:
            self.expect(found["recorded"] == 20_000, f"calls: {found}")
            print(f"1 thread, a line each 50 µs: a call {found['p50_ns'] / 1000:.2f} µs (p50), "
                  f"{found['p99_ns'] / 1000:.2f} µs (p99), {found['p999_ns'] / 1000:.1f} µs (p99.9)")

    def kills(self):
        count = 200 if self.options.long else 12
        program = self.build("kill")
        acknowledged = 0
        for index in range(count):
            folder = self.new_folder()
            durability = ["process", "ordered", "durable"][index % 3]
            more = f',"durability":"{durability}","total_bytes":0,"segment_bytes":{self.random.choice([20000, 1 << 20])}'
            child = subprocess.Popen([program, folder, "4", more], stdout=subprocess.PIPE, env=self.environment)
            time.sleep(self.random.uniform(0.02, 0.4) * (10 if self.options.sanitize else 1))
            child.send_signal(signal.SIGKILL)
            printed = child.communicate()[0]
            # The last number may be cut.
            numbers = [int(line) for line in printed.split(b"\n")[:-1]]
            journals = Journals(folder)
            what = f"kill {index}: {numbers[-1:]} of {journals.newest}, {journals.torn} torn"
            self.expect(all(number > 0 for number in numbers), what)
            self.expect(not numbers or journals.newest >= numbers[-1], what)
            self.expect(journals.torn <= 1 and journals.order, what)
            if journals.seqs:
                self.audited(folder, [0, 3], what)
            acknowledged += len(numbers)
            shutil.rmtree(folder)
        print(f"{count} kills, {acknowledged} acknowledged flushes")

    def signals(self):
        folder = self.new_folder()
        found = json.loads(self.run(self.build("signals"), folder, 2_000_000 if self.options.long else 50_000))
        if not found:
            return
        journals = Journals(folder)
        what = f"signals: {found} {journals.notes} {journals.gaps}"
        self.expect(journals.notes == found["recorded"] + found["handled"], what)
        self.expect(sum(journals.gaps.values()) == found["lost"] == found["busy"] + found["dropped"] + found["other"],
                    what)
        self.audited(folder, [0], "signals")
        print(f"a handler each 200 µs: {found['handled']} lines recorded, {found['busy']} counted as busy")

    def python(self):
        library = Library(self.library / "libAdJournalC.so")
        folder = self.new_folder()
        self.expect(library.open(folder, level=1) == -2, "python: unknown key")
        self.expect(library.error() == "the configuration has the unknown key `level`", library.error())
        session = library.open(folder, captures=["load", "present", "callback"], policy={"callback_s": 0.05})
        self.expect(library.record(session, b"\xff") == -3 and library.record(session, b"{") == -3, "python: malformed")
        ad = {"unit": "u-1", "format": "interstitial"}
        for event in [
                {"event": "ad.requested", "request": "r-1", **ad},
                {"event": "ad.loaded", "request": "r-1", "ad": "a-1", **ad},
                {"event": "callback.received", "layer": "sdk", "what": "loaded", "ad": "a-1"}]:
            self.expect(library.record(session, event) > 0, f"python: {event}")
        time.sleep(0.1)
        library.record(session, {"event": "app.resigned_active"})
        verdicts = library.verdicts(session)
        violated = [rule["rule"] for rule in verdicts["rules"] if rule["verdict"] == "violated"]
        self.expect("callback-reaches-app" in violated, f"python: {violated}")
        exported = self.folder / "export.jsonl"
        self.expect(library.export(session, exported) == exported.stat().st_size, "python: export")
        audit = json.loads(self.adjournal("audit", "--format", "json", exported).stdout)
        self.expect(audit["journals"][0]["sessions"] == [verdicts], "python: verdicts of the session and of its export")
        exported.unlink()
        self.expect(library.close(session) == 2 and library.close(session) == -1, "python: close")
        self.audited(folder, [0], "python")
        print("Python: recorded, audited while running, exported, and audited again")

    def node(self):
        include = next((path for path in ["/usr/include/node", "/usr/include/nodejs/src"]
                        if pathlib.Path(path, "node_api.h").exists()), None)
        if include is None or not shutil.which("node"):
            sys.exit("node and its headers are not installed (libnode-dev)")
        addon = self.folder / "addon.node"
        subprocess.run(["gcc", "-O2", "-Wall", "-shared", "-fPIC", "-I", include, "-I", HEADERS, HERE / "addon.c",
                        "-o", addon, "-L", self.library, "-lAdJournalC", f"-Wl,-rpath,{self.library}"], check=True)
        folder = self.new_folder()
        done = subprocess.run(["node", HERE / "node.js", addon, folder], capture_output=True, text=True)
        self.expect(done.returncode == 0, f"node: {done.stderr[-2000:]}")
        if done.returncode == 0:
            found = json.loads(done.stdout)
            self.expect(found["refused"] == -2 and "`level`" in found["reason"], f"node: {found}")
            self.expect(found["results"] == [2, 3, -3, -3, -1] and found["closed"] == [2, -1], f"node: {found}")
            self.expect(found["records"] == 4 and found["exported"] > 0, f"node: {found}")
            audit = json.loads(self.adjournal("audit", "--format", "json", f"{folder}-export.jsonl.gz").stdout)
            self.expect(audit["journals"][0]["sessions"][0]["records"] == 4, f"node: {audit}")
            self.audited(folder, [0], "node")
            print("Node: a session was recorded, audited, exported and closed")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 24))
    parser.add_argument("--sanitize", choices=["address", "thread"])
    parser.add_argument("--only", nargs="*")
    parser.add_argument("adjournal")
    parser.add_argument("library")
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        check = Check(options, pathlib.Path(folder))
        # Python and Node cannot load a library with a sanitizer, which also delays signals.
        steps = ["header", "misuse", "flood", "kills"]
        steps += [] if options.sanitize else ["signals", "calls", "python", "node"]
        for step in options.only or steps:
            getattr(check, step)()
    print(f"{check.failures} failures")
    sys.exit(check.failures > 0)


main()
