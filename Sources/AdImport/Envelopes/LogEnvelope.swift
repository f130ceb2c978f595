/// A layout of the lines of a log: what a console writes around a message.
struct LogEnvelope: Sendable {
  /// The name of the layout in messages.
  let name: StaticString
  /// The system whose logs have the layout; nil if several have it.
  let system: LogSystem?
  /// What the layout has that others do not have; nil for most.
  let trait: Trait?
  /// Whether each line begins with a date and a time.
  let isDated: Bool
  /// Parses a line from the cursor on; nil if the line has another layout.
  let read: @Sendable (inout LogCursor) -> LogLine?

  /// A trait of a layout.
  enum Trait: Sendable {
    /// The line describes the message on the line before it.
    case followsMessage
    /// The line never has a message.
    case hasNoMessage
    /// React Native wrote the message: a text is in quotation marks.
    case quotesText
  }

  init(
    _ name: StaticString, _ system: LogSystem?, trait: Trait? = nil, isDated: Bool = false,
    _ read: @escaping @Sendable (inout LogCursor) -> LogLine?
  ) {
    self.name = name
    self.system = system
    self.trait = trait
    self.isDated = isDated
    self.read = read
  }

  /// All layouts.
  ///
  /// At most one of them can parse a line, so their order does not matter.
  static let all: [LogEnvelope] =
    LogcatLayout.envelopes + LogcatColumns.envelopes + AndroidStudioConsole.envelopes
    + XcodeConsole.envelopes + UnifiedLog.envelopes + DeviceLog.envelopes
    + FrameworkConsole.envelopes
}

extension LogLine {
  /// Whether the layout of the line has a trait.
  func has(_ trait: LogEnvelope.Trait) -> Bool {
    envelope.map { LogEnvelope.all[$0].trait == trait } ?? false
  }
}

/// Finds the layout of each line of a log.
struct EnvelopeReader {
  /// The index of the layout of the previous line that had one.
  private var last = 0

  /// Parses a line; nil if no layout fits.
  ///
  /// The line must be clean (see ``LogCleaning``). Tries the layout of the previous line first.
  mutating func line(_ bytes: [UInt8]) -> LogLine? {
    var cursor = LogCursor(bytes)
    cursor.skipSpaces()
    if let line = parse(&cursor) { return line }
    return LogCleaning.skipPasteMark(&cursor) ? parse(&cursor) : nil
  }

  private mutating func parse(_ cursor: inout LogCursor) -> LogLine? {
    let start = cursor.index
    if let line = Self.parse(&cursor, last, from: start) { return line }
    cursor.goBack(to: start)
    let isDated = cursor.time() != nil
    for index in LogEnvelope.all.indices where index != last {
      if LogEnvelope.all[index].isDated && !isDated { continue }
      guard let line = Self.parse(&cursor, index, from: start) else { continue }
      last = index
      return line
    }
    cursor.goBack(to: start)
    return nil
  }

  private static func parse(_ cursor: inout LogCursor, _ index: Int, from start: Int) -> LogLine? {
    cursor.goBack(to: start)
    let envelope = LogEnvelope.all[index]
    guard var line = envelope.read(&cursor) else { return nil }
    line.envelope = index
    line.system = envelope.system
    return line
  }
}
