#!/usr/bin/env python3
"""Writes the documents that are made from the rules, the thresholds and the journals' results.

usage: Tools/generate/rules_tables.py [--check]

rule_pages.py makes whole pages. In the other documents, a generated part stands between a marker and
`<!-- end -->`. There are three markers:

  <!-- generated: verdicts -->          a table of journals: the first cell links to a journal, the last
                                        one is filled with the verdicts that are recorded beside it
  <!-- generated: counterexamples -->   all counterexamples: the first cell names a journal, the middle
                                        one is filled with its rule and verdict, the last one is kept
  <!-- generated: rules KEY -->         the rules with a row KEY in their rule.tsv, by the text of that row

With --check nothing is written; the exit status is 1 if a document is stale.
"""
import re
import sys

import rule_pages
from tables import JOURNALS, ROOT, code, facts, rows_of, table

COUNTEREXAMPLES = JOURNALS / "counterexamples" / "README.md"
TERMS = JOURNALS / "terms" / "README.md"
DECISIONS = ROOT / "Tests" / "AdDeciderTests" / "DecisionTable.md"
MARKER = re.compile(r"(<!-- generated: (\w+)(?: ([^\n]*?))? -->\n)(.*?)(<!-- end -->)", re.DOTALL)
JOURNAL = re.compile(r"\[[^]]*\]\(([^)]*)\.jsonl\)")


def verdicts(_, text):
    """A table of journals whose last column says what is recorded beside each of them."""
    rows = []
    for line in text.strip().splitlines()[2:]:
        cells = line.strip("| ").split(" | ")
        match = JOURNAL.match(cells[0])
        if not match:
            sys.exit(f"{TERMS}: no link to a journal in '{line}'")
        rows.append([cells[0], cells[1], "<br>".join(recorded(match.group(1)))])
    return table(["Journal", "What it shows", "Verdicts"], rows)


def recorded(journal):
    """The verdicts of a journal, named by its path from the terms; one text for each rule."""
    if not (TERMS.parent / f"{journal}.jsonl").exists():
        sys.exit(f"{TERMS}: there is no journal '{journal}'")
    if journal.startswith("../rules/"):
        _, _, name, verdict = journal.split("/")
        return [f"`{name}` **{verdict}**"]
    found = []
    for line in (TERMS.parent / f"{journal}.txt").read_text(encoding="utf-8").splitlines():
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


def rules(key, _):
    """The rules with a row `key` in their `rule.tsv`; those with the same text are one row of the table."""
    found = {}
    for row in rows_of("rules.tsv"):
        for text in facts(row["id"]).get(key, []):
            found.setdefault(text[0], []).append(row["id"])
    return table(
        ["Rules", key.capitalize()], [[code(" ".join(ids)), text] for text, ids in found.items()])


MAKERS = {"verdicts": verdicts, "counterexamples": counterexamples, "rules": rules}


def filled(document):
    """A document with what its markers ask for."""
    def part(match):
        opening, kind, argument, text, closing = match.groups()
        if kind not in MAKERS:
            sys.exit(f"{document}: unknown marker '{kind}' (known: {', '.join(MAKERS)})")
        return opening + MAKERS[kind](argument, text) + closing
    return MARKER.sub(part, document.read_text(encoding="utf-8"))


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    texts = {document: filled(document) for document in (TERMS, COUNTEREXAMPLES, DECISIONS)}
    texts |= rule_pages.pages(texts[COUNTEREXAMPLES])
    stale = [path for path, text in texts.items() if is_stale(path, text)]
    for path in stale:
        if arguments:
            print(f"{path} is stale; run Tools/generate/rules_tables.py")
        else:
            path.write_text(texts[path], encoding="utf-8")
            print(f"written: {path}")
    return 1 if stale and arguments else 0


def is_stale(path, text):
    """Whether a document is missing or differs from what it should be."""
    return not path.exists() or path.read_text(encoding="utf-8") != text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
