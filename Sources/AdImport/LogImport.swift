public import AdSession

/// Turns a console log of an ad SDK into a journal.
///
/// Call ``take(_:)`` with every line, then ``finish()``, then write the ``journal(_:)``. A session
/// is one process; a clock that goes back starts another session. Facts that the log does not
/// contain are left out: see `adjournal import --help`.
public struct LogImport {
  /// Facts about a log that the log itself does not contain.
  public struct Options: Sendable {
    /// The console that wrote the log.
    public var source: LogSource
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

    /// Makes options with nothing but the source.
    public init(source: LogSource) { self.source = source }

    /// Whether the log contains every event of the classes that each journal must record.
    var vouches: Bool { [.app, .load, .present].allSatisfy(captures.contains) }
  }

  /// Counts of the lines of a log, by their result.
  public struct Counts: Equatable, Sendable {
    /// The number of lines.
    public var lines = 0
    /// The number of lines in a layout of the source.
    public var read = 0
    /// Messages that are lost because no line of the log has a time.
    public var timeless = 0
    /// The number of records that are events.
    public var events = 0
    /// The number of messages that were kept as notes.
    public var notes = 0
    /// The number of sessions.
    public var sessions = 0
    /// Sessions with gaps although the options say that the log is complete.
    public var doubtful = 0
    /// The number of lines of the ad SDK with an unknown message.
    public var unknown = 0
    /// The number of the first unknown line, from 1; 0 if there is none.
    public var firstUnknown = 0
  }

  /// The counts of the lines so far.
  public private(set) var counts = Counts()
  /// The year that was assumed for a log without one.
  public var assumedYear: Int? { options.year == nil ? clock.firstYear : nil }
  /// Whether UTC was assumed for times without a zone.
  public var assumesUTC: Bool { options.offsetMinutes == nil && clock.lacksZone }

  private let options: Options
  private let reader: SentenceReader
  private var clock: LogClock
  private var sessions: [ImportedSession] = []
  /// The index of the current session of each process.
  private var current: [Int: Int] = [:]
  /// The names of the processes whose start is in the log.
  private var names: [Int: String] = [:]
  /// The processes in which AppLovin's SDK wrote lines.
  private var maxProcesses: Set<Int> = []
  /// The last line with a time, and its process.
  private var previous: (line: LogLine, name: String)?
  /// A line whose message is on the next line.
  private var headless: (line: LogLine, bytes: [UInt8])?
  /// Messages without a time, until the next line with one.
  private var bare: [(sentence: AdSentence, line: LogLine, bytes: [UInt8])] = []

  /// Begins with an empty log.
  public init(_ options: Options) {
    self.options = options
    reader = SentenceReader(source: options.source)
    clock = LogClock(
      year: options.year, offsetMinutes: options.offsetMinutes, lastChange: options.lastChange)
  }

  /// Takes the next line, without its line feed.
  public mutating func take(_ bytes: [UInt8]) {
    counts.lines += 1
    if var line = options.source.line(bytes) {
      counts.read += 1
      guard var time = line.time else { return keepBare(line, bytes) }
      clock.complete(&time)
      line.time = time
      settleBare(before: line)
      previous = (line, bytes.text(line.name))
      headless = line.message.isEmpty ? (line, bytes) : nil
      if !line.message.isEmpty { read(line, bytes) }
    } else if let head = headless {
      headless = nil
      readMessage(of: head.line, head.bytes, bytes)
    } else if options.source.hasBareLines {
      var line = LogLine()
      line.message = LogCursor.trimmed(0..<bytes.count, of: bytes)
      line.isOfMax = AppleLines.isOfMax(line.message, bytes)
      if line.isOfMax, let previous { maxProcesses.insert(previous.line.process) }
      keepBare(line, bytes)
    }
  }

  /// Takes the end of the log.
  public mutating func finish() {
    settleBare(before: nil)
    counts.timeless = bare.count
    let journal = ImportedJournal(options)
    sessions.removeAll { $0.records.isEmpty }
    counts.sessions = sessions.count
    for session in sessions {
      session.settle(usesMax: maxProcesses.contains(session.process))
      counts.notes += session.notes
      counts.events += session.records.count - session.notes
      if options.vouches && !journal.isWhole(session) { counts.doubtful += 1 }
    }
  }

  /// Writes the lines of the journal, session by session, in the order of their first lines.
  public func journal(_ write: ([UInt8]) throws -> Void) rethrows {
    var journal = ImportedJournal(options)
    var numbers: [String: Int] = [:]
    for session in sessions {
      let digits = String(session.hash, radix: 16)
      let name = "import-" + String(repeating: "0", count: 16 - digits.count) + digits
      let number = numbers[name, default: 0] + 1
      numbers[name] = number
      let id = number == 1 ? name : "\(name)-\(number)"
      try journal.write(session, named: id, write)
    }
  }
}

// MARK: Lines

extension LogImport {
  private mutating func read(_ line: LogLine, _ bytes: [UInt8]) {
    noticeStart(line, bytes)
    noticeLoss(line, bytes)
    if line.isOfMax { maxProcesses.insert(line.process) }
    if let sentence = reader.sentence(of: line, bytes) {
      take(sentence, line, bytes, bytes.text(line.name), bytes.text(line.tag), isTimed: true)
    } else if line.isOfSDK {
      countUnknown()
    }
  }

  private mutating func countUnknown() {
    counts.unknown += 1
    if counts.firstUnknown == 0 { counts.firstUnknown = counts.lines }
  }

  /// Takes a message on a line of its own.
  private mutating func readMessage(of head: LogLine, _ bytes: [UInt8], _ message: [UInt8]) {
    var line = head
    line.message = LogCursor.trimmed(0..<message.count, of: message)
    if options.source.hasBareLines { line.isOfMax = AppleLines.isOfMax(line.message, message) }
    if line.isOfMax { maxProcesses.insert(line.process) }
    guard let sentence = reader.sentence(of: line, message) else {
      if line.isOfSDK { countUnknown() }
      return
    }
    take(sentence, line, message, bytes.text(head.name), bytes.text(head.tag), isTimed: true)
  }

  /// `Start proc 4711:com.example.app/u0a123 for …`: the process is new, and has a name.
  private mutating func noticeStart(_ line: LogLine, _ bytes: [UInt8]) {
    guard options.source == .logcat, bytes[line.message].starts(with: "Start proc ".utf8) else {
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
  private mutating func noticeLoss(_ line: LogLine, _ bytes: [UInt8]) {
    guard bytes[line.tag].elementsEqual("chatty".utf8),
      bytes.contains(" expire ", in: line.message), let index = current[line.process],
      let time = line.time, let wall = clock.wall(time), sessions[index].reaches(wall)
    else { return }
    sessions[index].lose(logged(line, bytes, "", wall, time))
  }

  /// Keeps a message that has no time.
  private mutating func keepBare(_ line: LogLine, _ bytes: [UInt8]) {
    guard let sentence = reader.sentence(of: line, bytes) else {
      return
    }
    bare.append((sentence, line, bytes))
  }

  /// Settles messages without a time.
  ///
  /// They get the time of the line before them if the next line follows within a second. Otherwise
  /// only their order is known.
  private mutating func settleBare(before next: LogLine?) {
    if bare.isEmpty { return }
    guard let anchor = previous?.line ?? next else { return }
    let waiting = bare
    bare = []
    var isTimed = false
    if let from = previous?.line.time.flatMap(clock.wall), let to = next?.time.flatMap(clock.wall) {
      isTimed = 0...1000 ~= to - from
    }
    for (sentence, line, bytes) in waiting {
      var line = line
      line.time = anchor.time
      var name = bytes.text(line.name)
      if options.source.hasBareLines {
        line.process = anchor.process
        name = previous?.name ?? ""
      }
      take(sentence, line, bytes, name, bytes.text(line.tag), isTimed: isTimed)
    }
  }
}

// MARK: Sessions

extension LogImport {
  private mutating func take(
    _ sentence: AdSentence, _ line: LogLine, _ bytes: [UInt8], _ name: String, _ tag: String,
    isTimed: Bool
  ) {
    guard sentence.what != .nothing, let time = line.time, let wall = clock.wall(time) else {
      return
    }
    var sentence = sentence
    sentence.presumed = options.format
    // Google's Java samples pass the literal "TAG" by mistake, so it does not identify a caller.
    let logged = logged(line, bytes, tag == "TAG" || line.isOfMax ? "" : tag, wall, time)
    let session = session(of: line.process, name, logged)
    switch sentence.what {
    case .testDevice: session.isTestDevice = true
    case .version(let version): session.sdkVersion = version.isEmpty ? nil : version
    case .event, .remark: session.take(sentence, logged, isTimed: isTimed)
    case .nothing: break
    }
  }

  private func logged(
    _ line: LogLine, _ bytes: [UInt8], _ tag: String, _ wall: Int64, _ time: LogTime
  ) -> LoggedLine {
    let message = Array(bytes[line.message].prefix(2048))
    return LoggedLine(
      text: String(decoding: message, as: UTF8.self).cut(), source: tag,
      writer: line.isOfMax ? .max : line.isOfSDK ? .google : .app,
      wall: wall, offsetMinutes: clock.offset(of: time),
      hash: SymbolTable.hash(message) ^ UInt64(bitPattern: wall))
  }

  /// The session of a process; a new one if the clock went back or another app has its number.
  private mutating func session(
    of process: Int, _ name: String, _ logged: LoggedLine
  ) -> ImportedSession {
    let name = name.isEmpty ? names[process] ?? "" : name
    var isContinued = false
    if let index = current[process] {
      let session = sessions[index]
      let isSame = name.isEmpty || session.name.isEmpty || name == session.name
      if isSame && session.reaches(logged.wall) {
        if session.name.isEmpty { session.name = name }
        return session
      }
      isContinued = isSame
    }
    let session = ImportedSession(
      process: process, name: name, wall: logged.wall, offsetMinutes: logged.offsetMinutes,
      isContinued: isContinued, isVouchedFor: options.vouches)
    current[process] = sessions.count
    sessions.append(session)
    return session
  }
}
