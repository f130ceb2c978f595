#!/usr/bin/env python3
"""Fills the generated parts of Journals/RULES.md from the tables and journals of the repository.

usage: Tools/generate/rules_tables.py [--check]

A generated part stands between a marker and `<!-- end -->`. There are three markers:

  <!-- generated: rules GROUP -->   the rules of one group, from Journals/formats/1/rules.tsv
  <!-- generated: policy -->        the thresholds, from Journals/formats/1/policy.tsv
  <!-- generated: verdicts -->      a table of journals: the first cell links to a journal, the last
                                    one is filled with the verdicts that are recorded beside it

With --check nothing is written; the exit status is 1 if RULES.md is stale.
"""
import pathlib
import re
import sys

JOURNALS = pathlib.Path(__file__).resolve().parents[2] / "Journals"
RULES = JOURNALS / "RULES.md"
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


MAKERS = {"rules": rules, "policy": policy, "verdicts": verdicts}


def filled(match):
    """One marker with what it asks for."""
    opening, kind, argument, text, closing = match.groups()
    if kind not in MAKERS:
        sys.exit(f"{RULES}: unknown marker '{kind}' (known: {', '.join(MAKERS)})")
    return opening + MAKERS[kind](argument, text) + closing


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    before = RULES.read_text(encoding="utf-8")
    after = MARKER.sub(filled, before)
    if before == after:
        return 0
    if arguments:
        print(f"{RULES} is stale; run Tools/generate/rules_tables.py")
        return 1
    RULES.write_text(after, encoding="utf-8")
    print(f"written: {RULES}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
