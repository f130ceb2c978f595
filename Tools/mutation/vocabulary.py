"""The names that mutations confuse, read from the sources of the package."""

import re
from pathlib import Path


class Vocabulary:
    """Kinds of event, facts of ads, and for each threshold another one of another value."""

    def __init__(self, package):
        session = Path(package) / "Sources/AdSession"
        self.kinds = names_of((session / "Generated/EventKind.swift").read_text(), "EventKind")
        self.facts = names_of((session / "State/AdFacts.swift").read_text(), "AdFact")
        self.policy = self.neighbours((session / "Policy/PolicyKey.swift").read_text())

    @staticmethod
    def neighbours(source):
        pattern = r"/// `\w+`, (\d+) (\w+) by default.*\n  case (\w+)"
        keys = [(name, unit, int(value)) for value, unit, name in re.findall(pattern, source)]
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
