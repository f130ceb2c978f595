#!/usr/bin/env python3
"""Checks .github/actions/audit: its file by the JSON schema of GitHub actions, and what its steps do.

usage: Tools/verification/action/check.py ADJOURNAL

The schema is that of the JSON Schema Store, as the PyPI package check-jsonschema has it. The steps run
in a temporary folder with the files that GitHub provides for outputs and the job summary. The exit
status is 1 at the first fault. Needs the PyPI packages check-jsonschema and pyyaml.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import check_jsonschema  # noqa: F401
    import yaml
except ImportError as error:
    sys.exit(f"missing Python package; install it with: pip install check-jsonschema pyyaml ({error})")

ROOT = pathlib.Path(__file__).resolve().parents[3]
ACTION = ROOT / ".github/actions/audit/action.yml"
UNLOCK = ROOT / "Journals/incidents/app-open-shown-after-unlock.jsonl"
HOURS = ROOT / "Journals/incidents/app-open-shown-after-five-hours.jsonl"
WARNING = ROOT / "Journals/incidents/ad-after-three-seconds-away.jsonl"


def schema_errors(path):
    """What the schema says against a file; empty for a valid one."""
    words = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", str(path)]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def check_schema():
    assert not schema_errors(ACTION), schema_errors(ACTION)
    # The check itself finds faults.
    text = ACTION.read_text()
    with tempfile.TemporaryDirectory() as folder:
        for old, new in (("using: composite", "using: compost"), ("shell: bash", "shel: bash"),
                         ("description: The exit status", "about: The exit status")):
            assert old in text
            broken = pathlib.Path(folder) / "action.yml"
            broken.write_text(text.replace(old, new))
            assert schema_errors(broken), f"{new} is accepted"


class Run:
    """One run of the action's own steps."""

    def __init__(self, tool, folder, **inputs):
        action = yaml.safe_load(ACTION.read_text())
        values = {name: entry.get("default", "") for name, entry in action["inputs"].items()}
        values |= {"tool": tool} | inputs
        first, upload, last = action["runs"]["steps"]
        assert upload["uses"].startswith("github/codeql-action/upload-sarif@")
        assert upload["with"]["sarif_file"] == "${{ inputs.sarif }}"
        assert "${{" not in first["run"] + last["run"], "an input is part of a script"
        self.folder = pathlib.Path(folder)
        outputs, summary = self.folder / "outputs", self.folder / "summary"
        for file in (outputs, summary):
            file.write_text("")
        environment = {name: self.value(text, values) for name, text in first["env"].items()}
        environment |= {"GITHUB_OUTPUT": str(outputs), "GITHUB_STEP_SUMMARY": str(summary)}
        done = self.bash(first["run"], environment)
        self.annotations, self.first_status = done.stdout, done.returncode
        self.summary = summary.read_text()
        self.outputs = dict(line.split("=", 1) for line in outputs.read_text().splitlines())
        self.sarif = self.folder / values["sarif"]
        self.status = done.returncode
        if done.returncode == 0:
            self.status = self.bash(last["run"], {"STATUS": self.outputs["status"]}).returncode

    @staticmethod
    def value(text, inputs):
        for name, value in inputs.items():
            text = text.replace("${{ inputs.%s }}" % name, value)
        return text

    def bash(self, script, environment):
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(words, cwd=self.folder, env=os.environ | environment,
                              capture_output=True, text=True)


def check_runs(tool):
    with tempfile.TemporaryDirectory() as folder:
        def run(*files, **inputs):
            return Run(tool, folder, files="\n".join(map(str, files)) + "\n", **inputs)

        found = run(UNLOCK, HOURS)
        assert found.status == 1 and found.outputs["status"] == "1", found.outputs
        assert found.annotations.count("::error file=") == 2, found.annotations
        assert found.summary.startswith("## adjournal audit\n\n**Failed**: 2 errors."), found.summary
        results = json.loads(found.sarif.read_text())["runs"][0]["results"]
        assert len(results) == 2, results

        assert run(WARNING).status == 0
        assert run(WARNING, severity="warning").status == 1

        baseline = str(pathlib.Path(folder) / "accepted.json")
        words = [tool, "audit", "--baseline", baseline, "--update-baseline", "--quiet", str(UNLOCK)]
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        accepted = run(UNLOCK, baseline=baseline)
        assert accepted.status == 0 and accepted.annotations == "", accepted.annotations
        assert "Accepted by the baseline" in accepted.summary, accepted.summary
        assert run(UNLOCK, HOURS, baseline=baseline).status == 1

        assert run("missing.jsonl").status == 4
        assert run("missing.jsonl").annotations.startswith("::error file=missing.jsonl,")
        assert run(UNLOCK, severity="terrible").status == 2
        assert Run("no-such-tool", folder, files=str(UNLOCK)).status == 127
        # A name is a name, whatever is in it.
        named = pathlib.Path(folder) / "--quiet $(touch ran) `touch ran`; touch ran.jsonl"
        named.write_bytes(UNLOCK.read_bytes())
        assert run(named.name).status == 1
        assert not (pathlib.Path(folder) / "ran").exists()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check_schema()
    check_runs(str(pathlib.Path(sys.argv[1]).resolve()))
    print("the action is valid, and its steps do what they say")


main()
