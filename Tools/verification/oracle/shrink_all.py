#!/usr/bin/env python3
"""Makes a small journal for each rule and field in a dump of compare.py.

    shrink_all.py ADJOURNAL DUMP --to FOLDER [--rule ID] [--each N]
"""

import argparse
import collections
import json
import os

from shrink_difference import disagreeing, renumbered, shrink, without_fields


def smallest(dump, rule):
    """{(rule, field): paths, the shortest files first}."""
    found = collections.defaultdict(set)
    with open(dump, encoding="utf-8") as file:
        for line in file:
            path, _, name, field = json.loads(line)[:4]
            if name and (not rule or name == rule) and os.path.exists(path):
                found[name, field].add(path)
    return {key: sorted(paths, key=os.path.getsize) for key, paths in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("dump")
    parser.add_argument("--to", required=True)
    parser.add_argument("--rule")
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--field", action="append")
    options = parser.parse_args()
    os.makedirs(options.to, exist_ok=True)
    for (rule, field), paths in sorted(smallest(options.dump, options.rule).items()):
        if options.field and field not in options.field:
            continue
        for number, path in enumerate(paths[: options.each], 1):
            print(rule, field, path, flush=True)
            with open(path, "rb") as file:
                lines = [line for line in file.read().split(b"\n") if line]
            plain = renumbered(lines)
            whole = plain and disagreeing(options.binary, rule, field, [plain], True)
            lines = shrink(options.binary, rule, field, plain if whole else lines, bool(whole))
            if whole:
                lines = without_fields(options.binary, rule, field, lines)
            with open(os.path.join(options.to, f"{rule}-{field}-{number}.jsonl"), "wb") as file:
                file.write(b"".join(line + b"\n" for line in lines))


if __name__ == "__main__":
    main()
