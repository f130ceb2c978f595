#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import AdImport
import AdReports
import AdSession

extension CommandEntry {
  static let `import` = CommandEntry(
    name: "import", summary: "Convert the console log of an ad SDK to a journal.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--from", value: .one("SOURCE"),
        help:
          "Log source: admob-ios (Xcode, 'log show', system log) or logcat (with times). Required.",
        choices: LogSource.allCases.map(\.rawValue)),
      .newFile,
      OptionEntry(
        name: "--year", value: .one("N"),
        help: "Year of the first line if the log has no years (default: from the file's date)."),
      OptionEntry(
        name: "--utc-offset", value: .one("MINUTES"),
        help: "Minutes east of UTC if the log has no time zone (default: 0)."),
      OptionEntry(
        name: "--ad-format", value: .one("FORMAT"),
        help: "Ad format to assume when the log does not name one.",
        choices: ImportCommand.formats),
      OptionEntry(
        name: "--unit", value: .one("FORMAT=ID"), isRepeatable: true,
        help: "Ad unit to assume for this format when the log does not name one."),
      OptionEntry(
        name: "--captures", value: .one("CLASS"), isRepeatable: true,
        help: "Event classes that the log records completely. Accepts a comma-separated list.",
        choices: EventClass.allCases.map(\.name)),
    ],
    examples: [
      Example(
        "adjournal import --from admob-ios Journals/logs/app-open.log --to app-open.jsonl "
          + "&& adjournal show app-open.jsonl", "import an app-open ad from Xcode's console"),
      Example(
        "adjournal import --from logcat --year 2026 --utc-offset 60 Journals/logs/rewarded.logcat "
          + "--to rewarded.jsonl && adjournal stats rewarded.jsonl",
        "import a tester's log and print its statistics"),
      Example(
        "adjournal import --from logcat --to none.jsonl Journals/logs/app-open.log",
        "the wrong source: nothing is written", exits: .damaged),
    ],
    details: """
      Understands the log messages of Google's ad SDKs and their sample apps, and the names of the
      callbacks ('Ad was loaded.', 'adWillPresentFullScreenContent'). Of AppLovin MAX it reads the
      result of each waterfall ('Waterfall loaded in 664ms'), not those of its ad networks: in a
      process with AppLovin's lines, a failure of Google's SDK is a note. Other lines are skipped. Each
      process is a session; a new session starts when its clock goes back by more than a second. FILE
      may be compressed (.gz).

      Times are wall clock times: if the user sets the clock forward, ads seem older.

      No event is invented. Ads are numbered in order (r-1, a-1), and only where a line can refer to
      one ad only; this assumes that an app which logs one load logs all of them. Other lines, and
      lines without a required field (such as the code of an error), become notes. A line without a
      time gets the time of the previous line if the next line follows within a second; otherwise it
      becomes a note. An unknown ad unit is 'unknown-1', with a new number for each load; an unknown
      format is 'unknown'.

      A log records only part of what happened, so there is a gap before every record: a rule is
      'inconclusive' if a missing event could change its verdict. With --captures app,load,present
      you assert that the log contains every event of these classes since the process started. If
      every ad has a unit and a format, gaps then remain only at the end, at such notes, and where
      the clock went back.
      """
  ) { arguments, terminal in
    var command = try ImportCommand(arguments)
    let path = try arguments.newFile()
    try NewFile.refuseExisting(path.map { [$0] } ?? [])
    try command.read()
    if let message = command.rejection {
      Terminal.printError(message)
      return .damaged
    }
    for sentence in command.assumptions { Terminal.printError(sentence) }
    guard let path else {
      command.write { terminal.write(json: $0) }
      terminal.flush()
      Terminal.printError(command.summary)
      return .fine
    }
    try NewFile.create(path, from: [command.path]) { write in try command.write(write) }
    terminal.write("\(TerminalEscaping.text(path))  \(command.summary)\n")
    return .fine
  }
}

/// One run of `adjournal import`.
struct ImportCommand {
  static let formats = [
    "app_open", "interstitial", "rewarded", "rewarded_interstitial", "banner", "native",
  ]

  let path: String
  private let options: LogImport.Options
  private var log: LogImport

  init(_ arguments: Arguments) throws {
    guard let source = arguments.value("--from").flatMap(LogSource.init(rawValue:)) else {
      throw UsageError.missing("--from", LogSource.allCases.map(\.rawValue))
    }
    path = arguments.operands[0]
    var options = LogImport.Options(source: source)
    options.year = try arguments.number("--year", in: 1970...9998)
    options.offsetMinutes = try arguments.number("--utc-offset", in: -1440...1440)
    options.lastChange = Self.lastChange(path)
    options.captures = try Self.classes(arguments.list("--captures"))
    options.format = arguments.value("--ad-format").map(Word.named)
    options.units = try arguments.values("--unit").map(Self.unit)
    self.options = options
    log = LogImport(options)
  }

  private static func classes(_ names: [String]) throws -> [EventClass] {
    try names.map { name in
      guard let found = EventClass.allCases.first(where: { $0.name == name }) else {
        let known = EventClass.allCases.map(\.name)
        throw UsageError.invalid(name, for: "--captures", known)
      }
      return found
    }
  }

  private static func unit(_ text: String) throws -> (format: Word, unit: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, formats.contains(parts[0]) else {
      throw UsageError(
        "invalid value '\(text)' for '--unit' (FORMAT=ID, where FORMAT is "
          + "\(formats.joined(separator: ", ")))", near: parts.first ?? "", known: formats)
    }
    return (.named(parts[0]), parts[1])
  }

  /// The modification time of the file in milliseconds since 1970; the current time if unknown.
  private static func lastChange(_ path: String) -> Int64 {
    var info = stat()
    guard (path == "-" ? fstat(0, &info) : stat(path, &info)) == 0 else {
      return Int64(time(nil)) * 1000
    }
    #if canImport(Darwin)
      return Int64(info.st_mtimespec.tv_sec) * 1000
    #else
      return Int64(info.st_mtim.tv_sec) * 1000
    #endif
  }

  /// Reads the log to its end.
  mutating func read() throws {
    var number = 0
    Progress.begin(reading: [path])
    try RawFile.forEachLine(path: path) { line in
      number += 1
      if number == 1, line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) {
        throw RawFile.Failure(
          description: "\(path): text in UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8'")
      }
      log.take(number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(line[3...]) : line)
    }
    log.finish()
  }

  /// Passes the lines of the journal to a closure.
  func write(_ write: ([UInt8]) throws -> Void) rethrows { try log.journal(write) }

  /// Why the log yields no journal; nil if it yields one.
  var rejection: String? {
    let counts = log.counts
    if counts.sessions > 0 { return nil }
    let lines = AuditText.count(counts.lines, "line")
    if counts.lines == 0 { return "\(path): empty file" }
    if counts.timeless > 0 {
      let isLogcat = options.source == .logcat
      let hint = isLogcat ? "use 'adb logcat -v threadtime'" : "use NSLog or 'log show'"
      return
        "\(path): no line has a time, so none of its \(lines) can be imported "
        + "(\(counts.timeless) recognized); \(hint) to log times"
    }
    if counts.read == 0 {
      let other = LogSource.allCases.first { $0 != options.source }?.rawValue ?? ""
      return
        "\(path): no line in the format of \(options.source.rawValue), with a time and a process, in "
        + "\(lines); did you mean '--from \(other)'?"
    }
    return
      "\(path): no known ad message in \(lines) (run 'adjournal import --help' for the known messages)"
  }

  /// The assumptions that were made, one sentence each.
  var assumptions: [String] {
    var sentences: [String] = []
    if let year = log.assumedYear {
      sentences.append("no year in the log; assuming \(year) (set it with '--year')")
    }
    if log.assumesUTC {
      sentences.append("no time zone in the log; assuming UTC (set it with '--utc-offset')")
    }
    let doubtful = log.counts.doubtful
    if doubtful > 0 {
      sentences.append(
        "\(AuditText.count(doubtful, "session")) with gaps despite '--captures': format or unit of "
          + "some ads unknown (set them with '--ad-format' and '--unit')")
    }
    return sentences
  }

  /// The counts of lines, events, sessions and notes as text.
  var summary: String {
    let counts = log.counts
    var text = [(counts.lines, "line"), (counts.events, "event")]
      .map { AuditText.count($0, $1) }.joined(separator: ", ")
    text += " in \(AuditText.count(counts.sessions, "session"))"
    if counts.notes > 0 { text += ", \(AuditText.count(counts.notes, "note"))" }
    if counts.unknown > 0 {
      text +=
        "; \(AuditText.count(counts.unknown, "line")) of the ad SDK not recognized (the first is "
      text += "line \(counts.firstUnknown))"
    }
    return text
  }
}
