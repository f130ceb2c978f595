"""The typed events that an app records, one struct for each event kind, and their test samples."""
from session import NOTICE, comment, lines
from vocabulary import ROOT, camel, declared, pascal

# The module of the recorder, its folder of generated files, and its tests.
MODULE = "AdRecording"
FOLDER = ROOT / "Sources" / "AdRecording" / "API" / "Generated"
SAMPLES = ROOT / "Tests" / "AdRecordingTests" / "RecordedSamples.swift"

# The recorder writes these itself, so they have no constructor.
WITHOUT_CONSTRUCTOR = ["recorder.gap", "session.continued", "session.sealed"]
# The recorder takes these only when it opens or closes a session.
OF_THE_SESSION = ["session.began", "session.ended"]
# Free texts are cut at 512 bytes.
FREE_TEXT = {("ad.failed_to_load", "error_message"), ("ad.failed_to_present", "error_message"),
             ("note", "text"), ("sdk.ready", "description")}
FILES = {
    "Session": ["session"], "App": ["app", "lock", "splash", "user", "suppress"],
    "Scene": ["scene", "window"], "Consent": ["consent"], "Load": ["load"],
    "Present": ["present", "decision", "fit", "delegate", "handler"],
    "Revenue": ["revenue", "reward", "grant"], "Native": ["video", "native", "visibility"],
    "Adapter": ["adapter"],
}
HEAD = NOTICE + "public import AdSession\n\n"


class Parameter:
    """A field as a parameter of a constructor and as a stored property."""

    def __init__(self, field, shared):
        self.event, self.name, self.type = field.event, field.name, field.type
        self.is_required, self.values = field.is_required, field.values
        self.meaning = field.meaning
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
        """Whether the value is a list or an object, which ``RecordedJSON`` encodes."""
        return self.type.startswith("array") or self.type == "object"

    @property
    def stored(self):
        if self.json:
            return "[UInt8]" + ("" if self.is_required else "?")
        swift = self.swift.removeprefix(f"Recorded.{pascal(self.event)}.").removeprefix("Recorded.")
        return swift + ("" if self.is_required else "?")

    @property
    def parameter(self):
        """Texts are consumed, so that a call retains them once and not twice."""
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


def enum(field, indent, summary):
    """The type of a field with listed values, and its conversions to and from a word."""
    margin = " " * indent
    text = f"{margin}/// {summary}\n{margin}public enum {field.enum}: Sendable {{\n"
    for value in field.values:
        text += f"{margin}  /// `{value}`\n{margin}  case {declared(value)}\n"
    text += f"\n{margin}  var word: Word {{\n{margin}    switch self {{\n"
    for value in field.values:
        text += f"{margin}    case .{camel(value)}: .{camel(value)}\n"
    text += f"{margin}    }}\n{margin}  }}\n\n"
    text += f"{margin}  package init?(_ word: Word) {{\n{margin}    switch word {{\n"
    for value in field.values:
        text += f"{margin}    case .{camel(value)}: self = .{camel(value)}\n"
    text += f"{margin}    default: return nil\n"
    return text + f"{margin}    }}\n{margin}  }}\n{margin}}}\n"


def struct(kind, fields):
    event, name = kind.name, pascal(kind.name)
    protocol = "RecordedEvent" if event in OF_THE_SESSION else "VocabularyEvent"
    text = comment(f"`{event}`: {kind.meaning}") + f"  public struct {name}: {protocol} {{\n"
    for field in fields:
        if field.values and not field.is_shared:
            text += enum(field, 4, f"The values of `{field.name}` of `{event}`.") + "\n"
    for field in fields:
        word = "var" if (event, field.name) == ("ad.loaded", "response") else "let"
        text += f"    {word} {field.label}: {field.stored}\n"
    text += "\n" if fields else ""
    text += f"    /// Always `{event}`.\n    public var kind: EventKind {{ .{camel(event)} }}\n\n"
    text += "    /// Writes the fields in the order of the vocabulary.\n"
    puts = "".join(f"      {field.put}\n" for field in fields)
    body = f" {{\n{puts}    }}\n" if puts else " {}\n"
    return text + f"    public func write(to fields: inout FieldWriter){body}  }}\n"


def constructor(kind, fields):
    name, label = pascal(kind.name), camel(kind.name)
    text = f"extension RecordedEvent where Self == Recorded.{name} {{\n" + comment(kind.meaning)
    if not fields:
        return text + f"  public static var {label}: Self {{ Recorded.{name}() }}\n}}\n"
    text += "  ///\n"
    if len(fields) == 1:
        text += lines(f"- Parameter {fields[0].label}: {fields[0].meaning}", 2)
    else:
        text += "  /// - Parameters:\n"
        for field in fields:
            first, *rest = lines(f"- {field.label}: {field.meaning}", 2).splitlines()
            text += first.replace("/// -", "///   -") + "\n"
            text += "".join(line.replace("/// ", "///     ") + "\n" for line in rest)
    text += wrapped(
        f"public static func {label}", [field.parameter for field in fields], " -> Self {", 2)
    text += wrapped(f"Recorded.{name}", [field.argument for field in fields], "", 4)
    return text + "  }\n}\n"


def values(fields):
    """The types of values that several kinds have in common."""
    text, seen = HEAD + "extension Recorded {\n", []
    for field in fields:
        if not field.is_shared or field.enum in seen:
            continue
        seen.append(field.enum)
        text += "\n" if len(seen) > 1 else ""
        text += enum(field, 2, f"The values of `{field.name}`, a field of several kinds.")
    return text.replace("public import", "package import") + "}\n"


def samples(kinds):
    text = (NOTICE + f"import {MODULE}\nimport AdSession\n\n"
            "/// Every typed event, with all fields and with the required fields only.\n"
            "enum RecordedSamples {\n")
    for name, keep in [("full", lambda field: True), ("short", lambda field: field.is_required)]:
        if name == "short":
            text += "\n"
        text += f"  static var {name}: [any RecordedEvent] {{\n    [\n"
        for kind, fields in kinds:
            kept = [field for field in fields if keep(field)]
            arguments = [f"{field.label}: {field.sample(place)}" for place, field in enumerate(kept)]
            start = f"Recorded.{pascal(kind.name)}.{camel(kind.name)}"
            if fields:
                text += wrapped(start, arguments, ",", 6)
            else:
                text += f"      {start},\n"
        text += "    ]\n  }\n"
    return text + "}\n"


def file_of(event_class):
    named = [file for file, classes in FILES.items() if event_class in classes]
    return named[0] if named else pascal(event_class)


def files(vocabulary):
    """Every generated file: its path and its text."""
    lists = {}
    for field in vocabulary.fields:
        if field.values:
            lists.setdefault((field.name, "|".join(field.values)), set()).add(field.event)
    shared = {key for key, events in lists.items() if len(events) > 1}
    kinds = [
        (kind, [Parameter(field, shared) for field in kind.fields])
        for kind in vocabulary.kinds if kind.name not in WITHOUT_CONSTRUCTOR
    ]
    result = {}
    for file in dict.fromkeys(file_of(kind.event_class) for kind, _ in kinds):
        own = [(kind, fields) for kind, fields in kinds if file_of(kind.event_class) == file]
        text = HEAD + "extension Recorded {\n"
        text += "\n".join(struct(kind, fields) for kind, fields in own) + "}\n"
        for kind, fields in own:
            text += "\n" + constructor(kind, fields)
        result[FOLDER / f"{file}Kinds.swift"] = text
    result[FOLDER / "Values.swift"] = values([field for _, fields in kinds for field in fields])
    result[SAMPLES] = samples(kinds)
    return result
