"""The other programs: detection, start and installation."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from measure import Task

HERE = Path(__file__).parent / "peers"
MODULES = ("duckdb", "polars", "orjson")
TOOLS = {"jq": "jq", "g++": "g++", "valgrind": "valgrind"}
HEADER = Path("/usr/include/simdjson.h")
#: Headers that the peers of append.py need.
HEADERS = {"libsimdjson-dev": HEADER, "libspdlog-dev": Path("/usr/include/spdlog/spdlog.h"),
           "libsqlite3-dev": Path("/usr/include/sqlite3.h")}


def missing():
    """The names of the Python packages and of the system packages that are not installed."""
    python = [name for name in MODULES if importlib.util.find_spec(name) is None]
    system = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    system += [package for package, header in HEADERS.items() if not header.exists()]
    return python, system


def install():
    """Installs missing peers by name; reports those that fail, whose rows stay empty."""
    python, system = missing()
    if python:
        attempt([sys.executable, "-m", "pip", "install", "--quiet", *python])
    if system and shutil.which("apt-get"):
        attempt(["apt-get", "update", "--quiet=2"])
        attempt(["apt-get", "install", "--yes", "--quiet=2", *system])


def attempt(command):
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
        print(f"failed: {' '.join(command)}", file=sys.stderr)


class Peers:
    """The tasks of the peers for a journal; a missing peer has a reason instead."""

    def __init__(self, work):
        self.work = Path(work)
        python, system = missing()
        self.reasons = {name: f"{name} is not installed (--install)" for name in python}
        if "jq" in system:
            self.reasons["jq"] = "jq is not installed (--install)"
        self.simdjson = self.build_simdjson(system)
        for tool in ("grep", "wc", "cat"):
            if shutil.which(tool) is None:
                self.reasons[tool] = f"{tool} is not installed"

    def build_simdjson(self, system):
        if "g++" in system or "libsimdjson-dev" in system:
            self.reasons["simdjson"] = "g++ and libsimdjson-dev are not installed (--install)"
            return None
        made = self.work / "simdjson_peer"
        source = HERE / "simdjson_peer.cpp"
        if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
            command = ["g++", "-O3", "-DNDEBUG", "-march=native", "-std=c++17", str(source),
                       "-lsimdjson", "-pthread", "-o", str(made)]
            if subprocess.run(command).returncode != 0:
                self.reasons["simdjson"] = "simdjson_peer.cpp does not compile"
                return None
        return made

    def reason(self, name):
        """The reason why a peer cannot run, or None."""
        return self.reasons.get(name.split()[0])

    def task(self, name, path):
        python = {"duckdb two": ("duckdb", "two"), "duckdb three": ("duckdb", "three"),
                  "polars": ("polars",), "orjson": ("orjson",)}
        if name in python:
            script, *rest = python[name]
            command = [sys.executable, HERE / f"{script}_peer.py", path, *rest]
        else:
            command = {
                "simdjson": [self.simdjson, path],
                "jq event": ["jq", "-c", ".event", path],
                "jq three": ["jq", "-n", "-c", "-f", HERE / "three_questions.jq", path],
                "grep": ["grep", "-c", "ad.will_present", path],
                "wc": ["wc", "-l", path],
                "cat": ["cat", path],
            }[name]
        # grep stops at the first hit if it writes to /dev/null.
        return Task(name, command, is_read=name == "grep")
