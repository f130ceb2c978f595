#!/usr/bin/env python3
"""Makes the files that people install: they need no toolchain and no other package.

    python3 Tools/release/package.py                  # builds the tool; files in .build/packages
    python3 Tools/release/package.py --tool FILE      # takes a tool that build.py made on this machine
    python3 Tools/release/package.py --to FOLDER --no-lto --tag 0.2.0

For Linux, on the architecture of this machine (x86_64 or arm64):

    adjournal-VERSION-linux-x86_64.tar.gz      the tool, its manual page, completions, licence, bill of materials
    adjournal_VERSION_amd64.deb                the same as a Debian package
    adjournal-VERSION-linux-x86_64.spdx.json   the bill of materials: libraries inside, versions and licences (SPDX 2.3)
    adjournal.rb                               the Homebrew formula, with the version and the commit
    SHA256SUMS                                 the sums of all of them; 'sha256sum -c SHA256SUMS' checks

The same tool gives the same bytes. Times are SOURCE_DATE_EPOCH, by default the time of the commit.
`Tools/verification/install/check.py` installs and runs them in a clean system.
"""

import argparse
import hashlib
import os
import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import archives
import build
import sbom

PACKAGE = build.PACKAGE
#: The names of an architecture here and in Debian, by the number in the header of a program.
ARCHITECTURES = {62: ("x86_64", "amd64"), 183: ("arm64", "arm64")}
#: The Debian packages of the libraries that a tool can need if it is not static.
DEBIAN = {"libc.so.6": "libc6", "libm.so.6": "libc6", "ld-linux-x86-64.so.2": "libc6",
          "ld-linux-aarch64.so.1": "libc6", "libgcc_s.so.1": "libgcc-s1", "libstdc++.so.6": "libstdc++6",
          "libz.so.1": "zlib1g"}
SUMMARY = "check recorded mobile ad sessions against rules"
README = """\
adjournal {version} for Linux ({architecture}): {summary}.

Try it in this folder:    bin/adjournal --help
Install for all users:    sudo cp -r bin share /usr/local/
Then:                     man adjournal
                          adjournal audit JOURNAL.jsonl

{needs} Completions for bash, zsh and fish are in share.
LICENSE is the licence of adjournal, sbom.spdx.json lists the libraries inside with their licences.
"""


class Tool:
    """A tool that runs on this machine, without symbols."""

    def __init__(self, path):
        with tempfile.TemporaryDirectory() as folder:
            self.path = Path(folder) / "adjournal"
            if not Path(path).is_file() or Path(path).read_bytes()[:4] != b"\x7fELF":
                raise SystemExit(f"{path}: not a program for Linux")
            shutil.copy(path, self.path)
            subprocess.run(["strip", str(self.path)], check=True)
            self.data = self.path.read_bytes()
            machine = struct.unpack_from("<H", self.data, 18)[0]
            if machine not in ARCHITECTURES:
                raise SystemExit(f"{path}: unknown architecture {machine} (x86_64, arm64)")
            self.architecture, self.debian_architecture = ARCHITECTURES[machine]
            self.libraries, self.depends = self.needs()
            said = self.output("--version").decode()
            self.version = re.fullmatch(r"adjournal (\S+)( .*)?\n", said).group(1)
            self.pages = {
                "man/man1/adjournal.1": self.output("man"),
                "bash-completion/completions/adjournal": self.output("completions", "bash"),
                "zsh/site-functions/_adjournal": self.output("completions", "zsh"),
                "fish/vendor_completions.d/adjournal.fish": self.output("completions", "fish"),
            }

    def output(self, *words):
        try:
            return subprocess.run([str(self.path), *words], capture_output=True, check=True).stdout
        except OSError:
            raise SystemExit(f"cannot run a tool for {self.architecture} on this machine; run package.py on "
                             f"{self.architecture}") from None

    def needs(self):
        """The libraries that the tool loads and the Debian packages that have them; none if it is static."""
        dynamic = subprocess.run(["readelf", "--dynamic", "--version-info", "--wide", str(self.path)],
                                 text=True, capture_output=True, check=True).stdout
        libraries = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
        for name in libraries:
            if name not in DEBIAN:
                raise SystemExit(f"the tool needs {name}, which no Debian package has: build it with build.py")
        packages = {DEBIAN[name] for name in libraries}
        c_versions = [tuple(map(int, found.split("."))) for found in re.findall(r"Name: GLIBC_([\d.]+)", dynamic)]
        least = ".".join(map(str, max(c_versions, default=())))
        return libraries, sorted(
            f"libc6 (>= {least})" if name == "libc6" and least else name for name in packages)


def git(*words):
    run = subprocess.run(["git", "-C", str(PACKAGE), *words], text=True, capture_output=True)
    return run.stdout.strip() if run.returncode == 0 else None


def source_time():
    """The time of all files in packages, in seconds since 1970."""
    time = os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct")
    if not time:
        raise SystemExit("no commit here: set SOURCE_DATE_EPOCH to the time of the sources, in seconds since 1970")
    return int(time)


def debian_package(tool, files, time):
    """The bytes of a .deb; `files` are the paths below `/`."""
    size = sum(-(-len(data) // 1024) for data in files.values())
    control = [
        "Package: adjournal", f"Version: {tool.version}", f"Architecture: {tool.debian_architecture}",
        "Maintainer: adjournal contributors", f"Installed-Size: {size}",
        *([f"Depends: {', '.join(tool.depends)}"] if tool.depends else []),
        "Section: utils", "Priority: optional", f"Description: {SUMMARY}",
        " Reads journals (JSON Lines) of mobile ad sessions, reconstructs the state of",
        " each session, and checks it against more than 100 rules over time.", ""]
    sums = "".join(f"{hashlib.md5(files[path]).hexdigest()}  {path}\n" for path in sorted(files))
    about = {"control": "\n".join(control).encode(), "md5sums": sums.encode()}
    return archives.ar([("debian-binary", b"2.0\n"), ("control.tar.gz", archives.tar_gz(about, time, ".")),
                        ("data.tar.gz", archives.tar_gz(files, time, "."))], time)


def formula(version, commit, repository):
    """The Homebrew formula of a release."""
    text = (PACKAGE / "Tools" / "release" / "adjournal.rb").read_text()
    for word, value in (("VERSION", version), ("COMMIT", commit), ("OWNER/adjournal", repository)):
        text = text.replace(word, value)
    return text.encode()


def packages(tool, repository):
    """The names and bytes of all files of a release."""
    time, commit = source_time(), git("rev-parse", "HEAD") or "unknown"
    platform = f"linux-{tool.architecture}"
    bill = sbom.document(tool.data, tool.version, commit, platform, time, tool.libraries)
    licence = (PACKAGE / "LICENSE").read_bytes()
    needs = f"It needs {', '.join(tool.depends)}." if tool.depends else "It needs no library of the machine."
    readme = README.format(version=tool.version, architecture=tool.architecture, summary=SUMMARY,
                           needs=needs).encode()
    share = {f"share/{path}": data for path, data in tool.pages.items()}
    name = f"adjournal-{tool.version}-{platform}"
    archive = archives.tar_gz(
        {"bin/adjournal": tool.data, "LICENSE": licence, "README": readme, "sbom.spdx.json": bill, **share},
        time, name)
    # In Debian, zsh looks elsewhere for what packages install, and manual pages are compressed.
    usr = {f"usr/{path.replace('site-functions', 'vendor-completions')}": data for path, data in share.items()}
    usr["usr/share/man/man1/adjournal.1.gz"] = archives.packed(usr.pop("usr/share/man/man1/adjournal.1"))
    documents = {"copyright": licence, "sbom.spdx.json": bill}
    debian = debian_package(
        tool, {"usr/bin/adjournal": tool.data, **usr,
               **{f"usr/share/doc/adjournal/{path}": data for path, data in documents.items()}}, time)
    files = {
        f"{name}.tar.gz": archive, f"adjournal_{tool.version}_{tool.debian_architecture}.deb": debian,
        f"{name}.spdx.json": bill, "adjournal.rb": formula(tool.version, commit, repository)}
    sums = "".join(f"{hashlib.sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files))
    return {**files, "SHA256SUMS": sums.encode()}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=Path, help="a tool of build.py (default: build one)")
    parser.add_argument("--to", type=Path, default=PACKAGE / ".build" / "packages",
                        help="folder of the files (default: .build/packages)")
    parser.add_argument("--tag", help="fail unless the tool has this version")
    parser.add_argument("--repository", default="OWNER/adjournal",
                        help="OWNER/NAME on GitHub, for the address in the formula")
    build.add_build_options(parser)
    options = parser.parse_args()
    tool = Tool(options.tool or build.build(options.scratch.resolve(), options.lto))
    if options.tag not in (None, tool.version):
        raise SystemExit(f"the tag is {options.tag}, and the version of the tool is {tool.version}")
    options.to.mkdir(parents=True, exist_ok=True)
    for name, data in packages(tool, options.repository).items():
        (options.to / name).write_bytes(data)
        print(f"{options.to / name}  {len(data) / 1e6:.2f} MB")
    others = sorted({name for name, _ in ARCHITECTURES.values()} - {tool.architecture})
    build.report(f"not built for {', '.join(others)}: run package.py on such a machine, because the toolchain "
                 "builds for the architecture that it runs on")


if __name__ == "__main__":
    main()
