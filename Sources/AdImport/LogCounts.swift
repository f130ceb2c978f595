/// Counts of the lines of a log, by their result.
public struct LogCounts: Equatable, Sendable {
  /// The number of lines.
  public var lines = 0
  /// The number of lines in a known layout, by its name, the most frequent first.
  public var layouts: [(name: String, lines: Int)] {
    layoutCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
  /// The number of lines with a known message.
  public var known = 0
  /// The number of lines of each SDK with an unknown message, and the number of the first of them.
  public private(set) var unknown: [UnknownLines] = []
  /// The number of records that are events.
  public private(set) var events = 0
  /// The number of messages that were kept as notes.
  public private(set) var notes = 0
  /// The number of sessions.
  public private(set) var sessions = 0
  /// The number of sessions of which only the order is known.
  public private(set) var sessionsWithoutTimes = 0
  /// Sessions with gaps although the options say that the log is complete.
  public var doubtful = 0
  /// The SDKs that the apps of the sessions talk to, in order.
  public private(set) var sdks: [String] = []

  private var layoutCounts: [String: Int] = [:]

  /// The lines of one SDK that no table understands.
  public struct UnknownLines: Equatable, Sendable {
    /// The name of the SDK.
    public let sdk: String
    /// The number of lines.
    public var lines: Int
    /// The number of the first of them in the log, from 1.
    public let first: Int
  }

  mutating func notice(_ line: LogLine) {
    if let name = line.layout { layoutCounts[name, default: 0] += 1 }
  }

  mutating func notice(_ sentence: AdSentence, at line: Int) {
    guard sentence.meaning == .unknown else {
      known += 1
      return
    }
    let sdk = sentence.sdk ?? "any SDK"
    if let index = unknown.firstIndex(where: { $0.sdk == sdk }) {
      unknown[index].lines += 1
    } else {
      unknown.append(UnknownLines(sdk: sdk, lines: 1, first: line))
    }
  }

  mutating func add(_ session: ImportedSession) {
    sessions += 1
    if session.hasOrderOnly { sessionsWithoutTimes += 1 }
    notes += session.notes
    events += session.records.count - session.notes
    let sdk = session.sdks.main ?? "an unknown SDK"
    if !sdks.contains(sdk) { sdks.append(sdk) }
  }
}

/// What became of one line of a log.
public struct LineAccount: Sendable {
  /// The number of the line, from 1.
  public let number: Int
  /// The name of its layout; nil for a line without a known one.
  public let layout: String?
  /// The row of the tables that the message matches, such as `applovin-max.tsv:12`.
  public var row: String?
  /// The beginning of its message.
  public let text: String
  /// What became of it, in words.
  public var fate: String

  init(_ number: Int, _ line: LogLine, _ bytes: [UInt8]) {
    self.number = number
    layout = line.layout
    text = String(decoding: bytes[line.message].prefix(200), as: UTF8.self)
    fate = line.message.isEmpty ? "no message" : "no known message"
  }

  /// The account of a line that is a part of the one before it.
  static func joined(_ number: Int) -> LineAccount {
    var account = LineAccount(number, LogLine(), [])
    account.fate = "a part of the line before it"
    return account
  }
}
