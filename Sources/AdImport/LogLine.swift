/// The parts of one line of a console log.
struct LogLine {
  /// The time; nil in a layout without times, without a date if only the time of day is known.
  var time: LogTime?
  /// The id of the process; 0 if there is none.
  var process = 0
  /// The range of the name of the process or its package; empty if there is none.
  var name = 0..<0
  /// The range of the `logcat` tag; empty if there is none.
  var tag = 0..<0
  /// The range of the library, or else of `subsystem:category`; empty if there is none.
  var library = 0..<0
  /// The range of the message; empty for a line of a stack.
  var message = 0..<0
  /// The index of the layout in ``LogEnvelope/all``; nil if the line is nothing but a message.
  var envelope: Int?
  /// The name of the layout; nil if the line is nothing but a message.
  var layout: String? { envelope.map { "\(LogEnvelope.all[$0].name)" } }
  /// The system that wrote the line; nil if its layout exists on several.
  var system: LogSystem?
}

/// The system of the device that wrote a log.
enum LogSystem: Sendable {
  case iOS
  case android

  /// The name in a session header.
  var name: String { self == .iOS ? "iOS" : "Android" }
}
