/// What a stretch of choices made, such as "element" or "command".
///
/// Equal labels mark parts of one kind: shrinking deletes, joins and reorders neighbours of one label, and replaces a part by a part of
/// the same label inside it.
public struct SpanLabel: Hashable, Sendable, ExpressibleByStringLiteral {
  let hash: UInt64

  /// A label from its name: `choices.span("command") { … }`.
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

/// A stretch of the choices that made one part of the value.
public struct Span: Sendable {
  /// What it made.
  public let label: SpanLabel
  /// The position of its first choice.
  public let start: Int
  /// The position after its last choice.
  public internal(set) var end: Int
  /// The number of the span around it; −1 for none.
  public let parent: Int
  /// Whether what it made was thrown away, so that its choices only take up room.
  public internal(set) var isDiscarded = false

  var count: Int { end - start }
}
