#!/usr/bin/env python3
"""Fills the generated parts of Journals/RULES.md and of Journals/counterexamples/README.md.

usage: Tools/generate/rules_tables.py [--check]

A generated part stands between a marker and `<!-- end -->`. There are four markers:

  <!-- generated: rules GROUP -->   the rules of one group, from Journals/formats/1/rules.tsv
  <!-- generated: policy -->        the thresholds, from Journals/formats/1/policy.tsv
  <!-- generated: verdicts -->      a table of journals: the first cell links to a journal, the last
                                    one is filled with the verdicts that are recorded beside it
  <!-- generated: counterexamples -->   all counterexamples: the first cell names a journal, the middle
                                    one is filled with its rule and verdict, the last one is kept

With --check nothing is written; the exit status is 1 if a document is stale.
"""
import pathlib
import re
import sys

JOURNALS = pathlib.Path(__file__).resolve().parents[2] / "Journals"
RULES = JOURNALS / "RULES.md"
COUNTEREXAMPLES = JOURNALS / "counterexamples" / "README.md"
MARKER = re.compile(r"(<!-- generated: (\w+)(?: ([^\n]*?))? -->\n)(.*?)(<!-- end -->)", re.DOTALL)
JOURNAL = re.compile(r"\[[^]]*\]\(([^)]*)\.jsonl\)")


def rows_of(name):
    """The rows of a table of the format, as dictionaries."""
    lines = (JOURNALS / "formats" / "1" / name).read_text(encoding="utf-8").splitlines()
    heading = lines[0].split("\t")
    return [dict(zip(heading, line.split("\t"))) for line in lines[1:] if line]


def table(heading, rows):
    """A Markdown table; a vertical bar in a cell is escaped."""
    lines = [heading, ["---"] * len(heading)] + rows
    return "".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def code(words):
    """Words as code, separated by spaces."""
    return " ".join(f"`{word}`" for word in words.split())


def rules(group, _):
    """The table of the rules of one group."""
    found = [row for row in rows_of("rules.tsv") if row["group"] == group]
    if not found:
        sys.exit(f"{RULES}: no rule has the group '{group}'")
    return table(
        ["Rule", "Severity, formats", "Observes, thresholds", "Sentence and exact meaning"],
        [rule(row) for row in found])


def rule(row):
    """One rule as a row: its id links to its example journals."""
    needs = [part for part in (row["observes"], code(row["policy"])) if part]
    return [
        f"[`{row['id']}`](rules/{row['id']})", f"{row['severity']}<br>{row['formats']}",
        "<br>".join(needs), f"{row['sentence']}<br>*Exactly:* {row['precise']}"]


def policy(*_):
    """The table of the thresholds, with the rules that name each of them."""
    catalogue = rows_of("rules.tsv")
    pages = {row["key"]: f"[{row['title']}]({row['url']})" for row in rows_of("references.tsv")}
    rows = []
    for row in rows_of("policy.tsv"):
        users = [rule["id"] for rule in catalogue if row["key"] in rule["policy"].split()]
        unit = " s" if row["unit"] == "s" else ""
        value = "none: the app sets it" if row["origin"] == "app" else row["default"] + unit
        reason = row["reason"] + (f" ({pages[row['link']]})" if row["link"] != "-" else "")
        rows.append([f"`{row['key']}`", value, row["origin"], reason,
                     code(" ".join(users)) or "terms only"])
    return table(["Key", "Default", "Origin", "Why this value, or what it means", "Rules"], rows)


def verdicts(_, text):
    """A table of journals whose last column says what is recorded beside each of them."""
    rows = []
    for line in text.strip().splitlines()[2:]:
        cells = line.strip("| ").split(" | ")
        match = JOURNAL.match(cells[0])
        if not match:
            sys.exit(f"{RULES}: no link to a journal in '{line}'")
        rows.append([cells[0], cells[1], "<br>".join(recorded(match.group(1)))])
    return table(["Journal", "What it shows", "Verdicts"], rows)


def recorded(journal):
    """The verdicts of a journal, one text for each rule."""
    if not (JOURNALS / f"{journal}.jsonl").exists():
        sys.exit(f"{RULES}: there is no journal '{journal}'")
    if journal.startswith("rules/"):
        _, name, verdict = journal.split("/")
        return [f"`{name}` **{verdict}**"]
    found = []
    for line in (JOURNALS / f"{journal}.txt").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[0] == "violated":
            found[-1] += f"; violated at {words[2][:-1]}, witness {' '.join(words[3:])}"
        elif words[0] == "undecided":
            found[-1] += f"; undecided at {words[2][:-1]} ({words[3]})"
        else:
            found.append(f"`{words[0]}` **{words[1]}**, activations: {words[2]}")
    return found


def counterexamples(_, text):
    """The table of all counterexamples with the rule and the verdict of each."""
    lines = text.strip().splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
    names = [cells[0].strip("`") for cells in rows]
    journals = {path.stem for path in COUNTEREXAMPLES.parent.glob("*.jsonl")}
    for name in sorted(journals.symmetric_difference(names)):
        problem = "has no row" if name in journals else "is missing"
        sys.exit(f"{COUNTEREXAMPLES}: the counterexample '{name}' {problem}")
    return table(
        ["Journal", "Rule and verdict", "What it shows"],
        [[f"`{name}`", rule_and_verdict(name), cells[-1]] for name, cells in zip(names, rows)])


def rule_and_verdict(name):
    """The rule of a counterexample and its verdict, from the first line of its result."""
    first = (COUNTEREXAMPLES.parent / f"{name}.txt").read_text(encoding="utf-8").split()
    return f"`{first[0]}` **{first[1]}**"


MAKERS = {
    "rules": rules, "policy": policy, "verdicts": verdicts, "counterexamples": counterexamples}


def filled(match):
    """One marker with what it asks for."""
    opening, kind, argument, text, closing = match.groups()
    if kind not in MAKERS:
        sys.exit(f"{RULES}: unknown marker '{kind}' (known: {', '.join(MAKERS)})")
    return opening + MAKERS[kind](argument, text) + closing


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = [document for document in (RULES, COUNTEREXAMPLES) if is_stale(document, not arguments)]
    return 1 if stale and arguments else 0


def is_stale(document, is_written):
    """Whether the generated parts of a document differ from what the repository contains."""
    before = document.read_text(encoding="utf-8")
    after = MARKER.sub(filled, before)
    if before == after:
        return False
    if is_written:
        document.write_text(after, encoding="utf-8")
        print(f"written: {document}")
    else:
        print(f"{document} is stale; run Tools/generate/rules_tables.py")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
