"""The typed events that an app records, a constructor for each event kind, and their test samples."""
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
# The room for the fields of one event in `Recorded.Event`, and what each form of a field takes of it.
MOST_BYTES, MOST_TEXTS = 64, 9
BYTES = {"integer": 10, "number": 10, "word": 3}
FILES = {
    "Session": ["session"], "App": ["app", "lock", "splash", "user", "suppress"],
    "Scene": ["scene", "window"], "Consent": ["consent"], "Load": ["load"],
    "Present": ["present", "decision", "fit", "delegate", "handler"],
    "Revenue": ["revenue", "reward", "grant"], "Native": ["video", "native", "visibility"],
    "Adapter": ["adapter"],
}


class Parameter:
    """A field as a parameter of a constructor."""

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
    def bytes(self):
        """The bytes of the field in `Recorded.Event`."""
        return BYTES.get("word" if self.values else self.type, 2)

    @property
    def parameter(self):
        """Texts are consumed, so that a call retains them once and not twice."""
        given = "consuming " if self.swift == "String" else ""
        return f"{self.label}: {given}{self.swift}" + ("" if self.is_required else "? = nil")

    @property
    def put(self):
        """The statement that adds the field to an event."""
        mark = "" if self.is_required else "?"
        if self.json:
            value = f"RecordedJSON.{camel(self.name)}({self.label})"
            if not self.is_required:
                value = f"{self.label}.map {{ RecordedJSON.{camel(self.name)}($0) }}"
            return f"event.json(.{self.label}, {value})"
        if self.values:
            return f"event.word(.{self.label}, {self.label}{mark}.word)"
        call = {"string": "text"}.get(self.type, self.type)
        return f"event.{call}(.{self.label}, {self.label})"

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


def namespace(kind, fields):
    """The listed values of the fields of one kind."""
    listed = [field for field in fields if field.values and not field.is_shared]
    if not listed:
        return ""
    text = f"  /// The listed values of `{kind.name}`.\n  public enum {pascal(kind.name)} {{\n"
    text += "\n".join(enum(field, 4, f"The values of `{field.name}` of `{kind.name}`.") for field in listed)
    return text + "  }\n"


def checked(kind, fields):
    """Ends the generator if `Recorded.Event` has no room for the fields of a kind."""
    texts = sum(field.type == "string" and not field.values for field in fields)
    if texts > MOST_TEXTS or sum(field.bytes for field in fields) > MOST_BYTES:
        raise SystemExit(f"{kind.name} has more fields than Recorded.Event has room for")


def constructor(kind, fields):
    label = camel(kind.name)
    checked(kind, fields)
    text = comment(kind.meaning)
    of_session = kind.name in OF_THE_SESSION
    new = f"Recorded.Event(.{label})"
    if not fields:
        return text + f"  public static var {label}: Self {{ {new} }}\n"
    text += "  ///\n"
    if len(fields) == 1:
        text += lines(f"- Parameter {fields[0].label}: {fields[0].meaning}", 2)
    else:
        text += "  /// - Parameters:\n"
        for field in fields:
            first, *rest = lines(f"- {field.label}: {field.meaning}", 2).splitlines()
            text += first.replace("/// -", "///   -") + "\n"
            text += "".join(line.replace("/// ", "///     ") + "\n" for line in rest)
    text += "  @inline(never)\n" + wrapped(
        f"public static func {label}", [field.parameter for field in fields], " -> Self {", 2)
    text += f"    var event = {new}\n" + "".join(f"    {field.put}\n" for field in fields)
    result = "Recorded.SessionEvent(event: event)" if of_session else "event"
    return text + f"    return {result}\n  }}\n"


def values(fields):
    """The types of values that several kinds have in common."""
    text, seen = "extension Recorded {\n", []
    for field in fields:
        if not field.is_shared or field.enum in seen:
            continue
        seen.append(field.enum)
        text += "\n" if len(seen) > 1 else ""
        text += enum(field, 2, f"The values of `{field.name}`, a field of several kinds.")
    return head(text) + text + "}\n"


def samples(kinds):
    text = (NOTICE + f"import {MODULE}\nimport AdVocabulary\n\n"
            "/// Every typed event, with all fields and with the required fields only.\n"
            "enum RecordedSamples {\n")
    for name, keep in [("full", lambda field: True), ("short", lambda field: field.is_required)]:
        if name == "short":
            text += "\n"
        text += f"  static var {name}: [any RecordedEvent] {{\n    [\n"
        for kind, fields in kinds:
            kept = [field for field in fields if keep(field)]
            arguments = [f"{field.label}: {field.sample(place)}" for place, field in enumerate(kept)]
            event_type = "SessionEvent" if kind.name in OF_THE_SESSION else "Event"
            start = f"Recorded.{event_type}.{camel(kind.name)}"
            if fields:
                text += wrapped(start, arguments, ",", 6)
            else:
                text += f"      {start},\n"
        text += "    ]\n  }\n"
    return text + "}\n"


def head(text):
    """The first lines of a file; the import is as visible as the declarations need it."""
    is_public = "[EventClass]" in text or "[PolicySetting]" in text
    visibility = "public" if is_public else "package" if "package init" in text else "internal"
    return f"{NOTICE}{visibility} import AdVocabulary\n\n"


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
        parts = [namespace(kind, fields) for kind, fields in own]
        named = "\n".join(part for part in parts if part)
        text = (f"extension Recorded {{\n{named}}}\n\n" if named else "")
        groups = [("SessionEvent", [each for each in own if each[0].name in OF_THE_SESSION]),
                  ("Event", [each for each in own if each[0].name not in OF_THE_SESSION])]
        text += "\n".join(
            f"extension RecordedEvent where Self == Recorded.{name} {{\n"
            + "\n".join(constructor(kind, fields) for kind, fields in group) + "}\n"
            for name, group in groups if group)
        result[FOLDER / f"{file}Kinds.swift"] = head(text) + text
    result[FOLDER / "Values.swift"] = values([field for _, fields in kinds for field in fields])
    result[SAMPLES] = samples(kinds)
    return result
