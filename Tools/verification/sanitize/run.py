#!/usr/bin/env python3
"""Reads journals and mutants of them with a tool built with AddressSanitizer.

    python3 Tools/verification/sanitize/run.py                  # builds the tool; 2000 mutants, new seed
    python3 Tools/verification/sanitize/run.py --seed 7 --mutants 20000

The exit status is 1 if the tool touches memory that it does not own, or crashes. Then the command prints the
seed and the smallest journal that shows it.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3]
#: Exit status of a finding of the sanitizer; the tool itself never uses it.
FOUND = 99
#: The maximum size of a journal that is mutated, in bytes.
LARGEST = 60_000
#: Pieces that a fault inserts.
PIECES = [
    b'"', b"\\", b"\\u", b"\\ud800", b"\xff", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x00", b"{",
    b"}", b"[[[[", b",", b":", b"\n", b"\r\n", b"\t", b"null", b"true", b"-0", b"1e400", b"0.0000001",
    b"18446744073709551616", b'"crc":"00000000",', b'{"stranger":1}\n', b'"policy":{"daily_cap":"x"},',
]
#: Commands that read a folder, a console log, or a journal.
OF_FOLDERS = [["audit", "--exit-zero", "--format", "json"], ["audit", "--exit-zero"],
              ["check", "--exit-zero"], ["cat"],
              ["stats", "--exit-zero", "--by", "unit,format,adapter,version,day"],
              *(["export", "--format", form] for form in ("perfetto", "csv", "otlp", "cloudevents"))]
OF_LOGS = [["import"], ["import", "--explain"]]
OF_JOURNALS = [["show"], ["replay", "--every"], ["whatif", "--policy", "daily_cap=1"]]


def mutant(chance, journals):
    """A journal with a few random faults."""
    data = bytearray(chance.choice(journals))
    for _ in range(chance.choice([1, 1, 2, 3, 8, 30])):
        data = fault(chance, data) or bytearray(b"{")
    return bytes(data)


def fault(chance, data):
    place = chance.randrange(len(data))
    match chance.randrange(7):
        case 0:
            data[place] ^= 1 << chance.randrange(8)
        case 1:
            data[place:place] = chance.choice(PIECES)
        case 2:
            del data[place:place + chance.choice([1, 2, 5, 20, 200])]
        case 3:
            return data[:place]
        case 4:
            lines = bytes(data).split(b"\n")
            one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            return bytearray(b"\n".join(lines))
        case 5:
            start = chance.randrange(len(data))
            data[place:place] = data[start:start + chance.choice([3, 10, 50, 500])]
        case _:
            data[place:place + 8] = chance.randbytes(8)
    return data


def report(tool, command, path):
    """The finding of a run: its messages, or the signal that killed it; empty if there is none."""
    options = os.environ | {"ASAN_OPTIONS": f"detect_leaks=0:exitcode={FOUND}"}
    run = subprocess.run([tool, *command, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                         env=options)
    if run.returncode < 0 or run.returncode == FOUND:
        return run.stderr.decode(errors="replace") or f"killed by signal {-run.returncode}"
    return ""


def smallest(tool, command, data, folder):
    """The journal without the lines that the finding does not need, and the finding."""
    path = folder / "smallest.jsonl"

    def fails(lines):
        path.write_bytes(b"\n".join(lines))
        return report(tool, command, path)

    lines = data.split(b"\n")
    place = 0
    while place < len(lines):
        rest = lines[:place] + lines[place + 1:]
        if fails(rest):
            lines = rest
        else:
            place += 1
    return b"\n".join(lines), fails(lines)


def fail(tool, command, paths, folder, seed):
    """Prints the finding of one of some journals, and ends."""
    path = next((path for path in paths if report(tool, command, path)), None)
    print(f"seed {seed}: AddressSanitizer failed 'adjournal {' '.join(command)}'", file=sys.stderr)
    if path is not None:
        data, said = smallest(tool, command, path.read_bytes(), folder)
        print(f"the smallest part of {path.name} that fails:\n{data!r}\n{said}", file=sys.stderr)
    raise SystemExit(1)


def build(scratch):
    words = ["swift", "build", "--product", "adjournal", "--sanitize=address",
             "--package-path", str(PACKAGE), "--scratch-path", str(scratch)]
    if subprocess.run(words, stdout=sys.stderr).returncode != 0:
        raise SystemExit("the build with AddressSanitizer failed")
    return scratch / "debug" / "adjournal"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=Path, help="a tool built with AddressSanitizer; default: build one")
    parser.add_argument("--scratch", type=Path, default=PACKAGE / ".build" / "sanitized")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--mutants", type=int, default=2000)
    options = parser.parse_args()
    tool = options.tool or build(options.scratch)
    originals = sorted((PACKAGE / "Journals").rglob("*.jsonl"))
    journals = [data for data in map(Path.read_bytes, originals) if 0 < len(data) <= LARGEST]
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "mutants"
        folder.mkdir()
        mutants = [folder / f"{number}.jsonl" for number in range(options.mutants)]
        for path in mutants:
            path.write_bytes(mutant(chance, journals))
        for command in OF_FOLDERS:
            for all_of, paths in ((PACKAGE / "Journals", originals), (folder, mutants)):
                if report(tool, command, all_of):
                    fail(tool, command, paths, Path(name), options.seed)
        logs = [path.read_bytes() for path in sorted((PACKAGE / "Journals" / "logs").rglob("*.log"))]
        broken = Path(name) / "broken.log"
        for _ in range(options.mutants // 5):
            broken.write_bytes(mutant(chance, logs))
            for command in OF_LOGS:
                if report(tool, command, broken):
                    fail(tool, command, [broken], Path(name), options.seed)
        for command in OF_JOURNALS:
            for path in originals[::10] + mutants[::20]:
                if report(tool, command, path):
                    fail(tool, command, [path], Path(name), options.seed)
    print(f"{len(originals)} journals and {options.mutants} mutants (seed {options.seed}): "
          "no finding of AddressSanitizer")


if __name__ == "__main__":
    main()
