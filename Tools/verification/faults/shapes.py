"""Runs the tool on hostile journals and checks exit status and peak memory of every command.

    python3 Tools/verification/faults/shapes.py ADJOURNAL                  # small sizes, less than a minute
    python3 Tools/verification/faults/shapes.py ADJOURNAL --scale 100      # the long form
    python3 Tools/verification/faults/shapes.py ADJOURNAL --only blank --bytes 10G --command check

A shape is a journal whose findings, sessions or lines could each take memory. The peak may be at most 128 MiB,
and 1 KiB more for each session that is open at the end of the input. A run must not end by a signal, and its
exit status must be the one that the shape names.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time

MOST_MIB = 128
SESSION_KIB = 1
HEADER = ('"event":"session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18"'
          ',"sdk":"other","sdk_version":"1","utc_offset_min":0'
          ',"captures":["session","app","load","present"]}')


def record(session, seq, rest, t=None):
    t = seq * 10 if t is None else t
    wall = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(1_790_000_000 + t // 1000))
    return (f'{{"v":1,"session":"{session}","seq":{seq},"t":{t},"wall":"{wall}.{t % 1000:03}Z",'
            f'{rest}\n').encode()


def header(session, t=0):
    return record(session, 1, HEADER, t)


ACTIVE = '"event":"app.became_active"}'


def pieces(piece, count):
    """A piece of bytes again and again, joined to large blocks."""
    many = max(1, (1 << 16) // len(piece))
    for _ in range(count // many):
        yield piece * many
    yield piece * (count % many)


class Shape:
    def __init__(self, name, lines, exits, count, is_packed=True, are_open=False):
        self.name, self.lines, self.exits, self.count = name, lines, exits, count
        self.is_packed, self.are_open = is_packed, are_open

    def write(self, folder, count):
        path = os.path.join(folder, f"{self.name}.jsonl" + (".gz" if self.is_packed else ""))
        opener = (lambda: gzip.open(path, "wb", 1)) if self.is_packed else (lambda: open(path, "wb"))
        with opener() as file:
            for piece in self.lines(count):
                file.write(piece)
        return path

    def limit(self, count):
        return MOST_MIB + (count * SESSION_KIB / 1024 if self.are_open else 0)


def after_header(piece):
    def lines(count):
        yield header("s")
        yield from pieces(piece, count)
    return lines


def repeated_session(count):
    session = header("s") + b"".join(record("s", n, ACTIVE) for n in range(2, 100))
    return pieces(session, count // 99)


def conflicts(count):
    yield header("s")
    yield from pieces(record("s", 2, ACTIVE) + record("s", 2, '"event":"app.launched","cold":true}'), count // 2)


def violations(count):
    yield header("s")
    for seq in range(2, count):
        yield record("s", seq, f'"event":"ad.present_requested","unit":"u","format":"rewarded","ad":"a{seq % 100}"}}')


def cut_sessions(count):
    for n in range(count):
        yield header(f"s{n}") + record(f"s{n}", 2, ACTIVE)


def ended_sessions(count):
    for n in range(count):
        yield header(f"s{n}") + b"x\n" + record(f"s{n}", 2, '"event":"session.ended"}')


def damaged_sessions(count):
    for n in range(count):
        yield f'{{"v":1,"session":"s{n}","seq":1,bad\n'.encode()


def headers_of_one_name(count):
    for n in range(count):
        yield header("s", n)


def noise_first(count):
    yield random.Random(1).randbytes(1 << 16) + b"\n"
    yield from violations(count)


#: The exit status of audit and of the other commands.
SHAPES = [
    Shape("blank", lambda n: pieces(b"\n", n), (0, 0), 3_000_000),
    Shape("two-bytes", lambda n: pieces(b"x\n", n), (4, 3), 300_000),
    Shape("two-bytes-in-session", after_header(b"x\n"), (3, 3), 300_000),
    Shape("repeated-record", after_header(record("s", 2, ACTIVE)), (0, 0), 300_000),
    Shape("repeated-session", repeated_session, (0, 0), 200_000),
    Shape("conflicts", conflicts, (3, 3), 200_000),
    Shape("nul", lambda n: pieces(b"\0" * 4096, n), (3, 3), 5_000),
    Shape("long-line", lambda n: pieces(b"a" * 4096, n), (4, 3), 5_000),
    Shape("violations", violations, (1, 0), 20_000),
    Shape("cut-sessions", cut_sessions, (0, 0), 20_000, False, True),
    Shape("cut-sessions-packed", cut_sessions, (0, 0), 20_000, True, True),
    Shape("ended-sessions", ended_sessions, (3, 3), 20_000),
    Shape("damaged-sessions", damaged_sessions, (3, 3), 20_000, False, True),
    Shape("headers-of-one-name", headers_of_one_name, (3, 3), 5_000, False, True),
    Shape("noise-first", noise_first, (1, 3), 5_000, False),
]

COMMANDS = [f"audit --format {name}" for name in ("text", "json", "jsonl", "sarif", "junit", "github", "markdown")] + [
    "check", "check --format json", "cat", "stats", "repair --to NEW", "report --to NEW.html"]

#: The beginnings of the commands of the short form.
SHORT_COMMANDS = ["audit --format text", "audit --format json", "check", "repair"]


def wanted(shape, command):
    """The exit statuses that a command may have for a shape."""
    audit, other = shape.exits
    name = command.split()[0]
    if name in ("audit", "report"):
        return {audit}
    if name == "stats":
        return {audit if audit == 4 else other}
    # Whether a session breaks off or contradicts itself is no concern of a command that copies lines.
    return {other, 0} if name == "cat" and shape.name in ("conflicts", "headers-of-one-name") else {other}


def measure(tool, command, path, folder, out):
    """The exit status, peak memory in MiB and seconds of processor time."""
    new = os.path.join(folder, "new")
    for name in (new, f"{new}.rest", f"{new}.html"):
        if os.path.exists(name):
            os.remove(name)
    words = [word.replace("NEW", new) for word in command.split()]
    with open(out, "wb") as file:
        process = subprocess.Popen([tool, *words, path], stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def runs(tool, scale, size=None, only=None, commands=None):
    """Each run: the shape, the command, its exit status, peak, limit, seconds, and what is wrong with it."""
    # The peak of a process counts what the process had that started it, so a small one starts the tool.
    with multiprocessing.get_context("spawn").Pool(1) as starter:
        yield from runs_of(starter, tool, scale, size, only, commands)


def runs_of(starter, tool, scale, size, only, commands):
    for shape in SHAPES:
        if only and shape.name not in only:
            continue
        count = int(shape.count * scale)
        if size:
            count = int(count * size / sum(map(len, shape.lines(count))))
        with tempfile.TemporaryDirectory(prefix="faults-shapes-") as folder:
            path, out = shape.write(folder, count), os.path.join(folder, "out")
            for command in COMMANDS:
                if commands and not any(command.startswith(each) for each in commands):
                    continue
                code, peak, seconds = starter.apply(measure, (tool, command, path, folder, out))
                yield shape, command, code, peak, shape.limit(count), seconds, faults(
                    shape, command, code, peak, shape.limit(count), out)


def faults(shape, command, code, peak, limit, out):
    found = []
    if code not in wanted(shape, command):
        found.append(f"exit status {code}, expected {sorted(wanted(shape, command))}")
    if peak > limit:
        found.append(f"{peak:.0f} MiB, expected at most {limit:.0f}")
    if command.endswith("json") and code in (0, 1, 3) and os.path.getsize(out) < 1 << 20:
        with open(out, encoding="utf-8") as file:
            try:
                json.load(file)
            except ValueError as error:
                found.append(f"invalid JSON: {error}")
    return found


def run(tool, is_long):
    """The number of runs, and what is wrong with each; the short form has smaller shapes and fewer commands."""
    count, breaches = 0, []
    scale, commands = (10, None) if is_long else (0.02, SHORT_COMMANDS)
    for shape, command, *_, found in runs(str(tool), scale, commands=commands):
        count += 1
        breaches += [f"{shape.name}, {command}: {fault}" for fault in found]
    return count, breaches


def size(text):
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--scale", type=float, default=1, help="multiplies the number of lines of each shape")
    parser.add_argument("--bytes", type=size, help="the unpacked size instead, such as 10G")
    parser.add_argument("--only", action="append", help="only these shapes")
    parser.add_argument("--command", action="append", help="only commands that begin so")
    options = parser.parse_args()
    failures, began = 0, time.time()
    print(f"{'shape':22} {'command':22} {'exit':>4} {'MiB':>7} {'limit':>7} {'s':>7}")
    for shape, command, code, peak, limit, seconds, found in runs(
            os.path.abspath(options.tool), options.scale, options.bytes, options.only, options.command):
        failures += bool(found)
        print(f"{shape.name:22} {command:22} {code:>4} {peak:>7.0f} {limit:>7.0f} {seconds:>7.2f}"
              f"  {'; '.join(found)}", flush=True)
    print(f"{failures} failures, {time.time() - began:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
