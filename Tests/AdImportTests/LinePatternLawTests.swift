@testable import AdImport
import Testing

/// Expressions compared with the standard library's `Regex`.
struct LinePatternLawTests {
  private static let pieces = [
    "a", "b", "B", "_", " ", ".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S",
    "[ab]", "[^a]", "[a-c_]",
    "[^\\w]", "1", "\\.", "é", "[é1]", "^", "$", "\\b",
  ]
  private static let characters: [Character] = ["a", "b", "A", "c", "_", " ", "1", ".", "é"]
  private static let times = [
    "*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,3}", "*?", "+?", "??", "{2,}?", "{1,2}?",
  ]

  /// A random expression in which only parts with characters are repeated.
  private static func expression(_ chance: inout Chance, _ depth: Int, _ names: inout [String])
    -> String
  {
    switch Int.random(in: 0..<(depth == 0 ? 3 : 10), using: &chance) {
    case 0..<3: return pieces.randomElement(using: &chance)!
    case 3..<6:
      return expression(&chance, depth - 1, &names) + expression(&chance, depth - 1, &names)
    case 6:
      let first = expression(&chance, depth - 1, &names)
      return "(?:\(first)|\(expression(&chance, depth - 1, &names)))"
    case 7 where !names.isEmpty:
      let name = names.removeLast()
      return "(?<\(name)>\(expression(&chance, depth - 1, &names)))"
    default:
      var inner = expression(&chance, depth - 1, &names)
      if (try? LinePattern(Array(inner.utf8)))?.isEmptyMatch ?? true { inner += "a" }
      return "(?:\(inner))" + times.randomElement(using: &chance)!
    }
  }

  @Test func `A random expression matches as in Regex, with the same groups`() throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("seed \(seed)")
    var chance = Chance(state: seed)
    var hits = 0
    for _ in 0..<2000 {
      var names = ["unit", "code"]
      let text = Self.expression(&chance, 4, &names)
      let pattern = try LinePattern(Array(text.utf8))
      let regex = try Regex(text).ignoresCase().asciiOnlyCharacterClasses()
        .wordBoundaryKind(.simple)
      // For a boundary, the library always takes letters beyond ASCII as parts of words.
      let characters = text.contains("\\b") ? Self.characters.dropLast() : Self.characters[...]
      for _ in 0..<5 {
        let count = Int.random(in: 0...8, using: &chance)
        let message = (0..<count).map { _ in String(characters.randomElement(using: &chance)!) }
          .joined()
        let found = Self.found(pattern, message)
        let expected = try Self.found(regex, message, pattern.fields)
        #expect(found == expected, "\(text) on '\(message)'")
        if found != nil { hits += 1 }
      }
    }
    #expect(hits > 500)
  }

  private static func found(_ pattern: LinePattern, _ message: String) -> [String]? {
    let bytes = Array(message.utf8)
    return pattern.match(in: bytes, 0..<bytes.count).map { slots in
      slots.map { slot in slot.map { "\($0)" } ?? "none" }
    }
  }

  private static func found(
    _ regex: Regex<AnyRegexOutput>, _ message: String, _ fields: [PatternField]
  ) throws -> [String]? {
    guard let match = try regex.firstMatch(in: message) else { return nil }
    func offsets(_ range: Range<String.Index>?) -> [String] {
      guard let range else { return ["none", "none"] }
      return [range.lowerBound, range.upperBound].map { String($0.byteOffset(in: message)) }
    }
    return offsets(match.range) + fields.flatMap { offsets(match.output[$0.name]?.range) }
  }
}

extension String.Index {
  /// The number of bytes before the index.
  fileprivate func byteOffset(in text: String) -> Int {
    text.utf8.distance(from: text.startIndex, to: self)
  }
}
