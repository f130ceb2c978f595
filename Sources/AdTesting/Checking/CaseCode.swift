/// The text of one case for `verify(replay:)`: its choices, shortened, with a checksum.
///
/// Choices are written in base 62; runs of zeros are common and are written as a count. Zeros at the
/// end are left out, because a source of choices that has no more returns zeros.
enum CaseCode {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  static func encode(_ choices: [UInt64]) -> String {
    let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    var text: [UInt8] = []
    var zeros = 0
    for choice in choices[..<end] {
      if choice == 0 {
        zeros += 1
        continue
      }
      text += code(ofZeros: zeros)
      zeros = 0
      text += code(of: choice)
    }
    let check = checksum(text)
    return String(decoding: text + [UInt8(ascii: "."), check.0, check.1], as: UTF8.self)
  }

  /// The choices of a text; nil if it is not exactly as ``encode(_:)`` wrote it.
  static func decode(_ text: String) -> [UInt64]? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 3, bytes[bytes.count - 3] == UInt8(ascii: ".") else { return nil }
    let body = Array(bytes.dropLast(3))
    let check = checksum(body)
    guard bytes[bytes.count - 2] == check.0, bytes[bytes.count - 1] == check.1 else { return nil }
    var reader = Reader(bytes: body)
    return reader.choices()
  }

  /// `-` stands for one zero, `_` and a digit for 2 to 63 of them.
  private static func code(ofZeros count: Int) -> [UInt8] {
    if count == 0 { return [] }
    if count == 1 { return [UInt8(ascii: "-")] }
    let part = min(count, 63)
    return [UInt8(ascii: "_"), digits[part - 2]] + code(ofZeros: count - part)
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
        case UInt8(ascii: "-"):
          position += 1
          choices.append(0)
        case UInt8(ascii: "_"):
          position += 1
          guard let count = digit() else { return nil }
          choices += Array(repeating: 0, count: count + 2)
        default:
          guard let choice = number() else { return nil }
          choices.append(choice)
        }
      }
      return choices
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
