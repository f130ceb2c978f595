/// The careful pass: says which fault of a line comes first in the order of the codes.
///
/// It shares no code with the fast pass, reads byte by byte and checks each offset, so that it can
/// be the judge of the fast pass in tests.
enum Classification {
  static func fault(
    in line: UnsafeRawBufferPointer, atMost limit: Int = Limits.lineBytes
  ) -> Fault? {
    if line.count > limit {
      return Fault(.tooLong, byte: limit, .length(line.count))
    }
    if let byte = line.firstIndex(of: 0) { return Fault(.nulPadding, byte: byte, .byte(0)) }
    if let byte = UTF8Check.firstFault(in: line) {
      return Fault(.notUTF8, byte: byte, .byte(line[byte]))
    }
    var grammar = Grammar(line)
    if let fault = grammar.fault() { return fault }
    if let fault = DuplicateKeys.fault(in: line) { return fault }
    if grammar.type == .object { return nil }
    return Fault(.notAnObject, byte: grammar.start, .type(grammar.type))
  }
}

/// Well-formed UTF-8 as the Unicode standard's table of byte sequences has it.
enum UTF8Check {
  /// The first byte of the first sequence that is not well-formed.
  static func firstFault(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      guard let allowed = continuations(of: bytes[index]) else { return index }
      for (distance, range) in allowed.enumerated() {
        let place = index + 1 + distance
        guard place < bytes.count, range.contains(bytes[place]) else { return index }
      }
      index += 1 + allowed.count
    }
    return nil
  }

  /// What may follow a leading byte beyond ASCII; `nil` if it cannot lead.
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
