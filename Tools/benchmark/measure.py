"""Runs a process and measures its cost; compares two commands in turn."""

import os
import statistics
import subprocess
import time
from dataclasses import asdict, dataclass


@dataclass
class Cost:
    """One run: seconds of wall clock and of both kinds of processor time, peak memory in MiB."""

    wall: float
    cpu: float
    peak: float


class Failed(Exception):
    """A command that ended with an unexpected exit status."""


def run(command, stdin=None, accept=(0,), is_read=False):
    """The cost of a command; the status must be one of `accept`.

    The output goes to /dev/null, or is read where a program does less for /dev/null. The peak can
    not be told below that of this process, which a child has for a moment: so keep it small.
    """
    feeder = None
    if stdin is not None:
        feeder = subprocess.Popen(["cat", str(stdin)], stdout=subprocess.PIPE)
    began = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command], stderr=subprocess.PIPE,
        stdout=subprocess.PIPE if is_read else subprocess.DEVNULL,
        stdin=feeder.stdout if feeder else subprocess.DEVNULL)
    if feeder:
        feeder.stdout.close()
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    for stream in (process.stdout, process.stderr):
        if stream:
            stream.close()
    if feeder:
        feeder.wait()
    if process.returncode not in accept:
        said = message.decode(errors="replace").strip().splitlines()
        raise Failed(f"{command[0]} ended with {process.returncode}: {said[-1] if said else ''}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def output(command, accept=(0,)):
    """The output of a command."""
    done = subprocess.run([str(part) for part in command], capture_output=True)
    if done.returncode not in accept:
        raise Failed(f"{command[0]} ended with {done.returncode}: {done.stderr.decode().strip()}")
    return done.stdout.decode()


@dataclass
class Task:
    """A command with a name, its standard input, and its accepted exit statuses."""

    name: str
    command: list
    stdin: object = None
    accept: tuple = (0,)
    is_read: bool = False

    def run(self, accept=None):
        return run(self.command, self.stdin, accept or self.accept, self.is_read)


def median(values):
    return statistics.median(list(values))


class Pairs:
    """The costs of two tasks run in turn, and the ratio of each pair."""

    def __init__(self, one, other):
        self.one, self.other = one, other
        self.costs = []

    def take(self):
        self.costs.append((self.one.run(), self.other.run()))

    def ratio(self, what):
        return median(getattr(a, what) / getattr(b, what) for a, b in self.costs)

    def best(self, what):
        """The ratio of the least costs: both sides at their least disturbed."""
        one, other = (min(getattr(cost, what) for cost in side) for side in zip(*self.costs))
        return one / other

    def medians(self, what):
        return tuple(median(getattr(cost, what) for cost in side) for side in zip(*self.costs))

    def as_json(self):
        return {
            "a": self.one.name, "b": self.other.name,
            "runs": [[asdict(a), asdict(b)] for a, b in self.costs],
            "ratios": {what: self.ratio(what) for what in ("wall", "cpu", "peak")},
            "ratios_of_best": {what: self.best(what) for what in ("wall", "cpu", "peak")},
        }
