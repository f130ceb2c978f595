extension Choices {
  /// Draws a finite number; integers are simplest, then halves, sixteenths and so on.
  ///
  /// The value is an integer plus a binary fraction, so it is exactly the same on every machine.
  /// Bounds beyond ±2⁵³ are clamped.
  public func double(_ range: ClosedRange<Double>) -> Double {
    let bits = pick([0, 1, 4, 12, 30])
    let (low, high) = (max(range.lowerBound, -0x1p53), min(range.upperBound, 0x1p53))
    let whole = Double(int(Int64(low)...Int64(max(low, high))))
    let numerator = bits == 0 ? 0 : int(0...(Int64(1) << bits) - 1)
    let value = whole + Double(numerator) / Double(Int64(1) << bits)
    return min(max(value, range.lowerBound), range.upperBound)
  }

  /// Draws any `Double`, including infinities, NaN, −0 and the smallest and largest magnitudes.
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

  /// Draws a string of the given characters; the first one is the simplest.
  ///
  /// - Precondition: `characters` is not empty.
  public func string(
    _ counts: ClosedRange<Int> = 0...20, average: Int = 6,
    from characters: String = Choices.plainCharacters
  ) -> String {
    let characters = Array(characters)
    return String(array(counts, average: average) { pick(characters) })
  }

  /// Draws a string that may contain control characters, combining marks and scalars of any plane.
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

  /// Letters, digits and a few more characters, the simplest first.
  public static let plainCharacters = "abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ _-."
  /// Characters that programs often mishandle.
  static let hardCharacters = "\"\\\u{0}\n\t\u{7F}\u{1B}é\u{301}\u{202E}\u{2028}\u{FEFF}𝕏👩‍👧"
}
