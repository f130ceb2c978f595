/// The careful pass: finds the fault of a line that comes first in the order of ``JSONFault/Code``.
///
/// It reads byte by byte and checks every bound. It shares no code with ``FastPass`` except the
/// comparison of keys, so that tests can use it as the reference for the fast pass.
enum Classification {
  static func fault(
    in line: UnsafeRawBufferPointer, atMost limit: Int = Limits.lineBytes
  ) -> JSONFault? {
    if line.count > limit {
      return JSONFault(.tooLong, byte: limit, .length(line.count))
    }
    if let byte = line.firstIndex(of: 0) { return JSONFault(.nulPadding, byte: byte, .byte(0)) }
    if let byte = UTF8Check.firstFault(in: line) {
      return JSONFault(.notUTF8, byte: byte, .byte(line[byte]))
    }
    var grammar = Grammar(line)
    if let fault = grammar.fault() { return fault }
    if let fault = DuplicateKeys.fault(in: line) { return fault }
    if grammar.type == .object { return nil }
    return JSONFault(.notAnObject, byte: grammar.start, .type(grammar.type))
  }
}

/// Validates UTF-8 by the Unicode standard's table of well-formed byte sequences.
enum UTF8Check {
  /// Returns the offset of the first ill-formed sequence; `nil` if all bytes are UTF-8.
  static func firstFault(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      guard let allowed = continuations(of: bytes[index]) else { return index }
      for (distance, range) in allowed.enumerated() {
        let position = index + 1 + distance
        guard position < bytes.count, range.contains(bytes[position]) else { return index }
      }
      index += 1 + allowed.count
    }
    return nil
  }

  /// Returns the ranges of the bytes after a non-ASCII leading byte; `nil` if no sequence starts
  /// with that byte.
  private static func continuations(of lead: UInt8) -> [ClosedRange<UInt8>]? {
    let any: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: return [any]
    case 0xE0: return [0xA0...0xBF, any]
    case 0xED: return [0x80...0x9F, any]
    case 0xE1...0xEF: return [any, any]
    case 0xF0: return [0x90...0xBF, any, any]
    case 0xF4: return [0x80...0x8F, any, any]
    case 0xF1...0xF3: return [any, any, any]
    default: return nil
    }
  }
}
