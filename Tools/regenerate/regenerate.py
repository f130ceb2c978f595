#!/usr/bin/env python3
"""Writes the derived files again: the recorder's typed events, from the vocabulary, and the sentence
of each rule's violated journal, from the tool.

usage: Tools/regenerate/regenerate.py [--check] [ADJOURNAL]

Without ADJOURNAL, the path of the built tool, only the typed events. Recording fails the run that
changes anything, so that nobody records by accident: look at the difference, then run it once more.
With --check nothing is written.
"""
import json
import pathlib
import subprocess
import sys

import events

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "Journals" / "rules"


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


def recorded_sentences(adjournal):
    """The file of sentences beside each violated journal: its path and its text."""
    return {
        folder / "violated.txt": "".join(
            sentences(adjournal, folder.name, folder / "violated.jsonl"))
        for folder in sorted(RULES.iterdir()) if (folder / "violated.jsonl").exists()
    }


def main(words):
    check = "--check" in words
    words = [word for word in words if word != "--check"]
    if len(words) > 1 or any(word.startswith("-") for word in words):
        sys.exit(__doc__)
    files = events.files()
    if words:
        files |= recorded_sentences(words[0])
    changed = [
        path for path, text in files.items() if not path.exists() or path.read_text() != text]
    for path in changed:
        print(f"{'differs' if check else 'recorded'}: {path.relative_to(ROOT)}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path])
    sys.exit(1 if changed else 0)


main(sys.argv[1:])
