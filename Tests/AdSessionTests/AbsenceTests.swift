import Testing

/// What is missing is nil or `.none`, never -1: a number that means none is soon used as one.
@Suite struct `A missing index` {
  /// Lines in which -1 is a number like any other, each with the reason.
  static let allowed: [(line: String, reason: String)] = [
    ("private var mask: Int64 = -1", "all bits of a mask")
  ]

  @Test func `a missing index is never stored as minus one`() throws {
    let stored = try Regex(#"\b(var|let) \w+(: Int(32|64)?)? = -1\b"#)
    #expect(try Self.offenders { $0.contains(stored) } == [])
  }

  @Test func `a missing index is never described as minus one`() throws {
    let described = try Regex(#"///.*-1(:| for\b| where\b| while\b| else\b|;|\.$)"#)
    #expect(try Self.offenders { $0.contains(described) } == [])
  }

  /// The lines of cleaned sources that match, with their files.
  private static func offenders(_ matches: (Substring) -> Bool) throws -> [String] {
    try SourceTree.swift(in: "Sources").flatMap { file -> [String] in
      return file.text.split(separator: "\n").filter { $0.contains("-1") }.compactMap { line in
        let text = line.drop { $0 == " " }
        let isAllowed = allowed.contains { $0.line == text }
        return matches(line) && !isAllowed ? "\(file.path): \(text)" : nil
      }
    }
  }
}
