/// A random line: a sample or a random JSON object, with up to three random changes.
enum Mutant {
  static func make(_ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes: [UInt8]
    if numbers.below(3) == 0 {
      bytes = Array(pick(Samples.lines, &numbers).utf8)
    } else {
      var text = RandomText()
      text.object(depth: 4, &numbers)
      bytes = text.bytes
    }
    for _ in 0..<numbers.below(4) { change(&bytes, &numbers) }
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    let offset = numbers.below(bytes.count + 1)
    let length = min(numbers.below(6), bytes.count - offset)
    switch numbers.below(6) {
    case 0 where offset < bytes.count: bytes[offset] ^= 1 << UInt8(numbers.below(8))
    case 1 where offset < bytes.count: bytes[offset] = UInt8(numbers.below(256))
    case 2: bytes.removeSubrange(offset..<offset + length)
    case 3:
      bytes.insert(contentsOf: bytes[offset..<offset + length], at: numbers.below(bytes.count + 1))
    case 4: bytes.insert(contentsOf: pick(Samples.fragments, &numbers).utf8, at: offset)
    default: bytes.removeLast(length)
    }
  }

  static func pick<Element>(_ elements: [Element], _ numbers: inout SeededNumbers) -> Element {
    elements[numbers.below(elements.count)]
  }
}

/// A random JSON text.
///
/// Its keys come from a short list, so that some objects contain a key twice.
struct RandomText {
  private(set) var bytes: [UInt8] = []

  mutating func object(depth: Int, _ numbers: inout SeededNumbers) {
    list("{", "}", numbers.below(6), &numbers) { text, numbers in
      text.string(&numbers, pieces: Self.keys, maximumCount: 2)
      text.add(":", &numbers)
      text.value(depth: depth - 1, &numbers)
    }
  }

  mutating func value(depth: Int, _ numbers: inout SeededNumbers) {
    switch numbers.below(depth > 0 ? 8 : 6) {
    case 0, 1: string(&numbers, pieces: Self.texts, maximumCount: 5)
    case 2, 3: add(Mutant.pick(Self.numbers, &numbers), &numbers)
    case 4, 5: add(Mutant.pick(["true", "false", "null"], &numbers), &numbers)
    case 6: object(depth: depth, &numbers)
    default:
      list("[", "]", numbers.below(4), &numbers) { text, numbers in
        text.value(depth: depth - 1, &numbers)
      }
    }
  }

  private mutating func list(
    _ open: String, _ close: String, _ count: Int, _ numbers: inout SeededNumbers,
    _ body: (inout RandomText, inout SeededNumbers) -> Void
  ) {
    add(open, &numbers)
    for index in 0..<count {
      if index > 0 { add(",", &numbers) }
      body(&self, &numbers)
    }
    add(close, &numbers)
  }

  private mutating func string(
    _ numbers: inout SeededNumbers, pieces: [String], maximumCount: Int
  ) {
    let text = (0..<numbers.below(maximumCount + 1)).map { _ in Mutant.pick(pieces, &numbers) }
      .joined()
    add("\"\(text)\"", &numbers)
  }

  private mutating func add(_ token: String, _ numbers: inout SeededNumbers) {
    if numbers.below(8) == 0 { bytes += Mutant.pick([" ", "\t", "  ", "\r"], &numbers).utf8 }
    bytes += token.utf8
    if numbers.below(8) == 0 { bytes += Mutant.pick([" ", "\t", "  ", "\r"], &numbers).utf8 }
  }

  private static let keys = [
    "a", "b", "c", "seq", "session", "unit", "format", "request", "\\u0061", "\\n", "é", "\\u00E9",
    "a_rather_long_key", "x1", "x2", "x3",
  ]
  private static let texts = [
    "plain", "8 bytes.", "\\\"", "\\\\", "\\/", "\\b\\f\\n\\r\\t", "\\u0000", "\\ud83d\\ude00", "é",
    "日本", "😀",
    "\u{10FFFF}", "{\"a\":1}".replacing("\"", with: "\\\""), ",", "]",
  ]
  private static let numbers = [
    "0", "-0", "7", "-12", "1234567", "12345678", "123456789", "9223372036854775807", "0.5",
    "-1.25",
    "1e5", "2E-3", "1.5e+10", "12345678.12345678", "1e400",
  ]
}

extension SeededNumbers {
  /// Returns a number from 0 up to, but not including, a bound; 0 if the bound is 0.
  mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }
}
