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
        name: "--from", value: .one("SDK"),
        help: "Ad SDK that the app talks to, or 'auto' to find it in the log (default).",
        choices: ["auto"] + LogImport.sdks),
      OptionEntry(
        name: "--patterns", value: .one("FILE"), isRepeatable: true,
        help: "Table of messages that your app or wrapper logs; its rows come first."),
      OptionEntry(
        name: "--explain", help: "Print what became of each line instead of the journal."),
      OptionEntry(
        name: "--follow",
        help: "Read on while the log grows, and write each record as soon as it is certain."),
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
        "adjournal import Journals/logs/app-open.log --to app-open.jsonl "
          + "&& adjournal show app-open.jsonl", "import an app-open ad from Xcode's console"),
      Example(
        "adjournal import --year 2026 --utc-offset 60 Journals/logs/rewarded.logcat "
          + "--to rewarded.jsonl && adjournal stats rewarded.jsonl",
        "import a tester's log and print its statistics"),
      Example(
        "cat Journals/logs/rewarded.logcat | adjournal import --follow --year 2026 "
          + "--utc-offset 60 - | adjournal follow -", "audit a log while it is written"),
      Example(
        "adjournal import --explain Journals/logs/rewarded.logcat", "why a line is no event"),
    ],
    details: """
      Reads what people paste from Xcode's console, 'log show', logcat, Android Studio, 'flutter run',
      React Native, Cordova and Unity: the layout of each line is found by itself, and colours, quotes
      and line breaks of a terminal do not matter. Understands the messages of Google Mobile Ads and its
      plugins, AppLovin MAX, LevelPlay, Unity Ads and others, and the names of their callbacks. Below a
      mediator, the messages of its ad networks are notes. Other lines are skipped. FILE may be
      compressed (.gz).

      'audit', 'show', 'explain' and 'stats' import a log themselves if it is an operand: a file
      whose first line is no JSON object, with a known message about ads in its first 256 KiB.

      With --follow, a record is written when the log is a second further, or has not grown for a
      second, and a pipe is read to its end. What later lines show of an ad does not change records
      that are written: they can have less than those of an import of the whole log.

      What only your own code logs can be added with --patterns FILE. A line of such a table has four
      columns, separated by one tab: the event, fields that are always the same ('-' for none), a regular
      expression, and a link ('-' for none). Named groups give fields: format, unit, network, code, domain,
      message, cause, amount, type, revenue, micros, currency, precision, latency, creative, placement, as in

        ad.loaded<TAB>format=rewarded<TAB>^AdDesk: video ready, unit (?<unit>\\w+)<TAB>-

      The built-in tables have the same form: see Sources/CLogTables/tables.

      Each process is a session; a new session starts when its clock goes back by more than a second.
      Times are wall clock times: if the user sets the clock forward, ads seem older. A line without a
      time gets the time of the previous line if the next line follows within a second. If another line
      about an ad has no time, the journal of the session contains the order alone ('clock' is 'order', and
      't' is the number of the line): rules that measure durations are then not judged.

      No event is invented. Ads are numbered in order (r-1, a-1), and only where a line can refer to
      one ad only; this assumes that an app which logs one load logs all of them. Other lines, and
      lines without a required field (such as the currency of a revenue), become notes. An unknown ad
      unit is 'unknown-1', with a new number for each load; an unknown format is 'unknown'.

      A log records only part of what happened, so there is a gap before every record: a rule is
      'inconclusive' if a missing event could change its verdict. With --captures app,load,present
      you assert that the log contains every event of these classes since the process started. If
      every ad has a unit and a format, gaps then remain only at the end, at such notes, and where
      the clock went back.
      """
  ) { arguments, terminal in
    var command = try ImportCommand(arguments)
    let path = try arguments.newFile()
    if arguments.has("--follow") {
      if path != nil {
        throw UsageError("'--follow' cannot be used with '--to' (redirect standard output)")
      }
      return try command.follow(&terminal)
    }
    try NewFile.refuseExisting(path.map { [$0] } ?? [])
    try command.read()
    if command.explains {
      command.explain { terminal.write($0) }
      return command.rejection == nil ? .fine : .damaged
    }
    if let message = command.rejection {
      Terminal.printError(message)
      return .damaged
    }
    guard let path else {
      for sentence in command.findings { Terminal.printError(sentence) }
      command.write { line, _ in terminal.write(json: line) }
      terminal.flush()
      Terminal.printError(command.summary)
      return .fine
    }
    try NewFile.create(path, from: [command.path]) { write in
      try command.write { line, _ in try write(line) }
    }
    terminal.write("\(TerminalEscaping.text(path))  \(command.summary)\n")
    for sentence in command.findings { terminal.write("  \(TerminalEscaping.text(sentence))\n") }
    return .fine
  }
}

/// One run of `adjournal import`.
struct ImportCommand {
  static let formats = [
    "app_open", "interstitial", "rewarded", "rewarded_interstitial", "banner", "native",
  ]

  let path: String
  let explains: Bool
  /// The import; changed by ``take(_:number:)``.
  var log: LogImport
  /// Whether a line was not blank.
  private var hasText = false

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    explains = arguments.has("--explain")
    var options = LogImport.Options()
    options.sdk = arguments.value("--from").flatMap { $0 == "auto" ? nil : $0 }
    options.patterns = try arguments.values("--patterns").map(Self.table)
    options.year = try arguments.number("--year", in: 1970...9998)
    options.offsetMinutes = try arguments.number("--utc-offset", in: -1440...1440)
    options.lastChange = Self.lastChange(path)
    options.captures = try Self.classes(arguments.list("--captures"))
    options.format = arguments.value("--ad-format").map(Word.named)
    options.units = try arguments.values("--unit").map(Self.unit)
    options.explains = explains
    options.isGrowing = arguments.has("--follow")
    log = LogImport(options)
  }

  /// A table of patterns of the user.
  private static func table(_ path: String) throws -> PatternTable {
    if path == "-" { throw UsageError("'--patterns' needs a regular file; '-' is a stream") }
    let bytes = try RawFile.bytes(path: path, most: 1 << 20, "a pattern table of at most 1 MiB")
    do throws(PatternTableError) {
      return try PatternTable(bytes, named: path)
    } catch {
      throw UsageError(error.description, near: error.name, known: error.known)
    }
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
  static func lastChange(_ path: String) -> Int64 {
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
    try RawFile.forEachCutLine(path: path) { line in
      number += 1
      try take(line, number: number)
    }
    log.finish()
  }

  /// Takes a line of the log, numbered from 1.
  mutating func take(_ line: [UInt8], number: Int) throws {
    if number == 1, line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) {
      throw RawFile.Failure(
        description: "\(path): text in UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8'")
    }
    try refuseJournal(line)
    log.take(line)
  }

  /// Throws if the first line that is not blank is a record.
  private mutating func refuseJournal(_ line: [UInt8]) throws {
    guard !hasText, line.contains(where: { $0 > 0x20 }) else { return }
    hasText = true
    if LogRecognition.isRecord(line[...]) {
      throw UsageError(
        "\(path): a journal already; run 'adjournal audit \(ShellWord.quoted(path))'")
    }
  }

  /// Passes the lines of the journal to a closure, with the numbers of their lines in the log.
  func write(_ write: ([UInt8], Int) throws -> Void) rethrows { try log.journal(write) }

  /// Passes two lines for each line of the log to a closure: its message, and what became of it.
  func explain(_ write: (String) -> Void) {
    for account in log.accounts {
      let place = [account.layout ?? "no layout", account.row].compactMap { $0 }
      write("\(account.number)  \(TerminalEscaping.text(account.text))\n")
      write("   -> \(account.fate) (\(place.joined(separator: ", ")))\n")
    }
  }

  /// Why the log yields no journal; nil if it yields one.
  var rejection: String? {
    let counts = log.counts
    if counts.sessions > 0 { return nil }
    let lines = AuditText.count(counts.lines, "line")
    if counts.lines == 0 { return "\(path): empty file" }
    let sdks = LogImport.sdks.joined(separator: ", ")
    return
      "\(path): no event of an ad in \(lines) (looked for the messages of \(sdks), and for sentences "
      + "such as 'Interstitial loaded'; see '--explain', and '--patterns' for those of your own code)"
  }

  /// What was found and assumed, one sentence each.
  var findings: [String] { [layouts, understood] + assumptions }

  /// What was assumed, one sentence each.
  var assumptions: [String] {
    var sentences: [String] = []
    let counts = log.counts
    if counts.sessionsWithoutTimes > 0 {
      let sessions = AuditText.count(counts.sessionsWithoutTimes, "session")
      sentences.append(
        "no times in \(sessions): only the order is known, and rules about durations are not judged"
      )
    }
    if let year = log.assumedYear {
      sentences.append("no year in the log; assuming \(year) (set it with '--year')")
    }
    if log.assumesDate { sentences.append("no date in the log; assuming the date of the file") }
    if log.assumesUTC {
      sentences.append("no time zone in the log; assuming UTC (set it with '--utc-offset')")
    }
    let doubtful = counts.doubtful
    if doubtful > 0 {
      sentences.append(
        "\(AuditText.count(doubtful, "session")) with gaps despite '--captures': format or unit of "
          + "some ads unknown (set them with '--ad-format' and '--unit')")
    }
    return sentences
  }

  private var layouts: String {
    let known = log.counts.layouts.map { "\($0.name) (\($0.lines))" }
    return "layout of the lines: "
      + (known.isEmpty ? "messages alone" : known.joined(separator: ", "))
  }

  /// The SDKs, and the share of the lines about ads that is understood.
  private var understood: String {
    let counts = log.counts
    let unknown = counts.unknown.reduce(0) { $0 + $1.lines }
    var text = "SDK: \(counts.sdks.joined(separator: ", ")); lines about ads understood: "
    text += "\(counts.known) of \(counts.known + unknown)"
    for lines in counts.unknown {
      text += "; not understood: \(lines.lines) of \(lines.sdk), the first in line \(lines.first)"
    }
    return text
  }

  /// The counts of lines, events, sessions and notes as text.
  var summary: String {
    let counts = log.counts
    var text = counts.text
    if counts.notes > 0 { text += ", \(AuditText.count(counts.notes, "note"))" }
    return text
  }
}
