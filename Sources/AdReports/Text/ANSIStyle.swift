/// The colours and weights of text on a terminal.
public struct ANSIStyle: Sendable {
  /// Whether escape sequences are written at all.
  public let isOn: Bool

  /// Makes a style; without `isOn`, it leaves every text as it is.
  public init(isOn: Bool) { self.isOn = isOn }

  /// Text in bold.
  public func bold(_ text: String) -> String { wrapped(text, "1") }
  /// Text in a paler colour, for details.
  public func faint(_ text: String) -> String { wrapped(text, "2") }
  /// Red text, for errors.
  public func red(_ text: String) -> String { wrapped(text, "31") }
  /// Yellow text, for warnings.
  public func yellow(_ text: String) -> String { wrapped(text, "33") }
  /// Green text, for success.
  public func green(_ text: String) -> String { wrapped(text, "32") }
  /// Text in cyan, for information.
  public func blue(_ text: String) -> String { wrapped(text, "36") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
