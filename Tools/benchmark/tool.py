"""The tool under test: build, start and answers."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Failed, Task, output

PACKAGE = Path(__file__).resolve().parents[2]
#: An audit with violations ends with 1.
FOUND = (0, 1)


def build(work):
    """Builds the released tool."""
    scratch = Path(work) / "build"
    command = [sys.executable, str(PACKAGE / "Tools" / "release" / "build.py"),
               "--scratch", str(scratch)]
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        raise SystemExit("the release build failed; pass a tool with --tool PATH")
    return scratch / "release" / "adjournal"


class Tool:
    """One adjournal."""

    def __init__(self, path):
        self.path = Path(path).resolve()

    def task(self, command, path, *options, stdin=None):
        words = [self.path, command, *options, "-" if stdin else path]
        name = " ".join(["adjournal", command, *options, "-" if stdin else ""]).strip()
        return Task(name, words, stdin=stdin, accept=FOUND)

    def audit(self, path, *options):
        return self.task("audit", path, *options)

    def answers(self, path):
        """The answers of two rules, and the number of records."""
        counts = {"app-open-max-age": 0, "reload-after-dismiss": 0}
        options = [part for rule in counts for part in ("--rule", rule)]
        records = 0
        command = [str(self.path), "audit", "--format", "jsonl", *options, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            for line in process.stdout:
                session = json.loads(line)
                records += session["records"]
                for rule, found in session["rules"].items():
                    counts[rule] += len(found["violations"])
        if process.returncode not in FOUND:
            raise Failed(f"adjournal audit ended with {process.returncode}")
        return {"records": records, "stale": counts["app-open-max-age"],
                "unreloaded": counts["reload-after-dismiss"]}

    def violations(self, path):
        """The number of violations in an audit by all rules."""
        said = output([self.path, "audit", path], FOUND)
        return int(re.findall(r"(\d+) violations?", said)[-1])

    def size(self):
        """The size of the tool without symbols in megabytes; whether it contains the Swift runtime."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "adjournal"
            shutil.copy(self.path, copy)
            subprocess.run(["strip", str(copy)], check=False)
            size = copy.stat().st_size / 1e6
        return size, "libswiftCore" not in output(["ldd", self.path])
