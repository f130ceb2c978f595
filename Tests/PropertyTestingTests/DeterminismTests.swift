import Foundation
import Testing

@testable import ShrinkingBenchmark

struct DeterminismTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The iteration order of a `Dictionary` or a `Set` differs from process to process.
  @Test(arguments: ["PropertyTesting", "AdShrinking", "AdSimulator", "AdDecider"])
  func `a deterministic module iterates over no dictionary and no set`(module: String) throws {
    let folder = Self.root.appendingPathComponent("Sources/\(module)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in names.sorted() where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for finding in UnorderedIterations(text).findings { Issue.record("\(name): \(finding)") }
    }
  }

  @Test func `the scan for unordered iterations finds loops, calls and hash values`() {
    let text = """
      var seen: Set<Int> = []
      private let counts: [String: Int]
      let other = Dictionary(grouping: words) { $0.first }
      for word in seen { print(word) }
      let names = counts.keys.map { $0 }
      other.forEach { print($0) }
      if seen.contains(3) { count = counts["a"] }
      for key in counts.keys.sorted() { print(key) }
      """
    #expect(UnorderedIterations(text).findings.count == 3)
    #expect(UnorderedIterations("let hash = value.hashValue").findings.count == 1)
  }

  /// The digests in the article were computed by an optimized build in another process.
  @Test(arguments: Problem.all.map(\.name))
  func `shrinking gives the results that an optimized build recorded`(name: String) throws {
    let file = Self.root.appendingPathComponent(
      "Sources/AdTesting/AdTesting.docc/HowSmallCounterexamplesBecome.md")
    let table = try String(contentsOf: file, encoding: .utf8)
    let row = try #require(table.split(separator: "\n").first { $0.hasPrefix("| \(name) |") })
    let problem = try #require(Problem.all.first { $0.name == name })
    let outcomes = (0..<3).compactMap { problem.solve(seed: $0) }.map {
      "\($0.text), \($0.evaluations) evaluations, found after \($0.foundAfter)"
    }
    #expect(
      row.hasSuffix("| `\(Row.digest(problem))` |"),
      "another outcome of the seeds 0 to 2 than in SHRINKING.md: \(outcomes)")
  }
}

/// The lines of a source file that iterate over a `Dictionary` or a `Set`, found by pattern
/// matching.
struct UnorderedIterations {
  private(set) var findings: [String] = []

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let names = lines.compactMap { Self.unordered($0) }
    for (number, line) in lines.enumerated() {
      let isFinding = names.contains { Self.iterates(line, $0) } || line.contains(".hashValue")
      if isFinding { findings.append("line \(number + 1): \(line)") }
    }
  }

  /// The name of the `Dictionary` or `Set` that a line declares; nil if it declares none.
  private static func unordered(_ line: String) -> String? {
    let type = #"(Set<|\[[A-Za-z0-9.?\[\]]+: )"#
    let value = #"(Set<.*>\(|Set\(|Dictionary\(|Dictionary<)"#
    let pattern = #"\b(let|var) (\w+)\s*(: "# + type + "|= " + value + ")"
    guard let match = line.range(of: pattern, options: .regularExpression) else { return nil }
    return line[match].split(separator: " ")[1].split(separator: ":").first.map(String.init)
  }

  private static func iterates(_ line: String, _ name: String) -> Bool {
    let walks =
      "(forEach|map|flatMap|compactMap|filter|reduce|first|min|max|values|keys|enumerated)"
    let loop = #"\bin (self\.)?\#(name)(\.(keys|values|filter|enumerated))?\b(?!\.keys\.sorted)"#
    let call = #"\b\#(name)\.\#(walks)\b"#
    let isSorted = line.contains(".sorted")
    let found = [loop + #"\s*[\.{ ]"#, call].contains {
      line.range(of: $0, options: .regularExpression) != nil
    }
    return found && !isSorted
  }
}
