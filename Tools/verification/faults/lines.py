"""Mutated lines of audits, baselines and configurations: every command that reads them ends with a clean status."""

import importlib.util
import random
import subprocess
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3]
#: The longest time of a call, in seconds.
LONGEST = 30
#: The greatest exit status of the tool.
GREATEST = 4
JOURNALS = [f"Journals/incidents/{name}.jsonl" for name in (
    "app-open-shown-after-unlock", "app-open-shown-after-five-hours", "present-failure-storm")]
CONFIGURATION = b"""{"policy":{"daily_cap":3,"app_open_max_age_s":3600.5},"severities":{"daily-cap":"info"},
"rules":["rules.txt"],"baseline":"baseline.json"}
"""
#: Numbers that add up beyond what a sum can hold, or are none.
NUMBERS = [b"-1", b"1e999", b"1.5", b"9223372036854775807", b"18446744073709551616", b"9007199254740993", b"null"]


def mutator():
    """The faults that Tools/verification/sanitize puts into journals."""
    path = Path(__file__).resolve().parents[1] / "sanitize/run.py"
    spec = importlib.util.spec_from_file_location("sanitize", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(adjournal, is_long, seed):
    """The number of calls, and the breaches."""
    chance = random.Random(seed)
    sanitize = mutator()
    count, breaches = 0, []
    with tempfile.TemporaryDirectory(prefix="faults-lines-") as folder:
        folder = Path(folder)
        samples = inputs(adjournal, folder)
        for number in range(2500 if is_long else 60):
            name = chance.choice(list(samples))
            data = samples[name]
            if chance.randrange(4) == 0:
                data = with_number(chance, data)
            data = sanitize.mutant(chance, [data])
            path = folder / f"{number}.{name}"
            path.write_bytes(data)
            for words in commands(name, path, folder / f"to-{number}"):
                count += 1
                fault = breach([adjournal, *words])
                if fault:
                    breaches.append(f"{' '.join(map(str, words))}: {fault}, seed {seed}, {data[:300]!r}")
            path.unlink()
    return count, breaches


def with_number(chance, data):
    """The data with another number in the place of one of its numbers."""
    places = [place for place, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    place = chance.choice(places)
    return data[:place] + chance.choice(NUMBERS) + data[place + 1:]


def inputs(adjournal, folder):
    """A sample of each kind of file that is no journal."""
    def output(*words, data=None):
        return subprocess.run([adjournal, *words], input=data, capture_output=True, cwd=PACKAGE).stdout

    plain = output("audit", "--format", "jsonl", "--exit-zero", JOURNALS[0])
    lines = output("audit", "--format", "jsonl", "--only", "violated", "--figures", "--exit-zero", *JOURNALS)
    output("audit", "--quiet", "--baseline", folder / "baseline.json", "--update-baseline", *JOURNALS)
    (folder / "rules.txt").write_bytes((PACKAGE / "Journals/custom/game.rules").read_bytes())
    return {"lines": lines, "plain": plain, "sum": output("merge", "--format", "json", "-", data=lines),
            "baseline": (folder / "baseline.json").read_bytes(), "config": CONFIGURATION}


def commands(name, path, target):
    """The commands that read a file of a kind."""
    if name == "config":
        return [[command, "--config", path, JOURNALS[0]] for command in ("audit", "triage", "explain")]
    if name == "baseline":
        update = ["--update-baseline"]
        return [["audit", "--quiet", "--baseline", path, *more, JOURNALS[0]] for more in ([], update, [])]
    return [["merge", path], ["merge", "--format", "json", path], ["triage", path],
            ["triage", "--format", "json", "--to", target, "--journals", "Journals/incidents", path],
            ["compare", path, path], ["compare", "--by", "version", "--format", "json", path]]


def breach(words):
    """What is wrong with a call; None if nothing is."""
    try:
        result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST, cwd=PACKAGE)
    except subprocess.TimeoutExpired:
        return f"no end within {LONGEST} s"
    if not 0 <= result.returncode <= GREATEST:
        return f"exit status {result.returncode}"
    return None
