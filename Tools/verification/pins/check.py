#!/usr/bin/env python3
"""Tests the tests that `adjournal pin` writes, in a package that depends on this one.

    Tools/verification/pins/check.py ADJOURNAL [SCRATCH]

Pins each incident of pins.tsv twice: one test runs a manager with the bug of the incident, the other one the same
manager without it. All tests are compiled into one target. The exit status is 1 unless exactly those with a bug fail.
Takes 15 s of processor time with the scratch folder of an earlier build of the package.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let testing = Target.Dependency.product(name: "AdTesting", package: "adjournal")
let package = Package(
  name: "pins",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "adjournal", path: "%s")],
  targets: [
    .target(name: "Managers", dependencies: [testing]),
    .testTarget(name: "Pins", dependencies: ["Managers", testing], exclude: %s),
  ])
"""
RECORDED = "incident.reenact(RecordedApp(incident))"


def rows():
    lines = (HERE / "pins.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def pin(adjournal, test, incident, rule, manager):
    """Writes a test by the tool, and replaces the app of the incident by a manager, as the test says."""
    subprocess.run(
        [adjournal, "pin", "--rule", rule, "--to", str(test),
         str(ROOT / "Journals" / "incidents" / f"{incident}.jsonl")],
        check=True, stdout=subprocess.DEVNULL)
    text = test.read_text(encoding="utf-8")
    if RECORDED not in text:
        sys.exit(f"{test.name} has no '{RECORDED}'")
    text = text.replace(RECORDED, f"try {manager}.reenact(incident)", 1)
    test.write_text("import Managers\n" + text, encoding="utf-8")


def write_package(adjournal, package):
    """The suites that must fail, and those that must pass."""
    managers = ROOT / "Tests" / "Support" / "ReferenceManagers"
    shutil.copytree(managers, package / "Sources" / "Managers")
    tests = package / "Tests" / "Pins"
    tests.mkdir(parents=True)
    red, green = set(), set()
    for number, (incident, rule, manager, bug) in enumerate(rows(), 1):
        for name, suites, chosen in [
                (f"Bug{number}", red, f'ClientMutant.named("{bug}")'),
                (f"Fixed{number}", green, f"ReferenceManager.{manager}")]:
            pin(adjournal, tests / f"{name}.swift", incident, rule, chosen)
            suites.add(f"Pinned {rule}, {name}")
    journals = ", ".join(f'"{path.name}"' for path in sorted(tests.glob("*.jsonl")))
    (package / "Package.swift").write_text(MANIFEST % (ROOT, f"[{journals}]"), encoding="utf-8")
    return red, green


def main():
    adjournal = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder) / "pins"
        red, green = write_package(adjournal, package)
        scratch = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else package / ".build"
        output = subprocess.run(
            ["swift", "test", "--scratch-path", str(scratch), "--disable-xctest"], cwd=package,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
    ended = dict(re.findall(r'Suite "?(Pinned [^"\n]*?)"? (passed|failed) after', output))
    wrong = [f"{suite}: {ended.get(suite, 'did not run')}, and should have {expected}"
             for suites, expected in [(red, "failed"), (green, "passed")]
             for suite in sorted(suites) if ended.get(suite) != expected]
    wrong += re.findall(r'Test "the captured journal violates [^"]*" recorded an issue', output)
    if wrong:
        print(output[-20_000:], *wrong, sep="\n", file=sys.stderr)
        sys.exit(1)
    incidents = len({incident for incident, *_ in rows()})
    print(f"  {incidents} incidents: {len(red)} tests red with the bug, {len(green)} green without it")


if __name__ == "__main__":
    main()
