/// Escapes what in text from a journal could change what a terminal shows, or what a service that
/// runs the tool does.
public enum TerminalEscaping {
  /// The text with control characters, direction marks and characters without width as `\u{…}`
  /// escapes, and without commands.
  public static func text(_ raw: String) -> String {
    let raw = withoutCommands(raw)
    guard raw.unicodeScalars.contains(where: isDangerous) else { return raw }
    var safe = ""
    for scalar in raw.unicodeScalars {
      if isDangerous(scalar) { safe += escape(scalar) } else { safe.unicodeScalars.append(scalar) }
    }
    return safe
  }

  /// The text with the first character of each workflow command as an escape.
  ///
  /// GitHub Actions runs a line of a log that begins with `::`, also behind white space, or
  /// contains `##[`; Azure Pipelines one that contains `##vso[`.
  static func withoutCommands(_ raw: String) -> String {
    guard raw.utf8.contains(UInt8(ascii: ":")) || raw.utf8.contains(UInt8(ascii: "#")) else {
      return raw
    }
    var safe = ""
    var rest = raw.unicodeScalars[...]
    var isAfterSpace = true
    while let scalar = rest.first {
      let isCommand =
        isAfterSpace && rest.starts(with: "::".unicodeScalars)
        || rest.starts(with: "##[".unicodeScalars) || rest.starts(with: "##vso[".unicodeScalars)
      if isCommand { safe += escape(scalar) } else { safe.unicodeScalars.append(scalar) }
      isAfterSpace = scalar.properties.isWhitespace
      rest.removeFirst()
    }
    return safe
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// JSON with the same characters of its strings as `\\u…` escapes.
  public static func json(_ bytes: [UInt8]) -> [UInt8] {
    let raw = String(decoding: bytes, as: UTF8.self)
    guard raw.unicodeScalars.contains(where: isDangerousInJSON) else { return bytes }
    var safe = ""
    for scalar in raw.unicodeScalars {
      if isDangerousInJSON(scalar) {
        for unit in UTF16.encode(scalar) ?? .init() { safe += escape(unit) }
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return Array(safe.utf8)
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Line feeds and tabs are layout in JSON; within its strings they are escaped already.
  private static func isDangerousInJSON(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && isDangerous(scalar)
  }

  /// C0, DEL, C1, line separators, direction marks, characters without width, tags, and code points
  /// that are not characters, which XML forbids.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F,
      0xFEFF, 0xFFFE, 0xFFFF, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
