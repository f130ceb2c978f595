/// How text for people looks where it is written: its colors, its width, and its links.
///
/// A pipe and a file get plain lines of any length. A terminal gets colors, lines that fit and
/// links.
public struct TextStyle: Sendable {
  /// Whether the text has colors and weights.
  public var hasColors = false
  /// The columns of the terminal; nil where lines can have any length.
  public var width: Int?
  /// The URL of the working folder, which ends with `/`; nil where places are not links.
  public var linkBase: String?

  /// Makes a plain style, for lines of any length without colors and links.
  public init() {}

  /// The style for pipes and files.
  public static let plain = TextStyle()

  /// Text in bold.
  public func bold(_ text: String) -> String { colored(text, "1") }
  /// Text in a paler color, for details.
  public func faint(_ text: String) -> String { colored(text, "2") }
  /// Red text, for errors.
  public func red(_ text: String) -> String { colored(text, "31") }
  /// Yellow text, for warnings.
  public func yellow(_ text: String) -> String { colored(text, "33") }
  /// Green text, for success.
  public func green(_ text: String) -> String { colored(text, "32") }
  /// Text in cyan, for information.
  public func blue(_ text: String) -> String { colored(text, "36") }

  private func colored(_ text: String, _ code: String) -> String {
    hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// A place that opens a file where the terminal can: `Journals/a.jsonl:29`.
  ///
  /// - Parameters:
  ///   - path: The path of the file; standard input has no link.
  ///   - line: The number of the line, from 1; nil for the file as a whole.
  public func place(_ path: String, line: Int? = nil) -> String {
    let name = AuditText.name(ofFile: path)
    let text = line.map { "\(name):\($0)" } ?? name
    guard let linkBase, path != "-" else { return text }
    let url = path.hasPrefix("/") ? "file://" + Self.encoded(path) : linkBase + Self.encoded(path)
    return "\u{1B}]8;;\(url)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// A path with the bytes that a URL cannot have as `%20`.
  public static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
