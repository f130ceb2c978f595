#!/usr/bin/env python3
"""Builds the WebAssembly module of the page from the sources of the package.

    python3 Tools/page/build.py                 # Sources/CPage/judge.wasm.lzma
    python3 Tools/page/build.py --to FILE       # compressed if the name ends with .lzma
    python3 Tools/page/build.py --check         # exit status 1 if the module differs from the file
    python3 Tools/page/build.py --debug         # not optimised, with names; faster to build

Embedded Swift compiles the modules as one, so copies of their sources lose the imports of each other. `module` has
what else the module needs: a C library with files in memory, and the exported functions. Two builds with the same
toolchain are equal, wherever they run.
"""

import argparse
import lzma
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent / "module"
#: The modules of the package in the module of the page; the order has no meaning.
MODULES = ["JSONLines", "AdVocabulary", "AdSession", "Platform", "JournalFormat", "JournalEncoding", "AdReplay",
           "JournalInput", "AdRules", "AdAudit", "AdExplaining", "AdReports", "AdFleet", "AdPage"]
#: The modules in C, which have only headers.
HEADERS = ["CProcessor", "CZlib"]
#: The sources that only the tool and the recorder need.
LEFT_OUT = ["JournalInput/Files/JournalText.swift", "Platform/Files/Deflater.swift",
            "Platform/Files/ProtectedFolder.swift", "Platform/Files/SmallFile.swift",
            "Platform/Files/SystemCalls.swift", "Platform/Files/SystemCallsLive.swift"]
TARGET = "wasm32-unknown-none-wasm"
#: All browsers since 2023 have these instructions.
INSTRUCTIONS = ["-mbulk-memory", "-mnontrapping-fptoint", "-msign-ext", "-msimd128"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
STACK_BYTES = 4 << 20
IMPORT = re.compile(r"^ *(?:@_exported )?(?:(?:public|package|internal|private|fileprivate) )?import (?:%s)$" % "|".join(MODULES), re.M)


def copies(folder):
    """Copies the Swift sources into a folder, without imports of each other; returns their names."""
    names = []
    for module in MODULES:
        sources = PACKAGE / "Sources" / module
        for path in sorted(sources.rglob("*.swift")):
            if str(path.relative_to(PACKAGE / "Sources")) in LEFT_OUT:
                continue
            # The name tells the file in errors, and is unique in the module.
            name = f"{module}_{path.name}"
            if (folder / name).exists():
                sys.exit(f"two files of {module} have the name {path.name}")
            (folder / name).write_text(IMPORT.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
            names.append(name)
    shutil.copy(HERE / "Exports.swift", folder)
    return names + ["Exports.swift"]


def tool(name):
    """A program of the Swift toolchain."""
    swiftc = Path(shutil.which("swiftc") or sys.exit("swiftc is not installed")).resolve()
    return str(swiftc.parent / name)


def run(folder, command):
    """Runs a command in a folder; shows its output and ends if it fails."""
    result = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.exit(f"{result.stdout}\n{Path(command[0]).name} failed with exit status {result.returncode}")


def compile_swift(folder, optimisation):
    """Compiles the Swift sources to `swift.o`."""
    includes = [option for name in ["libc", *HEADERS] for option in ("-I", name)]
    run(folder, [
        tool("swiftc"), "-target", TARGET, "-parse-as-library", "-wmo", optimisation, "-swift-version", "6",
        # The build of the package shows warnings.
        "-suppress-warnings",
        # The stack has no return addresses that an overflow could change.
        "-Xfrontend", "-disable-stack-protector",
        "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern",
        *(option for name in FEATURES for option in ("-enable-upcoming-feature", name)),
        *(option for name in INSTRUCTIONS for option in ("-Xcc", name)), *includes,
        "-package-name", "adjournal", "-module-name", "AdjournalPage", "-c", "-o", "swift.o", *copies(folder)])


def compile_c(folder):
    """Compiles the C sources; returns the names of the objects."""
    objects = []
    for path in sorted(HERE.glob("*.c")):
        run(folder, [
            tool("clang"), f"--target={TARGET}", "-std=c17", "-O2", "-ffreestanding", "-Wall", "-Werror",
            "-Wno-nullability-completeness", *INSTRUCTIONS, "-I", "CZlib", "-c", "-o", path.stem + ".o", path.name])
        objects.append(path.stem + ".o")
    return objects


def link(folder, objects, keeps_names):
    """Links the module; returns its bytes."""
    tables = Path(tool("swiftc")).parents[1] / "lib" / "swift" / "embedded" / TARGET / "libswiftUnicodeDataTables.a"
    run(folder, [
        tool("wasm-ld"), "--no-entry", "--gc-sections", *([] if keeps_names else ["--strip-all"]),
        # Below the stack is no memory: a stack that is too deep ends the call.
        "--stack-first", "-z", f"stack-size={STACK_BYTES}", "-o", "module.wasm", "swift.o", *objects, str(tables)])
    return (folder / "module.wasm").read_bytes()


def packed(module):
    """The module as an LZMA file with its size in its header, as `lzma.js` needs it."""
    coder = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "nice_len": 273}
    archive = lzma.compress(module, lzma.FORMAT_ALONE, filters=[coder])
    return archive[:5] + len(module).to_bytes(8, "little") + archive[13:]


def build(is_debug):
    """Builds the module; returns its bytes."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        shutil.copytree(HERE / "libc", folder / "libc")
        for path in HERE.glob("*.c"):
            shutil.copy(path, folder)
        for name in HEADERS:
            shutil.copytree(PACKAGE / "Sources" / name / "include", folder / name)
        objects = compile_c(folder)
        compile_swift(folder, "-Onone" if is_debug else "-Osize")
        return link(folder, objects, keeps_names=is_debug)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=PACKAGE / "Sources" / "CPage" / "judge.wasm.lzma")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--debug", action="store_true")
    arguments = parser.parse_args()
    module = build(arguments.debug)
    archive = packed(module)
    is_packed = arguments.to.suffix == ".lzma"
    if arguments.check:
        found = arguments.to.read_bytes() if arguments.to.exists() else b""
        # The bytes of the archive depend on the version of liblzma, whose older ones want no size in the header.
        if is_packed and found:
            found = lzma.decompress(found[:5] + b"\xff" * 8 + found[13:])
        if found != module:
            sys.exit(f"{arguments.to} is not what the sources give: run Tools/page/build.py")
    else:
        arguments.to.parent.mkdir(parents=True, exist_ok=True)
        arguments.to.write_bytes(archive if is_packed else module)
    print(f"{arguments.to}: {len(module):,} bytes, {len(archive):,} compressed")


if __name__ == "__main__":
    main()
