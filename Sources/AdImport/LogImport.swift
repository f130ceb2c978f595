public import AdSession

/// Turns a console log of ad SDKs into a journal.
///
/// Call ``take(_:)`` with every line, then ``finish()``, then write the ``journal(_:)``. A session
/// is one process; a clock that goes back starts another session. Facts that the log does not
/// contain are left out: see `adjournal import --help`.
public struct LogImport {
  /// Facts about a log that the log itself does not contain.
  public struct Options: Sendable {
    /// The SDK that the app talks to, such as `applovin-max`; nil to find it in the log.
    public var sdk: String?
    /// The tables of the user; their rows come before the built-in ones.
    package var patterns: [PatternTable] = []
    /// The year of the first time without a year.
    public var year: Int?
    /// The offset from UTC, in minutes, of times without a zone; positive is east.
    public var offsetMinutes: Int?
    /// The last change of the log, in milliseconds since 1970; no time of the log is later.
    public var lastChange: Int64 = 0
    /// The classes whose events are all in the log.
    public var captures: [EventClass] = []
    /// The format to assume for ads without one in the log.
    public var format: Word?
    /// The units to assume, by format, for ads without one in the log.
    public var units: [(format: Word, unit: String)] = []
    /// Whether the log is read while it grows: lines are taken as they come, and those that a
    /// terminal broke at its width are not joined.
    public var isGrowing = false
    /// Whether to keep what became of each line, for ``LogImport/accounts``.
    public var explains = false

    /// Makes options that leave everything to the log.
    public init() {}

    /// Whether the log contains every event of the classes that each journal must record.
    var vouches: Bool { [.app, .load, .present].allSatisfy(captures.contains) }
  }

  /// The SDKs whose messages are known, in the order of the alphabet.
  public static var sdks: [String] {
    var names: [String] = []
    for row in PatternSet.builtIn.rows {
      if let sdk = row.sdk, !names.contains(sdk) { names.append(sdk) }
    }
    return names.sorted()
  }

  /// The counts of the lines so far.
  public private(set) var counts = LogCounts()
  /// What became of each line, in order; empty without ``Options/explains``.
  public private(set) var accounts: [LineAccount] = []
  /// The year that was assumed for a log without one.
  public var assumedYear: Int? { options.year == nil ? clock.firstYear : nil }
  /// Whether UTC was assumed for times without a zone.
  public var assumesUTC: Bool { options.offsetMinutes == nil && clock.lacksZone }
  /// Whether the date of the file was assumed for times without a date.
  public var assumesDate: Bool { clock.lacksDate }

  let options: Options
  private(set) var reader: SentenceReader
  private var lines: LogLines
  private var clock: LogClock
  private(set) var sessions: [ImportedSession] = []
  /// The names of the sessions in ``settled(afterPause:_:)``.
  var writtenNames = ImportNames()
  /// Whether the log has ended.
  private(set) var isFinished = false
  /// The latest time of the log, in milliseconds since 1970.
  var lastWall: Int64 { sessions.reduce(previous?.wall ?? 0) { max($0, $1.lastWall) } }
  /// The index of the current session of each process.
  private var current: [Int: Int] = [:]
  /// The names of the processes whose start is in the log.
  private var names: [Int: String] = [:]
  /// The last line with a time.
  private var previous: TimedLine?
  /// Messages without a time, until the next line with one.
  private var bare: [Bare] = []
  /// The minute of the last line with a time, and its wall clock: most lines are of the same one.
  private var lastMinute: (time: LogTime, wall: Int64)?
  /// The line before, if it has a message.
  private var last: [UInt8] = []
  /// Other lines since the last one with a time.
  private var linesWithoutTime = 0

  /// The lines without a time after which the next time says nothing about them any more.
  private static let longestBare = 64

  private struct TimedLine {
    let wall: Int64
    let offsetMinutes: Int
    let process: Int
    let name: String
  }

  private struct Bare {
    let sentence: AdSentence
    let line: ReadLine
  }

  /// A line with its message.
  private struct ReadLine {
    var number: Int
    var process: Int
    var name: String
    var tag: String
    var text: String
    var hash: UInt64
    var system: LogSystem?
  }

  /// Begins with an empty log.
  public init(_ options: Options) {
    self.options = options
    reader = SentenceReader(options.patterns)
    lines = LogLines(findsWidth: !options.isGrowing)
    clock = LogClock(
      year: options.year, offsetMinutes: options.offsetMinutes, lastChange: options.lastChange)
  }

  /// Takes the next line, without its line feed.
  public mutating func take(_ bytes: [UInt8]) {
    counts.lines += 1
    if options.explains { accounts.append(.joined(counts.lines)) }
    lines.take(bytes, number: counts.lines)
    for next in lines.ready() { read(next) }
  }

  /// Takes the end of the log.
  public mutating func finish() {
    settlePause()
    isFinished = true
    sessions.removeAll { $0.records.isEmpty }
    let journal = ImportedJournal(options, reader)
    for session in sessions {
      for line in session.settle() { account(line, ImportedSession.Fate.inner.rawValue) }
      if options.vouches && !journal.isWhole(session) { counts.doubtful += 1 }
      counts.add(session)
    }
  }

  /// Writes the lines of the journal, session by session, in the order of their first lines.
  ///
  /// - Parameter write: Takes a line of the journal, and the number of the line of the log that it
  ///   is from.
  public func journal(_ write: ([UInt8], Int) throws -> Void) rethrows {
    var journal = ImportedJournal(options, reader)
    var names = ImportNames()
    for session in sessions {
      try journal.write(session, named: names.name(of: session.hash), write)
    }
  }
}

/// Names sessions by the hashes of their lines, so that the same log gives the same names.
struct ImportNames {
  private var numbers: [String: Int] = [:]

  /// The name of the next session.
  mutating func name(of hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    let name = "import-" + String(repeating: "0", count: 16 - digits.count) + digits
    let number = numbers[name, default: 0] + 1
    numbers[name] = number
    return number == 1 ? name : "\(name)-\(number)"
  }
}

// MARK: Lines

extension LogImport {
  /// Takes the lines that wait for another one, because none follows, or not soon.
  mutating func settlePause() {
    lines.finish()
    for next in lines.ready() { read(next) }
    settleBare(before: nil)
  }

  private mutating func read(_ next: LogLines.Whole) {
    var line = next.line
    counts.notice(line)
    if let time = readTime(&line) {
      settleBare(before: time.wall)
      previous = TimedLine(
        wall: time.wall, offsetMinutes: time.offsetMinutes, process: line.process,
        name: next.bytes.text(line.name))
    } else if !bare.isEmpty {
      linesWithoutTime += 1
      if linesWithoutTime > Self.longestBare { settleBare(before: nil) }
    }
    if options.explains { accounts[next.number - 1] = LineAccount(next.number, line, next.bytes) }
    guard !line.message.isEmpty else { return }
    noticeStart(line, next.bytes)
    noticeLoss(line, next)
    defer { last = next.bytes }
    guard let match = reader.match(of: line, next.bytes) else { return }
    if options.explains { accounts[next.number - 1].row = match.row.place }
    let sentence = reader.sentence(match)
    if let kind = sentence.kind, next.bytes == last,
      line.time != nil || ImportRules.phase(after: kind) == nil && kind != .adShowWithoutAd
    {
      // A console printed it twice: two events do not have the same time.
      counts.notice(sentence, at: next.number)
      return account(next.number, "the same line once more")
    }
    take(sentence, line, next)
  }

  /// The wall clock of a line; a line with a date that does not exist counts as one without a time.
  private mutating func readTime(_ line: inout LogLine) -> (wall: Int64, offsetMinutes: Int)? {
    guard var time = line.time else { return nil }
    clock.complete(&time)
    var minute = time
    (minute.second, minute.millisecond) = (0, 0)
    if lastMinute?.time != minute { lastMinute = clock.wall(minute).map { (minute, $0) } }
    guard let start = lastMinute?.wall else {
      line.time = nil
      return nil
    }
    return (start + Int64(time.second * 1000 + time.millisecond), clock.offset(of: time))
  }

  private mutating func take(_ sentence: AdSentence, _ line: LogLine, _ next: LogLines.Whole) {
    counts.notice(sentence, at: next.number)
    var sentence = sentence
    sentence.presumed = options.format
    let read = readLine(line, next)
    guard line.time != nil, let previous else {
      bare.append(Bare(sentence: sentence, line: read))
      return
    }
    take(sentence, read, wall: previous.wall, previous.offsetMinutes, isTimed: true)
  }

  private func readLine(_ line: LogLine, _ next: LogLines.Whole) -> ReadLine {
    let message = Array(next.bytes[line.message].prefix(2048))
    let tag = next.bytes.text(line.tag)
    return ReadLine(
      number: next.number, process: line.process, name: next.bytes.text(line.name),
      // Google's Java samples pass the literal "TAG" by mistake: it does not identify a caller.
      tag: tag == "TAG" ? "" : tag, text: String(decoding: message, as: UTF8.self).cut(),
      hash: SymbolTable.hash(message), system: line.system)
  }

  /// `Start proc 4711:com.example.app/u0a123 for …`: the process is new, and has a name.
  private mutating func noticeStart(_ line: LogLine, _ bytes: [UInt8]) {
    guard line.system == .android, bytes[line.message].starts(with: "Start proc ".utf8) else {
      return
    }
    var cursor = LogCursor(bytes)
    cursor.goBack(to: line.message.lowerBound + 11)
    guard let process = cursor.number(digits: 1...9), cursor.skip(":"),
      let name = cursor.text(before: "/")
    else { return }
    names[process] = bytes.text(name)
    current[process] = nil
  }

  /// `chatty: uid=10213(com.example.app) expire 5 lines`: lines of the process are lost.
  private mutating func noticeLoss(_ line: LogLine, _ next: LogLines.Whole) {
    guard next.bytes[line.tag].elementsEqual("chatty".utf8),
      next.bytes.contains(" expire ", in: line.message), let index = current[line.process],
      line.time != nil, let previous
    else { return }
    let logged = logged(
      readLine(line, next), wall: previous.wall, previous.offsetMinutes, isTimed: true)
    if sessions[index].reaches(logged) { sessions[index].lose(logged) }
  }

  /// Settles messages without a time, before the line with the next one.
  ///
  /// They get the time of the line before them if the next line follows within a second. Otherwise
  /// only their order is known.
  private mutating func settleBare(before next: Int64?) {
    linesWithoutTime = 0
    if bare.isEmpty { return }
    let waiting = bare
    bare = []
    var isTimed = false
    if let from = previous?.wall, let next { isTimed = 0...1000 ~= next - from }
    for waits in waiting {
      var line = waits.line
      if line.process == 0, let previous {
        line.process = previous.process
        line.name = previous.name
      }
      take(
        waits.sentence, line, wall: previous?.wall ?? options.lastChange,
        previous?.offsetMinutes ?? options.offsetMinutes ?? 0, isTimed: isTimed)
    }
  }
}

// MARK: Sessions

extension LogImport {
  private mutating func take(
    _ sentence: AdSentence, _ line: ReadLine, wall: Int64, _ offsetMinutes: Int, isTimed: Bool
  ) {
    let logged = logged(line, wall: wall, offsetMinutes, isTimed: isTimed)
    let session = session(of: line, logged)
    session.system = session.system ?? line.system
    session.notice(sentence)
    switch sentence.meaning {
    case .event(let kind):
      let fate = session.take(sentence, logged)
      account(line.number, kind.name + ", " + fate.rawValue)
    case .note: account(line.number, session.take(sentence, logged).rawValue)
    case .inner: account(line.number, "nothing: a network or a step below the mediator")
    case .ignore: account(line.number, "nothing: known, and no event")
    case .unknown, .fact: account(line.number, "not understood")
    case .version: account(line.number, "the version of the SDK")
    case .testDevice: account(line.number, "the SDK serves test ads")
    }
  }

  private func logged(
    _ line: ReadLine, wall: Int64, _ offsetMinutes: Int, isTimed: Bool
  ) -> LoggedLine {
    LoggedLine(
      number: line.number, text: line.text, source: line.tag, wall: wall, isTimed: isTimed,
      offsetMinutes: offsetMinutes,
      hash: line.hash ^ UInt64(bitPattern: isTimed ? wall : Int64(line.number)))
  }

  /// The session of a process; a new one if the clock went back or another app has its number.
  private mutating func session(of line: ReadLine, _ logged: LoggedLine) -> ImportedSession {
    let name = line.name.isEmpty ? names[line.process] ?? "" : line.name
    var isContinued = false
    // Lines without a process stand before the first one with it.
    if current[line.process] == nil, let first = current.removeValue(forKey: 0) {
      current[line.process] = first
    }
    if let index = current[line.process] {
      let session = sessions[index]
      let isSame = name.isEmpty || session.name.isEmpty || name == session.name
      if isSame && session.reaches(logged) {
        if session.name.isEmpty { session.name = name }
        return session
      }
      isContinued = isSame
    }
    let session = ImportedSession(
      process: line.process, name: name, logged, sdk: options.sdk, isContinued: isContinued,
      isVouchedFor: options.vouches)
    current[line.process] = sessions.count
    sessions.append(session)
    return session
  }

  private mutating func account(_ line: Int, _ fate: String) {
    if options.explains { accounts[line - 1].fate = fate }
  }
}
