internal import PropertyTesting

/// The text of one case for `check(replay:)`: its choices, shortened, with a checksum.
///
/// Choices are written in base 62; runs of zeros and repetitions of earlier choices are common and
/// are written as counts. Zeros at the end are left out, because a source of choices that has no
/// more returns zeros.
enum CaseCode {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let zeroMark = UInt8(ascii: "-"), zerosMark = UInt8(ascii: "_")
  private static let repetitionMark = UInt8(ascii: "*")

  static func encode(_ choices: [UInt64]) -> String {
    let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    let choices = Array(choices[..<end])
    var text: [UInt8] = []
    var position = 0
    while position < end {
      let (code, count) = repetition(in: choices, at: position) ?? single(in: choices, at: position)
      text += code
      position += count
    }
    return checked(String(decoding: text, as: UTF8.self))
  }

  /// A text with its checksum.
  static func checked(_ text: String) -> String {
    let check = checksum(Array(text.utf8))
    return text + "." + String(decoding: [check.0, check.1], as: UTF8.self)
  }

  /// The choices of a text; nil if it is not exactly as ``encode(_:)`` wrote it.
  static func decode(_ text: String) -> [UInt64]? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 3, bytes[bytes.count - 3] == UInt8(ascii: ".") else { return nil }
    let body = Array(bytes.dropLast(3))
    let check = checksum(body)
    guard bytes[bytes.count - 2] == check.0, bytes[bytes.count - 1] == check.1 else { return nil }
    var reader = Reader(bytes: body)
    return reader.choices().flatMap { encode($0) == text ? $0 : nil }
  }

  // MARK: Codes

  /// How far back a repetition can refer, in choices.
  private static let window = 256

  /// `*`, how far back the same choices begin, and their number; nil if that is not shorter, or if
  /// zeros begin here.
  ///
  /// The number can be larger than the distance: then the repetition repeats itself.
  private static func repetition(
    in choices: [UInt64], at position: Int
  ) -> (code: [UInt8], count: Int)? {
    if choices[position] == 0 { return nil }
    var best = (count: 0, distance: 0)
    for distance in stride(from: 1, through: min(position, window), by: 1) {
      var count = 0
      while position + count < choices.count,
        choices[position + count] == choices[position + count - distance]
      {
        count += 1
      }
      if count > best.count { best = (count, distance) }
    }
    if best.count < 2 { return nil }
    let code = [repetitionMark] + code(of: UInt64(best.distance)) + code(of: UInt64(best.count))
    var others = 0
    var next = position
    while next < position + best.count {
      let (code, count) = single(in: choices, at: next)
      (others, next) = (others + code.count, next + count)
    }
    return code.count < others ? (code, best.count) : nil
  }

  /// The code of a choice, or of the zeros at its position: `-` for one zero, `_` and a digit for 2
  /// to 63 of them.
  private static func single(
    in choices: [UInt64], at position: Int
  ) -> (code: [UInt8], count: Int) {
    if choices[position] != 0 { return (code(of: choices[position]), 1) }
    let count = choices[position...].prefix(63).prefix { $0 == 0 }.count
    return count == 1 ? ([zeroMark], 1) : ([zerosMark, digits[count - 2]], count)
  }

  /// One digit for 1 to 50; for larger numbers a digit that gives the number of those that follow.
  private static func code(of choice: UInt64) -> [UInt8] {
    if choice <= 50 { return [digits[Int(choice)]] }
    var rest = choice
    var number: [UInt8] = []
    while rest > 0 {
      number.append(digits[Int(rest % 62)])
      rest /= 62
    }
    return [digits[50 + number.count]] + number.reversed()
  }

  private static func checksum(_ text: [UInt8]) -> (UInt8, UInt8) {
    let hash = text.reduce(UInt32(5_381)) { ($0 &* 33) ^ UInt32($1) }
    return (digits[Int(hash % 62)], digits[Int(hash / 62 % 62)])
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func choices() -> [UInt64]? {
      var choices: [UInt64] = []
      while position < bytes.count {
        switch bytes[position] {
        case zeroMark:
          position += 1
          choices.append(0)
        case zerosMark:
          position += 1
          guard let count = digit() else { return nil }
          choices += Array(repeating: 0, count: count + 2)
        case repetitionMark:
          position += 1
          guard let repeated = repetition(of: choices) else { return nil }
          choices = repeated
        default:
          guard let choice = number() else { return nil }
          choices.append(choice)
        }
      }
      return choices
    }

    /// The choices with the repetition at the position.
    private mutating func repetition(of choices: [UInt64]) -> [UInt64]? {
      guard let distance = number(), let count = number(), distance >= 1, count >= 1,
        distance <= choices.count, count <= Choices.limit
      else { return nil }
      var all = choices
      for _ in 0..<count { all.append(all[all.count - Int(distance)]) }
      return all.count <= Choices.limit ? all : nil
    }

    private mutating func digit() -> Int? {
      guard position < bytes.count, let value = digits.firstIndex(of: bytes[position]) else {
        return nil
      }
      position += 1
      return value
    }

    private mutating func number() -> UInt64? {
      guard let first = digit() else { return nil }
      if first <= 50 { return UInt64(first) }
      var value: UInt64 = 0
      for _ in 0..<(first - 50) {
        guard let next = digit() else { return nil }
        value = value &* 62 &+ UInt64(next)
      }
      return value
    }
  }
}
