#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession

extension CommandEntry {
  static let follow = CommandEntry(
    name: "follow", says: "Audits a journal that is still being written, live.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--until-end", says: "Ends when every session has its end, and exits as 'audit'.")
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy,
    examples: [
      Example(
        "adjournal follow --until-end Journals/incidents/app-open-shown-after-unlock.jsonl",
        "tells each violation when it is certain, until the session has ended", exits: .violated),
      Example(
        "cp Journals/sessions/app-open-cold-start-and-return.jsonl live.jsonl && "
          + "adjournal follow --until-end --rule reload-after-dismiss live.jsonl",
        "a session that keeps the rule"),
    ],
    details: """
      A violation is told when no record that is still to come can excuse it, as 'audit' would at that
      moment; a deadline that runs is none. What a late record explains afterwards is taken back. Waits
      for a file that is not there yet; a folder's new journals (the next segments of a session) are
      followed, too. Without --until-end it goes on until Ctrl-C. A file is read again whenever it grew;
      reading takes at most half of the time.
      """
  ) { arguments, terminal in
    var command = try FollowCommand(arguments, terminal.style)
    return try command.run(&terminal)
  }
}

/// One run of `adjournal follow`.
struct FollowCommand {
  private let paths: [String]
  private let untilEnd: Bool
  private let exits: ExitPolicy
  private let text: AuditText
  private let auditor: Auditor
  private var news = AuditNews()
  /// What was complained of in the last audit.
  private var said: [String] = []

  /// How long to wait before a look whether a file grew, in seconds.
  private static let pause = 0.2

  init(_ arguments: Arguments, _ style: ANSIStyle) throws {
    paths = arguments.operands
    untilEnd = arguments.has("--until-end")
    exits = ExitPolicy(arguments)
    text = AuditText(style: style)
    for path in paths where path == "-" || FileMark(path)?.isStream == true {
      throw UsageError(
        "'\(path)' is a stream, which can be read only once",
        hint: "'adjournal record FILE' and 'tee FILE' write one that can be followed")
    }
    auditor = Auditor(
      rules: try Selection.rules(arguments), policy: try Selection.policy(arguments),
      reader: .onAllCores)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    var marks: [FileMark?]?
    while true {
      let before = marks
      marks = JournalFiles.expand(paths).map(FileMark.of)
      if marks != before {
        let start = Stopwatch.now()
        let (tally, isWhole) = try audit(&terminal)
        if untilEnd, isWhole, news.sessions.all > 0, news.sessions.open == 0 {
          erase()
          terminal.write("\n" + text.summary(tally))
          terminal.flush()
          return exits.code(tally)
        }
        Stopwatch.sleep(max(Self.pause, Stopwatch.now() - start))
      } else {
        Stopwatch.sleep(Self.pause)
      }
    }
  }

  /// Audits the files as they are and tells what is new; says whether all could be read.
  private mutating func audit(
    _ terminal: inout Terminal
  ) throws -> (tally: Tally, isWhole: Bool) {
    var total = InputTally()
    var complaints: [String] = []
    var isWhole = true
    news.begin()
    try auditor.audit(paths, render: { [text] in text.news($0) }) { output in
      switch output {
      case .session(let report, let counts, let damage, _):
        total.add(counts, damage: damage.count { $0.code != .tornTail })
        tell(news.take(report), &terminal)
      case .journal(let summary):
        total.endJournal(damage: summary.damage.count { $0.code != .tornTail })
        tell(news.take(text.news(summary)), &terminal)
        if let sentence = summary.versionComplaint { complaints.append(sentence) }
      case .failure(let error):
        isWhole = false
        complaints.append("\(error.description); waiting")
      }
    }
    for finding in news.end() {
      tell("retracted: \(finding)\n", &terminal)
    }
    for sentence in complaints where !said.contains(sentence) {
      erase()
      Terminal.complain(sentence)
    }
    said = complaints
    showState(total.tally)
    return (total.tally, isWhole)
  }

  private func tell(_ news: String, _ terminal: inout Terminal) {
    if news.isEmpty { return }
    erase()
    terminal.write(news)
    terminal.flush()
  }

  // MARK: The line on a terminal that says what was read

  private func showState(_ tally: Tally) {
    guard Terminal.isWatched else { return }
    let violations = Severity.allCases.reduce(0) { $0 + tally.count($1) }
    Terminal.say(
      "\r\u{1B}[K\(AuditText.count(tally.records, "record")), "
        + "\(AuditText.count(tally.sessions, "session")) (\(news.sessions.open) open), "
        + "\(AuditText.count(violations, "violation")); waiting for more")
  }

  private func erase() {
    if Terminal.isWatched { Terminal.say("\r\u{1B}[K") }
  }
}

/// What tells whether a file was written to.
struct FileMark: Equatable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  /// Whether it can be read only once.
  let isStream: Bool

  /// That of an input; nil for what cannot be found.
  static func of(_ input: JournalFiles.Input) -> FileMark? {
    guard case .journal(let path) = input else { return nil }
    return FileMark(path)
  }

  /// Nil for a file that is not there.
  init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = info.st_mtimespec
    #else
      let changed = info.st_mtim
    #endif
    inode = UInt64(info.st_ino)
    size = Int64(info.st_size)
    seconds = Int(changed.tv_sec)
    nanoseconds = Int(changed.tv_nsec)
    let type = info.st_mode & S_IFMT
    isStream = type != S_IFREG && type != S_IFDIR
  }
}
