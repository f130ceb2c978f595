"""The typed events of the recorder, from the vocabulary of the journal format.

One struct a kind, named like it, in Sources/AdJournal/Recording/API/Kinds; what a kind says in words
comes from the documentation of EventKind.
"""
import csv
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
VOCABULARY = ROOT / "Journals" / "formats" / "1" / "vocabulary.tsv"
KINDS = ROOT / "Sources" / "AdJournal" / "Recording" / "API" / "Kinds"
SAMPLES = ROOT / "Tests" / "AdJournalTests" / "Recording" / "RecordedSamples.swift"
SAYS = ROOT / "Sources" / "AdSession" / "EventKind.swift"

# What the recorder writes itself has no constructor; the session's own are not the app's to record.
OWN = ["recorder.gap", "session.continued", "session.sealed"]
OF_THE_SESSION = ["session.began", "session.ended"]
# The limit of the contract, in bytes.
FREE_TEXT = {("ad.failed_to_load", "error_message"), ("ad.failed_to_present", "error_message"),
             ("note", "text")}
FILES = {
    "Session": ["session"], "App": ["app", "lock", "splash", "user", "suppress"],
    "Scene": ["scene", "window"], "Consent": ["consent"], "Load": ["load"],
    "Present": ["present", "decision", "fit", "delegate", "handler"],
    "Revenue": ["revenue", "reward", "grant"], "Native": ["video", "native", "visibility"],
    "Adapter": ["adapter"],
}
HEAD = """// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

"""


def camel(name):
    first, *rest = re.split("[._]", name)
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def pascal(name):
    return camel(name)[:1].upper() + camel(name)[1:]


def sentence(text):
    return text[:1].upper() + text[1:] + ("" if text.endswith(("…", ".")) else ".")


class Field:
    def __init__(self, row, shared):
        self.event, self.name, self.type = row["event"], row["field"], row["type"]
        self.is_required = row["required"] == "yes"
        self.values = row["values"].split("|") if row["values"] else []
        self.meaning = row["meaning"]
        self.label = camel(self.name)
        self.shared = shared

    @property
    def enum(self):
        """The name of the type of a listed value."""
        return pascal(self.name)

    @property
    def is_shared(self):
        return (self.name, "|".join(self.values)) in self.shared

    @property
    def swift(self):
        """The type of the parameter."""
        if self.values:
            return f"Recorded.{self.enum}" if self.is_shared else (
                f"Recorded.{pascal(self.event)}.{self.enum}")
        return {
            ("captures", "array of strings"): "[EventClass]",
            ("policy", "object"): "[PolicySetting]",
            ("extras", "object"): "[String]",
            ("waterfall", "array of objects"): "[Recorded.WaterfallItem]",
            ("value_micros", "integer"): "Int64",
        }.get((self.name, self.type)) or {
            "string": "String", "integer": "Int", "number": "Double", "boolean": "Bool",
            "array of strings": "[String]",
        }[self.type]

    @property
    def json(self):
        """Who makes JSON of the parameter, for fields that are lists or trees."""
        return self.type.startswith("array") or self.type == "object"

    @property
    def stored(self):
        if self.json:
            return "[UInt8]" + ("" if self.is_required else "?")
        swift = self.swift.removeprefix(f"Recorded.{pascal(self.event)}.").removeprefix("Recorded.")
        return swift + ("" if self.is_required else "?")

    @property
    def parameter(self):
        """Texts are given away, so that a call counts references once and not twice."""
        given = "consuming " if self.swift == "String" else ""
        return f"{self.label}: {given}{self.swift}" + ("" if self.is_required else "? = nil")

    @property
    def argument(self):
        if not self.json:
            return f"{self.label}: {self.label}"
        value = f"RecordedJSON.{camel(self.name)}({self.label})"
        if not self.is_required:
            value = f"{self.label}.map {{ RecordedJSON.{camel(self.name)}($0) }}"
        return f"{self.label}: {value}"

    @property
    def put(self):
        if self.json:
            return f"fields.json(.{self.label}, {self.label})"
        if self.values:
            mark = "" if self.is_required else "?"
            return f"fields.word(.{self.label}, {self.label}{mark}.word)"
        call = {"string": "text"}.get(self.type, self.type)
        limit = ", atMost: 512" if (self.event, self.name) in FREE_TEXT else ""
        return f"fields.{call}(.{self.label}, {self.label}{limit})"

    def sample(self, number):
        """A value for the tests."""
        if self.values:
            return f".{camel(self.values[number % len(self.values)])}"
        if self.json:
            return {
                "captures": "[.session, .app, .load, .present]", "policy": "[PolicySetting(.dailyCap, 5)]",
                "extras": '["store", "price"]', "redacted": '["response"]',
                "waterfall": '[.init(adapter: "A", latencyMs: 12, errorCode: 3), .init(adapter: "B")]',
            }[self.name]
        if self.type == "string":
            return f'"{self.name}-{number}"'
        if self.type == "boolean":
            return "true" if number % 2 else "false"
        return "2.5" if self.type == "number" else str(number + 7)


def wrapped(start, parts, end, indent):
    """A call or a signature on one line, or its parts filled into lines of at most 100 columns."""
    margin = " " * indent
    line = f"{margin}{start}({', '.join(parts)}){end}"
    if len(line) <= 100:
        return line + "\n"
    lines, current = [], ""
    for place, part in enumerate(parts):
        part += "," if place + 1 < len(parts) else ""
        if current and len(margin) + 2 + len(current) + 1 + len(part) > 100:
            lines.append(current)
            current = part
        else:
            current = f"{current} {part}".strip()
    lines.append(current)
    body = "\n".join(f"{margin}  {text}" for text in lines)
    return f"{margin}{start}(\n{body}\n{margin}){end}\n"


def enum(field, indent, says):
    margin = " " * indent
    text = f"{margin}/// {says}\n{margin}public enum {field.enum}: Sendable {{\n"
    for value in field.values:
        text += f"{margin}  /// `{value}`\n{margin}  case {camel(value)}\n"
    text += f"\n{margin}  var word: Word {{\n{margin}    switch self {{\n"
    for value in field.values:
        text += f"{margin}    case .{camel(value)}: .{camel(value)}\n"
    return text + f"{margin}    }}\n{margin}  }}\n{margin}}}\n"


def struct(event, fields, says):
    name, kind = pascal(event), camel(event)
    summary = f"`{event}`" + (f": {says}" if says else "")
    protocol = "RecordedEvent" if event in OF_THE_SESSION else "VocabularyEvent"
    text = f"  /// {summary}{'' if summary.endswith('.') else '.'}\n"
    text += f"  public struct {name}: {protocol} {{\n"
    for field in fields:
        if field.values and not field.is_shared:
            text += enum(field, 4, f"`{field.name}` of `{event}`.") + "\n"
    for field in fields:
        word = "var" if (event, field.name) == ("ad.loaded", "response") else "let"
        text += f"    {word} {field.label}: {field.stored}\n"
    text += "\n" if fields else ""
    text += f"    /// Always `{event}`.\n    public var kind: EventKind {{ .{kind} }}\n\n"
    text += "    /// Puts the fields in the order of the vocabulary.\n"
    puts = "".join(f"      {field.put}\n" for field in fields)
    body = f" {{\n{puts}    }}\n" if puts else " {}\n"
    return text + f"    public func write(to fields: inout FieldWriter){body}  }}\n"


def constructor(event, fields, says):
    name, kind = pascal(event), camel(event)
    summary = sentence(says) if says else f"`{event}`."
    text = f"extension RecordedEvent where Self == Recorded.{name} {{\n  /// {summary}\n"
    documented = [field for field in fields if field.meaning]
    if documented:
        text += "  ///\n"
        if len(documented) > 1:
            text += "  /// - Parameters:\n"
        for field in documented:
            lead = "  - " if len(documented) > 1 else "- Parameter "
            text += f"  /// {lead}{field.label}: {sentence(field.meaning)}\n"
    if not fields:
        return text + f"  public static var {kind}: Self {{ Recorded.{name}() }}\n}}\n"
    text += wrapped(
        f"public static func {kind}", [field.parameter for field in fields], " -> Self {", 2)
    text += wrapped(f"Recorded.{name}", [field.argument for field in fields], "", 4)
    return text + "  }\n}\n"


def values(fields, shared):
    """The types of values that several kinds have in common."""
    text, seen = HEAD.replace("public", "internal") + "extension Recorded {\n", []
    for field in fields:
        if not field.is_shared or field.enum in seen:
            continue
        seen.append(field.enum)
        text += ("\n" if len(seen) > 1 else "") + enum(field, 2, f"`{field.name}` of several kinds.")
    return text + "}\n"


def samples(kinds):
    text = ("// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; "
            "do not edit.\n\nimport AdJournal\nimport AdSession\n\n"
            "/// Every typed event, with every field and with the required ones alone.\n"
            "enum RecordedSamples {\n")
    for name, keep in [("full", lambda field: True), ("short", lambda field: field.is_required)]:
        if name == "short":
            text += "\n"
        text += f"  static var {name}: [any RecordedEvent] {{\n    [\n"
        for event, fields in kinds:
            kept = [field for field in fields if keep(field)]
            arguments = [f"{field.label}: {field.sample(place)}" for place, field in enumerate(kept)]
            start = f"Recorded.{pascal(event)}.{camel(event)}"
            if fields:
                text += wrapped(start, arguments, ",", 6)
            else:
                text += f"      {start},\n"
        text += "    ]\n  }\n"
    return text + "}\n"


def files():
    """Every generated file: its path and its text."""
    rows = list(csv.DictReader(VOCABULARY.open(), delimiter="\t", quoting=csv.QUOTE_NONE))
    says = dict(re.findall(r"/// `([a-z_.]+)`(?:: (.*?))?\.?\n  case", SAYS.read_text()))
    lists = {}
    for row in rows:
        if row["values"]:
            lists.setdefault((row["field"], row["values"]), set()).add(row["event"])
    shared = {key for key, events in lists.items() if len(events) > 1}
    kinds, classes = {}, {}
    for row in rows:
        if row["event"] in OWN:
            continue
        classes[row["event"]] = row["class"]
        kinds.setdefault(row["event"], [])
        if row["field"]:
            kinds[row["event"]].append(Field(row, shared))
    result = {}
    for file, names in FILES.items():
        mine = [event for event in kinds if classes[event] in names]
        text = HEAD + "extension Recorded {\n"
        text += "\n".join(struct(event, kinds[event], says[event]) for event in mine) + "}\n"
        for event in mine:
            text += "\n" + constructor(event, kinds[event], says[event])
        result[KINDS / f"{file}Kinds.swift"] = text
    result[KINDS / "Values.swift"] = values(
        [field for fields in kinds.values() for field in fields], shared)
    result[SAMPLES] = samples(list(kinds.items()))
    return result
