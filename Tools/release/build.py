#!/usr/bin/env python3
"""Builds the released tool: one optimised program with the Swift runtime inside and no symbols.

    python3 Tools/release/build.py                 # .build/release-tool/adjournal
    python3 Tools/release/build.py --output FILE

On Linux the linker optimises all modules together (full LTO). The tool with symbols, which a profiler
needs, stays in the folder `release` of the scratch folder. Elsewhere this is `swift build -c release`.
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
#: Full LTO removes code that nothing calls. Debug information would be several times the tool's size.
OPTIONS = ["--static-swift-stdlib", "--experimental-lto-mode", "full", "-Xswiftc", "-use-ld=lld"]
#: No code throws C++ exceptions, so nothing reads the unwind tables; they are a tenth of the tool.
LINK = ["--no-export-dynamic", "--lto-O3", "--strip-debug", "--no-eh-frame-hdr",
        f"--script={PACKAGE / 'Tools' / 'release' / 'without-unwind-tables.ld'}"]


def link_libstdcxx_statically(scratch):
    """Options that link libstdc++, which the Swift runtime needs, into the tool.

    Loading the shared library would take a third of the time of `adjournal --version`. The linker takes
    the first library it finds, so a folder with only the archive goes before the system folders.
    """
    compiler = shutil.which("clang") or shutil.which("cc") or "true"
    archive = Path(subprocess.run([compiler, "-print-file-name=libstdc++.a"], text=True,
                                  capture_output=True, check=True).stdout.strip())
    # A compiler without the archive prints the name without a folder.
    if not archive.is_absolute():
        report("libstdc++.a not found: the tool will load libstdc++.so at each start")
        return []
    folder = scratch / "archives"
    folder.mkdir(exist_ok=True)
    link = folder / archive.name
    link.unlink(missing_ok=True)
    link.symlink_to(archive)
    return ["-Xswiftc", f"-L{folder}", "-Xswiftc", "-Xclang-linker", "-Xswiftc", "-static-libgcc"]


def build(scratch):
    """Builds the tool and returns its path; it still has symbols."""
    command = ["swift", "build", "-c", "release", "--product", "adjournal",
               "--package-path", str(PACKAGE), "--scratch-path", str(scratch)]
    if LINUX:
        command += OPTIONS + link_libstdcxx_statically(scratch)
        for option in LINK:
            command += ["-Xlinker", option]
    started = time.monotonic()
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        raise SystemExit("the release build failed")
    report(f"built in {time.monotonic() - started:.0f} s")
    return scratch / "release" / "adjournal"


def report(text):
    print(text, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", type=Path, default=PACKAGE / ".build" / "release-tool",
                        help="build folder (default: .build/release-tool)")
    parser.add_argument("--output", type=Path,
                        help="path of the stripped tool (default: adjournal in the build folder)")
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    tool = build(options.scratch.resolve())
    output = options.output or options.scratch / "adjournal"
    shutil.copy(tool, output)
    subprocess.run(["strip", str(output)], check=True)
    report(f"{output}: {output.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
