"""Instructions per record, by valgrind: steady where other work on the machine disturbs a clock."""

import re
import shutil
import subprocess

from measure import Failed


def instructions(command):
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    found = re.search(r"Collected : (\d+)", done.stderr.decode(errors="replace"))
    if not found:
        raise Failed("valgrind counted nothing")
    return int(found.group(1))


def per_record(tool, command, less, more):
    """The difference of two journals, so that the start of the process does not count."""
    counts = [instructions(tool.task(command, path, *options).command)
              for path, _, options in (less, more)]
    return (counts[1] - counts[0]) / (more[1] - less[1])


def report(tool, make):
    """Lines that tell the instructions per record of an audit and of a check."""
    if shutil.which("valgrind") is None:
        return ["instructions: valgrind is not installed"]
    lines = []
    for shape in ("interleaved", "checksums", "spaced"):
        journals = [make(shape, size) for size in (600_000, 3_000_000)]
        for command, options in (("audit", ("--jobs", "1")), ("check", ())):
            less, more = ((path, truth["records"], options) for path, truth in journals)
            try:
                count = per_record(tool, command, less, more)
                lines.append(f"instructions per record, {command}, {shape}: {count:,.0f}")
            except Failed as failure:
                lines.append(f"instructions per record, {command}, {shape}: {failure}")
    return lines
