#!/usr/bin/env python3
"""Builds the released tool: one optimised program with the Swift runtime inside and no symbols.

    python3 Tools/release/build.py                 # .build/release-tool/adjournal
    python3 Tools/release/build.py --output FILE
    python3 Tools/release/build.py --no-lto        # faster to build, a larger and slower tool

`package.py` makes the files that people install. On Linux the linker optimises all modules together (full LTO),
which takes 10 GB of memory; `--no-lto` leaves that out. If the C library and zlib are installed as archives
(Debian: libc6-dev, zlib1g-dev), the tool needs no library of the machine it runs on, not even another version of
one; it can be loaded at any address, and what the loader writes is read-only afterwards. The tool with symbols, which a profiler needs, stays in the folder `release` of the scratch folder.
Elsewhere this is `swift build -c release`.

`adjournal --version` names the commit, with `-changed` if files differ from it. Two builds of a commit in the same
folder, with the same toolchain and libraries, are equal, byte for byte.
"""

import argparse
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
LINUX = platform.system() == "Linux"
#: Full LTO removes code that nothing calls. Debug information would be several times the tool's size. The tool
#: must not look for libraries beside itself: anybody could put one there.
OPTIONS = ["--static-swift-stdlib", "-Xswiftc", "-use-ld=lld", "--disable-local-rpath"]
LTO = ["--experimental-lto-mode", "full", "-Xlinker", "--lto-O3"]
#: No code throws C++ exceptions, so nothing reads the unwind tables; they are a tenth of the tool.
LINK = ["--no-export-dynamic", "--strip-debug", "--no-eh-frame-hdr", "--build-id=none",
        "-z", "relro", "-z", "now",
        f"--script={PACKAGE / 'Tools' / 'release' / 'without-unwind-tables.ld'}"]


def archive(name):
    """The path of a library as an archive; None if it is not installed."""
    compiler = shutil.which("clang") or shutil.which("cc") or "true"
    path = Path(subprocess.run([compiler, f"-print-file-name={name}"], text=True,
                               capture_output=True, check=True).stdout.strip())
    # A compiler without the archive prints the name without a folder.
    return path if path.is_absolute() else None


def link_statically(scratch):
    """Options that link the libraries of the machine into the tool, all of them if they are there.

    Loading libstdc++, which the Swift runtime needs, would take a third of the time of `adjournal --version`. The
    linker takes the first library it finds, so a folder with only the archive goes before the system folders.
    """
    libstdcxx = archive("libstdc++.a")
    if libstdcxx is None:
        report("libstdc++.a not found: the tool will load libstdc++.so at each start")
        return []
    folder = scratch / "archives"
    folder.mkdir(exist_ok=True)
    link = folder / libstdcxx.name
    link.unlink(missing_ok=True)
    link.symlink_to(libstdcxx)
    options = [f"-L{folder}", "-Xclang-linker", "-static-libgcc"]
    if archive("libc.a") and archive("libz.a") and archive("rcrt1.o"):
        options = [f"-L{folder}", "-static-executable", "-Xclang-linker", "-static-pie"]
    else:
        report("libc.a or libz.a not found: the tool will need the C library of this machine, or a newer one")
    return options


def commit():
    """The commit of the sources; None without a repository."""
    def git(*words):
        run = subprocess.run(["git", "-C", str(PACKAGE), *words], text=True, capture_output=True)
        return run.stdout.strip() if run.returncode == 0 else None
    name = git("rev-parse", "--short=12", "HEAD")
    return name and name + ("-changed" if git("status", "--porcelain") else "")


def build(scratch, lto=True):
    """Builds the tool and returns its path; it still has symbols."""
    scratch.mkdir(parents=True, exist_ok=True)
    command = ["swift", "build", "-c", "release", "--product", "adjournal",
               "--package-path", str(PACKAGE), "--scratch-path", str(scratch)]
    name = commit()
    if name:
        command += ["-Xcc", f"-DADJOURNAL_COMMIT={name}"]
    if LINUX:
        # Paths in the tool would make it depend on the folder in which it was built.
        for folder in (scratch, PACKAGE):
            command += ["-Xswiftc", "-file-prefix-map", "-Xswiftc", f"{folder}=.",
                        "-Xcc", f"-ffile-prefix-map={folder}=."]
        command += OPTIONS + (LTO if lto else [])
        for option in link_statically(scratch):
            command += ["-Xswiftc", option]
        for option in LINK:
            command += ["-Xlinker", option]
    started = time.monotonic()
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        raise SystemExit("the release build failed")
    report(f"built in {time.monotonic() - started:.0f} s")
    return scratch / "release" / "adjournal"


def report(text):
    print(text, file=sys.stderr, flush=True)


def add_build_options(parser):
    parser.add_argument("--scratch", type=Path, default=PACKAGE / ".build" / "release-tool",
                        help="build folder (default: .build/release-tool)")
    parser.add_argument("--no-lto", dest="lto", action="store_false",
                        help="do not optimise all modules together: less time and memory")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add_build_options(parser)
    parser.add_argument("--output", type=Path,
                        help="path of the stripped tool (default: adjournal in the build folder)")
    options = parser.parse_args()
    tool = build(options.scratch.resolve(), options.lto)
    output = options.output or options.scratch / "adjournal"
    shutil.copy(tool, output)
    subprocess.run(["strip", str(output)], check=True)
    report(f"{output}: {output.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
