#!/usr/bin/env python3
"""Builds the tool as it is released: optimised as one program, the Swift runtime inside, no symbols.

    python3 Tools/release/build.py                 # .build/release-tool/adjournal
    python3 Tools/release/build.py --output FILE
    python3 Tools/release/build.py --one-pass      # for a tool that is 5 % slower, in five minutes

The tool is linked twice: the first one audits a journal and the examples under valgrind, which counts
what runs; the second one has that code lie together. Where valgrind is missing, or the machine is no
Linux on x86-64, the first one is all there is. Both give the same bytes, which is checked. With its
symbols, as a profiler wants it, the tool stays in `release` of the scratch folder.
"""

import argparse
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

import blocks
from counts import Counts
from layout import Layout

PACKAGE = Path(__file__).resolve().parents[2]
sys.path.append(str(PACKAGE / "Tools" / "benchmark"))
import journal  # noqa: E402

LINUX = platform.system() == "Linux"
#: Modules are optimised as one program by the linker; nobody links against a tool, so it exports no
#: symbols and what nothing calls is left out; the debugger's part is a multiple of the rest.
OPTIONS = ["--static-swift-stdlib", "--experimental-lto-mode", "full", "-Xswiftc", "-use-ld=lld"]
#: Nothing here throws, so nobody reads the unwind tables: a tenth of the tool.
LINK = ["--no-export-dynamic", "--lto-O3", "--strip-debug", "--no-eh-frame-hdr",
        f"--script={PACKAGE / 'Tools' / 'release' / 'without-unwind-tables.ld'}"]
#: The journal that is audited to see what runs: of another seed than that of the benchmark.
TRAINING = {"shape": "interleaved", "size": 8_000_000, "seed": 7}
#: What runs less than once in so many records is cold.
RARE = 1000


def cplusplus_inside(scratch):
    """Options by which the library of C++, which Swift's runtime needs, goes into the tool.

    Loading it would take a third of the time that `adjournal --version` takes. The linker takes the
    first it finds, so the archive lies alone in a folder that is searched before the system's.
    """
    compiler = shutil.which("clang") or shutil.which("cc") or "true"
    archive = Path(subprocess.run([compiler, "-print-file-name=libstdc++.a"], text=True,
                                  capture_output=True, check=True).stdout.strip())
    # A compiler that has none says the name alone.
    if not archive.is_absolute():
        say("there is no libstdc++.a: the tool will load libstdc++.so each time it starts")
        return []
    folder = scratch / "archives"
    folder.mkdir(exist_ok=True)
    link = folder / archive.name
    link.unlink(missing_ok=True)
    link.symlink_to(archive)
    return ["-Xswiftc", f"-L{folder}", "-Xswiftc", "-Xclang-linker", "-Xswiftc", "-static-libgcc"]


def build(scratch, options=()):
    """Builds the tool with further options of the linker; only those make it link again."""
    words = ["swift", "build", "-c", "release", "--product", "adjournal",
             "--package-path", str(PACKAGE), "--scratch-path", str(scratch)]
    if LINUX:
        words += OPTIONS + cplusplus_inside(scratch)
        for option in [*LINK, *options]:
            words += ["-Xlinker", option]
    started = time.monotonic()
    if subprocess.run(words, stdout=sys.stderr).returncode != 0:
        raise SystemExit("the tool does not build")
    say(f"linked after {time.monotonic() - started:.0f} s")
    return scratch / "release" / "adjournal"


def commands(tool, folder):
    """What is done with a tool: audits of a journal and of the examples, in two formats; a check."""
    path, truth = journal.make(folder, TRAINING["shape"], TRAINING["size"], TRAINING["seed"])
    audit = [tool, "audit", "--jobs", "1", "--exit-zero", "--format"]
    return truth["records"], [
        [*audit, "text", path],
        [*audit, "jsonl", path],
        [tool, "check", "--exit-zero", path],
        [*audit, "text", PACKAGE / "Journals"],
    ]


def outputs(tool, folder):
    return [subprocess.run(list(map(str, command)), capture_output=True, check=True).stdout
            for command in commands(tool, folder)[1]]


def lay_out(tool, scratch):
    """The options by which the linker puts together what runs often."""
    counts = Counts()
    records, runs = commands(tool, scratch)
    for number, command in enumerate(runs, 1):
        say(f"counting what runs, {number} of {len(runs)}: {' '.join(map(str, command[1:]))}")
        counts.run(command)
    layout = Layout(blocks.Tool(tool), counts, records // RARE)
    files = scratch / "hot-blocks.txt", scratch / "hot-functions.txt"
    layout.write(*files)
    hot = sum(block.size for laid in layout.blocks.values() for block in laid)
    say(f"{hot / 1000:.0f} KB of {len(layout.blocks)} functions run often")
    return [f"--lto-basic-block-sections={files[0]}", f"--symbol-ordering-file={files[1]}",
            "--no-warn-symbol-ordering"]


def release(scratch, passes):
    """The released tool, with its symbols."""
    if passes == 1:
        return build(scratch)
    tool = build(scratch, ["--lto-basic-block-address-map"])
    first = outputs(tool, scratch)
    tool = build(scratch, lay_out(tool, scratch))
    if outputs(tool, scratch) != first:
        raise SystemExit("the tool says something else when its code lies elsewhere: do not use it")
    return tool


def passes():
    """How many times the tool can be linked here."""
    if not LINUX or platform.machine() != "x86_64":
        return 1
    if shutil.which("valgrind") is None:
        say("valgrind is not installed: the code stays where the compiler put it")
        return 1
    return 2


def say(text):
    print(text, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", type=Path, default=PACKAGE / ".build" / "release-tool",
                        help="where it is built (default: .build/release-tool)")
    parser.add_argument("--output", type=Path,
                        help="where the tool is put (default: adjournal in the scratch folder)")
    parser.add_argument("--one-pass", action="store_true", help="links once")
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    tool = release(options.scratch.resolve(), 1 if options.one_pass else passes())
    output = options.output or options.scratch / "adjournal"
    shutil.copy(tool, output)
    subprocess.run(["strip", str(output)], check=True)
    say(f"{output}: {output.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
