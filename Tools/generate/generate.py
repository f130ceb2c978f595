#!/usr/bin/env python3
"""Writes every file that is generated from the tables of Journals/formats/1, the rules, the tutorial and the sources of SDKs.

usage: Tools/generate/generate.py [--check]

--check writes nothing and fails if a generated file is stale. Golden files, which record what the
built tool prints, are written by Tools/generate/golden.py.
"""
import sys

import causes
import policy
import recording
import reference
import references
import rulebook
import schema
import sdk_sources
import session
import tutorial
from vocabulary import ROOT, Vocabulary

COMMAND = "Tools/generate/generate.py"
# Folders that hold generated files only.
FOLDERS = [
    session.FOLDER, recording.FOLDER, references.FOLDER, reference.FOLDER, tutorial.FOLDER]


def stale(files):
    """The generated files that differ from what they should be, or should not be there."""
    changed = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    left = [path for folder in FOLDERS for path in folder.glob("*") if path not in files]
    return changed, left


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    vocabulary = Vocabulary()
    files = {}
    for part in (session, causes, policy, recording, schema, reference, references, rulebook, tutorial,
                 sdk_sources):
        files |= part.files(vocabulary)
    changed, left = stale(files)
    if arguments:
        for path in changed + left:
            print(f"{path.relative_to(ROOT)} is stale; run {COMMAND}")
        sys.exit(1 if changed or left else 0)
    for path in left:
        path.unlink()
        print(f"deleted {path.relative_to(ROOT)}")
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path])
        print(f"wrote {path.relative_to(ROOT)}")


main(sys.argv[1:])
