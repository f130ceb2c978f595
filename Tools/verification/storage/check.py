#!/usr/bin/env python3
"""Audits the same simulated sessions in several storages and compares the verdicts.

    python3 Tools/verification/storage/check.py ADJOURNAL [--sessions N] [--seed N]

The sessions are correct ones (`adjournal simulate` without faults), so every violation is a false
accusation. They are stored

- in one file;
- in one file each, as the recorder writes them;
- in files of random sizes with the sessions in random order, a third of them packed with gzip;
- the same, audited in several calls.

In one call, every storage must give the same verdicts and no violation. In several calls, sessions of an
install are unknown to each other: only `inconclusive` may replace a verdict. Prints a table; ends with 1
if a law is broken, and names the seed and the first session that shows it.
"""
import argparse
import gzip
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

#: The number of calls among which the files of the last storage are divided.
CALLS = 4


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("adjournal", help="the tool to check")
    parser.add_argument("--sessions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def simulate(chosen):
    """The lines of each session, in the order of the journal."""
    command = [chosen.adjournal, "simulate", "--seed", str(chosen.seed), "--sessions", str(chosen.sessions)]
    sessions = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
        for line in run.stdout:
            name = line.split(b'"session":"', 1)[1].split(b'"', 1)[0]
            sessions.setdefault(name, []).append(line)
    if run.returncode != 0:
        sys.exit(f"adjournal simulate ended with {run.returncode}")
    return [b"".join(lines) for lines in sessions.values()]


def store_together(folder, sessions, _):
    (folder / "all.jsonl").write_bytes(b"".join(sessions))


def store_apart(folder, sessions, _):
    for number, session in enumerate(sessions):
        part = folder / f"{number // 1000:03}"
        part.mkdir(exist_ok=True)
        (part / f"{number:06}.jsonl").write_bytes(session)


def store_mixed(folder, sessions, chance):
    order = list(sessions)
    chance.shuffle(order)
    number = 0
    while order:
        count = min(len(order), chance.choice((1, 1, 2, 3, 10, 100)))
        data, order = b"".join(order[:count]), order[count:]
        packed = chance.random() < 1 / 3
        name = f"{number:06}.jsonl" + (".gz" if packed else "")
        (folder / name).write_bytes(gzip.compress(data, 1) if packed else data)
        number += 1


def verdicts(chosen, paths):
    """The verdicts of each session: by rule, and the number of violations."""
    command = [chosen.adjournal, "audit", "--format", "jsonl", "--exit-zero", "--files-from", "-"]
    with tempfile.TemporaryFile("w+") as names:
        names.writelines(f"{path}\n" for path in paths)
        names.seek(0)
        found = {}
        with subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE) as run:
            for line in run.stdout:
                one = json.loads(line)
                found[one["session"]] = {rule: result["verdict"] for rule, result in one["rules"].items()}
    if run.returncode not in (0, 3):
        sys.exit(f"adjournal audit ended with {run.returncode}")
    return found


def differences(one, other, may_open):
    """The sessions and rules whose verdicts differ; `may_open` allows `inconclusive` in `other`."""
    for session in sorted(one.keys() | other.keys()):
        left, right = one.get(session, {}), other.get(session, {})
        for rule in left.keys() | right.keys():
            before, after = left.get(rule), right.get(rule)
            if before != after and not (may_open and after == "inconclusive"):
                yield f"{session}: {rule} is {before} in one file, {after} here"


def main():
    chosen = options()
    chance = random.Random(chosen.seed)
    sessions = simulate(chosen)
    print(f"{len(sessions)} sessions, seed {chosen.seed}")
    print(f"{'storage':28} {'files':>7} {'calls':>5} {'violated':>8} {'inconclusive':>12} {'differ':>6}")
    reference, failed = None, False
    for name, store, calls in (("one file", store_together, 1), ("one file each", store_apart, 1),
                               ("mixed", store_mixed, 1), ("mixed, several calls", store_mixed, CALLS)):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="adjournal-storage-"))
        try:
            store(folder, sessions, chance)
            paths = sorted(path for path in folder.rglob("*") if path.is_file())
            found = {}
            for call in range(calls):
                found |= verdicts(chosen, paths[call::calls])
        finally:
            shutil.rmtree(folder)
        reference = reference or found
        differing = list(differences(reference, found, may_open=calls > 1))
        counts = [sum(verdict == wanted for rules in found.values() for verdict in rules.values())
                  for wanted in ("violated", "inconclusive")]
        print(f"{name:28} {len(paths):7} {calls:5} {counts[0]:8} {counts[1]:12} {len(differing):6}")
        for line in differing[:1]:
            print(f"  {line}")
        failed = failed or bool(differing) or counts[0] > 0 or len(found) != len(sessions)
    sys.exit(1 if failed else 0)


main()
