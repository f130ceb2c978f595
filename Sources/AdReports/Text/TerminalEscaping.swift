/// Escapes the control characters in text from a journal, which could change what a terminal shows.
public enum TerminalEscaping {
  /// The text with control characters and direction marks as `\u{…}` escapes.
  public static func text(_ raw: String) -> String {
    guard raw.unicodeScalars.contains(where: isDangerous) else { return raw }
    var safe = ""
    for scalar in raw.unicodeScalars {
      if isDangerous(scalar) {
        safe += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// JSON with the control characters and direction marks of its strings as `\\u…` escapes.
  public static func json(_ bytes: [UInt8]) -> [UInt8] {
    let raw = String(decoding: bytes, as: UTF8.self)
    guard raw.unicodeScalars.contains(where: isDangerousInJSON) else { return bytes }
    var safe = ""
    for scalar in raw.unicodeScalars {
      if isDangerousInJSON(scalar) {
        let digits = String(scalar.value, radix: 16)
        safe += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return Array(safe.utf8)
  }

  /// Line feeds and tabs are layout in JSON; within its strings they are escaped already.
  private static func isDangerousInJSON(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && isDangerous(scalar)
  }

  /// C0, DEL, C1, line separators, direction marks, and code points that are not characters, which
  /// XML forbids.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F,
      0x61C, 0xFEFF, 0xFFFE, 0xFFFF:
      true
    default: false
    }
  }
}
