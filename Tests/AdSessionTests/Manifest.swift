/// A target of `Package.swift`, read from its text.
struct ManifestTarget: Sendable {
  let name: String
  let isProgram: Bool
  let folder: String
  let dependencies: [String]

  /// The targets in Swift and C; a plugin has no imports.
  static func all() throws -> [ManifestTarget] {
    let text = try SourceTree.manifest().text
    let starts = text.ranges(of: /\.(module|program|tests|target)\(\s*(name: )?"/)
    let ends = starts.dropFirst().map(\.lowerBound) + [text.endIndex]
    return zip(starts, ends).map { ManifestTarget(text[$0.lowerBound..<$1]) }
  }

  /// - Parameter text: From the function that makes the target to the one that makes the next.
  private init(_ text: Substring) {
    let quoted = text.split(separator: "\"")
    name = String(quoted[1])
    isProgram = text.hasPrefix(".program")
    let path = text.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
    folder = path ?? "\(text.hasPrefix(".tests") ? "Tests" : "Sources")/\(name)"
    let list = text.firstMatch(of: /(uses:|dependencies:) \[?((\s*"\w+",?)*)/)?.2 ?? ""
    dependencies = list.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  /// The modules that the files of the target import.
  func imports() throws -> Set<String> {
    let lines = try SourceTree.swift(in: folder).flatMap { file in
      Self.withoutLongStrings(file.code).split(separator: "\n").filter { $0.contains("import ") }
    }
    return Set(lines.compactMap { $0.prefixMatch(of: Self.importLine).map { String($0.name) } })
  }

  private static nonisolated(unsafe) let importLine =
    /\s*(@\w+(\(\w+\))? )?((public|package|internal|private) )?import (\w+ )?(?<name>\w+)/

  /// Without texts of several lines, which can contain a whole program.
  private static func withoutLongStrings(_ code: String) -> String {
    let parts = code.split(separator: "\"\"\"", omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined()
  }
}
