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
    name: "import", says: "Console logs of ad SDKs to a journal.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--from", value: .one("SOURCE"),
        says:
          "admob-ios (Xcode, 'log show', the system log) or logcat (with times).",
        choices: LogSource.allCases.map(\.rawValue)),
      OptionEntry(name: "--to", value: .one("NEW"), says: "Writes there, to a new file."),
      OptionEntry(
        name: "--year", value: .one("N"),
        says:
          "The year of the first line without one (default: by the file's change)."),
      OptionEntry(
        name: "--utc-offset", value: .one("MINUTES"),
        says: "Minutes east of UTC, where lines have no zone (default: 0)."),
      OptionEntry(
        name: "--ad-format", value: .one("FORMAT"),
        says: "The format of ads of which no line tells it.",
        choices: ImportCommand.formats),
      OptionEntry(
        name: "--unit", value: .one("FORMAT=ID"), isRepeatable: true,
        says: "The ad unit of that format, where no line tells it."),
      OptionEntry(
        name: "--captures", value: .one("CLASS"), isRepeatable: true,
        says: "Classes of which the log has every event; several are separated by commas.",
        choices: EventClass.allCases.map(\.name)),
    ],
    examples: [
      Example(
        "adjournal import --from admob-ios Journals/logs/app-open.log --to app-open.jsonl "
          + "&& adjournal show app-open.jsonl", "an app-open ad, from Xcode's console"),
      Example(
        "adjournal import --from logcat --year 2026 --utc-offset 60 Journals/logs/rewarded.logcat "
          + "--to rewarded.jsonl && adjournal stats rewarded.jsonl",
        "what became of a tester's ads"),
      Example(
        "adjournal import --from logcat --to none.jsonl Journals/logs/app-open.log",
        "the log of another system: nothing is written", exits: .damaged),
    ],
    details: """
      Reads the sentences of Google's ad SDKs and of its sample apps, and the names of the callbacks
      ('Ad was loaded.', 'adWillPresentFullScreenContent'); other lines are skipped. A session is a
      process; where its clock goes back by more than a second another one begins. FILE may be
      compressed (.gz).

      Times are those of the wall clock: where somebody set it forward, ads look older.

      Nothing is invented. Ads are named by order (r-1, a-1), only where one alone can be meant, and
      taking for granted that who logs one load logs all; else, and where a line lacks what its
      event must have (the code of an error), it becomes a note. A line without a time has that of
      the line before it where the next follows within a second; else it becomes a note. A unit that
      no line tells is 'unknown-1', another one for each load; a format, 'unknown'.

      A log tells some of what happened, so a gap lies before every record: rules say 'inconclusive'
      where something that is not in the log could change the verdict. --captures app,load,present
      vouches that the log has every event of these classes from the start of the process; where
      every ad has a unit and a format, too, gaps lie only at the end, at such notes, and where the
      clock went back.
      """
  ) { arguments, terminal in
    var command = try ImportCommand(arguments)
    let path = try arguments.newFile()
    try NewFile.refuse(path.map { [$0] } ?? [])
    try command.read()
    if let complaint = command.emptiness {
      Terminal.complain(complaint)
      return .damaged
    }
    for sentence in command.assumptions { Terminal.complain(sentence) }
    guard let path else {
      command.write { terminal.write(json: $0) }
      terminal.flush()
      Terminal.complain(command.summary)
      return .fine
    }
    try NewFile.make(path) { write in try command.write(write) }
    terminal.write("\(TerminalEscaping.text(path))  \(command.summary)\n")
    return .fine
  }
}

/// One run of `adjournal import`.
struct ImportCommand {
  static let formats = [
    "app_open", "interstitial", "rewarded", "rewarded_interstitial", "banner", "native",
  ]

  private let path: String
  private let options: LogImport.Options
  private var log: LogImport

  init(_ arguments: Arguments) throws {
    guard let source = arguments.value("--from").flatMap(LogSource.init(rawValue:)) else {
      throw UsageError(
        "whose log is it? '--from SOURCE' takes "
          + LogSource.allCases.map(\.rawValue).joined(separator: ", "))
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
        throw UsageError(
          "'\(name)' is no class of events; there are \(known.joined(separator: ", "))", near: name,
          known: known)
      }
      return found
    }
  }

  private static func unit(_ text: String) throws -> (format: Word, unit: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, formats.contains(parts[0]) else {
      throw UsageError(
        "'\(text)' is no value of '--unit'; it takes FORMAT=ID with one of "
          + formats.joined(separator: ", "), near: parts.first ?? "", known: formats)
    }
    return (.named(parts[0]), parts[1])
  }

  /// When the file was last changed, milliseconds since 1970; now, where that is not known.
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

  /// Reads the whole log; throws where it cannot be read.
  mutating func read() throws {
    var number = 0
    try RawFile.forEachLine(path: path) { line in
      number += 1
      if number == 1, line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) {
        throw RawFile.Failure(
          description: "\(path): it is text in UTF-16; "
            + "'iconv -f UTF-16 -t UTF-8' makes a log of it that 'import' reads")
      }
      log.take(number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(line[3...]) : line)
    }
    log.finish()
  }

  /// Hands out the lines of the journal.
  func write(_ write: ([UInt8]) throws -> Void) rethrows { try log.journal(write) }

  /// Why there is nothing to write; nil where there is something.
  var emptiness: String? {
    let counts = log.counts
    if counts.sessions > 0 { return nil }
    let lines = AuditText.count(counts.lines, "line")
    if counts.lines == 0 { return "\(path): it is empty" }
    if counts.timeless > 0 {
      let isLogcat = options.source == .logcat
      let hint = isLogcat ? "'adb logcat -v threadtime' writes" : "NSLog and 'log show' write"
      return
        "\(path): \(counts.timeless) of its \(lines) could become events, but no line has a time; "
        + "\(hint) it"
    }
    if counts.read == 0 {
      let other = LogSource.allCases.first { $0 != options.source }?.rawValue ?? ""
      return
        "\(path): none of its \(lines) has a form of \(options.source.rawValue) with a time and a "
        + "process; is it '--from \(other)'?"
    }
    return
      "\(path): none of its \(lines) says of an ad what 'import' knows; 'adjournal import --help' "
      + "says what that is"
  }

  /// What was taken for granted, a sentence each.
  var assumptions: [String] {
    var sentences: [String] = []
    if let year = log.assumedYear {
      sentences.append("lines have no year: \(year) was taken; '--year N' names another")
    }
    if log.assumesUTC {
      sentences.append("lines have no zone: UTC was taken; '--utc-offset MINUTES' names another")
    }
    let doubtful = log.counts.doubtful
    if doubtful > 0 {
      sentences.append(
        "\(AuditText.count(doubtful, "session")) with gaps all the same: no line tells the format "
          + "or the unit of some ads; '--ad-format' and '--unit' name them")
    }
    return sentences
  }

  /// What became of the lines, for people.
  var summary: String {
    let counts = log.counts
    var text = [(counts.lines, "line"), (counts.events, "event")]
      .map { AuditText.count($0, $1) }.joined(separator: ", ")
    text += " of \(AuditText.count(counts.sessions, "session"))"
    if counts.notes > 0 { text += ", \(AuditText.count(counts.notes, "note"))" }
    if counts.unknown > 0 {
      text +=
        "; \(AuditText.count(counts.unknown, "line")) of the ad SDK not understood, the first "
      text += "is line \(counts.firstUnknown)"
    }
    return text
  }
}
