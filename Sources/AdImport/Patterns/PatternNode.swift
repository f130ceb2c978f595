/// A part of an expression.
indirect enum PatternNode {
  /// One character; ASCII letters are small and match in both cases.
  case scalar(UInt32)
  /// Any character.
  case any
  /// One character of a set.
  case set(ScalarSet)
  /// The start of the message.
  case start
  /// The end of the message.
  case end
  /// A start or an end of a word.
  case boundary
  /// One part after the other; the empty sequence matches everywhere.
  case sequence([PatternNode])
  /// The first of the parts that leads to a match.
  case choice([PatternNode])
  /// A part from `least` to `most` times; without `most`, any number of times.
  case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool)
  /// A part whose text is a field.
  case group(PatternField, PatternNode)

  /// Whether the part matches without a character.
  var isEmptyMatch: Bool {
    switch self {
    case .scalar, .any, .set: false
    case .start, .end, .boundary: true
    case .sequence(let parts): parts.allSatisfy { $0.isEmptyMatch }
    case .choice(let parts): parts.contains { $0.isEmptyMatch }
    case .repetition(let part, let least, _, _): least == 0 || part.isEmptyMatch
    case .group(_, let part): part.isEmptyMatch
    }
  }

  /// Whether the part matches only at the start of the message.
  var isAnchored: Bool {
    switch self {
    case .start: true
    case .scalar, .any, .set, .end, .boundary: false
    case .sequence(let parts): parts.first?.isAnchored ?? false
    case .choice(let parts): parts.allSatisfy { $0.isAnchored }
    case .repetition(let part, let least, _, _): least > 0 && part.isAnchored
    case .group(_, let part): part.isAnchored
    }
  }
}

/// A set of characters.
struct ScalarSet: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// The ranges outside of ASCII, or what they leave out.
  private var ranges: [ClosedRange<UInt32>] = []
  private var isInverted = false

  /// The only character of the set; nil if it has none or several.
  ///
  /// A letter in both cases is one character, its small form.
  var only: UInt32? {
    if isInverted { return nil }
    if let range = ranges.first {
      let isOne = ranges.count == 1 && low == 0 && high == 0 && range.count == 1
      return isOne ? range.lowerBound : nil
    }
    var found: UInt32?
    for scalar in UInt32(0)..<128 where contains(scalar) && Self.small(scalar) == scalar {
      if found != nil { return nil }
      found = scalar
    }
    return found
  }

  /// The characters outside of ASCII at which the set begins or ends.
  var boundaries: [UInt32] { ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] } }

  /// Whether the set has a character; O(ranges outside of ASCII).
  func contains(_ scalar: UInt32) -> Bool {
    if scalar < 64 { return low >> UInt64(scalar) & 1 != 0 }
    if scalar < 128 { return high >> UInt64(scalar - 64) & 1 != 0 }
    for range in ranges where range.contains(scalar) { return !isInverted }
    return isInverted
  }

  /// Adds the characters of a range, letters in both cases.
  mutating func insert(_ range: ClosedRange<UInt32>) {
    if range.lowerBound < 128 {
      for scalar in range.lowerBound...min(range.upperBound, 127) {
        insertASCII(scalar)
        if Self.isLetter(scalar) { insertASCII(scalar ^ 32) }
      }
    }
    if range.upperBound >= 128 { ranges.append(max(range.lowerBound, 128)...range.upperBound) }
  }

  /// Adds the characters of a kind: `d` digits, `w` of words, `s` white space; capital: all others.
  mutating func insert(kind: UInt8) {
    for scalar in UInt32(0)..<128
    where Self.isOf(kind | 32, scalar) == (kind & 32 != 0) {
      insertASCII(scalar)
    }
    if kind & 32 == 0 { ranges.append(128...0x10_FFFF) }
  }

  /// Replaces the set by all other characters.
  mutating func invert() {
    (low, high, isInverted) = (~low, ~high, !isInverted)
  }

  private mutating func insertASCII(_ scalar: UInt32) {
    if scalar < 64 { low |= 1 << UInt64(scalar) } else { high |= 1 << UInt64(scalar - 64) }
  }

  private static func isOf(_ kind: UInt8, _ scalar: UInt32) -> Bool {
    switch kind {
    case UInt8(ascii: "d"): scalar &- 48 < 10
    case UInt8(ascii: "s"): scalar == 0x20 || scalar &- 9 < 5
    default: isWord(scalar)
    }
  }

  /// Whether a character is of a word: an ASCII letter, a digit or `_`.
  static func isWord(_ scalar: UInt32) -> Bool {
    isLetter(scalar) || scalar &- 48 < 10 || scalar == 0x5F
  }

  /// The small form of an ASCII letter; other characters are unchanged.
  static func small(_ scalar: UInt32) -> UInt32 { scalar &- 65 < 26 ? scalar | 32 : scalar }

  private static func isLetter(_ scalar: UInt32) -> Bool { (scalar | 32) &- 97 < 26 }
}

extension [UInt8] {
  /// The character at an index and its number of bytes; a byte that is no UTF-8 is U+FFFD.
  func scalar(at index: Int, before end: Int) -> (value: UInt32, count: Int) {
    let first = UInt32(self[index])
    if first < 0x80 { return (first, 1) }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, index + count <= end else { return (0xFFFD, 1) }
    var value = first & (0x7F >> UInt32(count))
    for offset in 1..<count {
      let next = UInt32(self[index + offset])
      if next & 0xC0 != 0x80 { return (0xFFFD, 1) }
      value = value << 6 | next & 0x3F
    }
    let isShort = count == 3 && value < 0x800 || count == 4 && value < 0x1_0000
    let isValid = !isShort && value <= 0x10_FFFF && value >> 11 != 0x1B
    return isValid ? (value, count) : (0xFFFD, 1)
  }
}
