/// One line of a console log, taken apart: who wrote it, when, and what it says.
struct LogLine {
  /// Nil in a form that has no times.
  var time: LogTime?
  /// The number of the process.
  var process = 0
  /// The name of the process or of its package, where in the line it stands.
  var name = 0..<0
  /// The tag of `logcat`.
  var tag = 0..<0
  /// What was said.
  var message = 0..<0
  /// Whether the ad SDK itself said it, and not the app.
  var isOfSDK = false
}

/// Whose console a log comes from.
public enum LogSource: String, CaseIterable, Sendable {
  /// An iOS app with Google's ad SDK: Xcode's console, `log show`, the system log.
  case admobIOS = "admob-ios"
  /// Android's `logcat`.
  case logcat

  /// Takes a line apart; nil where it has none of the source's forms.
  func line(_ bytes: [UInt8]) -> LogLine? {
    switch self {
    case .admobIOS: AppleLines.line(bytes)
    case .logcat: AndroidLines.line(bytes)
    }
  }

  /// Whether an app can write lines without a time among others: `print` in Xcode.
  var hasBareLines: Bool { self == .admobIOS }

  /// The system that a header names.
  var system: String { self == .admobIOS ? "iOS" : "Android" }
}
