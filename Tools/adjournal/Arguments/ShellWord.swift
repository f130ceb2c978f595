import AdReports

/// Words as a shell takes them, without anything that a terminal or a CI service would obey.
enum ShellWord {
  /// A word that bash, zsh and sh read as this text.
  ///
  /// A text that is not safe to print (``TerminalEscaping``) becomes `$'…'`, which plain sh does
  /// not know.
  static func quoted(_ text: String) -> String {
    let isSafe = TerminalEscaping.text(text) == text
    if isSafe && !text.isEmpty && text.utf8.allSatisfy(isPlain) { return text }
    if isSafe {
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    }
    let escaped = text.utf8.map { byte in
      isPlain(byte) && byte != UInt8(ascii: ":")
        ? String(UnicodeScalar(byte))
        : "\\" + String(byte >> 6 & 7) + String(byte >> 3 & 7) + String(byte & 7)
    }
    return "$'" + escaped.joined() + "'"
  }

  /// Whether a byte means nothing to a shell.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/-._=+,:@%".utf8.contains(byte)
    }
  }
}
