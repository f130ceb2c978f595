internal import AdSession

/// The first and the last of several texts, such as versions, in natural order.
package struct FactRange: Equatable, Sendable {
  package private(set) var first: String?
  package private(set) var last: String?

  package init() {}

  /// Adds a text; nil adds nothing.
  package mutating func add(_ text: String?) {
    guard let text, text != first, text != last else { return }
    if first.map({ NaturalOrder.precedes(text, $0) }) ?? true { first = text }
    if last.map({ NaturalOrder.precedes($0, text) }) ?? true { last = text }
  }
}
