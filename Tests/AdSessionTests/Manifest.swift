/// A target of `Package.swift`, read from its text.
struct ManifestTarget: Sendable {
  let name: String
  let isProgram: Bool
  let folder: String
  let dependencies: [String]
  /// The plugins that add sources to the target.
  private let plugins: [String]

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
    let added = text.firstMatch(of: /plugins: \[((\s*"\w+",?)*)/)?.1 ?? ""
    plugins = added.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  /// The folder of the sources that a plugin adds, as its code names it.
  private static func sources(ofPlugin name: String) throws -> String {
    let files = try SourceTree.swift(in: "Tools/plugins/\(name)")
    let folders = files.compactMap { $0.text.firstMatch(of: /folder = "([\w\/]+)"/)?.1 }
    return "Sources/\(folders.joined())"
  }

  /// The modules that the files of the target import.
  func imports() throws -> Set<String> {
    let files =
      try SourceTree.swift(in: folder)
      + plugins.flatMap { try SourceTree.swift(in: Self.sources(ofPlugin: $0)) }
    let lines = files.flatMap { file in
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
