extension Choices {
  /// A number of a range, simple ones first: whole numbers, then halves, sixteenths, … .
  ///
  /// It is a whole number and a fraction of a power of two, so it is never a NaN, and its bits are the
  /// same everywhere. Ends beyond 2⁵³ are cut to that.
  public func double(_ range: ClosedRange<Double>) -> Double {
    let bits = pick([0, 1, 4, 12, 30])
    let (low, high) = (max(range.lowerBound, -0x1p53), min(range.upperBound, 0x1p53))
    let whole = Double(int(Int64(low)...Int64(max(low, high))))
    let numerator = bits == 0 ? 0 : int(0...(Int64(1) << bits) - 1)
    let value = whole + Double(numerator) / Double(Int64(1) << bits)
    return min(max(value, range.lowerBound), range.upperBound)
  }

  /// Any `Double`, the difficult ones among them: infinities, NaN, −0, the smallest and the greatest.
  public func anyDouble() -> Double {
    let difficult: [Double] = [
      0, 1, -1, 0.5, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .ulpOfOne, 0x1p53, 0x1p63,
    ]
    switch weighted([7, 2, 1]) {
    case 0: return double(-1e9...1e9)
    case 1: return pick(difficult)
    default: return Double(bitPattern: UInt64(bitPattern: int(Int64.min...Int64.max)))
    }
  }

  /// A text of characters that are drawn from some; the first is the simplest.
  ///
  /// - Precondition: There is at least one character.
  public func string(
    _ counts: ClosedRange<Int> = 0...20, average: Int = 6,
    from characters: String = Choices.plainCharacters
  ) -> String {
    let characters = Array(characters)
    return String(array(counts, average: average) { pick(characters) })
  }

  /// A text that is hard to handle: control characters, combining marks, scalars of every plane.
  public func anyString(_ counts: ClosedRange<Int> = 0...20, average: Int = 6) -> String {
    var scalars = String.UnicodeScalarView()
    repeating(counts, average: average) {
      switch weighted([4, 1, 1]) {
      case 0:
        scalars.append(contentsOf: String(pick(Array(Choices.plainCharacters))).unicodeScalars)
      case 1: scalars.append(contentsOf: String(pick(Array(Choices.hardCharacters))).unicodeScalars)
      default:
        let value = UInt32(int(0...0x10_FFFF, towards: 0x61))
        scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      }
    }
    return String(scalars)
  }

  /// Letters and digits, the simplest first.
  public static let plainCharacters = "abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ _-."
  /// Characters that programs stumble over.
  static let hardCharacters = "\"\\\u{0}\n\t\u{7F}\u{1B}é\u{301}\u{202E}\u{2028}\u{FEFF}𝕏👩‍👧"
}
