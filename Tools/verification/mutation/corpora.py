"""The journals that mutants are run over, each corpus in one keyed file."""

import json
import random
import subprocess
import sys
from pathlib import Path

from timing import Thresholds, retimed, timed
from variants import variants

FOLDERS = ("rules", "sessions", "incidents", "google-sample", "counterexamples")


class Corpora:
    """Files of `KEY<TAB>RECORD` lines: every journal under a key of its own."""

    def __init__(self, package, work):
        self.package, self.work = Path(package), Path(work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.thresholds = Thresholds(package)

    def journals(self):
        """The journals of the repository."""
        found = []
        for folder in FOLDERS:
            found += sorted((self.package / "Journals" / folder).rglob("*.jsonl"))
        return self.keyed("journals", found)

    def rules(self):
        """The folder of each rule."""
        return sorted(path.parent for path in self.package.glob("Journals/rules/*/rule.tsv"))

    def varied(self, seed, share):
        """A share of all small changes of the journals of the rules."""
        chances = random.Random(seed)
        place = self.work / f"varied-{seed}-{share}.keyed"
        with place.open("wb") as out:
            for folder in self.rules():
                self.vary(folder, out, lambda: chances.random() < share)
        return place

    def varied_by_rule(self):
        """A folder with, for each rule, all small changes of its own journals."""
        place = self.work / "varied"
        place.mkdir(exist_ok=True)
        for folder in self.rules():
            with (place / f"{folder.name}.keyed").open("wb") as out:
                self.vary(folder, out, lambda: True)
        return place

    def timed_by_rule(self):
        """A folder with, for each rule, its journals with records exactly a threshold apart."""
        place = self.work / "timed"
        place.mkdir(exist_ok=True)
        for folder in self.rules():
            with (place / f"{folder.name}.keyed").open("wb") as out:
                for file in sorted(folder.glob("*.jsonl")):
                    records = [json.loads(line) for line in file.read_bytes().splitlines()]
                    for name, lines in timed(records, self.thresholds, folder.name):
                        write(out, f"{folder.name}-{file.stem}-{name}", lines)
        return place

    @staticmethod
    def vary(folder, out, is_taken):
        for file in sorted(folder.glob("*.jsonl")):
            for name, lines in variants(file.read_bytes().splitlines()):
                if is_taken():
                    write(out, f"{folder.name}-{file.stem}-{name}", lines)

    def drawn(self, tool, seed, count, plain):
        """Random journals: whole, with a range of records lost, and without their beginning."""
        folder = self.work / f"drawn-{seed}-{plain}"
        generator = self.package / "Tools/verification/oracle/random_journals.py"
        command = [sys.executable, str(generator), tool, "--seed", str(seed), "--count", str(count),
                   "--to", str(folder)] + (["--plain"] if plain else [])
        if not folder.exists():
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        files = sorted(folder.rglob("*.jsonl"))
        name = f"{'plain' if plain else 'wild'}-{seed}"
        chances = random.Random(seed)
        def moved(lines):
            return retimed(lines, chances, self.thresholds) if whole(lines) else lines

        return [
            self.keyed(name, files),
            self.keyed(name + "-timed", files, moved),
            self.keyed(name + "-timed-cut", files, lambda lines: cut(moved(lines), chances)),
            self.keyed(name + "-cut", files, lambda lines: cut(lines, chances)),
            self.keyed(name + "-headless", files, lambda lines: headless(lines, chances)),
        ]

    def simulated(self, tool, seed):
        """Believable sessions with faults, by good managers and by each of the wrong ones."""
        listed = subprocess.run(
            [tool, "simulate", "--list-mutants"], check=True, capture_output=True, text=True)
        wrong = [line.split(":")[0] for line in listed.stdout.splitlines() if ":" in line]
        files = [self.written(tool, seed, 200, "faults", ["--fault", "all"]),
                 self.written(tool, seed, 60, "clean", [])]
        for name in wrong:
            files.append(self.written(tool, seed, 4, name, ["--mutant", name]))
        return self.keyed(f"simulated-{seed}", files)

    def written(self, tool, seed, sessions, name, options):
        file = self.work / f"simulated-{seed}-{name}.jsonl"
        if not file.exists():
            with file.open("wb") as out:
                subprocess.run(
                    [tool, "simulate", "--seed", str(seed), "--sessions", str(sessions)] + options,
                    check=True, stdout=out)
        return file

    def keyed(self, name, files, change=lambda lines: lines):
        place = self.work / (name + ".keyed")
        with place.open("wb") as out:
            for number, file in enumerate(files):
                write(out, str(number), change(file.read_bytes().splitlines()))
        return place


def write(out, key, lines):
    """The records of a journal, its sessions named apart from those of other journals."""
    named = b'"session":"' + key.encode() + b"."
    for line in lines:
        if b'"crc"' not in line:
            line = line.replace(b'"session":"', named, 1)
        out.write(key.encode() + b"\t" + line + b"\n")


def whole(lines):
    """Whether each line is a record of a session with its header."""
    return all(line.startswith(b'{"v":1,"session":') and b'"crc"' not in line for line in lines)


def cut(lines, chances):
    """Without a range or two of its records; the numbers tell that they are missing."""
    for _ in range(chances.choice([1, 1, 2])):
        if len(lines) > 3:
            start = chances.randint(1, len(lines) - 2)
            length = chances.choice([1, 1, 2, 3, 5, 8])
            lines = lines[:start] + lines[start + length:]
    return lines


def headless(lines, chances):
    """From some record on: what is left when the beginning of a file is lost."""
    return lines[chances.randint(1, max(1, len(lines) - 2)):]
