#!/usr/bin/env python3
"""Checks undamaged journals by the vocabulary alone: types, required fields, seq and t."""

import json
import os
import sys

from judged import journals_of
from simulation.chances import table

KINDS = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "object": dict,
    "array of strings": list,
    "array of objects": list,
}


def faults(path, fields):
    last = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            record = json.loads(line)
            session, event = record["session"], record["event"]
            seq, t = last.get(session, (0, 0))
            if record["seq"] != seq + 1 or record["t"] < t or not isinstance(record["t"], int):
                yield number, "envelope", record
            last[session] = record["seq"], record["t"]
            for name, row in fields.get(event, {}).items():
                if name not in record:
                    if row["required"] == "yes":
                        yield number, "missing " + name, record
                elif (
                    not isinstance(record[name], KINDS[row["type"]])
                    or row["type"] != "boolean"
                    and isinstance(record[name], bool)
                ):
                    yield number, "type " + name, record
            unknown = (
                set(record)
                - set(fields.get(event, {}))
                - {"v", "session", "seq", "t", "wall", "event", "crc"}
            )
            if unknown and event in fields:
                yield number, f"unknown {unknown}", record


def main():
    fields, bad = {}, 0
    for row in table("vocabulary.tsv"):
        if not row["event"]:
            continue
        fields.setdefault(row["event"], {})
        if row.get("field"):
            fields[row["event"]][row["field"]] = row
    for path in journals_of(sys.argv[1:]):
        for number, what, record in faults(path, fields):
            bad += 1
            if bad <= 20:
                print(os.path.basename(path), number, what, record)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
