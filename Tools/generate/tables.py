"""The tables of Journals/formats/1, the facts of each rule, and Markdown tables."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
JOURNALS = ROOT / "Journals"
# What a line of rule.tsv begins with, and the number of cells behind it.
KEYS = {"violated": 1, "holds": 1, "inconclusive": 1, "decision": 1, "responsible": 1,
        "boundary": 10, "variant": 4}


def rows_of(name):
    """The rows of a table of the format, as dictionaries."""
    lines = (JOURNALS / "formats" / "1" / name).read_text(encoding="utf-8").splitlines()
    heading = lines[0].split("\t")
    return [dict(zip(heading, line.split("\t"))) for line in lines[1:] if line]


def facts(rule):
    """The lines of Journals/rules/RULE/rule.tsv by their first cell: for each the lists of other cells."""
    path = JOURNALS / "rules" / rule / "rule.tsv"
    if not path.exists():
        sys.exit(f"{path} is missing; CONTRIBUTING.md says what it contains")
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        key, *cells = line.split("\t")
        if len(cells) != KEYS.get(key):
            sys.exit(f"{path}: invalid line '{line}' (known: {', '.join(KEYS)})")
        found.setdefault(key, []).append(cells)
    needed = [["violated"], ["holds"], ["inconclusive"], ["decision", "responsible"]]
    for keys in needed:
        if sum(len(found.get(key, [])) for key in keys) != 1:
            sys.exit(f"{path}: it needs exactly one line '{' or '.join(keys)}'")
    return found


def table(heading, rows):
    """A Markdown table; a vertical bar in a cell is escaped."""
    lines = [heading, ["---"] * len(heading)] + rows
    return "".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def code(words):
    """Words as code, separated by spaces."""
    return " ".join(f"`{word}`" for word in words.split())
