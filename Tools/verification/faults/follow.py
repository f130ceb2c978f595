"""`adjournal follow` while many writers append: at the end it has reported what `audit` reports, once."""

import random
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3]
FOUND = re.compile(r"^ +(?:then |again )?(?:error|warning|info|damage) [a-z-]+")
RETRACTED = re.compile(r"^retracted: ")


def run(adjournal, is_long, seed):
    """The number of runs, and the breaches."""
    chance = random.Random(seed)
    breaches = []
    rounds = 10 if is_long else 1
    for number in range(rounds):
        found = one(adjournal, chance, 200 if is_long else 40, 20 if is_long else 4)
        breaches += [f"round {number}, seed {seed}: {breach}" for breach in found]
    return rounds, breaches


def one(adjournal, chance, count, seconds):
    """One run: `count` journals that grow for some seconds."""
    # `--until-end` waits for the ends of all sessions.
    sources = [path for path in sorted((PACKAGE / "Journals/incidents").glob("*.jsonl"))
               if path.read_bytes().count(b'"session.ended"') == path.read_bytes().count(b'"session.began"')]
    with tempfile.TemporaryDirectory(prefix="faults-follow-") as name:
        folder = Path(name) / "live"
        folder.mkdir()
        writers = [threading.Thread(target=append, args=(
            folder / f"{number}.jsonl", renamed(sources[number % len(sources)], number),
            random.Random(chance.random()), seconds)) for number in range(count)]
        # This one ends last.
        (folder / "last.jsonl").write_bytes(sources[0].read_bytes().splitlines(True)[0])
        following = subprocess.Popen([str(adjournal), "follow", "--until-end", str(folder)], text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        (folder / "last.jsonl").write_bytes(sources[0].read_bytes())
        try:
            text, errors = following.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            following.kill()
            return ["it did not end"]
        audit = subprocess.run([str(adjournal), "audit", "--severity", "info", "--top", "0", str(folder)], text=True,
                               capture_output=True, check=False)
        return compared(text, following.returncode, audit) + ([f"it printed {errors!r}"] if errors else [])


def renamed(source, number):
    """The bytes of a journal whose sessions have names of their own."""
    return re.sub(rb'"session":"', b'"session":"w%d-' % number, source.read_bytes())


def append(path, data, chance, seconds):
    """Appends bytes in pieces that end anywhere, with pauses that last about some seconds altogether."""
    ends = sorted(chance.sample(range(1, len(data)), min(len(data) - 1, chance.randint(1, 60)))) + [len(data)]
    start = 0
    with open(path, "ab", buffering=0) as file:
        for end in ends:
            file.write(data[start:end])
            start = end
            time.sleep(chance.uniform(0, 2 * seconds / len(ends)))


def compared(text, status, audit):
    """How the reports differ from those of an audit."""
    lines = text.splitlines()
    printed = sum(1 for line in lines if FOUND.match(line))
    retracted = sum(1 for line in lines if RETRACTED.match(line))
    wanted = sum(1 for line in audit.stdout.splitlines() if FOUND.match(line))
    breaches = []
    if status != audit.returncode:
        breaches.append(f"exit status {status}, and {audit.returncode} of audit")
    if printed - retracted != wanted:
        breaches.append(f"{printed} findings, {retracted} of them retracted, and {wanted} of audit")
    summary = [line for line in audit.stdout.splitlines() if " records: " in line]
    if not set(summary) <= set(lines):
        breaches.append(f"the summary is {lines[-2:]}, and {summary} of audit")
    return breaches
