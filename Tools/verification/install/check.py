#!/usr/bin/env python3
"""Installs the packages of Tools/release/package.py in a clean Debian system, and runs the tool there.

    Tools/verification/install/check.py                # builds the tool first, without link-time optimisation
    Tools/verification/install/check.py --tool FILE    # takes a tool of Tools/release/build.py
    Tools/verification/install/check.py --root FOLDER  # keeps the system there for the next call

Packages the tool twice, which must give the same bytes. The tool must then have the same output as here: from the
archive, from the Debian package, and in a root folder without anything else, as in the container image. Checks the
sums, the bill of materials (with spdx-tools if it is installed), the manual page (with man) and the formula (with
ruby). Needs root, debootstrap, and the network for a new system.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[2]
RELEASE = PACKAGE / "Tools" / "release"
INCIDENTS = PACKAGE / "Journals" / "incidents"


def run(*command, expect=0, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != expect:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}, not {expect}:\n"
                 f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def has(command):
    if shutil.which(command):
        return True
    print(f"  {command} is not installed; skipped")
    return False


def require(holds, message):
    if not holds:
        sys.exit(message)


def package_twice(tool, folder):
    """Makes the packages in two surroundings, and compares them. Returns their paths by the end of the name."""
    surroundings = [{"TZ": "UTC", "LC_ALL": "C"}, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"}]
    for number, variables in enumerate(surroundings):
        os.umask(0o022 if number == 0 else 0o077)
        run(sys.executable, RELEASE / "package.py", "--tool", tool, "--to", folder / str(number),
            cwd=folder, env={**os.environ, **variables})
    os.umask(0o022)
    one, other = ({path.name: path.read_bytes() for path in (folder / number).iterdir()} for number in "01")
    require(one.keys() == other.keys(), f"two builds have different files: {one.keys() ^ other.keys()}")
    for name in sorted(one):
        require(one[name] == other[name], f"{name}: two builds have different bytes")
    sums = dict(reversed(line.split("  ")) for line in one["SHA256SUMS"].decode().splitlines())
    require(sums == {name: hashlib.sha256(data).hexdigest() for name, data in one.items() if name != "SHA256SUMS"},
            "SHA256SUMS does not have the sums of the files")
    return {name[name.rindex("."):]: folder / "0" / name for name in one if "." in name}


def check_bill(path):
    """The bill has what an inventory needs, and is valid SPDX."""
    bill = json.loads(path.read_bytes())
    names = {package["name"] for package in bill["packages"]}
    require(names == {"adjournal", "Swift runtime", "zlib", "glibc", "libstdc++", "libgcc"}, f"{path}: {names}")
    for package in bill["packages"]:
        require(re.match(r"\d+", package["versionInfo"]) and package["licenseDeclared"] != "NOASSERTION",
                f"{path}: no version or licence: {package}")
    linked = {row["relatedSpdxElement"] for row in bill["relationships"]}
    require(linked == {package["SPDXID"] for package in bill["packages"]}, f"{path}: {linked}")
    try:
        from spdx_tools.spdx.parser.parse_anything import parse_file
        from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
    except ImportError:
        print("  spdx-tools is not installed; skipped")
        return
    faults = validate_full_spdx_document(parse_file(str(path)))
    require(not faults, f"{path}: {faults}")


def check_formula(path):
    text = path.read_text()
    require(not re.search(r"VERSION|COMMIT", text), f"{path}: a word is not replaced:\n{text}")
    if has("ruby"):
        run("ruby", "-c", path)


def check_page(page):
    if has("man"):
        done = subprocess.run(["man", "--warnings", "-l", str(page)], capture_output=True, text=True,
                              env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
        require(done.returncode == 0 and not done.stderr and "EXIT STATUS" in done.stdout,
                f"{page}: {done.stderr or done.stdout[:400]}")


class System:
    """A copy of a clean system, or an empty folder, in which commands run without a network."""

    def __init__(self, root, journals):
        self.root = root
        # A static Swift program asks /proc for its path when it starts.
        (root / "proc").mkdir(parents=True, exist_ok=True)
        shutil.copytree(journals, root / "incidents")

    def run(self, *command, expect=0):
        return run("unshare", "--mount", "--net", "--pid", "--fork", f"--mount-proc={self.root / 'proc'}",
                   "chroot", self.root, *command, expect=expect, cwd="/", env={"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"})

    def shell(self, script):
        return self.run("sh", "-ec", script)

    def check_tool(self, program, version, audit):
        """The tool has the version, and the same audit of the incidents as on this machine."""
        require(self.run(program, "--version") == version, "another version in the clean system")
        require(self.run(program, "audit", "incidents", expect=1) == audit, "another audit in the clean system")

    def check_files(self, share, zsh, page):
        for path in (page, "bash-completion/completions/adjournal", f"zsh/{zsh}/_adjournal",
                     "fish/vendor_completions.d/adjournal.fish"):
            require((self.root / share / path).stat().st_size > 1000, f"{share}/{path} is missing")


def clean_system(cache):
    """A new Debian system with the essential packages only."""
    finished = cache / "finished"
    if not finished.exists():
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir(parents=True)
        run("debootstrap", "--variant=minbase", "stable", cache / "root")
        finished.touch()
    return cache / "root"


def check_archive(system, path, version, audit):
    shutil.copy(path, system.root / "tmp")
    system.shell(f"cd /tmp && tar xzf {path.name} && cd {path.name.removesuffix('.tar.gz')} && test -s LICENSE "
                 "&& test -s sbom.spdx.json && test $(wc -l < README) -le 10 && cp -r bin share /usr/local/")
    system.check_tool("adjournal", version, audit)
    system.check_files("usr/local/share", "site-functions", "man/man1/adjournal.1")
    return system.root / "usr/local/share/man/man1/adjournal.1"


def check_debian_package(system, path, version, audit):
    shutil.copy(path, system.root / "tmp")
    before = system.shell("find /usr | sort")
    system.shell(f"dpkg --install /tmp/{path.name} && dpkg --verify adjournal")
    require("adjournal" in system.shell("dpkg -L adjournal; dpkg -s adjournal"), "dpkg does not know adjournal")
    require(not system.shell("dpkg -L adjournal | xargs stat --format '%U:%G %n' | grep -v ^root:root || true"),
            "a file of the package does not belong to root")
    system.check_tool("adjournal", version, audit)
    # Images of systems leave out manual pages and documents by a setting of dpkg; debootstrap does not.
    system.check_files("usr/share", "vendor-completions", "man/man1/adjournal.1.gz")
    system.shell("dpkg --purge adjournal")
    require(system.shell("find /usr | sort") == before, "the removed package leaves files")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=Path)
    parser.add_argument("--root", type=Path, default=PACKAGE / ".build" / "install")
    options = parser.parse_args()
    require(os.geteuid() == 0 and shutil.which("debootstrap"), "this check needs root and debootstrap")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tool = options.tool
        if tool is None:
            tool = folder / "adjournal"
            run(sys.executable, RELEASE / "build.py", "--no-lto", "--scratch", PACKAGE / ".build" / "release-plain",
                "--output", tool)
        paths = package_twice(tool.resolve(), folder)
        print("two builds are equal")
        check_bill(paths[".json"])
        check_formula(paths[".rb"])
        version = run(tool.resolve(), "--version")
        audit = run(tool.resolve(), "audit", "incidents", expect=1, cwd=INCIDENTS.parent)
        clean = clean_system(options.root)
        for check, ending in ((check_archive, ".gz"), (check_debian_package, ".deb")):
            root = folder / ending
            run("cp", "-a", "--reflink=auto", clean, root)
            page = check(System(root, INCIDENTS), paths[ending], version, audit)
            if page:
                check_page(page)
            print(f"{paths[ending].name} is installed and runs in a clean system")
        system = System(folder / "empty", INCIDENTS)
        shutil.copy(tool, system.root / "adjournal")
        if b"/ld-linux" in tool.read_bytes():
            print("  the tool is not static; not run without a system")
        else:
            system.check_tool("/adjournal", version, audit)
            print("the tool runs without any other file")


if __name__ == "__main__":
    main()
