/// The kind of value that a span of choices produces, such as "element" or "command".
///
/// Shrinking deletes, merges and reorders neighbouring spans with the same label, and replaces a
/// span by a nested span with the same label.
public struct SpanLabel: Hashable, Sendable, ExpressibleByStringLiteral {
  let hash: UInt64

  /// Creates a label from its name, as in `choices.span("command") { … }`.
  public init(stringLiteral name: StaticString) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    name.withUTF8Buffer { bytes in
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    self.hash = hash
  }

  static let element: SpanLabel = "element"
  static let elements: SpanLabel = "elements"
  static let attempt: SpanLabel = "attempt"
  static let command: SpanLabel = "command"
  static let node: SpanLabel = "node"
}

/// A range of choices that together produce one part of a value.
public struct Span: Sendable {
  /// The kind of value that it produces.
  public let label: SpanLabel
  /// The index of its first choice.
  public let start: Int
  /// The index after its last choice.
  public internal(set) var end: Int
  /// The index of the enclosing span; nil at the top level.
  public let parent: Int?
  /// Whether its value was thrown away, so that its choices have no effect.
  public internal(set) var isDiscarded = false

  var count: Int { end - start }
}
