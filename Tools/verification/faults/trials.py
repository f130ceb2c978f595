"""The trials of the recorder: each yields a name and the breaches of its law."""

import errno
import json
import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import recorder

#: Errors that a file system gives.
ERRORS = [errno.ENOSPC, errno.EIO, errno.EINTR, errno.EAGAIN, errno.EBADF, errno.EMFILE, errno.EACCES,
          errno.EROFS, errno.EDQUOT, errno.ENOMEM, errno.EINVAL, errno.EFBIG]
SHORT_ERRORS = [errno.EIO, errno.ENOSPC, errno.EBADF]
#: Calls of files, and whether a fault that passes leaves the session complete.
FILES = ["write", "openat", "open", "fdatasync", "fsync", "ftruncate", "fstat", "unlinkat", "close", "pread"]


def texts(count, size=20):
    return [f"{number} " + "x" * size for number in range(count)]


class Trials:
    """Runs with one tool and one shim; a long campaign has all errors and more rounds."""

    def __init__(self, adjournal, shim, is_long, seed):
        self.adjournal, self.shim, self.is_long = adjournal, shim, is_long
        self.chance, self.seed = random.Random(seed), seed

    def all(self, only=None):
        """The name, the number of runs, the breaches and the seconds of each trial, or of one."""
        for trial in (self.each_call, self.kills_at_calls, self.kills_at_random, self.short_writes,
                      self.random_faults, self.always_failing, self.resources, self.full_disk,
                      self.pipe, self.other_programs, self.traced):
            if only not in (None, trial.__name__):
                continue
            started, count, found = time.monotonic(), 0, []
            for name, breaches in trial():
                count += 1
                found += [f"{name}: {breach}" for breach in breaches]
            yield trial.__name__, count, found, time.monotonic() - started

    def faulty(self, policy, faults, count=12, **more):
        return recorder.run(self.adjournal, policy, texts(count),
                            {"LD_PRELOAD": self.shim, "FAULTS": faults}, **more)

    def policies(self):
        return ["process", "ordered", "durable"] if self.is_long else ["durable", "process"]

    def each_call(self):
        """One call fails, before or after its effect."""
        for policy in self.policies():
            calls = recorder.numbers_of_calls(self.adjournal, self.shim, policy, texts(12))
            for call in FILES:
                for index in self.indices(calls[call]):
                    for error in ERRORS if self.is_long else SHORT_ERRORS:
                        for action in "ea" if self.is_long else "e":
                            fault = f"{call}:{index}:1:{action}{error}"
                            yield f"{policy} {fault}", recorder.breaches(
                                self.faulty(policy, fault), most_files=3)

    def indices(self, count):
        """All indices in a long campaign, else the first and some others."""
        if self.is_long or count <= 6:
            return range(count)
        return sorted({0, 1, 2, count - 1, *self.chance.sample(range(count), 2)})

    def kills_at_calls(self):
        """The process is killed before a call."""
        for policy in self.policies():
            calls = recorder.numbers_of_calls(self.adjournal, self.shim, policy, texts(12))
            for call in [*FILES, "boottime"]:
                for index in self.indices(calls[call]):
                    fault = f"{call}:{index}:1:k"
                    yield f"{policy} {fault}", recorder.breaches(self.faulty(policy, fault))

    def kills_at_random(self):
        for number in range(400 if self.is_long else 24):
            policy = self.chance.choice(self.policies())
            pause = self.chance.uniform(0, 0.05)

            def kill(_, process, pause=pause):
                time.sleep(pause)
                process.send_signal(signal.SIGKILL)

            outcome = recorder.run(self.adjournal, policy, texts(2000, 100), pieces=40, during=kill)
            yield f"{policy} killed after {pause:.4f} s, run {number}, seed {self.seed}", recorder.breaches(outcome)

    def short_writes(self):
        for size in range(0, 420, 1 if self.is_long else 35):
            for policy in self.policies():
                for rest in ("", f" write:2:1:e{errno.ENOSPC}"):
                    fault = f"write:1:1:s{size}{rest}"
                    yield f"{policy} {fault}", recorder.breaches(self.faulty(policy, fault), most_files=3)

    def random_faults(self):
        """Several faults in one run."""
        for _ in range(2000 if self.is_long else 40):
            policy = self.chance.choice(self.policies())
            faults = " ".join(
                f"{self.chance.choice(FILES)}:{self.chance.randrange(12)}:{self.chance.randint(1, 4)}:"
                f"e{self.chance.choice(ERRORS)}" for _ in range(self.chance.randint(2, 6)))
            yield f"{policy} {faults}", recorder.breaches(self.faulty(policy, faults), most_files=20)

    def always_failing(self):
        """A call fails from some time on: files and lines stay linear."""
        for policy in self.policies():
            for call in FILES:
                for start in (0, 2, 5):
                    for error in ERRORS if self.is_long else [errno.EIO]:
                        fault = f"{call}:{start}:0:e{error}"
                        outcome = self.faulty(policy, fault, count=400 if self.is_long else 120, pieces=40)
                        yield f"{policy} {fault}", recorder.breaches(outcome, most_files=4)

    def resources(self):
        """What the recorder needs at its start is refused."""
        complete = [f"thread:0:0:e{errno.EAGAIN}", f"malloc:0:0:e{errno.ENOMEM}", f"boottime:0:0:e{errno.EINVAL}",
                    f"thread:0:0:e{errno.EAGAIN} malloc:0:2:e{errno.ENOMEM}"]
        for policy in recorder.POLICIES:
            for faults in complete:
                yield f"{policy} {faults}", recorder.breaches(self.faulty(policy, faults), is_complete=True,
                                                              most_files=1)
            for faults in (f"open:0:0:e{errno.EMFILE}", f"openat:0:0:e{errno.EMFILE}",
                           f"thread:0:0:e{errno.EAGAIN} openat:0:0:e{errno.EACCES}",
                           f"thread:0:0:e{errno.EAGAIN} write:0:0:e{errno.EIO}"):
                outcome = self.faulty(policy, faults)
                found = recorder.breaches(outcome, most_files=1)
                if outcome.exit != 4:
                    found.append(f"exit status {outcome.exit} where nothing can be written")
                yield f"{policy} {faults}", found

    def full_disk(self):
        """A small file system is full, and perhaps free again; losses are counted exactly."""
        if os.geteuid() != 0:
            return
        for policy in recorder.POLICIES:
            for is_freed in (False, True):
                with Volume("160k") as folder:
                    # One page is left, and then none.
                    filler = folder / "filler"
                    filler.write_bytes(bytes(150 << 10))

                    def free(*_, filler=filler):
                        time.sleep(0.3)
                        if is_freed:
                            filler.unlink()

                    count = 12_000
                    outcome = recorder.run(self.adjournal, policy, texts(count, 60), pieces=40,
                                           during=free, folder=folder)
                yield f"{policy}, full disk, freed: {is_freed}", [
                    *recorder.breaches(outcome), *_counts(outcome, count)]

    def pipe(self):
        """An ordinary pipe loses nothing under any policy, since reading waits for room."""
        for policy in recorder.POLICIES if self.is_long else ["memory", "process"]:
            outcome = recorder.run(self.adjournal, policy, texts(200_000 if self.is_long else 20_000, 120), pieces=1)
            yield policy, recorder.breaches(outcome, is_complete=True, most_files=1)

    def other_programs(self):
        """The journal is deleted, replaced or emptied, its folder is a link, a file of its name is planted."""
        def delete(folder, _):
            time.sleep(0.3)
            (folder / "j.jsonl").unlink(missing_ok=True)

        def replace(folder, _):
            time.sleep(0.3)
            (folder / "other").write_text("mine\n")
            (folder / "other").rename(folder / "j.jsonl")

        def empty(folder, _):
            time.sleep(0.3)
            if (folder / "j.jsonl").exists():
                os.truncate(folder / "j.jsonl", 0)

        for policy in self.policies():
            outcome = recorder.run(self.adjournal, policy, texts(40), during=delete)
            found = recorder.breaches(outcome, most_files=2)
            yield f"{policy}, deleted", found + _gone(outcome)
            outcome = recorder.run(self.adjournal, policy, texts(40), during=replace)
            other = outcome.files.pop("j.jsonl", b"")
            found = [] if other == b"mine\n" else [f"the other file was changed: {other[:80]!r}"]
            yield f"{policy}, replaced", found + recorder.breaches(outcome) + _gone(outcome)
            outcome = recorder.run(self.adjournal, policy, texts(40), during=empty)
            yield f"{policy}, emptied", recorder.breaches(outcome, most_files=2) + _gone(outcome)

            def plant(folder):
                (folder / "victim").write_text("mine")
                (folder / "j.jsonl").symlink_to(folder / "victim")

            outcome = recorder.run(self.adjournal, policy, texts(4), before=plant)
            yield f"{policy}, planted", [] if outcome.exit == 4 and not outcome.files else ["followed a link"]

    def traced(self):
        """Calls that the C library makes by itself fail; needs strace."""
        if subprocess.run(["which", "strace"], capture_output=True).returncode:
            return
        names = ["clone3", "mmap", "openat", "fdatasync", "write"] if self.is_long else ["clone3", "fdatasync"]
        for policy in self.policies():
            for name in names:
                for when in range(60, 90) if name == "mmap" else ("1+",):
                    inject = f"{name}:error={'ENOMEM' if name == 'mmap' else 'EIO'}:when={when}"
                    if name in ("openat", "write"):
                        inject = f"{name}:error=EIO:when={self.chance.randint(60, 90)}+"
                    command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}", "-e",
                               f"inject={inject}"]
                    outcome = recorder.run(self.adjournal, policy, texts(40), command=command, pieces=10)
                    # The dynamic linker and the runtime end the process if they get no memory or file.
                    if name in ("mmap", "openat") and outcome.exit not in (0, 4):
                        continue
                    yield f"{policy}, strace {inject}", recorder.breaches(outcome, most_files=3)


def _gone(outcome):
    """The sentence, the number and the exit status for records that are gone: the header, and printed ones."""
    said = re.search(r"deleted, replaced or truncated during recording; (\d+) records? gone", outcome.errors)
    present = {json.loads(line)["seq"] for line in outcome.lines()[0]}
    missing = 1 + len(set(outcome.printed) - present)
    if outcome.exit == 4 and said and int(said[1]) == missing:
        return []
    return [f"exit status {outcome.exit}, {missing} records gone: {outcome.errors[:200]!r}"]


def _counts(outcome, count):
    """Compares what the recorder reports as lost with what is missing."""
    lines, _ = outcome.lines()
    records = [json.loads(line) for line in lines]
    gaps = {record["seq"]: record["dropped"] for record in records if record["event"] == "recorder.gap"}
    said = re.search(r"(\d+) records? were lost", outcome.errors)
    lost = int(said[1]) if said else 0
    present = {record["text"] for record in records if record["event"] == "note"}
    missing = count - len(present)
    found = []
    if sum(gaps.values()) > lost:
        found.append(f"gaps of {sum(gaps.values())}, but {lost} lost")
    if outcome.exit == 0 and missing:
        found.append(f"exit status 0 and {missing} missing")
    is_whole = any(record["event"] == "session.ended" for record in records)
    if is_whole and not missing == lost == sum(gaps.values()):
        found.append(f"{missing} missing, {lost} reported, {sum(gaps.values())} in gaps")
    if lost > missing:
        found.append(f"{lost} reported as lost, but only {missing} missing")
    return found


class Volume:
    """A file system in memory."""

    def __init__(self, size):
        self.size = size

    def __enter__(self):
        import tempfile
        self.folder = Path(tempfile.mkdtemp(prefix="faults-volume-"))
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.size}", "tmpfs", self.folder], check=True)
        return self.folder

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.folder], check=True)
        self.folder.rmdir()
