#!/usr/bin/env python3
"""Records every golden file of the repository again. Look at the difference before you commit it.

usage: Tools/generate/golden.py

- Journals/rules/ID/violated.txt: the message of each violation in the rule's violated.jsonl
- Journals/counterexamples/NAME.txt: the result of the rule for each counterexample
- Journals/formats/1/rules.tsv: the table of rules, and the pages that rules_tables.py makes from it
- Tests/AdSimulatorTests/journals-of-seeds-0-to-39.txt: a checksum of simulated journals
- README.md and Tools/adjournal/README.md: the output below each `$ adjournal` command; edit by hand
  where the output is shortened with "…"

The command builds the package first. A test that records a golden file fails once, so that nobody
records by accident; this command ignores that failure and prints the files that changed.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "Journals" / "rules"
# The tests that write golden files when ADJOURNAL_RECORD is set.
RECORDERS = ["DeterminismTests", "CounterexampleTests", "CatalogueTests"]
DOCUMENTS = [ROOT / "README.md", ROOT / "Tools" / "adjournal" / "README.md"]
SHOWN = re.compile(r"(?<=^```\n)\$ (adjournal [^\n]*)\n([^`]*?)(?=^```$)", re.MULTILINE)


def run(*command, **options):
    return subprocess.run(command, cwd=ROOT, text=True, check=False, **options)


def messages(tool, rule, journal):
    """The message of each violation of the rule in the journal, one on a line."""
    result = run(
        tool, "audit", "--format", "json", "--exit-zero", "--rule", rule, str(journal),
        capture_output=True)
    if result.returncode not in (0, 3):
        sys.exit(f"{journal}: {result.stderr.strip()}")
    return "".join(
        violation["because"] + "\n"
        for session in json.loads(result.stdout)["journals"][0]["sessions"]
        for violation in session["rules"][0]["violations"])


def record_outputs(tool):
    """Writes the output below each command of the documents, where it is shown in full."""
    def again(shown):
        command, before = shown.groups()
        if "…\n" in before:
            return shown.group()
        output = run("bash", "-c", re.sub(r"\badjournal (?=[a-z])", f"{tool} ", command),
                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                     env={**os.environ, "COLUMNS": "80"}).stdout
        return f"$ {command}\n{output}"
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        document.write_text(SHOWN.sub(again, text), encoding="utf-8")


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    if run("swift", "build", "--build-tests").returncode:
        sys.exit("the build failed; no golden file was recorded")
    folder = run("swift", "build", "--show-bin-path", capture_output=True).stdout.strip()
    for rule in sorted(path for path in RULES.iterdir() if (path / "violated.jsonl").exists()):
        text = messages(f"{folder}/adjournal", rule.name, rule / "violated.jsonl")
        (rule / "violated.txt").write_text(text)
    for recorder in RECORDERS:
        tests = run("swift", "test", "--skip-build", "--filter", recorder,
                    env={**os.environ, "ADJOURNAL_RECORD": "1"}, capture_output=True)
        if "No matching test cases" in tests.stdout + tests.stderr:
            sys.exit(f"no test is named {recorder}; its golden files were not recorded")
    run(ROOT / "Tools" / "generate" / "rules_tables.py")
    record_outputs(f"{folder}/adjournal")
    changed = run("git", "status", "--short", "--", "*.txt", "*.tsv", "*.md",
                  capture_output=True).stdout
    print(changed or "no golden file changed")


if __name__ == "__main__":
    main()
