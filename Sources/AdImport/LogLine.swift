/// The parts of one line of a console log.
struct LogLine {
  /// The time; nil in a layout without times.
  var time: LogTime?
  /// The id of the process.
  var process = 0
  /// The range of the name of the process or its package; empty if there is none.
  var name = 0..<0
  /// The range of the `logcat` tag; empty if there is none.
  var tag = 0..<0
  /// The range of the message.
  var message = 0..<0
  /// Whether Google's ad SDK wrote the line, not the app.
  var isOfSDK = false
  /// Whether AppLovin's SDK wrote the line, or an ad network that it mediates.
  var isOfMax = false
}

/// The kind of console that wrote a log.
public enum LogSource: String, CaseIterable, Sendable {
  /// An iOS app with Google's ad SDK: Xcode's console, `log show`, the system log.
  case admobIOS = "admob-ios"
  /// Android's `logcat`.
  case logcat

  /// Parses a line; nil if it has none of the layouts of the source.
  func line(_ bytes: [UInt8]) -> LogLine? {
    switch self {
    case .admobIOS: AppleLines.line(bytes)
    case .logcat: AndroidLines.line(bytes)
    }
  }

  /// Whether an app can write lines without a time between others, as `print` does in Xcode.
  var hasBareLines: Bool { self == .admobIOS }

  /// The system, as in a session header.
  var system: String { self == .admobIOS ? "iOS" : "Android" }
}
