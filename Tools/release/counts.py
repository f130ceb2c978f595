"""How often each instruction of a tool is executed, and where its jumps and calls go, by callgrind."""

import subprocess
import tempfile
from collections import Counter


class Counts:
    """The sums of several runs; every place is an address in the file of the tool."""

    def __init__(self):
        self.executed = Counter()
        self.jumps = Counter()
        self.calls = Counter()

    def run(self, command):
        """Runs a command of the tool and adds what it counts."""
        with tempfile.NamedTemporaryFile(suffix=".callgrind") as out:
            words = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--collect-jumps=yes",
                     f"--callgrind-out-file={out.name}", *map(str, command)]
            done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if done.returncode != 0:
                raise ValueError(f"ended with {done.returncode}: {done.stderr.decode()[-300:]}")
            with open(out.name, encoding="utf-8", errors="replace") as file:
                if not self.read(file):
                    raise ValueError(f"valgrind counted nothing: {done.stderr.decode()[-300:]}")

    def read(self, file):
        """Adds a profile; says whether there is anything in it.

        Addresses are written as differences from the line before. A line that says `jump`, `jcnd` or
        `calls` tells of the line after it, which counts no instruction of its own.
        """
        address = 0
        told = None
        before = sum(self.executed.values())
        for line in file:
            if line[0] in "0+-*":
                parts = line.split()
                address = place(parts[0], address)
                if told:
                    counter, target, times = told
                    counter[address, target] += times
                    told = None
                elif len(parts) > 2:
                    self.executed[address] += int(parts[2])
            elif line.startswith(("jcnd=", "jump=", "calls=")):
                kind, _, rest = line.partition("=")
                times, target = rest.split()[:2]
                told = (self.calls if kind == "calls" else self.jumps, place(target, address),
                        int(times.partition("/")[0]))
        return sum(self.executed.values()) > before


def place(text, before):
    """An address, in full or as the difference from the one before."""
    if text == "*":
        return before
    return before + int(text, 0) if text[0] in "+-" else int(text, 0)
