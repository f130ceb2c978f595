/// Words in colour, where the reader's terminal shows it.
public struct Paint: Sendable {
  /// Whether colours are used at all.
  public let isOn: Bool

  /// A paint that colours, or one that leaves every text as it is.
  public init(isOn: Bool) { self.isOn = isOn }

  /// Heavier.
  public func bold(_ text: String) -> String { wrapped(text, "1") }
  /// Paler.
  public func faint(_ text: String) -> String { wrapped(text, "2") }
  /// What is broken.
  public func red(_ text: String) -> String { wrapped(text, "31") }
  /// What deserves a look.
  public func yellow(_ text: String) -> String { wrapped(text, "33") }
  /// What is kept.
  public func green(_ text: String) -> String { wrapped(text, "32") }
  /// What is said for information.
  public func blue(_ text: String) -> String { wrapped(text, "36") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Text from a journal, made harmless for a terminal.
public enum Harmless {
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

  /// Line feeds and tabs are the layout of JSON; in its strings they are escapes already.
  private static func isDangerousInJSON(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && isDangerous(scalar)
  }

  /// C0, DEL, C1, line separators, marks that turn the direction of text, and what is no character
  /// (XML cannot have it).
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F,
      0x61C, 0xFEFF, 0xFFFE, 0xFFFF:
      true
    default: false
    }
  }
}
