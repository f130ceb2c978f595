"""The names that mutations confuse, read from the sources of the package."""

import csv
import re
from pathlib import Path


class Vocabulary:
    """Kinds of event, facts of ads, and for each threshold another one of another value."""

    def __init__(self, package):
        session = Path(package) / "Sources/AdSession"
        vocabulary = Path(package) / "Sources/AdVocabulary/Generated"
        self.kinds = names_of((vocabulary / "EventKind.swift").read_text(), "EventKind")
        self.facts = names_of((session / "State/AdFacts.swift").read_text(), "AdFact")
        keys = names_of((vocabulary / "PolicyKey.swift").read_text(), "PolicyKey")
        self.policy = self.neighbours(keys, Path(package) / "Journals/formats/1/policy.tsv")

    @staticmethod
    def neighbours(names, path):
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        keys = [(name, row["unit"], row["default"]) for name, row in zip(names, rows, strict=True)]
        found = {}
        for at, (name, unit, value) in enumerate(keys):
            others = keys[at + 1:] + keys[:at]
            found[name] = next(o for o, u, v in others if u == unit and v != value)
        return found


def names_of(source, enum):
    body = source[source.index(f"enum {enum}"):]
    body = body[:body.index("\n}")]
    body = re.sub(r"//.*", "", body)
    names = []
    for names_text in re.findall(r"\bcase ([\w\s,]+?)(?=\n\s*case|\n\s*\n|\n\s*(?:var|static|public|init)|$)", body):
        names += [name for name in re.split(r"[\s,]+", names_text) if name not in ("", "unknown")]
    return names
