internal import AdSession
internal import JSONLines

/// The texts of a line that the scanner found valid.
///
/// A text without escapes stands in the line with its quotes, so the tables and caches of the pass
/// for canonical lines find it without hashing it. Texts with escapes are rare.
extension CanonicalParser {
  /// The kind with a name.
  func kind(_ name: JSONValue) -> EventKind {
    if let start = start(name), let known = memory.value.layout.kind(start) {
      return known.pointee.kind
    }
    return name.string.map(Vocabulary.kind) ?? .unknown
  }

  /// The word with a text.
  func word(_ text: JSONValue) -> Word {
    if let start = start(text), let known = memory.value.layout.word(start) {
      return known.pointee.word
    }
    return text.string.map(Word.named) ?? .unrecognised
  }

  /// Milliseconds since 1970 of a wall clock; `nil` for any other text.
  func wall(_ text: JSONValue) -> Int64? {
    if let start = start(text), text.bytes.count == 24, text.bytes[23] == 0x5A {
      return memory.value.clock.parse(start - 1)
    }
    return text.utf8.flatMap(WallClock.parse)
  }

  /// The number of a text among the block's texts.
  func text(_ text: JSONValue, _ slot: Event.SymbolSlot, _ block: ParsedBlock) -> UInt32 {
    if let start = start(text) {
      return memory.value.texts.number(start, slot.rawValue, block).number
    }
    return block.addText(block.keepText(text.utf8 ?? []))
  }

  /// The address of a text without escapes; the quotes stand around it.
  private func start(_ text: JSONValue) -> UnsafePointer<UInt8>? {
    guard text.type == .string, !text.hasEscapes else { return nil }
    return text.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
