#!/usr/bin/env python3
"""Checks the types of what an app embeds, for the oldest iOS of the package, without Apple's SDK.

usage: Tools/apple/typecheck.py [TRIPLE]        default: arm64-apple-ios15.0

The toolchain of other systems has no standard library for iOS (only the one for Embedded Swift, which
needs iOS 18 and says of nothing since when it is there). But the interface of its own standard library
is text, the same for all systems, and says since when each declaration is there on iOS: this compiles
that interface for iOS, then the modules of the package, with the `#if canImport(Darwin)` branches and
what is too new for the target as errors. What they use of Darwin, CoreFoundation and CryptoKit is
declared in StandIns. Nothing is linked or run; Objective-C is not there.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIBRARY = ["Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "SwiftOnoneSupport"]
STAND_INS = ["Darwin", "CoreFoundation", "CryptoKit"]
MODULES = [
    "JSONLines", "AdSession", "AdJournal", "AdCapture", "AdRules", "AdDecider", "AdManaging"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]


def resources():
    """The folder of the toolchain that has the standard library."""
    swift = pathlib.Path(shutil.which("swiftc") or sys.exit("swiftc is not installed")).resolve()
    return swift.parent.parent / "lib" / "swift"


def interface(path, triple):
    """The interface of a library module, as if it was made for the triple."""
    text = path.read_text()
    found = re.search(r"-target (\S+)", text)[1]
    text = text.replace(f"-target {found}", f"-target {triple}")
    # The library itself may use what is newer than the target.
    text = re.sub(r"^(// swift-module-flags: )", r"\1-disable-availability-checking ", text,
                  count=1, flags=re.M)
    text = re.sub(r"@backDeployed\([^)]*\)", "", text)
    # Only Intel's processors have numbers of 80 bits.
    return re.sub(r"self = _stdlib_(remainderl\(self, other\)|squareRootl\(self\))", "fatalError()",
                  text)


def library(folder, triple):
    """A folder of resources whose standard library is for the triple."""
    source = resources()
    for name in ["shims", "clang", "apinotes"]:
        (folder / name).symlink_to(source / name)
    for module in LIBRARY:
        texts = [path for path in source.glob(f"*/{module}.swiftmodule/*.swiftinterface")
                 if ".private." not in path.name and path.parents[1].name != "embedded"]
        found = texts[0] if texts else sys.exit(f"the toolchain has no interface of {module}")
        target = folder / "iphoneos" / f"{module}.swiftmodule"
        target.mkdir(parents=True)
        (target / f"{triple.split('-')[0]}-apple-ios.swiftinterface").write_text(
            interface(found, triple))
    return folder


def main(words):
    triple = words[0] if words else "arm64-apple-ios15.0"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = folder / "modules"
        made.mkdir()
        (folder / "resources").mkdir()
        command = [
            "swiftc", "-resource-dir", str(library(folder / "resources", triple)), "-target", triple,
            "-Xfrontend", "-disable-objc-interop", "-module-cache-path", str(folder / "cache"),
            "-parse-as-library", "-swift-version", "6", "-wmo", "-package-name", "adjournal",
            "-I", str(made), "-I", str(HERE / "StandIns"),
            "-I", str(ROOT / "Sources" / "CProcessor" / "include"),
            "-I", str(ROOT / "Sources" / "CZlib" / "include"), "-warnings-as-errors"]
        for module in STAND_INS:
            emit(command, module, [HERE / "StandIns" / f"{module}.swift"], made)
        for feature in FEATURES:
            command += ["-enable-upcoming-feature", feature]
        for module in MODULES:
            emit(command, module, sorted((ROOT / "Sources" / module).rglob("*.swift")), made)
            print(f"{module}: right for {triple}")


def emit(command, module, files, made):
    """Checks every body of a module, and makes its interface for those that import it."""
    words = [*command, "-emit-module", "-emit-module-path", str(made / f"{module}.swiftmodule"),
             "-module-name", module, *map(str, files)]
    if subprocess.run(words, check=False).returncode != 0:
        sys.exit(f"{module}: not right")


if __name__ == "__main__":
    main(sys.argv[1:])
