#!/usr/bin/env python3
"""The smallest journal on which program and oracle disagree about a rule:
`shrink_difference.py BINARY FILE --rule ID [--session NAME] --to NEW`."""

import argparse
import json
import os
import subprocess
import tempfile

from compare import ABSENT, of_rule
from judged import by_oracle, by_program
from writing import REQUIRED

KEPT = ("v", "session", "seq", "t", "wall", "event")


def disagreeing(binary, rule, field, candidates, whole=False):
    """The first of `candidates` (lists of lines) that still shows the difference, else None.

    `whole`: only in a journal without damage.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, lines in enumerate(candidates):
            paths.append(os.path.join(folder, f"{number:05}.jsonl"))
            with open(paths[-1], "wb") as file:
                file.write(b"".join(line + b"\n" for line in lines))
        if field == "crash":
            return crashing(binary, zip(paths, candidates))
        program, oracle = by_program(binary, paths), by_oracle(paths)
        for path, lines in zip(paths, candidates):
            keys = [key for key in program if key[0] == path]
            if whole and any(program[key]["damage"] for key in keys):
                continue
            if any(differs(program, oracle, key, rule, field) for key in keys):
                return lines
    return None


def crashing(binary, candidates):
    for path, lines in candidates:
        done = subprocess.run(
            [binary, "audit", "--exit-zero", "--quiet", path], capture_output=True
        )
        if done.returncode < 0:
            return lines
    return None


def differs(program, oracle, key, rule, field):
    one, other = program[key], oracle.get(key)
    if not other:
        return False
    fields = [
        each[0]
        for each in of_rule(one["rules"].get(rule, ABSENT), other["rules"].get(rule, ABSENT))
    ]
    return (field in fields) if field else bool(fields)


def renumbered(lines):
    """Whole lines get seq 1…n in their session; None when some line is not a record."""
    count, result = {}, []
    for line in lines:
        try:
            record = json.loads(line)
            count[record["session"]] = record["seq"] = count.get(record["session"], 0) + 1
        except (ValueError, KeyError, TypeError):
            return None
        record.pop("crc", None)
        result.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())
    return result


def shrink(binary, rule, field, lines, number):
    """Removes shorter and shorter runs of lines while the difference stays."""
    size = max(1, len(lines) // 2)
    while True:
        tried = [lines[:at] + lines[at + size :] for at in range(0, len(lines), size)]
        tried = [one for one in ((renumbered(one) if number else one) for one in tried) if one]
        smaller = disagreeing(binary, rule, field, tried, number)
        if smaller is not None:
            lines, size = smaller, min(size, max(1, len(smaller) // 2))
        elif size == 1:
            return lines
        else:
            size = size // 2


def without_fields(binary, rule, field, lines):
    """Removes fields, and thresholds of the header, that the difference does not need."""
    for index in range(len(lines)):
        for name in list(json.loads(lines[index])):
            record = json.loads(lines[index])
            if name in KEPT or name in REQUIRED.get(record["event"], ()) or name not in record:
                continue
            for smaller in fewer(record, name):
                text = json.dumps(smaller, ensure_ascii=False, separators=(",", ":")).encode()
                tried = lines[:index] + [text] + lines[index + 1 :]
                if disagreeing(binary, rule, field, [tried], True):
                    lines = tried
                    break
    return lines


def fewer(record, name):
    yield {key: value for key, value in record.items() if key != name}
    if name == "policy":
        for left in record[name]:
            yield dict(record, policy={left: record[name][left]})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("file")
    parser.add_argument("--rule", required=True)
    parser.add_argument(
        "--field", help="verdict, activations, undecided, violations, witness, missing, or crash"
    )
    parser.add_argument("--to")
    options = parser.parse_args()
    with open(options.file, "rb") as file:
        lines = [line for line in file.read().split(b"\n") if line]
    number = renumbered(lines)
    if number and disagreeing(options.binary, options.rule, options.field, [number], True):
        lines = shrink(options.binary, options.rule, options.field, number, True)
        lines = without_fields(options.binary, options.rule, options.field, lines)
    else:
        lines = shrink(options.binary, options.rule, options.field, lines, False)
    text = b"".join(line + b"\n" for line in lines)
    if options.to:
        os.makedirs(os.path.dirname(os.path.abspath(options.to)), exist_ok=True)
        with open(options.to, "wb") as file:
            file.write(text)
    print(text.decode(errors="replace"), end="")


if __name__ == "__main__":
    main()
