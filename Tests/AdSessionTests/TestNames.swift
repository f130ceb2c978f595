/// The names that `swift test --filter` can match.
struct TestNames {
  /// `Target.Type`, `Target.function` and `Target.File` of each test target.
  private let names: [String]

  init() throws {
    names = try SourceTree.swift(in: "Tests").flatMap { file in
      let target = file.path.split(separator: "/")[1]
      let declared = file.code.matches(of: /\b(?:struct|class|enum|func) `?([^`({:]+)/)
      return declared.map { "\(target).\($0.1)" } + ["\(target).\(file.name)"]
    }
  }

  /// The arguments of `--filter` in a text.
  static func filters(in text: String) -> [String] {
    let found = text.matches(of: /--filter[ \\\n]+(?:'(?<quoted>[^']+)'|(?<word>[A-Za-z]+))/)
    return found.compactMap { ($0.quoted ?? $0.word).map(String.init) }
  }

  /// The alternatives of a filter, such as `A`, `B` and `C` of `A|(B|C)`, that match no name.
  func unmatched(_ filter: String) -> [String] {
    Self.alternatives(filter[...]).filter { text in !names.contains { $0.contains(text) } }
  }

  private static func alternatives(_ filter: Substring) -> [String] {
    if let group = filter.firstMatch(of: /([A-Za-z]*)\(([^()]*)\)/) {
      let each = group.2.split(separator: "|", omittingEmptySubsequences: false)
      let spread = each.map { "\(group.1)\($0)" }.joined(separator: "|")
      return alternatives(filter.replacing(group.0, with: spread, maxReplacements: 1))
    }
    return filter.split(separator: "|").map(String.init)
  }
}
