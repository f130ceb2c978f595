/// Bytes as characters of an HTML file in UTF-8, seven bits each: the text is a seventh larger.
///
/// HTML changes the characters NUL and carriage return, and `<` can end an element. Each of them
/// forms one character from U+0100 together with the seven bits behind it, in two bytes of UTF-8;
/// as the last one it is 128 higher. The function `fromText` of `worker.js` reads the text.
enum SevenBitText {
  /// The characters that a text must not have.
  private static let reserved = Array("\0\r<".utf8)

  /// The text of some bytes.
  static func text(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 7 * 8 + 8)
    var waiting: Int?
    func add(_ bits: Int) {
      if let index = waiting {
        let character = 0x100 + index << 7 + bits
        text += [0xC0 | UInt8(character >> 6), 0x80 | UInt8(character & 63)]
        waiting = nil
      } else if let index = reserved.firstIndex(of: UInt8(bits)) {
        waiting = index
      } else {
        text.append(UInt8(bits))
      }
    }
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 7 {
        count -= 7
        add(bits >> count)
        bits &= 1 << count - 1
      }
    }
    if count > 0 { add(bits << (7 - count)) }
    if let index = waiting { text += [0xC2, 0x80 | reserved[index]] }
    return text
  }
}
