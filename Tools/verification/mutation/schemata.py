"""All mutants in one copy of the package: each is switched on by its number in the environment."""

import re
import shutil
import subprocess
from pathlib import Path

from points import FLIPS, Finder
from vocabulary import Vocabulary

FOLDERS = ("Catalogue", "Patterns", "Conditions")
LETTERS = [chr(code) for code in range(0x2201, 0x2270) if code not in (0x2212, 0x2215, 0x2236)]
PRECEDENCE = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence"}
SUSPECTS = (  # what does not compile is most likely
    ("guard: unless", "guard: where", "guard: accepts"), ("event", "key", "off by one"),
    ("guard: right", "guard: left"), ("guard",), ("comparison",),
)
SWITCH = """\
import Glibc

/// Which mutant this process is; 0: none.
enum Mutation {
  static let current: Int = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
  @inline(__always) static func `is`(_ number: Int) -> Bool { current == number }
  @inline(__always) static func pick<T>(_ number: Int, _ right: T, _ wrong: T) -> T {
    current == number ? wrong : right
  }
  static func either<A, B>(
    _ number: Int, _ right: @escaping @Sendable (A) -> B, _ wrong: @escaping @Sendable (A) -> B
  ) -> @Sendable (A) -> B { current == number ? wrong : right }
}
"""


class Schemata:
    """The copy of a package, the points of its rules, and what had to be left out."""

    def __init__(self, package, copy):
        self.package, self.copy = Path(package), Path(copy)
        self.points, self.dropped = [], []

    def find(self):
        vocabulary = Vocabulary(self.package)
        for folder in FOLDERS:
            for file in sorted((self.package / "Sources/AdRules" / folder).rglob("*.swift")):
                if file.stem == "RuleBook":
                    continue  # the list of the rules
                path = str(file.relative_to(self.package))
                self.points += Finder(path, file.read_text(), vocabulary).find()
        for number, point in enumerate(self.points, 1):
            point.number = number

    def write(self):
        ignored = shutil.ignore_patterns(".git", ".build", "Journals", "*.jsonl", "__pycache__")
        shutil.copytree(self.package, self.copy, dirs_exist_ok=True, ignore=ignored)
        self.rewrite()

    def rewrite(self):
        operators = []
        for path in sorted({point.path for point in self.points + self.dropped}):
            source = (self.package / path).read_text()
            points = [point for point in self.points if point.path == path]
            (self.copy / path).write_text(self.rewritten(source, points, operators))
        generated = SWITCH + "\n" + "\n".join(operators) + "\n"
        (self.copy / "Sources/AdRules/Mutation.swift").write_text(generated)

    def rewritten(self, source, points, operators):
        edits = []
        for point in points:
            name = self.operator(point, points, operators) if point.operator else ""
            for start, end, text in point.edits:
                edits.append((start, end, text.replace("{op}", name) if name else
                              text.format(n=point.number)))
        # At one place what closes comes first, then wraps from the widest in, then what replaces.
        edits.sort(key=lambda edit: (edit[0], edit[1] > edit[0], not edit[2].startswith((")", ","))))
        out, at = [], 0
        for start, end, text in edits:
            out.append(source[at:start] + text)
            at = end
        return "".join(out) + source[at:]

    def operator(self, point, points, operators):
        token, count = point.operator
        name = LETTERS[point.number // len(LETTERS)] + LETTERS[point.number % len(LETTERS)]
        if point.is_right:
            return name
        n = point.number
        if count == 2:
            operators.append(
                f"infix operator {name}: {PRECEDENCE[token]}\n"
                f"@inline(__always) func {name} (_ a: Bool, _ b: @autoclosure () -> Bool) -> Bool {{\n"
                f"  Mutation.is({n}) ? a : Mutation.is({n + 1}) ? b() : a {token} b()\n}}")
            return name
        bound = "Equatable" if token in ("==", "!=") else "Comparable"
        body = f"Mutation.is({n}) ? a {FLIPS[token]} b : a {token} b"
        operators.append(
            f"infix operator {name}: ComparisonPrecedence\n"
            f"@inline(__always) func {name} <T: {bound}>(_ a: T, _ b: T) -> Bool {{ {body} }}")
        if bound == "Equatable":
            operators.append(
                f"@inline(__always) func {name} <T>(_ a: T?, _ b: _OptionalNilComparisonType) "
                f"-> Bool {{ {body} }}")
        return name

    def drop(self, errors):
        """Leaves out the likeliest points of the lines that do not compile."""
        gone = []
        for path, line in errors:
            here = [point for point in self.points if point.path == path and self.covers(point, line)]
            for kinds in SUSPECTS:
                found = [point for point in here if point.change.startswith(kinds)]
                if found:
                    gone += found
                    break
            else:
                print(f"no mutation at {path}:{line}, which does not compile")
        self.dropped += gone
        left = [point for point in self.points if point not in gone]
        # The two mutants of one operator go together.
        numbers = {point.number for point in gone if point.operator and point.operator[1] == 2}
        self.points = [p for p in left if not (p.operator and p.operator[1] == 2 and (
            p.number - 1 in numbers or p.number + 1 in numbers) and
            any(g.line == p.line and g.path == p.path for g in gone))]
        return gone

    def covers(self, point, line):
        if not point.edits:
            return False
        source = (self.package / point.path).read_text()
        first = source.count("\n", 0, point.edits[0][0]) + 1
        last = source.count("\n", 0, point.edits[-1][1]) + 1
        return first <= line <= last

    def emit_session_module(self, modules):
        """What the rules import, to check their types without building anything else."""
        for name in ("AdVocabulary", "AdSession"):
            subprocess.run(
                self.compiler(name) + ["-emit-module", "-parse-as-library", "-I", str(modules), "-o",
                                       str(modules / f"{name}.swiftmodule")], check=True)

    def compiler(self, target):
        command = ["swiftc", "-swift-version", "6", "-module-name", target, "-package-name",
                   "adjournal"]
        for feature in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"):
            command += ["-enable-upcoming-feature", feature]
        return command + [str(p) for p in sorted((self.copy / "Sources" / target).rglob("*.swift"))]

    def typecheck(self, modules):
        """The places of the rules that do not compile."""
        done = subprocess.run(
            self.compiler("AdRules") + ["-typecheck", "-I", str(modules)], capture_output=True,
            text=True)
        pattern = re.escape(str(self.copy)) + r"/(\S+?):(\d+):\d+: error: (.*)"
        found = re.findall(pattern, done.stderr)
        for path, line, says in found[:40]:
            print(f"  {path}:{line}: {says}")
        if done.returncode and not found:
            raise SystemExit(done.stderr[-3000:])
        return sorted({(path, int(line)) for path, line, _ in found})
