"""The journals that mutants are run over, each corpus in one keyed file."""

import random
import subprocess
import sys
from pathlib import Path

FOLDERS = ("rules", "sessions", "incidents", "google-sample", "counterexamples")


class Corpora:
    """Files of `KEY<TAB>RECORD` lines: every journal under a key of its own."""

    def __init__(self, package, work):
        self.package, self.work = Path(package), Path(work)
        self.work.mkdir(parents=True, exist_ok=True)

    def journals(self):
        """The journals of the repository."""
        found = []
        for folder in FOLDERS:
            found += sorted((self.package / "Journals" / folder).rglob("*.jsonl"))
        return self.keyed("journals", found)

    def drawn(self, seed, count, plain):
        """Random journals: whole, with a range of records lost, and without their beginning."""
        folder = self.work / f"drawn-{seed}-{plain}"
        tool = self.package / "Tools/oracle/random_journals.py"
        command = [sys.executable, str(tool), "--seed", str(seed), "--count", str(count),
                   "--to", str(folder)] + (["--plain"] if plain else [])
        if not folder.exists():
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        files = sorted(folder.rglob("*.jsonl"))
        name = f"{'plain' if plain else 'wild'}-{seed}"
        chances = random.Random(seed)
        return [
            self.keyed(name, files),
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
                for line in change(file.read_bytes().splitlines()):
                    out.write(b"%d\t%s\n" % (number, line))
        return place


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
