#!/usr/bin/env python3
"""Checks the types of the modules that an app embeds for the oldest iOS, without Apple's SDK.

usage: Tools/verification/apple/typecheck.py [TRIPLE]        default: arm64-apple-ios15.0

On other systems the toolchain has only the Embedded Swift library for iOS, which needs iOS 18 and declares no
availability. But the interface of the full standard library is text, the same for all systems, and declares
the availability on iOS. This command compiles that interface for iOS, then the modules of the package,
including their `#if canImport(Darwin)` branches; a declaration that is too new for the target is an error.
StandIns declares the used parts of Darwin, CoreFoundation and CryptoKit. Nothing is linked or run, and
Objective-C is not covered.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LIBRARY = ["Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "SwiftOnoneSupport"]
STAND_INS = ["Darwin", "CoreFoundation", "CryptoKit"]
MODULES = [
    "JSONLines", "AdVocabulary", "AdSession", "Platform", "JournalFormat", "JournalEncoding", "AdRecording", "AdReplay",
    "JournalInput", "AdCapture", "AdRules", "AdDecider", "AdManaging", "AdAudit", "AdExplaining", "AdReports", "AdLive"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]


def resources():
    """The folder of the standard library in the toolchain."""
    swift = pathlib.Path(shutil.which("swiftc") or sys.exit("swiftc is not installed")).resolve()
    return swift.parent.parent / "lib" / "swift"


def interface(path, triple):
    """The interface of a library module, rewritten for the triple."""
    text = path.read_text()
    found = re.search(r"-target (\S+)", text)[1]
    text = text.replace(f"-target {found}", f"-target {triple}")
    # The library itself may use declarations that are newer than the target.
    text = re.sub(r"^(// swift-module-flags: )", r"\1-disable-availability-checking ", text,
                  count=1, flags=re.M)
    text = re.sub(r"@backDeployed\([^)]*\)", "", text)
    # Only Intel processors have 80-bit floating point.
    return re.sub(r"self = _stdlib_(remainderl\(self, other\)|squareRootl\(self\))", "self = .nan",
                  text)


def library(folder, triple):
    """A resource folder with the standard library for the triple."""
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
            print(f"{module}: compiles for {triple}")


def emit(command, module, files, made):
    """Checks a module with all function bodies, and emits its interface for importing modules."""
    words = [*command, "-emit-module", "-emit-module-path", str(made / f"{module}.swiftmodule"),
             "-module-name", module, *map(str, files)]
    if subprocess.run(words, check=False).returncode != 0:
        sys.exit(f"{module}: does not compile")


if __name__ == "__main__":
    main(sys.argv[1:])
