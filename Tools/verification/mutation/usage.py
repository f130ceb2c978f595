"""Which rules a source of `Sources/AdRules` can change, by the names that it declares."""

import re
from pathlib import Path

TOO_COMMON = {"isUsed", "isRunning", "isEmpty", "isKnown", "limit", "greatest", "ad", "text", "count", "load", "slot", "visit", "finish", "clear", "key", "stop", "start", "init", "rawValue"}

BASIC = {"At", "Response", "Truth"}
MOST = 12


class Usage:
    """For each file the ids of the rules whose formulas reach it, nearest first."""

    def __init__(self, package):
        root = Path(package) / "Sources/AdRules"
        self.texts, self.declared = {}, {}
        for folder in ("Catalogue", "Patterns", "Conditions"):
            for file in root.joinpath(folder).rglob("*.swift"):
                path = str(file.relative_to(package))
                text = file.read_text()
                self.texts[path] = set(re.findall(r"\w+", re.sub(r"//.*", "", text)))
                names = re.findall(r"(?m)^(?:  )?(?:\w+ )*?(?:func|var|struct|enum|class) (\w+)", text)
                self.declared[path] = {n for n in names if f"private func {n}" not in text
                                       and f"private var {n}" not in text} - TOO_COMMON

        uses = {n: sum(n in text for text in self.texts.values())
                for n in set().union(*self.declared.values())}
        for names in self.declared.values():
            names.difference_update([name for name in names if uses[name] > 30])

    def rules(self, path):
        """The ids of the rules."""
        if "/Catalogue/" in path:
            return [rule_of(path)]
        reached, front = {path}, [path]
        for _ in range(3):
            names = set().union(*(self.declared[file] for file in front))
            found = [f for f in self.texts if f not in reached and self.texts[f] & names
                     and Path(f).stem != "RuleBook"]
            rules = {rule_of(file) for file in reached.union(found) if "/Catalogue/" in file}
            if len(rules) > MOST and any("/Catalogue/" in file for file in reached):
                break  # farther away everything reaches everything
            reached.update(found)
            front = [f for f in found if "/Catalogue/" not in f and Path(f).stem not in BASIC]
        return sorted(rule_of(file) for file in reached if "/Catalogue/" in file)


def rule_of(path):
    """The id of the rule whose file, or a file of whose folder, `path` is."""
    name = Path(path.split("/Catalogue/")[1]).parts[:2][-1].removesuffix(".swift")
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
