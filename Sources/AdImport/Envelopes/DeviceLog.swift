/// The layouts of tools that show the log of a connected device.
///
/// | form | looks like |
/// |---|---|
/// | `idevicesyslog` | `Nov 20 10:15:02 phone App(Lib)[437] <Notice>: message` |
/// | `pymobiledevice3` | `2026-11-20 10:15:02.123456 App{Lib}[437] <NOTICE>: message` |
/// | Console.app | `default	10:15:02.123456+0100	App	message` |
///
/// Console.app copies the time without its date.
enum DeviceLog {
  static let envelopes = [
    LogEnvelope("device log", .iOS, isDated: true, { syslog(&$0) }),
    LogEnvelope("Console.app", .iOS, { console(&$0) }),
  ]

  static func syslog(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time() else { return nil }
    cursor.skipSpaces()
    var line = LogLine()
    line.time = time
    guard UnifiedLog.readProcessBehindHost(&cursor, &line), cursor.skip(" <"),
      let level = cursor.text(before: ">", within: 16), !level.isEmpty, cursor.skip(":")
    else { return nil }
    UnifiedLog.readOrigin(&cursor, &line)
    line.message = cursor.rest
    return line
  }

  static func console(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.skipAny(types), cursor.spaces() > 0, let time = cursor.timeOfDay(),
      cursor.spaces() > 0
    else { return nil }
    var line = LogLine()
    line.time = time
    let start = cursor.index
    if let name = cursor.text(before: "\t", within: 80) {
      line.name = LogCursor.trimmed(name, of: cursor.bytes)
    } else {
      cursor.goBack(to: start)
      line.name = cursor.word()
    }
    UnifiedLog.readOrigin(&cursor, &line)
    line.message = cursor.rest
    return line.name.isEmpty ? nil : line
  }

  private static let types: [StaticString] = ["default", "info", "debug", "error", "fault"]
}
