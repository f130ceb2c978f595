#!/usr/bin/env python3
"""Writes the recorded files again: the sentence of each rule's violated journal.

usage: Tools/regenerate/regenerate.py [--check] ADJOURNAL

Recording fails the run that changes anything, so that nobody records by accident: look at the
difference, then run it once more. With --check nothing is written.
"""
import json
import pathlib
import subprocess
import sys

RULES = pathlib.Path(__file__).resolve().parents[2] / "Journals" / "rules"


def sentences(adjournal, rule, journal):
    """What the tool says of the rule's violations in the journal, one sentence a line."""
    command = [adjournal, "audit", "--format", "json", "--exit-zero", "--rule", rule, str(journal)]
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    if output.returncode not in (0, 3):
        sys.exit(f"{journal}: {output.stderr.strip()}")
    audit = json.loads(output.stdout)
    return [
        violation["because"] + "\n"
        for session in audit["journals"][0]["sessions"]
        for violation in session["rules"][0]["violations"]
    ]


def main(words):
    check = "--check" in words
    words = [word for word in words if word != "--check"]
    if len(words) != 1:
        sys.exit(__doc__)
    changed = []
    for folder in sorted(RULES.iterdir()):
        journal = folder / "violated.jsonl"
        if not journal.exists():
            continue
        said = "".join(sentences(words[0], folder.name, journal))
        recorded = folder / "violated.txt"
        if recorded.exists() and recorded.read_text() == said:
            continue
        changed.append(folder.name)
        if not check:
            recorded.write_text(said)
    for name in changed:
        print(f"{'differs' if check else 'recorded'}: {name}")
    sys.exit(1 if changed else 0)


main(sys.argv[1:])
