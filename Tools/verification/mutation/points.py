"""Mutation points of Swift sources: where a rule can be written wrongly, and how."""

import re
from dataclasses import dataclass, field

from masking import masked

FLIPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
FACT_BEFORE = r"(?:\b(?:last|first|needsEarlier|forbidsEarlier)(?:\(|: )|\? |\? \.\w+ : )"
NEIGHBOURS = {
    "adWillPresent": "adPresentRequested", "adPresentRequested": "adWillPresent",
    "adDismissed": "adWillDismiss", "adWillDismiss": "adDismissed",
    "adLoaded": "adFailedToLoad", "adFailedToLoad": "adLoaded",
    "adFailedToPresent": "adWillPresent", "adRequested": "adLoaded",
}


@dataclass
class Point:
    """One mutation: the text to put in at places of the file, `{n}` being its number."""

    path: str
    line: int
    text: str
    change: str
    edits: list = field(default_factory=list)  # (from, to, text)
    operator: tuple = None  # (token, number of its mutants) for a generated operator
    number: int = 0
    is_right: bool = False  # the second mutant of a generated operator

    @property
    def key(self):
        return (self.path, self.text, self.change)


class Finder:
    """Finds the points of one file."""

    def __init__(self, path, source, vocabulary):
        self.path, self.source, self.vocabulary = path, source, vocabulary
        self.code = masked(source)
        self.points = []

    def find(self):
        for seek in (
            self.comparisons, self.operands, self.conditions, self.arguments, self.keys,
            self.kinds, self.facts, self.triggers, self.numbers,
        ):
            seek()
        self.number_the_same()
        return self.points

    def number_the_same(self):
        """Mutations that read the same are numbered in the order of the file."""
        seen = {}
        for point in self.points:
            key = point.key
            count = seen[key] = seen.get(key, 0) + 1
            if count > 1:
                point.change += f" #{count}"

    def add(self, at, change, edits, operator=None, is_right=False):
        line = self.source.count("\n", 0, at) + 1
        text = self.source.split("\n")[line - 1].strip()
        self.points.append(
            Point(self.path, line, text, change, edits, operator, is_right=is_right))

    def replace(self, match, group, original, wrong, what):
        start, end = match.span(group)
        self.add(start, f"{what}: {original} -> {wrong}",
                 [(start, end, f"Mutation.pick({{n}}, {original}, {wrong})")])

    def comparisons(self):
        for match in re.finditer(r"(?<= )(<=|<|>=|>|==|!=)(?= )", self.code):
            token = match.group()
            self.add(match.start(), f"comparison: {token} -> {FLIPS[token]}",
                     [(match.start(), match.end(), "{op}")], (token, 1))

    def operands(self):
        for match in re.finditer(r"(?<= )(&&|\|\|)(?= )", self.code):
            token, span = match.group(), match.span()
            self.add(span[0], f"guard: right of {token} dropped", [(*span, "{op}")], (token, 2))
            self.add(span[0], f"guard: left of {token} dropped", [], (token, 2), is_right=True)

    def conditions(self):
        for match in re.finditer(r"\b(if|guard)\s", self.code):
            is_guard = match.group(1) == "guard"
            clauses = self.clauses(match.end(), is_guard)
            for start, end in clauses:
                text = self.code[start:end]
                if not text.strip() or re.match(r"(let|var|case)\b|#|\(?let|\u00b7", text):
                    continue
                stays = is_guard or len(clauses) > 1
                before = "(Mutation.is({n}) || (" if stays else "(!Mutation.is({n}) && ("
                said = "true" if stays else "false"
                short = " ".join(self.source[start:end].split())
                self.add(start, f"guard: {short} -> {said}",
                         [(start, start, before), (end, end, "))")])

    def clauses(self, at, is_guard):
        """The spans of the parts of a condition, between commas."""
        parts, depth, start = [], 0, at
        for place in range(at, len(self.code)):
            letter = self.code[place]
            over = depth == 0 and (
                re.match(r"\selse\b", self.code[place:place + 6]) if is_guard else letter == "{")
            if over or (letter == "," and depth == 0):
                parts.append(self.trimmed(start, place))
                start = place + 1
                if over:
                    return parts
            elif letter in "([{":
                depth += 1
            elif letter in ")]}":
                depth -= 1
        return []

    def trimmed(self, start, end):
        while start < end and self.code[start].isspace():
            start += 1
        while end > start and self.code[end - 1].isspace():
            end -= 1
        return (start, end)

    def arguments(self):
        """Excuses, conditions and flags given to a pattern."""
        for match in re.finditer(r"\b(unless|where|accepts): (?=[{\\])", self.code):
            start, end = match.end(), self.end_of_argument(match.end())
            given = self.source[start:end]
            if not given.startswith(("{", "\\.")) or end - start > 600:
                continue
            wrong = "{ _ in .none }" if match.group(1) == "unless" else "{ _ in true }"
            choice = "pick" if self.source[match.start() - 1] == "(" else "either"
            before, after = f"Mutation.{choice}({{n}}, ", f", {wrong})"
            after = after.replace("{ ", "{{ ").replace(" }", " }}")
            if given.startswith("\\."):
                edits = [(start, end, before + "{{ $0." + given[2:] + " }}" + after)]
            else:
                edits = [(start, start, before), (end, end, after)]
            self.add(start, f"guard: {match.group(1)} dropped", edits)
        for match in re.finditer(r"\b(\w+): (true|false)\b(?=[,)\s])", self.code):
            if match.group(1) == "keepingCapacity":
                continue  # memory, not meaning
            other = "false" if match.group(2) == "true" else "true"
            self.replace(match, 2, match.group(2), other, f"guard: {match.group(1)}")

    def end_of_argument(self, at):
        depth = 0
        for place in range(at, len(self.code)):
            letter = self.code[place]
            if depth == 0 and letter in ",)\n":
                return place
            depth += (letter in "([{") - (letter in ")]}")
        return at

    def keys(self):
        names = self.vocabulary.policy
        for match in re.finditer(r"(?<![\w)\]?])\.(\w+)\b(?!\()", self.code):
            if match.group(1) in names:
                wrong = names[match.group(1)]
                self.replace(match, 0, f"PolicyKey.{match.group(1)}", f".{wrong}", "key")

    def kinds(self):
        names = self.vocabulary.kinds
        for match in re.finditer(r"(?<![\w)\]?])\.(\w+)\b(?!\()", self.code):
            name = match.group(1)
            is_fact = re.search(FACT_BEFORE + "$", self.code[:match.start()])
            if name in names and not (is_fact and name in self.vocabulary.facts):
                at = names.index(name)
                wrong = NEIGHBOURS.get(name) or names[at + 1 if at + 1 < len(names) else at - 1]
                self.replace(match, 0, f"EventKind.{name}", f".{wrong}", "event")

    def facts(self):
        names = self.vocabulary.facts
        pattern = FACT_BEFORE + r"(\.(\w+))\b(?!\()"
        for match in re.finditer(pattern, self.code):
            name = match.group(2)
            if name in names:
                at = names.index(name)
                wrong = names[at + 1 if at + 1 < len(names) else at - 1]
                self.replace(match, 1, f"AdFact.{name}", f".{wrong}", "event")

    def triggers(self):
        for match in re.finditer(r"(?<![\w)\]?=])(?<!== )\.(attempt|show)\b(?!\()", self.code):
            name = match.group(1)
            wrong = "show" if name == "attempt" else "attempt"
            self.replace(match, 0, f"Pattern.Trigger.{name}", f".{wrong}", "event")

    def numbers(self):
        pattern = r"(?:(?P<sum> [+-] )|(?P<is>[=!]= )|(?P<label>\b(?!forKey)\w+: )|(?P<max>\b(?:max|min)\())(?P<value>\d+)\b(?![.\w])"
        for match in re.finditer(pattern, self.code):
            value = int(match.group("value"))
            wrong = value - 1 if match.group("sum") else value + 1
            self.replace(match, "value", str(value), str(wrong), "off by one")
