#!/usr/bin/env python3
"""Validates journals against Journals/formats/1/schema.json.

usage: Tools/verification/schema/check.py

Every record of every journal under Journals must be valid, except in Journals/damaged: there each file
whose damage the schema can express must have an invalid record. Needs the PyPI package jsonschema.
"""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    sys.exit("missing Python package 'jsonschema'; install it with: pip install jsonschema")

JOURNALS = pathlib.Path(__file__).resolve().parents[3] / "Journals"
SCHEMA = JOURNALS / "formats" / "1" / "schema.json"
# The damage of these journals is a record that breaks the schema; other damage lies between records
# or in their bytes.
INVALID = ["missing-field", "not-an-object", "wrong-type"]
# A line that is not JSON is damage of another kind.
UNREADABLE = (UnicodeDecodeError, json.JSONDecodeError, RecursionError)


def validators():
    """One validator for each event kind, which is faster than all conditions for each record."""
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    by_kind = {None: jsonschema.Draft202012Validator({**schema, "allOf": []})}
    for condition in schema["allOf"]:
        kind = condition["if"]["properties"]["event"]["const"]
        by_kind[kind] = jsonschema.Draft202012Validator({**schema, "allOf": [condition]})
    return by_kind


def errors(path, by_kind):
    """The lines of a journal that break the schema, as texts; lines that are not JSON are skipped."""
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        try:
            record = json.loads(line.decode("utf-8-sig"))
        except UNREADABLE:
            continue
        kind = record.get("event") if isinstance(record, dict) else None
        validator = by_kind.get(kind if isinstance(kind, str) else None, by_kind[None])
        for error in validator.iter_errors(record):
            yield f"{path.relative_to(JOURNALS.parent)}:{number}: {error.message}"


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    by_kind, failures, journals = validators(), [], 0
    for path in sorted(JOURNALS.rglob("*.jsonl")):
        journals += 1
        found = list(errors(path, by_kind))
        if path.parent.name != "damaged":
            failures += found
        elif path.stem in INVALID and not found:
            failures.append(f"{path.relative_to(JOURNALS.parent)}: no record breaks the schema")
    for failure in failures[:20]:
        print(failure)
    print(f"{journals} journals, {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
