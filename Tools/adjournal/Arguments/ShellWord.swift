/// Words as a shell takes them.
enum ShellWord {
  /// A word that bash, zsh and sh read as this text.
  ///
  /// A text with control characters becomes `$'…'`, which plain sh does not know.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/-._=+,:@%".utf8.contains(byte)
      }
    }
    if isPlain && !text.isEmpty { return text }
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    }
    let escaped = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\" + String(byte >> 6 & 7) + String(byte >> 3 & 7) + String(byte & 7)
      }
    }
    return "$'" + escaped.joined() + "'"
  }
}
