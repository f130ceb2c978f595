/// The least escaping that JSON asks for: quote, backslash, control characters.
enum StringEscape {
  /// Appends text escaped; each byte that cannot belong to UTF-8 becomes U+FFFD.
  static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    if isPlain(text) { return bytes.append(contentsOf: text) }
    guard UTF8Check.firstFault(in: text) == nil else {
      let repaired = String(decoding: text, as: UTF8.self)
      return Array(repaired.utf8).withUnsafeBytes { append($0, to: &bytes) }
    }
    var place = 0
    while place < text.count {
      var end = place
      while end < text.count, !mustEscape(text[end]) { end += 1 }
      bytes.append(contentsOf: text[place..<end])
      if end < text.count { append(escaped: text[end], to: &bytes) }
      place = end + 1
    }
  }

  /// Whether the text is ASCII that needs no escape, as nearly all text of a journal is.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    var place = 0
    while place &+ 8 <= text.count {
      if Octets.stringStops(Octets.load(base + place)) != 0 { return false }
      place &+= 8
    }
    while place < text.count {
      if mustEscape(base[place]) || base[place] >= 0x80 { return false }
      place &+= 1
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
