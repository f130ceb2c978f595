"""Reads Journals/formats/1/vocabulary.tsv and checks it.

A row without an event describes a class, a row without a field describes an event kind, and every
other row describes a field of an event kind.
"""
import csv
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "Journals" / "formats" / "1" / "vocabulary.tsv"
KEYWORDS = ["default", "import", "in", "internal", "open", "private", "public", "repeat", "switch"]
TYPES = ["string", "integer", "number", "boolean", "object", "array of strings", "array of objects"]

# Fields with a slot of their own in Event; all other texts of the column `event` share one.
SYMBOLS = ["unit", "scene", "ad", "request", "load"]
WORD_SLOTS = ["format", "first", "second", "third"]
# Who causes an event, and what that means.
ORIGINS = {
    "app": "The app decides that the event happens.",
    "sdk": "The ad SDK reports it. It follows from something that the app or an adapter did.",
    "adapter": "An adapter does it, which is a part of the app.",
    "user": "A person does it, whatever the app does.",
    "system": "The operating system, the recorder or a configuration causes it, whatever the app does.",
}
NUMBER_SLOTS = ["first", "second"]
FLAG_BITS = 16

# What the tables of the reader can hold.
MOST_KINDS, MOST_WORDS, MOST_REQUIRED, MOST_HEADER_FIELDS = 126, 127, 56, 64


def fail(message):
    raise SystemExit(f"{TABLE.relative_to(ROOT)}: {message}")


def camel(name):
    first, *rest = re.split("[._]", name)
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def declared(name):
    """The name of a Swift case where it is declared; a keyword needs backticks there."""
    return f"`{name}`" if name in KEYWORDS else camel(name)


def pascal(name):
    return camel(name)[:1].upper() + camel(name)[1:]


class Field:
    """One field of one event kind."""

    def __init__(self, row):
        self.event, self.name, self.type = row["event"], row["field"], row["type"]
        self.is_required = row["required"] == "yes"
        self.values = row["values"].split("|") if row["values"] else []
        self.storage, self.meaning = row["storage"], row["meaning"]
        if self.type not in TYPES:
            fail(f"{self.event}.{self.name}: unknown type '{self.type}' ({', '.join(TYPES)})")
        if row["required"] not in ("yes", "no"):
            fail(f"{self.event}.{self.name}: 'required' is '{row['required']}' (yes, no)")
        if self.storage not in ("event", "header", "line"):
            fail(f"{self.event}.{self.name}: 'storage' is '{self.storage}' (event, header, line)")


class Kind:
    """One event kind with its fields in the order in which a writer puts them."""

    def __init__(self, row):
        self.name, self.event_class, self.meaning = row["event"], row["class"], row["meaning"]
        self.origin = row["origin"]
        if self.origin not in ORIGINS:
            fail(f"{self.name}: 'origin' is '{self.origin}' ({', '.join(ORIGINS)})")
        self.fields = []


class Vocabulary:
    """The whole table, in its order."""

    def __init__(self):
        self.classes, self.kinds = {}, []
        for row in csv.DictReader(TABLE.open(), delimiter="\t", quoting=csv.QUOTE_NONE):
            self._add(row)
        self.fields = [field for kind in self.kinds for field in kind.fields]
        self.field_names = list(dict.fromkeys(field.name for field in self.fields))
        self.formats = next(field.values for field in self.fields if field.name == "format")
        listed = [value for field in self.fields for value in field.values]
        self.words = list(dict.fromkeys(self.formats + listed))
        self.storage = self._storage()
        self._check()

    def _add(self, row):
        if not row["meaning"]:
            fail(f"{row['event'] or row['class']} {row['field']}: no meaning")
        if not row["event"]:
            self.classes[row["class"]] = row["meaning"]
        elif not row["field"]:
            self.kinds.append(Kind(row))
        elif not self.kinds or self.kinds[-1].name != row["event"]:
            fail(f"{row['event']}.{row['field']}: its event kind needs a row before it")
        else:
            self.kinds[-1].fields.append(Field(row))

    def _storage(self):
        """The slot of each field: the first one that no field of the same kind has."""
        taken = {}
        for name in self.field_names:
            of_name = [field for field in self.fields if field.name == name]
            if len({(field.type, field.storage) for field in of_name}) > 1:
                fail(f"field '{name}' needs one type and one storage in all its event kinds")
            others = {
                taken[field.name] for kind in self.kinds for field in kind.fields
                if field.name in taken and any(own.event == kind.name for own in of_name)
            }
            taken[name] = self._slot(of_name, others, taken)
        return taken

    def _slot(self, of_name, others, taken):
        field = of_name[0]
        if field.storage != "event":
            return (field.storage,)
        if field.name in SYMBOLS:
            return ("symbol", field.name)
        if field.name == "format":
            return ("word", "format")
        if field.type == "string":
            is_word = any(own.values for own in of_name)
            slots = [("word", slot) for slot in WORD_SLOTS[1:]] if is_word else [("symbol", "text")]
        elif field.type == "integer":
            slots = [("number", slot) for slot in NUMBER_SLOTS]
        elif field.type == "number":
            slots = [("amount",)]
        elif field.type == "boolean":
            slots = [("flag", bit) for bit in range(FLAG_BITS)]
        else:
            fail(f"field '{field.name}': an {field.type} needs the storage 'line' or 'header'")
        if ("amount",) in others:
            others = others | {("number", "first")}
        if ("number", "first") in others:
            others = others | {("amount",)}
        free = [slot for slot in slots if slot not in others]
        if not free:
            fail(f"field '{field.name}': Event has no free slot for it; use the storage 'line'")
        if field.type == "boolean":
            # The bit that the fewest fields have, so that few kinds share one.
            used = list(taken.values())
            return min(free, key=used.count)
        return free[0]

    def _check(self):
        names = [kind.name for kind in self.kinds]
        if len(set(names)) != len(names):
            fail("an event kind has two rows")
        if names[0] != "session.began" or len(self.kinds[0].fields) > MOST_HEADER_FIELDS:
            fail("the first event kind must be session.began, with at most 64 fields")
        used = list(dict.fromkeys(kind.event_class for kind in self.kinds))
        if used != list(self.classes):
            fail(f"classes and their event kinds must have one order: {used}")
        if [kind for kind in self.kinds if kind.event_class == "session"] != self.kinds[
                :len([kind for kind in self.kinds if kind.event_class == "session"])]:
            fail("the event kinds of class session must come first")
        if len(self.kinds) > MOST_KINDS or len(self.words) > MOST_WORDS or len(self.classes) > 32:
            fail("the reader's tables hold 126 event kinds, 127 listed values and 32 classes")
        for kind in self.kinds:
            if len([field for field in kind.fields if field.is_required]) > MOST_REQUIRED:
                fail(f"{kind.name}: the reader's tables hold {MOST_REQUIRED} required fields")
            if len({field.name for field in kind.fields}) != len(kind.fields):
                fail(f"{kind.name}: a field has two rows")
