"""Runs of `adjournal record` under faults, and the law that each must keep.

Every number that was printed is in the files, with the text of its event (the policy `memory` apart). No record was
invented or changed, no two lines were merged, and only a killed process leaves a torn line. The exit status is 0 only
if everything was recorded, and there is a sentence on standard error otherwise. The number and the size of the files
are linear in the input.
"""

import json
import os
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

from checksum import crc32c

#: The longest time of a run, in seconds.
LONGEST = 60
POLICIES = ["memory", "process", "ordered", "durable"]


class Outcome:
    """What a run printed and left behind."""

    def __init__(self, policy, texts):
        self.policy, self.texts = policy, texts
        self.printed, self.errors, self.exit, self.files = [], "", 0, {}
        self.is_killed = False

    def lines(self):
        """The whole lines of all files, and the number of torn ones."""
        whole, torn = [], 0
        for content in self.files.values():
            pieces = content.split(b"\n")
            torn += pieces.pop() != b""
            whole += pieces
        return whole, torn


def event(text):
    return json.dumps({"event": "note", "text": text}).encode() + b"\n"


def run(adjournal, policy, texts, environment=(), pieces=4, before=None, during=None, command=(), folder=None):
    """Records notes in pieces, each after the one before was acknowledged; returns the outcome.

    `before` is called with the folder, `during` with the folder and the process after half of the pieces.
    """
    outcome = Outcome(policy, texts)
    with tempfile.TemporaryDirectory(prefix="faults-") as made:
        folder = Path(folder or made)
        if before:
            before(folder)
        words = [*command, str(adjournal), "record", "--durability", policy, str(folder / "j.jsonl")]
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **dict(environment)})
        try:
            _feed(process, texts, pieces, outcome, folder, during)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        outcome.exit = process.returncode
        outcome.is_killed = process.returncode == -signal.SIGKILL
        for path in folder.glob("j*"):
            if path.is_file() and not path.is_symlink():
                outcome.files[path.name] = path.read_bytes()
    return outcome


def _feed(process, texts, pieces, outcome, folder, during):
    # Both pipes are emptied meanwhile, or the process would wait for this one.
    outputs = [Drained(process.stdout), Drained(process.stderr)]
    size = max(1, -(-len(texts) // pieces))
    parts = [texts[start:start + size] for start in range(0, len(texts), size)]
    for index, part in enumerate(parts):
        if during and index == len(parts) // 2:
            during(folder, process)
        try:
            process.stdin.write(b"".join(map(event, part)))
            process.stdin.flush()
        except BrokenPipeError:
            break
        if index + 1 < len(parts):
            _wait(process, 0.05 if index else 0.2)
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass
    process.wait(LONGEST)
    output, errors = [drained.content() for drained in outputs]
    outcome.printed = [int(line) for line in output.split()]
    outcome.errors = errors.decode(errors="replace")


class Drained(threading.Thread):
    """Reads a pipe to its end."""

    def __init__(self, pipe):
        super().__init__(daemon=True)
        self.pipe, self.read = pipe, b""
        self.start()

    def run(self):
        with self.pipe:
            self.read = self.pipe.read()

    def content(self):
        self.join()
        return self.read


def _wait(process, seconds):
    """Waits until the process has read the piece, or for some time."""
    try:
        process.wait(seconds / 10)
    except subprocess.TimeoutExpired:
        pass


def breaches(outcome, is_complete=None, most_files=None):
    """The sentences that say how a run breaks the law."""
    found = []
    lines, torn = outcome.lines()
    if torn and not outcome.is_killed:
        found.append(f"{torn} torn lines")
    records = {}
    for line in lines:
        record = _record(line)
        if record is None:
            found.append(f"a line that is no record: {line[:200]!r}")
        elif records.setdefault(record["seq"], line) != line:
            found.append(f"two records with seq {record['seq']}")
    decoded = {seq: json.loads(line) for seq, line in records.items()}
    notes = {seq: record["text"] for seq, record in decoded.items() if record["event"] == "note"}
    sent = set(outcome.texts)
    own = [text for text in notes.values() if text not in sent]
    found += [f"an invented note: {text!r}" for text in own if "records are gone" not in text]
    repeated = len(notes) - len(own) - len(sent.intersection(notes.values()))
    if repeated:
        found.append(f"{repeated} notes under two numbers")
    gone = any("records are gone" in text for text in own) or " gone" in outcome.errors
    if outcome.policy != "memory" and not gone:
        lost = [seq for seq in outcome.printed if seq not in records]
        if lost:
            found.append(f"acknowledged and lost: {lost[:10]}")
    if outcome.printed != sorted(set(outcome.printed)):
        found.append("numbers that are not ascending")
    found += _statuses(outcome, notes, is_complete)
    found += _sizes(outcome, lines, most_files)
    return found


def _record(line):
    """The record of a line, whose checksum is right; None if it is none."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    start, mark, rest = line.rpartition(b',"crc":"')
    if not mark or rest[8:] != b'"}' or f"{crc32c(start):08x}" != rest[:8].decode():
        return None
    return record


def _statuses(outcome, notes, is_complete):
    found = []
    missing = set(outcome.texts) - set(notes.values())
    if outcome.is_killed:
        return found
    if outcome.exit not in (0, 4):
        found.append(f"exit status {outcome.exit}: {outcome.errors[:300]}")
    if outcome.exit == 0 and (missing or len(outcome.printed) != len(outcome.texts)):
        found.append(f"exit status 0, but {len(missing)} events are missing and "
                     f"{len(outcome.printed)} of {len(outcome.texts)} were printed")
    if outcome.exit and not outcome.errors.startswith("adjournal: "):
        found.append("an exit status without a sentence")
    if is_complete and outcome.exit:
        found.append(f"not complete: {outcome.errors[:300]}")
    return found


def _sizes(outcome, lines, most_files):
    found = []
    if most_files and len(outcome.files) > most_files:
        found.append(f"{len(outcome.files)} files, at most {most_files} expected")
    # A header, an end, a seal; an opening line for each file.
    most = 2 * len(outcome.texts) + 8 + 2 * len(outcome.files)
    if len(lines) > most:
        found.append(f"{len(lines)} lines for {len(outcome.texts)} events")
    return found


def numbers_of_calls(adjournal, shim, policy, texts):
    """How often a run without faults makes each call."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        log = Path(folder) / "log"
        run(adjournal, policy, texts, {"LD_PRELOAD": shim, "FAULTS_LOG": str(log)})
        return {name: int(count) for name, count in (line.split() for line in log.read_text().splitlines())}
