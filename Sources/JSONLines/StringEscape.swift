/// Escapes only the characters that JSON requires: quote, backslash and control characters.
enum StringEscape {
  /// Appends escaped text; ill-formed UTF-8 becomes U+FFFD.
  static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    if isPlain(text) { return bytes.append(contentsOf: text) }
    guard UTF8Check.firstFault(in: text) == nil else {
      let repaired = String(decoding: text, as: UTF8.self)
      return Array(repaired.utf8).withUnsafeBytes { append($0, to: &bytes) }
    }
    var position = 0
    while position < text.count {
      var end = position
      while end < text.count, !mustEscape(text[end]) { end += 1 }
      bytes.append(contentsOf: text[position..<end])
      if end < text.count { append(escaped: text[end], to: &bytes) }
      position = end + 1
    }
  }

  /// Whether the text is ASCII and needs no escapes, which is the usual case in a journal.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    var position = 0
    while position &+ 8 <= text.count {
      if SWAR.stringStops(SWAR.load(base + position)) != 0 { return false }
      position &+= 8
    }
    while position < text.count {
      if mustEscape(base[position]) || base[position] >= 0x80 { return false }
      position &+= 1
    }
    return true
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == Byte.quote || byte == Byte.backslash
  }

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(Byte.backslash)
    switch byte {
    case 0x08: bytes.append(0x62)
    case 0x09: bytes.append(0x74)
    case 0x0A: bytes.append(0x6E)
    case 0x0C: bytes.append(0x66)
    case 0x0D: bytes.append(0x72)
    case 0x00...0x1F:
      bytes.append(contentsOf: [0x75, 0x30, 0x30, byte < 16 ? 0x30 : 0x31])
      let digit = byte & 15
      bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    default: bytes.append(byte)
    }
  }
}
