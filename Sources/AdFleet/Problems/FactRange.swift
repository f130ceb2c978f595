/// The first and the last of several texts, such as versions, in natural order.
package struct FactRange: Equatable, Sendable {
  package private(set) var first: String?
  package private(set) var last: String?

  package init() {}

  /// Adds a text; nil adds nothing.
  package mutating func add(_ text: String?) {
    guard let text else { return }
    if first.map({ NaturalOrder.precedes(text, $0) }) ?? true { first = text }
    if last.map({ NaturalOrder.precedes($0, text) }) ?? true { last = text }
  }
}

/// The order in which people sort versions: digits compare as numbers, so that 4.9 comes before
/// 4.10.
package enum NaturalOrder {
  /// Whether a text comes before another one; texts that differ only in leading zeros by their
  /// bytes.
  package static func precedes(_ one: String, _ other: String) -> Bool {
    var (left, right) = (Array(one.utf8)[...], Array(other.utf8)[...])
    while let first = left.first, let second = right.first {
      if isDigit(first) && isDigit(second) {
        let (a, b) = (number(&left), number(&right))
        if a.count != b.count { return a.count < b.count }
        if a != b { return a.lexicographicallyPrecedes(b) }
      } else {
        if first != second { return first < second }
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Removes the digits at the beginning and returns them without leading zeros.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == 0x30 }
  }
}
