#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import AdAudit
import AdReplay
import JournalInput
import AdReports
import AdRules
import AdSession

extension CommandEntry {
  static let follow = CommandEntry(
    name: "follow", summary: "Audit journals live, while they are being written.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--until-end",
        help: "Stop when every session has ended, with the exit status of 'audit'."),
      OptionEntry(
        name: "--serve", help: "Also serve a page that shows the journals live in a browser."),
      OptionEntry(
        name: "--port", value: .one("N"), help: "Port for --serve (default: a free one)."),
      OptionEntry(name: "--open", help: "Open the page of --serve in the system's browser."),
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy,
    examples: [
      Example(
        "adjournal follow --until-end Journals/incidents/app-open-shown-after-unlock.jsonl",
        "report each violation as soon as it is certain, until the session ends", exits: .violated),
      Example(
        "cp Journals/sessions/app-open-cold-start-and-return.jsonl live.jsonl && "
          + "adjournal follow --until-end --rule reload-after-dismiss live.jsonl",
        "follow a session without violations"),
    ],
    details: """
      Reports a violation when no later record can change it, as 'audit' would at that point; a
      deadline that has not passed yet is no violation. If a late record explains a violation, it is
      retracted.

      '-' is a pipe: it is followed until it ends, and then the exit status is that of 'audit'.

      Waits for files that do not exist yet. In a folder, new journals (the next segments of a
      session) are followed, too. Runs until Ctrl-C unless --until-end is given. Each file is read
      again when it grows; reading takes at most half of the time.

      --serve shows the page of 'adjournal report' with the present content of the files. Only
      browsers of this computer reach it, and only with the address that is printed, which has a
      random token. It ends with the command.
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
  /// Serves the live page; nil without --serve.
  private let server: PageServer?
  private let opensPage: Bool
  /// The journal of `-`; nil without it.
  private let stream: JournalStream?
  private var news = AuditNews()
  /// The errors that the last audit printed.
  private var lastErrors: [String] = []

  /// The time between two checks for new bytes, in seconds.
  private static let pause = 0.2

  init(_ arguments: Arguments, _ style: TextStyle) throws {
    paths = arguments.operands
    untilEnd = arguments.has("--until-end")
    exits = ExitPolicy(arguments)
    text = AuditText(style: style)
    for path in try FileList.once(paths) where FileVersion(path)?.isStream == true {
      throw UsageError(
        "'follow' needs a regular file or '-'; '\(path)' is a stream",
        hint: "use 'tee FILE' or 'adjournal record FILE' to write one")
    }
    let stream = paths.contains("-") ? try JournalStream() : nil
    self.stream = stream
    if stream != nil, arguments.has("--serve") {
      throw UsageError("'--serve' needs regular files; '-' is a stream")
    }
    let rules = try Selection.rules(arguments)
    var reader = JournalReader.onAllCores
    if let stream { reader.texts = { $0 == "-" ? stream.text : nil } }
    auditor = Auditor(rules: rules, policy: try Selection.policy(arguments), reader: reader)
    opensPage = arguments.has("--open")
    let port = try arguments.number("--port", in: 1...65_535)
    if arguments.has("--serve") {
      server = try PageServer(
        port: port ?? 0, settings: try SettingsBlock(arguments, rules: rules))
    } else {
      server = nil
      for option in ["--port", "--open"] where arguments.has(option) {
        throw UsageError("'\(option)' needs '--serve'")
      }
    }
  }

  /// Starts the server, if there is one, and shows where it is.
  private func serve(_ terminal: inout Terminal) throws {
    guard let server else { return }
    server.publish(JournalFiles.expand(paths).compactMap(Self.presentFile))
    try server.start()
    terminal.write("live page: \(server.address)\n")
    terminal.flush()
    if !opensPage { return }
    do {
      try Browser.open(server.address)
    } catch {
      // It can be opened by hand.
      Terminal.printError("\(error)")
    }
  }

  /// The path of an input that exists.
  private static func presentFile(_ input: JournalFiles.Input) -> String? {
    guard case .journal(let path) = input, FileVersion(path) != nil else { return nil }
    return path
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    var marks: [FileVersion?]?
    var count: Int?
    terminal.stopPaging()
    try serve(&terminal)
    while true {
      let (before, countBefore) = (marks, count)
      let isAtEnd = paths == ["-"] && stream?.isAtEnd == true
      let inputs = JournalFiles.expand(paths)
      marks = inputs.map(FileVersion.of)
      count = stream?.text.count
      if marks != before || count != countBefore || isAtEnd {
        if isAtEnd && count == 0 { throw RawFile.Failure.emptyInput }
        server?.publish(inputs.compactMap(Self.presentFile))
        let start = Stopwatch.now()
        let (tally, isWhole) = try audit(&terminal)
        let isEnded = isWhole && news.sessions.all > 0 && news.sessions.open == 0
        if isAtEnd || untilEnd && isEnded {
          erase()
          terminal.write("\n" + text.summary(tally) + exits.note(tally))
          terminal.flush()
          return isWhole ? exits.code(tally) : .unreadable
        }
        try wait(max(Self.pause, Stopwatch.now() - start))
      } else {
        try wait(Self.pause)
      }
    }
  }

  /// Waits for new bytes of files; those of `-` are read.
  private func wait(_ seconds: Double) throws {
    guard let stream else { return Stopwatch.sleep(seconds) }
    if stream.isAtEnd { Stopwatch.sleep(seconds) } else { try stream.read(for: seconds) }
  }

  /// Audits the current content of the files and prints what is new.
  ///
  /// - Returns: The totals, and whether all files could be read.
  private mutating func audit(
    _ terminal: inout Terminal
  ) throws -> (tally: Tally, isWhole: Bool) {
    var total = InputTally()
    var errors: [String] = []
    var isWhole = true
    news.begin()
    for output in auditor.audit(paths, render: { [text] in text.news($0) }) {
      switch output {
      case .session(let report, let counts, let damage, _):
        total.add(counts, damage: damage.filter { $0.code != .tornTail }.total())
        printNews(news.take(report), &terminal)
      case .journal(let summary):
        total.endJournal(
          summary, damage: summary.damage.filter { $0.code != .tornTail }.total())
        printNews(news.take(text.news(summary)), &terminal)
        if let sentence = summary.versionWarning { errors.append(sentence) }
      case .failure(let error):
        isWhole = false
        errors.append("\(error.description); waiting")
      }
    }
    if let sentence = total.repeated.sentence { errors.append(sentence) }
    for finding in news.end() {
      printNews("retracted: \(finding)\n", &terminal)
    }
    for sentence in errors where !lastErrors.contains(sentence) {
      erase()
      Terminal.printError(sentence)
    }
    lastErrors = errors
    showState(total.tally)
    return (total.tally, isWhole)
  }

  private func printNews(_ news: String, _ terminal: inout Terminal) {
    if news.isEmpty { return }
    erase()
    terminal.write(news)
    terminal.flush()
  }

  // MARK: The status line on a terminal

  private func showState(_ tally: Tally) {
    guard Terminal.isWatched else { return }
    let violations = Severity.allCases.reduce(0) { $0 + tally.count($1) }
    Terminal.printStatus(
      "\r\u{1B}[K\(AuditText.count(tally.records, "record")), "
        + "\(AuditText.count(tally.sessions, "session")) (\(news.sessions.open) open), "
        + "\(AuditText.count(violations, "violation")); waiting for new records")
  }

  private func erase() {
    if Terminal.isWatched { Terminal.printStatus("\r\u{1B}[K") }
  }
}

/// The size and the modification time of a file; they differ after a write.
struct FileVersion: Equatable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  /// Whether the file is neither regular nor a folder, so that it can be read only once.
  let isStream: Bool

  /// The version of an input; nil if it does not exist.
  static func of(_ input: JournalFiles.Input) -> FileVersion? {
    guard case .journal(let path) = input else { return nil }
    return FileVersion(path)
  }

  /// Nil if the file does not exist.
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
